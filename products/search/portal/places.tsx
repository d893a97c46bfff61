/** The screens that the palette goes to, each with the words that people type for it in either language. */
import { type Client, holdsRight } from '@calmly/contract';
import {
  IconActivity,
  IconAdjustments,
  IconArrowDownLeft,
  IconArrowsRightLeft,
  IconBell,
  IconBuilding,
  IconBuildingBank,
  IconCalendar,
  IconChartCandle,
  IconChecks,
  IconCoins,
  IconCreditCard,
  IconFileText,
  IconFileUpload,
  IconFolder,
  IconHelp,
  IconId,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListCheck,
  IconPlugConnected,
  IconReceipt,
  IconShieldLock,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react';
import { type LinkOptions, linkOptions } from '@tanstack/react-router';
import type { messages } from '../texts/en/search.ts';

export type PlaceKey = keyof typeof messages.search.places;

interface Place {
  readonly key: PlaceKey;
  readonly Icon: typeof IconUsers;
  readonly link: LinkOptions;
  readonly words: string;
  readonly visibleTo?: (client: Client) => boolean;
  /** Open to clients whose account is not active yet. */
  readonly isAlwaysOpen?: true;
}

const tab = (key: PlaceKey, Icon: Place['Icon'], words: string, name: string = key) =>
  ({
    key,
    Icon,
    words,
    link: linkOptions({ to: '/account-profile', search: { tab: name } }),
    isAlwaysOpen: true,
  }) as const;

const isCompany = ({ role }: Client) => role === 'LEGAL';

const places: readonly Place[] = [
  {
    key: 'dashboard',
    Icon: IconLayoutDashboard,
    link: linkOptions({ to: '/dashboard' }),
    words: 'dashboard home overview start balance обзор главная баланс остаток',
  },
  {
    key: 'payments',
    Icon: IconArrowsRightLeft,
    link: linkOptions({ to: '/payments', search: {} }),
    words: 'payments transactions transfers history operations платежи переводы операции история транзакции',
  },
  {
    key: 'scheduled',
    Icon: IconCalendar,
    link: linkOptions({ to: '/payments', search: { tab: 'scheduled' } }),
    words:
      'scheduled standing orders recurring regular future drafts templates запланированные регулярные автоплатежи черновики шаблоны',
  },
  {
    key: 'requests',
    Icon: IconArrowDownLeft,
    link: linkOptions({ to: '/payments', search: { tab: 'requests' } }),
    words: 'requests money invoices links get paid запросы денег счета ссылки выставленные',
  },
  {
    key: 'payouts',
    Icon: IconFileUpload,
    link: linkOptions({ to: '/payments/payouts' }),
    words: 'payouts bulk mass salaries wages payroll файл массовые выплаты зарплата ведомость',
    visibleTo: (client) => holdsRight(client, 'can_request_trans'),
  },
  {
    key: 'beneficiaries',
    Icon: IconUsers,
    link: linkOptions({ to: '/beneficiaries' }),
    words: 'beneficiaries payees recipients contacts suppliers получатели контакты поставщики',
  },
  {
    key: 'requisites',
    Icon: IconBuildingBank,
    link: linkOptions({ to: '/requisites' }),
    words: 'requisites account details iban bic swift receive accounts реквизиты счёт счета получить',
  },
  {
    key: 'inbox',
    Icon: IconChecks,
    link: linkOptions({ to: '/inbox', search: {} }),
    words: 'approvals inbox approve decisions waiting согласования одобрить подписать ожидают',
  },
  {
    key: 'cards',
    Icon: IconCreditCard,
    link: linkOptions({ to: '/cards', search: {} }),
    words: 'cards plastic virtual limits pin lock block freeze карты пластик лимиты пин заблокировать',
    visibleTo: (client) => client.cardsOffered && holdsRight(client, 'can_plast_view'),
  },
  {
    key: 'market',
    Icon: IconChartCandle,
    link: linkOptions({ to: '/crypto', search: { screen: 'MARKET' } }),
    words: 'crypto market trade exchange bitcoin ethereum toncoin биржа торговля криптовалюта биткоин',
  },
  {
    key: 'wallets',
    Icon: IconWallet,
    link: linkOptions({ to: '/crypto', search: { screen: 'WALLETS' } }),
    words: 'crypto wallets deposit withdraw address криптокошельки кошельки пополнить вывести адрес',
  },
  {
    key: 'statements',
    Icon: IconFileText,
    link: linkOptions({ to: '/statements', search: {} }),
    words:
      'statements export pdf csv xlsx camt mt940 accountant balance letter выписки экспорт бухгалтер справка остаток',
    visibleTo: (client) => holdsRight(client, 'can_view_statements'),
  },
  {
    key: 'fees',
    Icon: IconCoins,
    link: linkOptions({ to: '/fees' }),
    words: 'fees prices tariff cost commission calculator тарифы комиссии цены стоимость калькулятор',
  },
  {
    key: 'documents',
    Icon: IconFolder,
    link: linkOptions({ to: '/documents', search: {} }),
    words: 'documents files uploads invoices contracts receipts документы файлы договоры чеки',
    visibleTo: (client) => holdsRight(client, 'can_view_documents'),
  },
  {
    key: 'help',
    Icon: IconHelp,
    link: linkOptions({ to: '/help', search: {} }),
    words: 'help centre articles questions guide справка помощь статьи вопросы',
    isAlwaysOpen: true,
  },
  {
    key: 'support',
    Icon: IconLifebuoy,
    link: linkOptions({ to: '/support' }),
    words: 'support help contact chat question поддержка помощь справка вопрос чат',
  },
  tab(
    'personal',
    IconId,
    'personal data address email phone profile личные данные адрес почта телефон профиль',
  ),
  {
    ...tab('company', IconBuilding, 'company details owners directors компания данные владельцы директора'),
    visibleTo: isCompany,
  },
  {
    ...tab(
      'people',
      IconUsersGroup,
      'people members team colleagues invite rights люди сотрудники команда пригласить права',
    ),
    visibleTo: isCompany,
  },
  {
    ...tab('policy', IconListCheck, 'approval rules policy limits правила согласования лимиты', 'approvals'),
    visibleTo: isCompany,
  },
  tab('activity', IconActivity, 'activity log history who действия журнал история'),
  tab(
    'security',
    IconShieldLock,
    'security password two-factor passkey sessions devices freeze sign-in безопасность пароль вход ключ сеансы устройства заморозить',
  ),
  tab(
    'connections',
    IconPlugConnected,
    'connections connected applications api oauth приложения подключённые интеграции',
  ),
  tab('notifications', IconBell, 'notifications settings alerts email sms уведомления настройки оповещения'),
  tab('terms', IconReceipt, 'terms conditions agreement contract условия договор оферта'),
  tab(
    'preferences',
    IconAdjustments,
    'preferences language theme dark light settings настройки язык тема тёмная светлая предпочтения',
  ),
];

/** Those that the client may open. */
export const placesOf = (client: Client, isActive: boolean): readonly Place[] =>
  places.filter(({ visibleTo, isAlwaysOpen }) => (isActive || isAlwaysOpen) && (visibleTo?.(client) ?? true));
