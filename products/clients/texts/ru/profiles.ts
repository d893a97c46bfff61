import type { Translated } from '@calmly/texts/translated.ts';
import type { profiles as source } from '../en/profiles.ts';

export const profiles: Translated<typeof source> = {
  menu: {
    open: 'Профиль: {name}. Открыть меню',
    own: 'Личный профиль',
    invitations: 'Приглашения',
    invitedBy: 'Приглашает {name}',
    companies: 'Компании',
    none: 'Вы пока не действуете от имени компаний.',
    loadFailed: 'Не удалось загрузить список компаний.',
    back: 'Вернуться в личный профиль',
    current: 'текущий',
    addCompany: 'Добавить компанию',
    settings: 'Профиль и настройки',
    boss: 'Администратор',
    member: 'Сотрудник',
    changing: 'Переключаем профиль',
  },
  linked: {
    company: 'Ссылка относится к компании {name}',
    own: 'Ссылка относится к вашему личному профилю',
    switch: 'Перейти в профиль {name}',
    switchOwn: 'Перейти в личный профиль',
  },
  state: {
    DRAFT: 'Не заполнена',
    EMAIL_CONFIRMED: 'Не заполнена',
    SMS_CONFIRMED: 'Ждёт проверки',
    CREATED: 'На проверке',
    KYC_DECLINED: 'Проверка не пройдена',
    ACTIVE: 'Активна',
    BLOCKED: 'Заблокирована',
    CLOSED: 'Закрыта',
  },
  companyUser: {
    chooseTitle: 'Выберите компанию',
    chooseText: 'Вы действуете только от имени компаний. Нажмите на свои инициалы и выберите одну из них.',
    noneTitle: 'У вас нет компаний',
    noneText:
      'Вы действуете только от имени компаний, но сейчас не состоите ни в одной. Администратор может пригласить вас снова.',
  },
  right: {
    is_boss: 'действовать как администратор',
    can_request_trans: 'создавать платежи',
    can_approve: 'согласовывать платежи и получателей',
    can_create_benef: 'добавлять и изменять получателей',
    can_plast_view: 'просматривать карты',
    can_plast_perform: 'выпускать и изменять карты',
    can_view_documents: 'просматривать документы',
    can_view_statements: 'просматривать выписки',
    can_view_confidential: 'видеть конфиденциальные выплаты',
  },
  missing: 'Нужно право {right} в {company}. Его может дать {names}.',
  bossOnly: 'Это может сделать только администратор {company}: {names}.',
  missingTerms: 'Условия должен принять администратор {company}: {names}. До этого доступен только профиль.',
};
