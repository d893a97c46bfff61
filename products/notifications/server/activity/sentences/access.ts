/** Sentences about people and access: sign-in, profiles, members, payees, approvals, connected applications. */
import { approvals, connections, own, people, profile, type Sentence, security } from './sentence.ts';

const factorWords = {
  en: '{kind, select, email {email} phone {phone} other {contact}}',
  ru: '{kind, select, email {адрес почты} phone {номер телефона} other {контакт}}',
};

const subjectWords = {
  en: '{kind, select, payment {a payment} payout {a payout} withdrawal {a crypto withdrawal} payee {a payee} people {a change of people and rights} policy {new approval rules} card {a card} other {a request}}',
  ru: '{kind, select, payment {платёж} payout {выплата} withdrawal {вывод криптовалюты} payee {получатель} people {изменение людей и прав} policy {новые правила согласования} card {карта} other {запрос}}',
};

const stateWords = {
  en: '{to, select, EMAIL_CONFIRMED {email confirmed} SMS_CONFIRMED {phone confirmed} CREATED {under review} ACTIVE {active} KYC_DECLINED {declined} BLOCKED {blocked} CLOSED {closed} other {{to}}}',
  ru: '{to, select, EMAIL_CONFIRMED {почта подтверждена} SMS_CONFIRMED {телефон подтверждён} CREATED {на проверке} ACTIVE {активен} KYC_DECLINED {отклонён} BLOCKED {заблокирован} CLOSED {закрыт} other {{to}}}',
};

const termsWords = {
  en: '{product, select, main {Main terms} cards {Card terms} crypto {Crypto terms} iban_mdle {IBAN terms} other {Terms}}',
  ru: '{product, select, main {основные условия} cards {условия по картам} crypto {условия по криптовалютам} iban_mdle {условия по IBAN} other {условия}}',
};

