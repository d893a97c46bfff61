/** Sign-in, sessions, frozen access, emailed links and passwords. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const signInProblems = {
  bad_credentials: {
    status: 400,
    en: 'Wrong email or password.',
    ru: 'Неверная почта или пароль.',
  },
  credentials_required: {
    status: 400,
    en: 'Enter your email and password.',
    ru: 'Введите почту и пароль.',
  },
  admin_not_allowed: {
    status: 400,
    en: 'You are trying to log in as a admin. Please, go to the admin panel in order to log in',
    ru: 'Вы пытаетесь войти как администратор. Для входа перейдите в панель администратора',
  },
  passkey_unverified: {
    status: 422,
    en: 'Your device didn’t confirm that it’s you. Sign in with your password.',
    ru: 'Устройство не подтвердило, что это вы. Войдите с паролем.',
  },
  passkey_needs_password: {
    status: 422,
    en: 'Your sign-in details have changed since you last used this passkey. Sign in with your password. After you confirm something with this passkey, you can sign in with it again.',
    ru: 'С последнего использования этого ключа данные для входа изменились. Войдите с паролем. После того как вы подтвердите этим ключом любое действие, им снова можно будет входить.',
  },
  sign_in_locked: {
    status: 429,
    en: 'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
    ru: 'Слишком много попыток. Попробуйте через {minutes, plural, one {# минуту} few {# минуты} many {# минут} other {# минуты}}.',
  },
  access_frozen: {
    status: 403,
    en: 'Your access is frozen. To restore it, use the link we emailed you.',
    ru: 'Доступ заморожен. Чтобы восстановить его, перейдите по ссылке из нашего письма.',
  },
  reset_link_expired: {
    status: 422,
    en: 'This link was already used or has expired. Request a new one.',
    ru: 'Эта ссылка уже использована или устарела. Запросите новую.',
  },
  unfreeze_link_expired: {
    status: 422,
    en: 'This link was already used, has expired or isn’t yours. Sign in and we’ll send you another.',
    ru: 'Эта ссылка уже использована, устарела или не ваша. Попробуйте войти, и мы отправим новую.',
  },
  unauthenticated: { status: 401, en: 'Sign in to continue.', ru: 'Войдите, чтобы продолжить.' },
  session_expired: {
    status: 401,
    en: 'Your session has ended. Sign in again.',
    ru: 'Сеанс завершён. Войдите снова.',
  },
  proof_refused: {
    status: 401,
    en: 'We couldn’t verify your session in this browser. Check the time on your device and sign in again.',
    ru: 'Не удалось проверить ваш сеанс в этом браузере. Проверьте время на устройстве и войдите снова.',
  },
  client_not_active: { status: 403, en: 'Your user is not active', ru: 'Ваш пользователь не активен' },
} as const satisfies Problems;

export const signInFieldProblems = {
  password_short: {
    en: 'Use at least 12 characters. A short sentence is a good password.',
    ru: 'Нужно не меньше 12 символов. Хороший пароль — короткая фраза.',
  },
  password_common: {
    en: 'This password is too easy to guess: it contains common words, your name or ours. Choose another.',
    ru: 'Этот пароль слишком легко подобрать: в нём частые слова, ваше имя или наше название. Придумайте другой.',
  },
  password_wrong: { en: 'This isn’t your current password.', ru: 'Это не текущий пароль.' },
  password_same: {
    en: 'This is already your password. Choose another.',
    ru: 'Это ваш нынешний пароль. Придумайте другой.',
  },
} as const satisfies FieldProblems;
