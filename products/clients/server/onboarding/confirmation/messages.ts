/**
 * Messages that confirm an email or a phone. A registration sends one of two emails: the code and the link or, if the address
 * already belongs to a client, a notice to its owner. The answer to the HTTP request is the same for both.
 */
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sendAwaitedEmail, sendEmail } from '@calmly/providers/email/index.ts';
import { sendAwaitedSms } from '@calmly/providers/sms/index.ts';
import { emailCodeSeconds, linkSeconds, phoneCodeSeconds } from '../rules.ts';

const codeMinutes = emailCodeSeconds / 60;
const linkHours = linkSeconds / 3600;
const smsMinutes = phoneCodeSeconds / 60;

const texts = {
  en: {
    subject: 'Confirm your email',
    paragraphs: [
      'Welcome to Calmly. Enter this code where you registered, or open the link on any device.',
      'Next, we’ll confirm your phone, address and identity. Your entries are saved, so you can continue at any time.',
    ],
    confirm: 'Confirm email',
    closing: `The code is valid for ${codeMinutes} minutes, the link for ${linkHours} hours. If you didn’t register, ignore this email: no one can open an account with your email without confirming it.`,
    takenSubject: 'You already have a Calmly profile',
    takenParagraphs: [
      'Someone tried to register with Calmly using this email. It already belongs to your profile, so nothing was changed.',
      'If it was you, sign in. If you don’t remember your password, choose “Forgot your password?” on the sign-in page.',
    ],
    signIn: 'Sign in',
    takenClosing: 'If it wasn’t you, you don’t need to do anything. Your profile is safe.',
    sms: (code: string) =>
      `Calmly: ${code} is your code to confirm your phone. It’s valid for ${smsMinutes} minutes. Never share it with anyone, including us.`,
  },
  ru: {
    subject: 'Подтвердите почту',
    paragraphs: [
      'Добро пожаловать в Calmly. Введите этот код там, где вы регистрируетесь, или откройте ссылку на любом устройстве.',
      'Дальше: телефон, адрес и проверка личности. Введённые данные сохраняются, продолжить можно в любой момент.',
    ],
    confirm: 'Подтвердить почту',
    closing: `Код действует ${codeMinutes} минут, ссылка — ${linkHours} часа. Если вы не регистрировались, ничего не делайте: без подтверждения никто не откроет счёт с вашей почтой.`,
    takenSubject: 'У вас уже есть профиль в Calmly',
    takenParagraphs: [
      'С этой почтой пытались зарегистрироваться в Calmly. Она уже принадлежит вашему профилю, поэтому ничего не изменилось.',
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

/** Sends the code and the link that confirm an email. */
export function sendConfirmation(
  sql: Sql,
  { to, locale, code, url }: Recipient & { readonly code: string; readonly url: string },
): Promise<void> {
  const { subject, paragraphs, confirm, closing } = texts[locale];
  const email = { to, locale, subject, paragraphs, code, link: { label: confirm, url }, closing };
  // The link works longer than the code.
  return sendAwaitedEmail(sql, email, linkSeconds);
}

/** Tells the owner of an email that it was used for another registration. */
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

/** The code that confirms a phone. */
export function sendPhoneConfirmation(
  sql: Sql,
  { to, locale, code }: Recipient & { readonly code: string },
): Promise<void> {
  return sendAwaitedSms(sql, { to, text: texts[locale].sms(code) }, phoneCodeSeconds);
}
