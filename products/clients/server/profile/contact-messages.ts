/**
 * Messages about a new email or phone: the code to the new one, and the notice to the old one with the link to undo the change. The
 * notice always goes to the previous email. A replaced phone also gets an SMS.
 */
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sendAwaitedEmail, sendEmail } from '@calmly/providers/email/index.ts';
import { sendAwaitedSms, sendSms } from '@calmly/providers/sms/index.ts';
import { type Contact, coolingOffText, maskAddress } from '../../../identity/server/index.ts';
import { codeSeconds, undoHours } from './contact-store.ts';

const minutes = codeSeconds / 60;

const texts = {
  en: {
    codeSubject: 'Confirm your new email',
    codeText: 'This address was entered as the new email of a Calmly client.',
    codeClosing: `The code is valid for ${minutes} minutes. If you didn’t request it, ignore this email. Nothing changes without the code.`,
    codeSms: (code: string) =>
      `Calmly: ${code} is your code to confirm your new phone. Never share it with anyone.`,
    takenSubject: 'You already have a profile with this email',
    takenText:
      'Someone tried to use this email for another profile. It already belongs to yours, so nothing was changed.',
    changedSubject: { email: 'Your email has changed', phone: 'Your phone has changed' },
    changedText: {
      email: (value: string) => `You now sign in with ${value}, and we’ll write to you there.`,
      phone: (value: string) => `Your new phone number is ${value}.`,
    },
    changedAsk: 'If this was you, you don’t need to do anything. If it wasn’t, undo the change now.',
    undo: 'It wasn’t me, undo',
    changedClosing: `The link works for ${undoHours} hours and also ends all sessions.`,
    changedSms: (value: string) =>
      `Calmly: your phone was changed to ${value}. If it wasn’t you, open the link in our email straight away.`,
    restoredSubject: 'Your contact details are restored',
    restoredText:
      'We’ve undone the change and ended all sessions. Someone may know your password: choose “Forgot your password?” on the sign-in page to set a new one.',
  },
  ru: {
    codeSubject: 'Подтвердите новую почту',
    codeText: 'Этот адрес указан как новая почта клиента Calmly.',
    codeClosing: `Код действует ${minutes} минут. Если вы его не запрашивали, ничего не делайте: без кода ничего не изменится.`,
    codeSms: (code: string) =>
      `Calmly: ${code} — код для подтверждения нового телефона. Никому его не сообщайте.`,
    takenSubject: 'У вас уже есть профиль с этой почтой',
    takenText:
      'Эту почту пытались указать в другом профиле. Она уже принадлежит вашему, поэтому ничего не изменилось.',
    changedSubject: { email: 'Ваша почта изменена', phone: 'Ваш телефон изменён' },
    changedText: {
      email: (value: string) => `Теперь вы входите с адресом ${value}, туда же приходят наши письма.`,
      phone: (value: string) => `Ваш новый номер телефона: ${value}.`,
    },
    changedAsk: 'Если это были вы, делать ничего не нужно. Если нет, сразу отмените изменение.',
    undo: 'Это не я, отменить',
    changedClosing: `Ссылка действует ${undoHours} часа. По ней завершатся и все сеансы.`,
    changedSms: (value: string) =>
      `Calmly: ваш телефон изменён на ${value}. Если это не вы, сразу откройте ссылку в нашем письме.`,
    restoredSubject: 'Ваши контакты восстановлены',
    restoredText:
      'Мы отменили изменение и завершили все сеансы. Возможно, кто-то знает ваш пароль: задайте новый по ссылке «Забыли пароль?» на странице входа.',
  },
} as const satisfies Record<Locale, object>;

/** Sends the code to the new email or phone. */
export function sendContactCode(
  sql: Sql,
  { kind, to, locale, code }: { kind: 'email' | 'phone'; to: string; locale: Locale; code: string },
): Promise<void> {
  const { codeSubject, codeText, codeClosing, codeSms } = texts[locale];
  if (kind === 'phone') return sendAwaitedSms(sql, { to, text: codeSms(code) }, codeSeconds);
  const email = { to, locale, subject: codeSubject, paragraphs: [codeText], code, closing: codeClosing };
  return sendAwaitedEmail(sql, email, codeSeconds);
}

/** Tells the owner of an email that another person tried to use it. */
export function sendAddressTaken(sql: Sql, { to, locale }: { to: string; locale: Locale }): Promise<void> {
  const { takenSubject, takenText } = texts[locale];
  return sendEmail(sql, { to, locale, subject: takenSubject, paragraphs: [takenText] });
}

/** Tells the previous contact, with the link to undo the change. */
export async function sendContactChanged(
  sql: Sql,
  change: {
    readonly contact: Contact;
    readonly kind: 'email' | 'phone';
    readonly newValue: string;
    readonly link: string;
  },
): Promise<void> {
  const { contact, kind } = change;
  const { locale } = contact;
  const t = texts[locale];
  const masked = maskAddress(kind === 'email' ? 'email' : 'sms', change.newValue);
  await sendEmail(sql, {
    to: contact.email,
    locale,
    subject: t.changedSubject[kind],
    paragraphs: [t.changedText[kind](masked), coolingOffText[locale], t.changedAsk],
    link: { label: t.undo, url: change.link },
    closing: t.changedClosing,
  });
  if (kind === 'phone' && contact.phone !== null)
    await sendSms(sql, { to: contact.phone, text: t.changedSms(masked) });
}

/** Tells the restored contact. */
export function sendContactRestored(sql: Sql, { email, locale }: Contact): Promise<void> {
  const { restoredSubject, restoredText } = texts[locale];
  return sendEmail(sql, { to: email, locale, subject: restoredSubject, paragraphs: [restoredText] });
}
