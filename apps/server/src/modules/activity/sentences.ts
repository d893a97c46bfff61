/**
 * What every action of the audit record is called in the activity log, in both languages (ICU messages). Their placeholders are the
 * names of the record's details; those in `people` are ids of persons, and their names are put in.
 *
 * An action that has no sentence is shown by its name. `staffOnly` are never shown: they are the bank's own doubts about a client.
 */
import type { ActivityKind } from '@calmly/contract';

export interface Sentence {
  readonly kind: ActivityKind;
  readonly en: string;
  readonly ru: string;
  /** Details that name a person by id. */
  readonly people?: readonly string[];
  /** About the person and not the profile: belongs to the own profile's log, and never to a company's. */
  readonly personal?: true;
}

const factorWords = {
  en: '{kind, select, email {e-mail} phone {telephone} other {contact}}',
  ru: '{kind, select, email {адрес почты} phone {номер телефона} other {контакт}}',
};

const subjectWords = {
  en: '{kind, select, payment {a payment} payee {a beneficiary} people {a change of people and rights} policy {other rules of approval} other {a request}}',
  ru: '{kind, select, payment {платёж} payee {получатель} people {изменение людей и прав} policy {новые правила одобрения} other {запрос}}',
};

const stateWords = {
  en: '{to, select, EMAIL_CONFIRMED {e-mail confirmed} SMS_CONFIRMED {telephone confirmed} CREATED {being checked} ACTIVE {active} KYC_DECLINED {declined} BLOCKED {blocked} CLOSED {closed} other {{to}}}',
  ru: '{to, select, EMAIL_CONFIRMED {почта подтверждена} SMS_CONFIRMED {телефон подтверждён} CREATED {на проверке} ACTIVE {активен} KYC_DECLINED {отклонён} BLOCKED {заблокирован} CLOSED {закрыт} other {{to}}}',
};

const security = (en: string, ru: string): Sentence => ({ kind: 'security', personal: true, en, ru });
const profile = (en: string, ru: string): Sentence => ({ kind: 'profile', en, ru });
const own = (en: string, ru: string): Sentence => ({ kind: 'profile', personal: true, en, ru });
const people = (en: string, ru: string, ids?: readonly string[]): Sentence => ({
  kind: 'people',
  en,
  ru,
  ...(ids && { people: ids }),
});
const payments = (en: string, ru: string): Sentence => ({ kind: 'payments', en, ru });
const approvals = (en: string, ru: string): Sentence => ({ kind: 'approvals', en, ru });
const connections = (en: string, ru: string): Sentence => ({ kind: 'connections', en, ru });

