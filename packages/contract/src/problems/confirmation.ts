/** Why a confirmation by code, passkey or authenticator app was refused, and why ways to confirm cannot change. */
import type { FieldProblems, Problems } from './table.ts';

export const confirmationProblems = {
  presence_needed: {
    status: 403,
    en: 'You have been away for a while. Confirm it’s you to see this.',
    ru: 'Вы некоторое время отсутствовали. Подтвердите, что это вы, чтобы увидеть данные.',
  },
  code_wrong: {
    status: 401,
    en: 'That code is not right. {left, plural, one {# try is left} other {# tries are left}}.',
    ru: 'Неверный код. {left, plural, one {Осталась # попытка} few {Осталось # попытки} many {Осталось # попыток} other {Осталось # попытки}}.',
  },
  code_expired: {
    status: 401,
    en: 'This code no longer works. Ask for a new one.',
    ru: 'Этот код больше не действует. Запросите новый.',
  },
  codes_locked: {
    status: 429,
    en: 'Too many wrong codes. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
    ru: 'Слишком много неверных кодов. Попробуйте через {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}.',
  },
  code_used: {
    status: 401,
    en: 'This code was already used. Wait until your app shows the next one.',
    ru: 'Этот код уже использован. Дождитесь следующего в приложении.',
  },
  codes_blocked: {
    status: 403,
    en: 'Confirmations are blocked after too many wrong codes. Please write to us: we unblock them once we know it is you.',
    ru: 'Подтверждения заблокированы: слишком много неверных кодов. Напишите нам, и мы снимем блокировку, убедившись, что это вы.',
  },
  resend_too_soon: {
    status: 429,
    en: 'Wait {seconds, plural, one {# second} other {# seconds}} before asking for another code.',
    ru: 'Новый код можно запросить через {seconds, plural, one {# секунду} few {# секунды} many {# секунд} other {# секунды}}.',
  },
  passkey_refused: {
    status: 422,
    en: 'This passkey was not accepted. Try again or choose another way.',
    ru: 'Ключ доступа не принят. Попробуйте ещё раз или выберите другой способ.',
  },
  enrolment_expired: {
    status: 409,
    en: 'This took too long. Please start again.',
    ru: 'Прошло слишком много времени. Начните заново.',
  },
  factor_limit: {
    status: 409,
    en: 'You have {most} passkeys already. Remove one first.',
    ru: 'У вас уже {most, plural, one {# ключ} few {# ключа} many {# ключей} other {# ключа}} доступа. Сначала удалите один из них.',
  },
  last_factor: {
    status: 409,
    en: 'This is your last way to confirm, or the only one you could still reach after losing your device. Add another first.',
    ru: 'Это последний способ подтверждения или единственный, который останется у вас при потере устройства. Сначала добавьте другой.',
  },
  cooling_off: {
    status: 409,
    en: 'You changed how you sign in or confirm payments in the last 24 hours. To protect your money if someone else did, larger payments to new payees unlock in {hours, plural, one {# hour} other {# hours}}.',
    ru: 'За последние 24 часа вы изменили способ входа или подтверждения. На случай, если это сделали не вы, крупные платежи новым получателям станут доступны через {hours, plural, one {# час} few {# часа} many {# часов} other {# часа}}.',
  },
  phone_unconfirmed: {
    status: 409,
    en: 'Codes by SMS need a confirmed telephone number.',
    ru: 'Для кодов по SMS нужен подтверждённый номер телефона.',
  },
} as const satisfies Problems;

export const confirmationFieldProblems = {
  totp_code: {
    en: 'This code does not fit. Check that the clock of your telephone is right and enter the code it shows now.',
    ru: 'Код не подходит. Проверьте, верно ли идут часы телефона, и введите код, который приложение показывает сейчас.',
  },
} as const satisfies FieldProblems;
