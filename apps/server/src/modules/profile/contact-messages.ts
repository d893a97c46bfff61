/**
 * Messages about a new e-mail or telephone: the code to the new one; the notice to the old one with the link that undoes it.
 * A notice always goes to the e-mail that was in force before, whichever of the two has changed; a telephone that is no
 * longer used gets a line besides.
 */
import type { Locale, Sql } from '../../platform/work.ts';
import { sendEmail } from '../../providers/email/index.ts';
import { sendSms } from '../../providers/sms/index.ts';
import { type Contact, coolingOffText, maskAddress } from '../identity/index.ts';
import { codeSeconds, undoHours } from './contact-store.ts';

const minutes = codeSeconds / 60;

const texts = {
  en: {
    codeSubject: 'Confirm your new e-mail',
    codeText: 'This e-mail was given as the new contact of a client of Calmly.',
    codeClosing: `The code works for ${minutes} minutes. If you did not ask for it, do nothing: without the code nothing changes.`,
    codeSms: (code: string) => `Calmly: ${code} confirms your new telephone. Never tell it to anybody.`,
    takenSubject: 'You already have a profile with this e-mail',
    takenText:
      'Somebody, perhaps you, wants to use this e-mail for another profile. It belongs to yours already, so nothing was changed.',
    changedSubject: { email: 'Your e-mail has changed', phone: 'Your telephone has changed' },
    changedText: {
      email: (value: string) => `From now on you sign in with ${value}, and our letters go there.`,
      phone: (value: string) => `From now on your telephone with us is ${value}.`,
    },
    changedAsk: 'If that was you, there is nothing to do. If it was not, undo it now.',
    undo: 'It was not me, undo it',
    changedClosing: `The link works for ${undoHours} hours and also signs out every browser.`,
    changedSms: (value: string) =>
      `Calmly: your telephone was changed to ${value}. If it was not you, open the link in our e-mail at once.`,
    restoredSubject: 'Your contact details are back as they were',
    restoredText:
      'We took the change back and signed out every browser. Somebody else may know your password: set a new one with "Forgot your password?" on the sign-in page.',
  },
  ru: {
    codeSubject: 'Подтвердите новую почту',
    codeText: 'Этот адрес указан как новый контакт клиента Calmly.',
    codeClosing: `Код действует ${minutes} минут. Если вы его не запрашивали, ничего не делайте: без кода ничего не изменится.`,
    codeSms: (code: string) => `Calmly: ${code} подтверждает новый телефон. Никому не сообщайте код.`,
    takenSubject: 'У вас уже есть профиль с этой почтой',
    takenText:
      'Кто-то, возможно вы, хочет использовать эту почту для другого профиля. Она уже принадлежит вашему, поэтому ничего не изменилось.',
    changedSubject: { email: 'Ваша почта изменена', phone: 'Ваш телефон изменён' },
    changedText: {
      email: (value: string) => `Теперь вы входите с адресом ${value}, туда же приходят наши письма.`,
      phone: (value: string) => `Теперь ваш телефон в банке: ${value}.`,
    },
    changedAsk: 'Если это были вы, делать ничего не нужно. Если нет, сразу отмените изменение.',
    undo: 'Это не я, отменить',
    changedClosing: `Ссылка действует ${undoHours} часа и завершает сеансы во всех браузерах.`,
    changedSms: (value: string) =>
      `Calmly: ваш телефон изменён на ${value}. Если это не вы, сразу откройте ссылку в нашем письме.`,
    restoredSubject: 'Ваши контакты восстановлены',
    restoredText:
      'Мы отменили изменение и завершили сеансы во всех браузерах. Возможно, кто-то знает ваш пароль: задайте новый по ссылке «Забыли пароль?» на странице входа.',
  },
} as const satisfies Record<Locale, object>;

/** The code to the new e-mail or telephone. */
export function sendContactCode(
  sql: Sql,
  { kind, to, locale, code }: { kind: 'email' | 'phone'; to: string; locale: Locale; code: string },
): Promise<void> {
  const { codeSubject, codeText, codeClosing, codeSms } = texts[locale];
  if (kind === 'phone') return sendSms(sql, { to, text: codeSms(code) });
  return sendEmail(sql, {
    to,
    locale,
    subject: codeSubject,
    paragraphs: [codeText],
    code,
    closing: codeClosing,
  });
}

/** To the owner of an e-mail that somebody else wants. */
export function sendAddressTaken(sql: Sql, { to, locale }: { to: string; locale: Locale }): Promise<void> {
  const { takenSubject, takenText } = texts[locale];
  return sendEmail(sql, { to, locale, subject: takenSubject, paragraphs: [takenText] });
}

/** To the contact that was in force before, with the way back. */
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

/** To the contact that is in force again. */
export function sendContactRestored(sql: Sql, { email, locale }: Contact): Promise<void> {
  const { restoredSubject, restoredText } = texts[locale];
  return sendEmail(sql, { to: email, locale, subject: restoredSubject, paragraphs: [restoredText] });
}