export const sentences: Readonly<Record<string, Sentence>> = {
  'money_request.created': payments('Money asked for: {reference}', 'Выставлен запрос денег: {reference}'),
  'money_request.canceled': payments(
    'Request for money canceled: {reference}',
    'Запрос денег отменён: {reference}',
  ),
  'pay_link.created': payments(
    'Link to a page for payers made',
    'Создана ссылка на страницу для плательщиков',
  ),
  'pay_link.changed': payments('Page for payers changed', 'Изменена страница для плательщиков'),
  'pay_link.revoked': payments(
    'Link to a page for payers switched off',
    'Ссылка на страницу для плательщиков отключена',
  ),
  'suspense.assigned': payments(
    'Money that had arrived for another account was put on yours',
    'Деньги, пришедшие на другой счёт, зачислены на ваш',
  ),
  'standing_order.created': payments(
    'Payment to {payee} ordered for later',
    'Назначен платёж, получатель {payee}',
  ),
  'standing_order.changed': payments(
    'Future payments to {payee} changed',
    'Изменены будущие платежи, получатель {payee}',
  ),
  'standing_order.paused': payments(
    'Payments to {payee} paused',
    'Платежи приостановлены, получатель {payee}',
  ),
  'standing_order.resumed': payments(
    'Payments to {payee} resumed',
    'Платежи возобновлены, получатель {payee}',
  ),
  'standing_order.skipped': payments(
    'One payment to {payee} left out',
    'Один платёж пропущен, получатель {payee}',
  ),
  'standing_order.occurrence': payments(
    'One payment to {payee} changed',
    'Изменён один платёж, получатель {payee}',
  ),
  'standing_order.restored': payments(
    'One payment to {payee} set back to the usual',
    'Один платёж снова обычный, получатель {payee}',
  ),
  'standing_order.sent': payments(
    'Missed payment to {payee} sent',
    'Пропущенный платёж отправлен, получатель {payee}',
  ),
  'standing_order.ended': payments(
    'Payments to {payee} ended',
    'Регулярные платежи завершены, получатель {payee}',
  ),
  'access.frozen': security('Access frozen', 'Доступ заморожен'),
  'access.unfrozen': security('Access opened again', 'Доступ снова открыт'),
  'access.unfreeze_refused': security(
    'Request to open the access again refused',
    'В возврате доступа отказано',
  ),
  'device.forgotten': security('Browser forgotten', 'Браузер забыт'),
  'device.named': security('Browser named', 'Браузеру дано имя'),
  'factor.codes_locked': security(
    'Codes locked after wrong tries',
    'Коды временно заблокированы после ошибок',
  ),
  'factor.codes_unblocked': security('Confirmations unblocked', 'Подтверждения разблокированы'),
  'factor.unblock_refused': security('Confirmations stay blocked', 'В разблокировке подтверждений отказано'),
  'factor.email_off': security('Codes by e-mail switched off', 'Коды по почте отключены'),
  'factor.email_on': security('Codes by e-mail switched on', 'Коды по почте включены'),
  'factor.sms_off': security('Codes by SMS switched off', 'Коды по SMS отключены'),
  'factor.sms_on': security('Codes by SMS switched on', 'Коды по SMS включены'),
  'factor.passkey_added': security('Passkey {name} added', 'Добавлен ключ доступа {name}'),
  'factor.passkey_removed': security('Passkey {name} removed', 'Удалён ключ доступа {name}'),
  'factor.totp_added': security('Authenticator app {name} added', 'Добавлено приложение с кодами {name}'),
  'factor.totp_removed': security('Authenticator app {name} removed', 'Удалено приложение с кодами {name}'),
  'factor.preferred': security('Preferred way to confirm chosen', 'Выбран основной способ подтверждения'),
  'factor.recovery_code_used': security(
    'Recovery code used, {left} left',
    'Использован код восстановления, осталось: {left}',
  ),
  'factor.recovery_codes_made': security('New recovery codes made', 'Созданы новые коды восстановления'),
  'factor.renamed': security(
    'Way to confirm renamed to {name}',
    'Способ подтверждения переименован в {name}',
  ),
  'password.changed': security('Password changed', 'Пароль изменён'),
  'password.reset': security('Password set anew by a mailed link', 'Пароль задан заново по ссылке из письма'),
  'password.reset_link_sent': security('Link for a new password sent', 'Отправлена ссылка для нового пароля'),
  'session.ended': security('Signed out elsewhere', 'Завершён сеанс на другом устройстве'),
  'session.others_ended': security('Signed out everywhere else', 'Завершены все остальные сеансы'),

  'account.opened': profile('Account {name} opened in {currency}', 'Открыт счёт {name} в валюте {currency}'),
  'account.renamed': profile('Account {before} renamed to {name}', 'Счёт {before} переименован в {name}'),
  'account.closed': profile('Account {name} closed, {number}', 'Закрыт счёт {name}, {number}'),
  'iban.requested': profile('IBAN in {currency} asked for', 'Запрошен IBAN в валюте {currency}'),
  'iban.issued': profile('IBAN {iban} issued', 'Выдан IBAN {iban}'),
  'iban.refused': profile('IBAN in {currency} not issued', 'IBAN в валюте {currency} не выдан'),
  'address_change.requested': profile('Another address asked for', 'Подана заявка на смену адреса'),
  'address_change.withdrawn': profile(
    'Request for another address taken back',
    'Заявка на смену адреса отозвана',
  ),
  'address_change.approved': profile('Address changed', 'Адрес изменён'),
  'address_change.rejected': profile(
    'Request for another address refused',
    'Заявка на смену адреса отклонена',
  ),
  'company_change.requested': profile(
    'Other facts of the company asked for',
    'Подана заявка на изменение данных компании',
  ),
  'company_change.withdrawn': profile(
    'Request for other facts of the company taken back',
    'Заявка на изменение данных компании отозвана',
  ),
  'company_change.approved': profile('Facts of the company changed', 'Данные компании изменены'),
  'company_change.rejected': profile(
    'Request for other facts of the company refused',
    'Заявка на изменение данных компании отклонена',
  ),
  'client.company_created': profile('Company added', 'Компания добавлена'),
  'client.registered': profile('Registered', 'Регистрация'),
  'client.invited': profile('Came by a company’s invitation', 'Регистрация по приглашению компании'),
  'client.state_changed': profile(`Profile: ${stateWords.en}`, `Состояние профиля: ${stateWords.ru}`),
  'company.facts_entered': profile('Company details entered', 'Введены сведения о компании'),
  'contact_change.confirmed': own(`New ${factorWords.en} confirmed`, `Подтверждён новый ${factorWords.ru}`),
  'contact_change.requested': own(`Another ${factorWords.en} asked for`, `Запрошен новый ${factorWords.ru}`),
  'contact_change.undone': own(`Change of the ${factorWords.en} undone`, `Отменена смена: ${factorWords.ru}`),
  'email.confirmed': own('E-mail confirmed', 'Почта подтверждена'),
  'fees.accepted': profile('Fees accepted', 'Приняты тарифы'),
  'notifications.chosen': own('Notifications chosen', 'Изменены уведомления'),
  'preferences.changed': own('Language or theme changed', 'Изменён язык или тема'),
  'profile.switched': profile('Began to act for this profile', 'Вход в этот профиль'),
  'terms.accepted': profile('Terms accepted, version {version}', 'Приняты условия, версия {version}'),
  'verification.reported': profile(
    'Identity check: {outcome, select, in_review {being looked at} approved {passed} declined {not passed} retry {other pictures needed} other {news}}',
    'Проверка личности: {outcome, select, in_review {документы рассматриваются} approved {пройдена} declined {не пройдена} retry {нужны другие снимки} other {есть новости}}',
  ),
  'verification.started': profile('Identity check begun', 'Начата проверка личности'),

  'payee.added': {
    kind: 'payees',
    en: 'Beneficiary {name} added, {accounts}',
    ru: 'Добавлен получатель {name}, {accounts}',
  },
  'payee.changed': {
    kind: 'payees',
    en: 'Account of the beneficiary {name} changed to {accounts}',
    ru: 'Счёт получателя {name} изменён на {accounts}',
  },
  'payee.document_added': {
    kind: 'payees',
    en: 'Document about the beneficiary {name} added',
    ru: 'Добавлен документ о получателе {name}',
  },
  'payee.party_changed': {
    kind: 'payees',
    en: 'Details of the beneficiary {name} changed',
    ru: 'Изменены данные получателя {name}',
  },
  'payee.trusted': {
    kind: 'payees',
    en: '{trusted, select, true {Small payments to {name} need no code} other {Every payment to {name} needs a code again}}',
    ru: '{trusted, select, true {Небольшие суммы получателю {name} — без кода} other {Платежи получателю {name} снова с кодом}}',
  },
  'payee.deleted': {
    kind: 'payees',
    en: 'Beneficiary {name} deleted',
    ru: 'Получатель {name} удалён',
  },

  'payment.canceled': {
    kind: 'payments',
    en: 'Payment {number} canceled',
    ru: 'Платёж {number} отменён',
  },

  'handover.accepted': people('Boss’s role taken over from {from}', 'Роль руководителя принята от: {from}', [
    'from',
  ]),
  'handover.ended': people('Offer of the boss’s role ended', 'Предложение роли руководителя снято'),
  'handover.offered': people('Boss’s role offered to {to}', 'Роль руководителя предложена: {to}', ['to']),
  'invitation.accepted': people('Invitation accepted', 'Приглашение принято'),
  'invitation.declined': people('Invitation declined by {email}', 'Приглашение отклонено: {email}'),
  'invitation.sent': people('{email} invited', 'Приглашение отправлено на {email}'),
  'invitation.sent_again': people('{email} invited again', 'Приглашение отправлено на {email} ещё раз'),
  'invitation.withdrawn': people('Invitation of {email} taken back', 'Приглашение для {email} отозвано'),
  'member.added': people('{member} added to the company', 'Участник добавлен: {member}', ['member']),
  'member.changed': people(
    '{status, select, SUSPENDED {{member} suspended} other {Rights of {member} changed}}',
    '{status, select, SUSPENDED {Доступ приостановлен: {member}} other {Права изменены: {member}}}',
    ['member'],
  ),
  'member.removed': people('{member} removed from the company', 'Участник удалён: {member}', ['member']),

  'approval.approved': approvals(`Approved: ${subjectWords.en}`, `Одобрено: ${subjectWords.ru}`),
  'approval.consented': approvals(
    `Consented, others have to follow: ${subjectWords.en}`,
    `Дано согласие, нужны ещё: ${subjectWords.ru}`,
  ),
  'approval.expired': approvals(
    `Expired unapproved: ${subjectWords.en}`,
    `Срок одобрения истёк: ${subjectWords.ru}`,
  ),
  'approval.recalled': approvals(`Taken back: ${subjectWords.en}`, `Запрос отозван: ${subjectWords.ru}`),
  'approval.rejected': approvals(`Rejected: ${subjectWords.en}`, `Отклонено: ${subjectWords.ru}`),
  'approval.requested': approvals(
    `Awaiting approval: ${subjectWords.en}{via, select, application {, requested by {application}} other {}}`,
    `Ждёт согласования: ${subjectWords.ru}{via, select, application {, запрос приложения {application}} other {}}`,
  ),
  'approval.voided': approvals(
    `Consents void after a change: ${subjectWords.en}`,
    `После изменения согласия недействительны: ${subjectWords.ru}`,
  ),
  'policy.changed': approvals('Rules of approval changed', 'Правила одобрения изменены'),

  'connection.allowed': connections('{application} let in', 'Доступ разрешён: {application}'),
  'connection.ended': connections('Access of {application} ended', 'Доступ прекращён: {application}'),
  'connection.refused': connections('{application} refused', 'В доступе отказано: {application}'),
};

/** Never shown to a client. */
export const staffOnly: readonly string[] = [
  'application.closed',
  'application.registered',
  'exception.approved',
  'exception.rejected',
  'held_payment.approved',
  'held_payment.held',
  'held_payment.rejected',
  'sealed_secrets.forgotten',
  'suspense.sent_back',
  'watch_list.imported',
  'watch_list.removed',
  'verification.contradicted',
  'verification.unconfirmed',
];

/** Of the person alone, whatever profile it was done in. */
export const personalActions: readonly string[] = Object.entries(sentences)
  .filter(([, { personal }]) => personal)
  .map(([action]) => action);

/** The actions of a kind; undefined for `other`, which is everything that has no sentence. */
export const actionsOf = (kind: ActivityKind): readonly string[] | undefined =>
  kind === 'other'
    ? undefined
    : Object.entries(sentences)
        .filter(([, sentence]) => sentence.kind === kind)
        .map(([action]) => action);
