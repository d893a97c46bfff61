/**
 * The sentence of every audited action in the activity log, in both languages (ICU messages). The placeholders are the names of the
 * record's details. Those in `people` are ids of persons and are replaced by their names.
 *
 * An action without a sentence is shown by its name. `staffOnly` actions are never shown, because they record the bank's own suspicions.
 */
import { type ActivityKind, categoryNames } from '@calmly/contract';

export interface Sentence {
  readonly kind: ActivityKind;
  readonly en: string;
  readonly ru: string;
  /** Details that name a person by id. */
  readonly people?: readonly string[];
  /** About the person, not the profile: shown in the person's own log, never in a company's. */
  readonly personal?: true;
}

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

const categoryWords = (locale: 'en' | 'ru', none: string): string => {
  const words = Object.entries(categoryNames).map(([category, names]) => `${category} {${names[locale]}}`);
  return `{category, select, ${words.join(' ')} NONE {${none}} other {{category}}}`;
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
const crypto = (en: string, ru: string): Sentence => ({ kind: 'crypto', en, ru });
const cards = (en: string, ru: string): Sentence => ({ kind: 'cards', en, ru });

export const sentences: Readonly<Record<string, Sentence>> = {
  'receipt.attached': payments(
    'Receipt attached to {number}: {file}',
    'К платежу {number} приложен чек: {file}',
  ),
  'receipt.removed': payments(
    'Receipt removed from {number}: {file}',
    'У платежа {number} удалён чек: {file}',
  ),
  'bookkeeping.categorised': payments(
    `Category of {count, plural, one {{number}} other {# payments}}: ${categoryWords('en', 'removed')}`,
    `Категория {count, plural, =1 {платежа {number}} one {# платежа} other {# платежей}}: ${categoryWords('ru', 'удалена')}`,
  ),
  'bookkeeping.noted': payments('Note on {number} changed', 'Изменена заметка к платежу {number}'),
  'bookkeeping.note_removed': payments('Note on {number} deleted', 'Удалена заметка к платежу {number}'),
  'bookkeeping.receipts_changed': payments(
    '{above, select, NONE {Receipts are no longer needed for payments} other {Receipts needed for payments above €{above} from {from}}}',
    '{above, select, NONE {Чеки к платежам больше не нужны} other {Чеки нужны к платежам свыше {above} € с {from}}}',
  ),
  'money_request.created': payments(
    'Request for money created: {reference}',
    'Создан запрос денег: {reference}',
  ),
  'money_request.canceled': payments(
    'Request for money cancelled: {reference}',
    'Запрос денег отменён: {reference}',
  ),
  'payout.created': payments('Payout started: {number}', 'Создана выплата: {number}'),
  'payout.confidential': payments(
    'Payout made confidential: {number}',
    'Выплата стала конфиденциальной: {number}',
  ),
  'payout.not_confidential': payments(
    'Payout no longer confidential: {number}',
    'Выплата больше не конфиденциальна: {number}',
  ),
  'payout.discarded': payments('Payout discarded: {number}', 'Выплата удалена: {number}'),
  'payout.confirmed': payments(
    'Payout confirmed: {number}, {rows, plural, one {# row} other {# rows}}',
    'Выплата подтверждена: {number}, {rows, plural, one {# строка} few {# строки} many {# строк} other {# строки}}',
  ),
  'payout.canceled': payments('Payout taken back: {number}', 'Выплата отозвана: {number}'),
  'pay_link.created': payments('Payment page link created', 'Создана ссылка на страницу для оплаты'),
  'pay_link.changed': payments('Payment page changed', 'Изменена страница для оплаты'),
  'pay_link.revoked': payments('Payment page link turned off', 'Ссылка на страницу для оплаты отключена'),
  'trade_order.cancelled': crypto('Order in {instrument} cancelled', 'Заявка по {instrument} отменена'),
  'trade_order.amended': crypto('Order in {instrument} changed', 'Заявка по {instrument} изменена'),
  'suspense.assigned': payments(
    'Money sent to another account number was credited to yours',
    'Деньги, отправленные на другой номер счёта, зачислены на ваш',
  ),
  'standing_order.created': payments(
    'Payment to {payee} scheduled',
    'Запланирован платёж, получатель {payee}',
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
    'One payment to {payee} skipped',
    'Один платёж пропущен, получатель {payee}',
  ),
  'standing_order.occurrence': payments(
    'One payment to {payee} changed',
    'Изменён один платёж, получатель {payee}',
  ),
  'standing_order.restored': payments(
    'One payment to {payee} restored',
    'Один платёж восстановлен, получатель {payee}',
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
  'terms.accepted': profile('Terms accepted, version {version}', 'Приняты условия, версия {version}'),
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

  'approval.approved': approvals(`Approved: ${subjectWords.en}`, `Одобрено: ${subjectWords.ru}`),
  'approval.consented': approvals(
    `Approved, more approvals needed: ${subjectWords.en}`,
    `Одобрено, нужны ещё согласования: ${subjectWords.ru}`,
  ),
  'approval.expired': approvals(
    `Approval expired: ${subjectWords.en}`,
    `Срок согласования истёк: ${subjectWords.ru}`,
  ),
  'approval.recalled': approvals(`Withdrawn: ${subjectWords.en}`, `Запрос отозван: ${subjectWords.ru}`),
  'approval.rejected': approvals(`Rejected: ${subjectWords.en}`, `Отклонено: ${subjectWords.ru}`),
  'approval.requested': approvals(
    `Awaiting approval: ${subjectWords.en}{via, select, application {, requested by {application}} other {}}`,
    `Ждёт согласования: ${subjectWords.ru}{via, select, application {, запрос приложения {application}} other {}}`,
  ),
  'approval.voided': approvals(
    `Approvals cancelled after a change: ${subjectWords.en}`,
    `Одобрения отменены после изменения: ${subjectWords.ru}`,
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
  'card.activated': cards(
    'Card {card} •••• {lastFour} activated',
    'Карта {card} •••• {lastFour} активирована',
  ),
  'card.blocked': cards('Card {card} •••• {lastFour} blocked', 'Карта {card} •••• {lastFour} заблокирована'),
  'card.locked': cards(
    'Card {card} •••• {lastFour} locked {lock, select, receipts_missing {because receipts are missing} other {after three wrong PINs}}',
    'Карта {card} •••• {lastFour} заблокирована: {lock, select, receipts_missing {нет чеков} other {PIN-код трижды введён неверно}}',
  ),
  'card.unlocked': cards(
    'Card {card} •••• {lastFour} unlocked: its receipts are complete',
    'Карта {card} •••• {lastFour} снова работает: все чеки добавлены',
  ),
  'card.receipts_changed': cards(
    'Rules for receipts of card payments changed',
    'Изменены правила о чеках по оплатам картой',
  ),
  'card.disputed': cards(
    'Dispute about {merchant} with card {card} •••• {lastFour}: {status, select, OPEN {opened} IN_REVIEW {in review} WON {won} LOST {lost} REFUNDED {refunded by the shop} REVERSED {credit taken back after a refund} other {withdrawn}}',
    'Спор с {merchant} по карте {card} •••• {lastFour}: {status, select, OPEN {открыт} IN_REVIEW {на рассмотрении} WON {выигран} LOST {проигран} REFUNDED {магазин вернул деньги} REVERSED {зачисление отменено после возврата} other {отозван}}',
  ),
  'card.unblocked': cards(
    'Card {card} •••• {lastFour} unblocked',
    'Карта {card} •••• {lastFour} разблокирована',
  ),
  'card.closed': cards('Card {card} •••• {lastFour} closed', 'Карта {card} •••• {lastFour} закрыта'),
  'card.expired': cards('Card {card} •••• {lastFour} expired', 'Срок карты {card} •••• {lastFour} истёк'),
  'card.replaced': cards(
    'Card {card} •••• {before} replaced by •••• {lastFour}: {reason, select, lost {lost} stolen {stolen} damaged {damaged} other {renewal}}',
    'Карта {card} •••• {before} заменена на •••• {lastFour}: {reason, select, lost {потеряна} stolen {украдена} damaged {повреждена} other {продление}}',
  ),
  'card.renamed': cards(
    'Card {before} •••• {lastFour} renamed to {card}',
    'Карта {before} •••• {lastFour} переименована в {card}',
  ),
  'card.controls_changed': cards(
    '{wider, select, true {Card {card} •••• {lastFour} may be used for more} other {Card {card} •••• {lastFour} restricted}}',
    '{wider, select, true {Возможности карты {card} •••• {lastFour} расширены} other {Возможности карты {card} •••• {lastFour} ограничены}}',
  ),
  'card.topped_up': cards('Card {card} •••• {lastFour} topped up', 'Карта {card} •••• {lastFour} пополнена'),
  'card.withdrawn': cards(
    'Money moved from card {card} •••• {lastFour} to an account',
    'Деньги с карты {card} •••• {lastFour} переведены на счёт',
  ),
  'card.revealed': cards(
    'Number and security code of card {card} •••• {lastFour} shown',
    'Показаны номер и код безопасности карты {card} •••• {lastFour}',
  ),
  'card.pin_shown': cards(
    'PIN of card {card} •••• {lastFour} shown',
    'Показан PIN-код карты {card} •••• {lastFour}',
  ),
  'card.pin_set': cards(
    'PIN of card {card} •••• {lastFour} set',
    'Задан PIN-код карты {card} •••• {lastFour}',
  ),

  'crypto.started': crypto('Crypto started', 'Криптовалюта подключена'),
  'crypto.address_created': crypto(
    'Deposit address for {currency} created',
    'Создан адрес для пополнения {currency}',
  ),
  'crypto.payee_added': crypto(
    '{label} ({currency}) added to the address book',
    'В адресную книгу добавлен адрес {label} ({currency})',
  ),
  'crypto.payee_deleted': crypto(
    '{label} ({currency}) deleted from the address book',
    'Из адресной книги удалён адрес {label} ({currency})',
  ),
  'crypto.moved_in': crypto(
    'Money moved from an account to the EPI wallet',
    'Деньги со счёта переведены на кошелёк EPI',
  ),
  'crypto.moved_out': crypto(
    'Money moved from the EPI wallet to an account',
    'Деньги с кошелька EPI переведены на счёт',
  ),
  'crypto.withdrawal_ordered': crypto('Withdrawal to {address} ordered', 'Заказан вывод на адрес {address}'),
  'crypto.withdrawal_canceled': crypto('Withdrawal of {currency} cancelled', 'Вывод {currency} отменён'),
  'crypto.deposit_lost': crypto(
    'The network undid a credited deposit of {currency}; the wallet is locked',
    'Сеть отменила зачисленное поступление {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.deposit_returned': crypto(
    'The deposit of {currency} that the network undid is back',
    'Отменённое сетью поступление {currency} снова подтверждено',
  ),
  'crypto.withdrawal_paid_late': crypto(
    'The network paid a failed withdrawal of {currency} after all; the wallet is locked',
    'Сеть всё же исполнила неудавшийся вывод {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.withdrawal_undone': crypto(
    'The network undid a confirmed withdrawal of {currency}; the wallet is locked',
    'Сеть отменила подтверждённый вывод {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.withdrawal_returned': crypto(
    'A withdrawal of {currency} has its first outcome again',
    'У вывода {currency} снова прежний результат',
  ),
  'crypto.incident_settled': crypto(
    'We corrected the balance of {currency} after the network changed a transfer',
    'Мы исправили остаток {currency}: сеть изменила результат перевода',
  ),
  'crypto.incident_written_off': crypto(
    'We closed the case of {currency}; the balance stays as it is',
    'Мы закрыли обращение по {currency}; остаток не изменился',
  ),
};

/** Never shown to a client. */
export const staffOnly: readonly string[] = [
  'application.closed',
  'application.registered',
  'crypto.fee_raise_ordered',
  'exception.approved',
  'exception.rejected',
  'held_payment.approved',
  'held_payment.held',
  'held_payment.rejected',
  'sealed_secrets.forgotten',
  'support.assigned',
  'suspense.sent_back',
  'watch_list.imported',
  'watch_list.removed',
  'verification.contradicted',
  'verification.unconfirmed',
];

/** Of the person alone, in any profile. */
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
