/** Refused confirmations by code, passkey or authenticator app, and limits on changing the methods. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const confirmationProblems = {
  presence_needed: {
    status: 403,
    en: 'You have been away for a while. Confirm it’s you to see this.',
    ru: 'Вас некоторое время не было. Подтвердите, что это вы, чтобы увидеть данные.',
  },
  code_wrong: {
    status: 401,
    en: 'Wrong code. {left, plural, one {# attempt left} other {# attempts left}}.',
    ru: 'Неверный код. {left, plural, one {Осталась # попытка} few {Осталось # попытки} many {Осталось # попыток} other {Осталось # попытки}}.',
  },
  code_expired: {
    status: 401,
    en: 'This code has expired. Request a new one.',
    ru: 'Этот код больше не действует. Запросите новый.',
  },
  codes_locked: {
    status: 429,
    en: 'Too many wrong codes. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
    ru: 'Слишком много неверных кодов. Попробуйте через {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}.',
  },
  code_used: {
    status: 401,
    en: 'This code was already used. Wait for the next one in your app.',
    ru: 'Этот код уже использован. Дождитесь следующего в приложении.',
  },
  codes_blocked: {
    status: 403,
    en: 'Confirmations are blocked after too many wrong codes. Write to us, and we’ll unblock them once we’ve verified it’s you.',
    ru: 'Подтверждения заблокированы: слишком много неверных кодов. Напишите нам, и мы снимем блокировку, убедившись, что это вы.',
  },
  resend_too_soon: {
    status: 429,
    en: 'You can request a new code in {seconds, plural, one {# second} other {# seconds}}.',
    ru: 'Новый код можно запросить через {seconds, plural, one {# секунду} few {# секунды} many {# секунд} other {# секунды}}.',
  },
  passkey_refused: {
    status: 422,
    en: 'This passkey wasn’t accepted. Try again or choose another method.',
    ru: 'Ключ доступа не принят. Попробуйте ещё раз или выберите другой способ.',
  },
  enrolment_expired: {
    status: 409,
    en: 'This took too long. Start again.',
    ru: 'Прошло слишком много времени. Начните заново.',
  },
  factor_limit: {
    status: 409,
    en: 'You already have {most} passkeys. Remove one first.',
    ru: 'У вас уже {most, plural, one {# ключ} few {# ключа} many {# ключей} other {# ключа}} доступа. Сначала удалите один из них.',
  },
  last_factor: {
    status: 409,
    en: 'This is your last confirmation method, or the only one you could still use if you lost your device. Add another first.',
    ru: 'Это последний способ подтверждения или единственный, который останется при потере устройства. Сначала добавьте другой.',
  },
  cooling_off: {
    status: 409,
    en: 'You changed how you sign in or confirm payments in the last 24 hours. To protect your money if someone else did, larger payments to new payees unlock in {hours, plural, one {# hour} other {# hours}}.',
    ru: 'За последние 24 часа вы изменили способ входа или подтверждения. На случай, если это сделали не вы, крупные платежи новым получателям станут доступны через {hours, plural, one {# час} few {# часа} many {# часов} other {# часа}}.',
  },
  cooling_off_orders: {
    status: 409,
    en: 'You changed how you sign in or confirm payments in the last 24 hours. To protect your money if someone else did, larger orders unlock in {hours, plural, one {# hour} other {# hours}}. You can still cancel open orders.',
    ru: 'За последние 24 часа вы изменили способ входа или подтверждения. На случай, если это сделали не вы, крупные заявки станут доступны через {hours, plural, one {# час} few {# часа} many {# часов} other {# часа}}. Отменять открытые заявки можно и сейчас.',
  },
  phone_unconfirmed: {
    status: 409,
    en: 'To get codes by SMS, confirm a phone number first.',
    ru: 'Чтобы получать коды по SMS, сначала подтвердите номер телефона.',
  },
} as const satisfies Problems;

export const confirmationFieldProblems = {
  totp_code: {
    en: 'This code doesn’t match. Check that your phone’s clock is right and enter the code it shows now.',
    ru: 'Код не подходит. Проверьте время на телефоне и введите код, который приложение показывает сейчас.',
  },
} as const satisfies FieldProblems;