export const accessSentences: Readonly<Record<string, Sentence>> = {
  'access.frozen': security('Access frozen', 'Доступ заморожен'),
  'access.unfrozen': security('Access restored', 'Доступ восстановлен'),
  'access.unfreeze_refused': security(
    'Request to restore access refused',
    'В восстановлении доступа отказано',
  ),
  'device.forgotten': security('Browser forgotten', 'Браузер забыт'),
  'device.named': security('Browser renamed', 'Браузер переименован'),
  'factor.codes_locked': security(
    'Codes blocked after wrong attempts',
    'Коды временно заблокированы после ошибок',
  ),
  'factor.codes_unblocked': security('Confirmations unblocked', 'Подтверждения разблокированы'),
  'factor.unblock_refused': security('Confirmations stay blocked', 'В разблокировке подтверждений отказано'),
  'factor.email_off': security('Codes by email turned off', 'Коды по почте отключены'),
  'factor.email_on': security('Codes by email turned on', 'Коды по почте включены'),
  'factor.sms_off': security('Codes by SMS turned off', 'Коды по SMS отключены'),
  'factor.sms_on': security('Codes by SMS turned on', 'Коды по SMS включены'),
  'factor.passkey_added': security('Passkey {name} added', 'Добавлен ключ доступа {name}'),
  'factor.passkey_removed': security('Passkey {name} removed', 'Удалён ключ доступа {name}'),
  'factor.totp_added': security(
    'Authenticator app {name} added',
    'Добавлено приложение-аутентификатор {name}',
  ),
  'factor.totp_removed': security(
    'Authenticator app {name} removed',
    'Удалено приложение-аутентификатор {name}',
  ),
  'factor.preferred': security(
    'Preferred confirmation method changed',
    'Изменён предпочтительный способ подтверждения',
  ),
  'factor.recovery_code_used': security(
    'Recovery code used, {left} left',
    'Использован код восстановления, осталось: {left}',
  ),
  'factor.recovery_codes_made': security('New recovery codes created', 'Созданы новые коды восстановления'),
  'factor.renamed': security(
    'Confirmation method renamed to {name}',
    'Способ подтверждения переименован в {name}',
  ),
  'password.changed': security('Password changed', 'Пароль изменён'),
  'password.reset': security('Password reset with an emailed link', 'Новый пароль задан по ссылке из письма'),
  'password.reset_link_sent': security('Password reset link sent', 'Отправлена ссылка для смены пароля'),
  'session.ended': security('Another session ended', 'Завершён другой сеанс'),
  'session.others_ended': security('All other sessions ended', 'Завершены все остальные сеансы'),

  'account.opened': profile('Account {name} opened in {currency}', 'Открыт счёт {name} в валюте {currency}'),
  'account.renamed': profile('Account {before} renamed to {name}', 'Счёт {before} переименован в {name}'),
  'account.closed': profile('Account {name} closed, {number}', 'Закрыт счёт {name}, {number}'),
  'iban.requested': profile('IBAN in {currency} requested', 'Запрошен IBAN в валюте {currency}'),
  'iban.issued': profile('IBAN {iban} issued', 'Выпущен IBAN {iban}'),
  'iban.refused': profile('IBAN in {currency} not issued', 'IBAN в валюте {currency} не выпущен'),
  'address_change.requested': profile('Change of address submitted', 'Подана заявка на смену адреса'),
  'address_change.withdrawn': profile('Change of address withdrawn', 'Заявка на смену адреса отозвана'),
  'address_change.approved': profile('Address changed', 'Адрес изменён'),
  'address_change.rejected': profile('Change of address rejected', 'Заявка на смену адреса отклонена'),
  'company_change.requested': profile(
    'Change of company details submitted',
    'Подана заявка на изменение данных компании',
  ),
  'company_change.withdrawn': profile(
    'Change of company details withdrawn',
    'Заявка на изменение данных компании отозвана',
  ),
  'company_change.approved': profile('Company details changed', 'Данные компании изменены'),
  'company_change.rejected': profile(
    'Change of company details rejected',
    'Заявка на изменение данных компании отклонена',
  ),
  'client.company_created': profile('Company added', 'Компания добавлена'),
  'client.registered': profile('Registered', 'Регистрация'),
  'client.invited': profile('Registered by a company’s invitation', 'Регистрация по приглашению компании'),
  'client.state_changed': profile(`Profile: ${stateWords.en}`, `Состояние профиля: ${stateWords.ru}`),
  'company.facts_entered': profile('Company details entered', 'Введены сведения о компании'),
  'contact_change.confirmed': own(`New ${factorWords.en} confirmed`, `Подтверждён новый ${factorWords.ru}`),
  'contact_change.requested': own(
    `Change of ${factorWords.en} requested`,
    `Запрошен новый ${factorWords.ru}`,
  ),
  'contact_change.undone': own(`Change of ${factorWords.en} undone`, `Отменена смена: ${factorWords.ru}`),
  'email.confirmed': own('Email confirmed', 'Почта подтверждена'),
  'fees.accepted': profile('Fees accepted', 'Приняты тарифы'),
  'notifications.quiet_hours': own('Quiet hours changed', 'Изменены тихие часы'),
  'alerts.threshold_changed': own(
    'Alert set: {kind, select, LOW_BALANCE {balance below} LARGE_IN {money in from} other {money out from}} {amount} {currency}, {account}',
    'Настроено оповещение: {kind, select, LOW_BALANCE {остаток ниже} LARGE_IN {поступление от} other {списание от}} {amount} {currency}, {account}',
  ),
  'alerts.threshold_removed': own('Alert removed', 'Удалено оповещение'),
  'alerts.digest_changed': own(
    'Summary by email: {frequency, select, DAILY {daily} WEEKLY {weekly} other {turned off}}',
    'Сводка по почте: {frequency, select, DAILY {ежедневно} WEEKLY {еженедельно} other {отключена}}',
  ),
  'notifications.browser_removed': own(
    'Notifications turned off in a browser',
    'Выключены уведомления в браузере',
  ),
  'notifications.browser_saved': own(
    'Notifications turned on in a browser',
    'Включены уведомления в браузере',
  ),
  'notifications.chosen': own('Notification settings changed', 'Изменены настройки уведомлений'),
  'preferences.changed': own('Language or theme changed', 'Изменён язык или тема'),
  'profile.switched': profile('Switched to this profile', 'Переход в этот профиль'),
  'terms.accepted': profile(
    `${termsWords.en} accepted, version {version}`,
    `Приняты ${termsWords.ru}, версия {version}`,
  ),
  'verification.reported': profile(
    'Identity check: {outcome, select, in_review {under review} approved {passed} declined {declined} retry {clearer photos needed} other {updated}}',
    'Проверка личности: {outcome, select, in_review {документы на проверке} approved {пройдена} declined {не пройдена} retry {нужны более чёткие снимки} other {обновлена}}',
  ),
  'verification.started': profile('Identity check started', 'Начата проверка личности'),

  'payee.added': {
    kind: 'payees',
    en: 'Payee {name} added, {accounts}',
    ru: 'Добавлен получатель {name}, {accounts}',
  },
  'payees.added': {
    kind: 'payees',
    en: '{count, plural, one {# payee} other {# payees}} added from a payout',
    ru: '{count, plural, one {Добавлен # получатель} few {Добавлено # получателя} many {Добавлено # получателей} other {Добавлено # получателя}} из выплаты',
  },
  'payee.changed': {
    kind: 'payees',
    en: 'Account of payee {name} changed to {accounts}',
    ru: 'Счёт получателя {name} изменён на {accounts}',
  },
  'payee.document_added': {
    kind: 'payees',
    en: 'Document about payee {name} added',
    ru: 'Добавлен документ о получателе {name}',
  },
  'payee.party_changed': {
    kind: 'payees',
    en: 'Details of payee {name} changed',
    ru: 'Изменены данные получателя {name}',
  },
  'payee.trusted': {
    kind: 'payees',
    en: '{trusted, select, true {Small payments to {name} no longer need a code} other {All payments to {name} need a code again}}',
    ru: '{trusted, select, true {Небольшие суммы получателю {name} — без кода} other {Платежи получателю {name} снова с кодом}}',
  },
  'payee.deleted': {
    kind: 'payees',
    en: 'Payee {name} deleted',
    ru: 'Получатель {name} удалён',
  },

  'support.asked': profile('Wrote to support', 'Отправлено обращение в поддержку'),
  'support.written': profile('Another message to support', 'Отправлено ещё одно сообщение в поддержку'),
  'support.reopened': profile('Conversation with support reopened', 'Обращение в поддержку открыто снова'),
  'support.answered': profile('Support answered', 'Поддержка ответила'),
  'support.closed': profile('Conversation with support closed', 'Обращение в поддержку закрыто'),

  'payment.canceled': {
    kind: 'payments',
    en: 'Payment {number} cancelled',
    ru: 'Платёж {number} отменён',
  },

  'handover.accepted': people(
    'Administrator role taken over from {from}',
    'Роль администратора принята от: {from}',
    ['from'],
  ),
  'handover.ended': people(
    'Offer of the administrator role ended',
    'Предложение роли администратора отозвано',
  ),
  'handover.offered': people('Administrator role offered to {to}', 'Роль администратора предложена: {to}', [
    'to',
  ]),
  'invitation.accepted': people('Invitation accepted', 'Приглашение принято'),
  'invitation.declined': people('Invitation declined by {email}', 'Приглашение отклонено: {email}'),
  'invitation.sent': people('{email} invited', 'Приглашение отправлено на {email}'),
  'invitation.sent_again': people('{email} invited again', 'Приглашение отправлено на {email} ещё раз'),
  'invitation.withdrawn': people('Invitation to {email} withdrawn', 'Приглашение для {email} отозвано'),
  'member.added': people('{member} added to the company', 'Участник добавлен: {member}', ['member']),
  'member.changed': people(
    '{status, select, SUSPENDED {{member} suspended} other {Rights of {member} changed}}',
    '{status, select, SUSPENDED {Доступ приостановлен: {member}} other {Права изменены: {member}}}',
    ['member'],
  ),
  'member.removed': people('{member} removed from the company', 'Участник удалён: {member}', ['member']),

  'approval.approved': approvals(`Approved: ${subjectWords.en}`, `Согласовано: ${subjectWords.ru}`),
  'approval.consented': approvals(
    `Approved, more approvals needed: ${subjectWords.en}`,
    `Согласовано, нужны ещё согласования: ${subjectWords.ru}`,
  ),
  'approval.expired': approvals(
    `Approval expired: ${subjectWords.en}`,
    `Срок согласования истёк: ${subjectWords.ru}`,
  ),
  'approval.ended': approvals(
    `Closed, the requester may no longer ask for it: ${subjectWords.en}`,
    `Закрыто, у автора больше нет права: ${subjectWords.ru}`,
  ),
  'approval.lapsed': approvals(
    `Approvals of absent administrators no longer needed: ${subjectWords.en}`,
    `Согласование отсутствующих администраторов больше не нужно: ${subjectWords.ru}`,
  ),
  'approval.recalled': approvals(`Withdrawn: ${subjectWords.en}`, `Запрос отозван: ${subjectWords.ru}`),
  'approval.rejected': approvals(`Rejected: ${subjectWords.en}`, `Отклонено: ${subjectWords.ru}`),
  'approval.requested': approvals(
    `Awaiting approval: ${subjectWords.en}{via, select, application {, requested by {application}} other {}}`,
    `Ждёт согласования: ${subjectWords.ru}{via, select, application {, запрос приложения {application}} other {}}`,
  ),
  'approval.voided': approvals(
    `Approvals cancelled after a change: ${subjectWords.en}`,
    `Согласования отменены после изменения: ${subjectWords.ru}`,
  ),
  'policy.changed': approvals('Approval rules changed', 'Правила согласования изменены'),

  'connection.allowed': connections('{application} connected', 'Приложение подключено: {application}'),
  'connection.ended': connections('{application} disconnected', 'Приложение отключено: {application}'),
  'connection.refused': connections('{application} refused', 'В доступе отказано: {application}'),

  'card.issued': {
    kind: 'cards',
    en: 'Card {card} •••• {lastFour} issued for {holder}',
    ru: 'Выпущена карта {card} •••• {lastFour}, держатель {holder}',
    people: ['holder'],
  },
};
