/**
 * Messages that prove an address or a number. Two letters leave for a registration: the code and the link, or, when the address is
 * a client's already, word of that to its owner. Which of them leaves is not seen from outside.
 */
import type { Locale, Sql } from '../../platform/work.ts';
import { sendEmail } from '../../providers/email/index.ts';
import { sendSms } from '../../providers/sms/index.ts';
import { emailCodeSeconds, linkSeconds, phoneCodeSeconds } from './rules.ts';

const codeMinutes = emailCodeSeconds / 60;
const linkHours = linkSeconds / 3600;
const smsMinutes = phoneCodeSeconds / 60;

const texts = {
  en: {
    subject: 'Confirm your e-mail',
    paragraphs: [
      'Welcome to Calmly. Enter this code where you registered, or open the link on any device.',
      'After that come your telephone, your address and a check of your identity. What you have entered stays: you can go on whenever you like.',
    ],
    confirm: 'Confirm my e-mail',
    closing: `The code works for ${codeMinutes} minutes, the link for ${linkHours} hours. If you did not register with us, do nothing: without this confirmation nobody gets an account with your e-mail.`,
    takenSubject: 'You already have a profile with us',
    takenParagraphs: [
      'Somebody, perhaps you, has tried to register at Calmly with this e-mail. It belongs to your profile already, so nothing was changed.',
      'If it was you, sign in. If you do not remember the password, choose “Forgot your password?” on the sign-in page.',
    ],
    signIn: 'Sign in',
    takenClosing: 'If it was not you, there is nothing to do: your profile is safe.',
    sms: (code: string) =>
      `Calmly: ${code} confirms your telephone. It works for ${smsMinutes} minutes. Never tell it to anybody, us included.`,
  },
  ru: {
    subject: 'Подтвердите почту',
    paragraphs: [
      'Добро пожаловать в Calmly. Введите этот код там, где вы регистрируетесь, или откройте ссылку на любом устройстве.',
      'Дальше — телефон, адрес и проверка личности. Всё, что вы ввели, сохраняется: продолжить можно в любой момент.',
    ],
    confirm: 'Подтвердить почту',
    closing: `Код действует ${codeMinutes} минут, ссылка — ${linkHours} часа. Если вы не регистрировались, ничего не делайте: без подтверждения никто не откроет счёт с вашей почтой.`,
    takenSubject: 'У вас уже есть профиль в Calmly',
    takenParagraphs: [
      'Кто-то, возможно вы, пытался зарегистрироваться в Calmly с этой почтой. Она уже принадлежит вашему профилю, поэтому ничего не изменилось.',
      'Если это были вы, просто войдите. Если не помните пароль, нажмите «Забыли пароль?» на странице входа.',
    ],
    signIn: 'Войти',
    takenClosing: 'Если это были не вы, делать ничего не нужно: ваш профиль в безопасности.',
    sms: (code: string) =>
      `Calmly: ${code} — код для подтверждения телефона. Действует ${smsMinutes} минут. Никому его не сообщайте, даже нам.`,
  },
} as const satisfies Record<Locale, object>;

interface Recipient {
  readonly to: string;
  readonly locale: Locale;
}

/** The code and the link that prove an address. */
export function sendConfirmation(
  sql: Sql,
  { to, locale, code, url }: Recipient & { readonly code: string; readonly url: string },
): Promise<void> {
  const { subject, paragraphs, confirm, closing } = texts[locale];
  return sendEmail(sql, { to, locale, subject, paragraphs, code, link: { label: confirm, url }, closing });
}

/** To the owner of an address that somebody registered with. */
export function sendAlreadyClient(
  sql: Sql,
  { to, locale, url }: Recipient & { readonly url: string },
): Promise<void> {
  const { takenSubject, takenParagraphs, signIn, takenClosing } = texts[locale];
  return sendEmail(sql, {
    to,
    locale,
    subject: takenSubject,
    paragraphs: takenParagraphs,
    link: { label: signIn, url },
    closing: takenClosing,
  });
}

/** The code that proves a telephone. */
export function sendPhoneConfirmation(
  sql: Sql,
  { to, locale, code }: Recipient & { readonly code: string },
): Promise<void> {
  return sendSms(sql, { to, text: texts[locale].sms(code) });
}
