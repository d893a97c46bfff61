/** Why somebody is not let in, or no longer: credentials, session, frozen access, links from mails, passwords. */
import type { FieldProblems, Problems } from './table.ts';

export const signInProblems = {
  bad_credentials: {
    status: 400,
    en: 'The e-mail or the password is not right.',
    ru: 'Неверная почта или пароль.',
  },
  credentials_required: {
    status: 400,
    en: 'Enter your e-mail and password.',
    ru: 'Введите почту и пароль.',
  },
  admin_not_allowed: {
    status: 400,
    en: 'You are trying to log in as a admin. Please, go to the admin panel in order to log in',
    ru: 'Вы пытаетесь войти как администратор. Для входа перейдите в панель администратора',
  },
  passkey_unverified: {
    status: 422,
    en: 'Your device did not check that it is you. Sign in with your password.',
    ru: 'Устройство не проверило, что это вы. Войдите с паролем.',
  },
  passkey_needs_password: {
    status: 422,
    en: 'Your sign-in details have changed since this passkey was last used. Sign in with your password; once you confirm something with this passkey, it signs you in again.',
    ru: 'С последнего использования этого ключа данные для входа изменились. Войдите с паролем; когда вы подтвердите этим ключом любое действие, он снова будет открывать вход.',
  },
  sign_in_locked: {
    status: 429,
    en: 'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
    ru: 'Слишком много попыток. Попробуйте через {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}.',
  },
  access_frozen: {
    status: 403,
    en: 'You froze the access to your accounts. We have sent you an e-mail: its link opens it again.',
    ru: 'Вы заморозили доступ к своим счетам. Мы отправили вам письмо: по ссылке в нём доступ можно вернуть.',
  },
  reset_link_expired: {
    status: 422,
    en: 'This link was already used or has expired. Ask for a new one.',
    ru: 'Эта ссылка уже использована или устарела. Запросите новую.',
  },
  unfreeze_link_expired: {
    status: 422,
    en: 'This link was already used or has expired, or it belongs to somebody else. Sign in, and we will send you another.',
    ru: 'Эта ссылка уже использована, устарела или не ваша. Попробуйте войти, и мы отправим новую.',
  },
  unauthenticated: { status: 401, en: 'Please sign in.', ru: 'Войдите в систему.' },
  session_expired: {
    status: 401,
    en: 'Your session has ended. Please sign in again.',
    ru: 'Сеанс завершён. Войдите снова.',
  },
  proof_refused: {
    status: 401,
    en: 'This browser could not prove that the session is its own. Check the time of your device and sign in again.',
    ru: 'Браузер не смог подтвердить, что сеанс открыт в нём. Проверьте время на устройстве и войдите снова.',
  },
  client_not_active: { status: 403, en: 'Your user is not active', ru: 'Ваш пользователь не активен' },
} as const satisfies Problems;

export const signInFieldProblems = {
  password_short: {
    en: 'Use at least 12 characters. A short sentence is a good password.',
    ru: 'Нужно не меньше 12 символов. Хороший пароль — короткая фраза.',
  },
  password_common: {
    en: 'This password is among the first that are tried: it is made of common words, your name or ours. Choose another.',
    ru: 'Такой пароль подберут одним из первых: он состоит из частых слов, вашего имени или нашего названия. Придумайте другой.',
  },
  password_wrong: { en: 'This is not your current password.', ru: 'Это не текущий пароль.' },
  password_same: {
    en: 'This is the password you have now. Choose another.',
    ru: 'Это ваш нынешний пароль. Придумайте другой.',
  },
} as const satisfies FieldProblems;
