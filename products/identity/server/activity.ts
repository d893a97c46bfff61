/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, people, profile, security } from '@calmly/platform/activity.ts';

const stateWords = {
  en: '{to, select, EMAIL_CONFIRMED {email confirmed} SMS_CONFIRMED {phone confirmed} CREATED {under review} ACTIVE {active} KYC_DECLINED {declined} BLOCKED {blocked} CLOSED {closed} other {{to}}}',
  ru: '{to, select, EMAIL_CONFIRMED {почта подтверждена} SMS_CONFIRMED {телефон подтверждён} CREATED {на проверке} ACTIVE {активен} KYC_DECLINED {отклонён} BLOCKED {заблокирован} CLOSED {закрыт} other {{to}}}',
};

const termsWords = {
  en: '{product, select, main {Main terms} cards {Card terms} crypto {Crypto terms} iban_mdle {IBAN terms} other {Terms}}',
  ru: '{product, select, main {основные условия} cards {условия по картам} crypto {условия по криптовалютам} iban_mdle {условия по IBAN} other {условия}}',
};

export const activity: ActivityTexts = {
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
  'client.company_created': profile('Company added', 'Компания добавлена'),
  'client.registered': profile('Registered', 'Регистрация'),
  'client.invited': profile('Registered by a company’s invitation', 'Регистрация по приглашению компании'),
  'client.state_changed': profile(`Profile: ${stateWords.en}`, `Состояние профиля: ${stateWords.ru}`),
  'profile.switched': profile('Switched to this profile', 'Переход в этот профиль'),
  'terms.accepted': profile(
    `${termsWords.en} accepted, version {version}`,
    `Приняты ${termsWords.ru}, версия {version}`,
  ),
  'member.added': people('{member} added to the company', 'Участник добавлен: {member}', ['member']),
  'member.changed': people(
    '{status, select, SUSPENDED {{member} suspended} other {Rights of {member} changed}}',
    '{status, select, SUSPENDED {Доступ приостановлен: {member}} other {Права изменены: {member}}}',
    ['member'],
  ),
  'member.removed': people('{member} removed from the company', 'Участник удалён: {member}', ['member']),
};
