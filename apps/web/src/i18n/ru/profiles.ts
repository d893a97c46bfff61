import type { profiles as source } from '../en/profiles.ts';
import type { Translated } from '../translated.ts';

export const profiles: Translated<typeof source> = {
  menu: {
    open: 'Профиль: {name}. Открыть меню',
    own: 'Личный профиль',
    invitations: 'Вас приглашают',
    invitedBy: 'Приглашает {name}',
    companies: 'Компании',
    none: 'Вы пока не действуете от имени компаний.',
    loadFailed: 'Не удалось загрузить список компаний.',
    back: 'Вернуться в личный профиль',
    current: 'сейчас',
    addCompany: 'Добавить компанию',
    settings: 'Профиль и настройки',
    boss: 'Руководитель',
    member: 'Сотрудник',
    changing: 'Меняем профиль',
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
    noneTitle: 'Сейчас нет ни одной компании',
    noneText:
      'Вы действуете только от имени компаний, но сейчас не числитесь ни в одной. Вас может снова добавить тот, кто пригласил.',
  },
  right: {
    is_boss: 'действовать как руководитель',
    can_request_trans: 'создавать платежи',
    can_approve: 'согласовывать платежи и получателей',
    can_create_benef: 'добавлять и изменять получателей',
    can_plast_view: 'просматривать карты',
    can_plast_perform: 'выпускать и изменять карты',
    can_view_documents: 'просматривать документы',
    can_view_statements: 'просматривать выписки',
  },
  missing: 'Нужно право {right} в {company}. Его может дать {names}.',
  bossOnly: 'Это может сделать только руководитель {company}: {names}.',
  missingTerms: 'Условия должен принять руководитель {company}: {names}. До этого открыт только профиль.',
};
