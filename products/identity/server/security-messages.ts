/**
 * Emails about a person's security: requested links, and notices of changes, each with what to do if it was someone else. Always sent,
 * even if the person has turned notifications off.
 */
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Locale, RequestContext, Sql, Work } from '@calmly/platform/work.ts';
import { sendAwaitedEmail, sendEmail } from '@calmly/providers/email/index.ts';
import { requireContact } from './clients/contact.ts';
import { coolingOffText } from './factors/cooling-off.ts';
import { resetLinkSeconds, unfreezeLinkSeconds } from './rules.ts';
import { namesOf } from './sign-in/user-agent.ts';

const resetMinutes = resetLinkSeconds / 60;
const unfreezeDays = unfreezeLinkSeconds / 86_400;

const texts = {
  en: {
    reset: {
      subject: 'Reset your Calmly password',
      text: 'We received a request to reset your password. Use this link to choose a new one.',
      label: 'Choose a new password',
      closing: `The link works once, for ${resetMinutes} minutes. If you didn’t request it, ignore this email. Your password won’t change.`,
    },
    unfreeze: {
      subject: 'Your access is frozen',
      text: 'Access to your accounts is frozen, so no one can sign in or pay. You’ll still receive money, and payments already created will go ahead. When you’re sure everything is fine, restore access with this link, your password and a code.',
      label: 'Restore access',
      closing: `The link works once, for ${unfreezeDays} days. To get a new one, sign in. If you didn’t freeze your access, someone else was signed in as you: set a new password before you restore it.`,
    },
    newDevice: {
      subject: 'Sign-in from a new browser',
      text: (place: string) => `Your account was just used to sign in from a new browser: ${place}.`,
    },
    passwordChanged: {
      subject: 'Your password has changed',
      text: 'Your password was changed. All other sessions have ended.',
    },
    passwordReset: {
      subject: 'Your password has changed',
      text: 'A new password was set using the link we emailed you. All sessions have ended, and the next sign-in in every browser needs a code.',
    },
    unfrozen: {
      subject: 'Your access is restored',
      text: 'Access to your accounts was restored with the link from our email, your password and a code.',
    },
    unfrozenByBank: {
      subject: 'Your access is restored',
      text: 'We’ve restored access to your accounts as you asked. You can sign in now.',
    },
    unfreezeRefused: {
      subject: 'Your access stays frozen',
      text: 'Access to your accounts stays frozen because we couldn’t verify that the request came from you.',
    },
    notYou:
      'If this wasn’t you, choose “Forgot your password?” on the sign-in page to set a new one straight away, and write to us.',
    unknownBrowser: 'unknown browser',
    on: 'on',
    address: 'address',
  },
  ru: {
    reset: {
      subject: 'Новый пароль для Calmly',
      text: 'Мы получили запрос на смену пароля. Задайте новый по этой ссылке.',
      label: 'Задать новый пароль',
      closing: `Ссылка одноразовая и действует ${resetMinutes} минут. Если вы её не запрашивали, ничего не делайте: пароль не изменится.`,
    },
    unfreeze: {
      subject: 'Ваш доступ заморожен',
      text: 'Доступ к вашим счетам заморожен: никто, включая вас, не может войти и платить. Деньги по-прежнему поступают, а созданные ранее платежи уйдут. Когда убедитесь, что всё в порядке, восстановите доступ по этой ссылке, с паролем и кодом.',
      label: 'Восстановить доступ',
      closing: `Ссылка одноразовая и действует ${unfreezeDays} дней; чтобы получить новую, попробуйте войти. Если доступ заморозили не вы, кто-то вошёл от вашего имени: сначала задайте новый пароль.`,
    },
    newDevice: {
      subject: 'Вход из нового браузера',
      text: (place: string) => `В ваш профиль только что вошли из нового браузера: ${place}.`,
    },
    passwordChanged: {
      subject: 'Ваш пароль изменён',
      text: 'Ваш пароль изменён, сеансы во всех остальных браузерах завершены.',
    },
    passwordReset: {
      subject: 'Ваш пароль изменён',
      text: 'Новый пароль задан по ссылке из нашего письма. Сеансы во всех браузерах завершены, следующий вход нужно будет подтвердить кодом.',
    },
    unfrozen: {
      subject: 'Доступ восстановлен',
      text: 'Доступ к вашим счетам восстановлен по ссылке из письма, с паролем и кодом.',
    },
    unfrozenByBank: {
      subject: 'Доступ восстановлен',
      text: 'Мы восстановили доступ к вашим счетам по вашему обращению. Теперь можно войти.',
    },
    unfreezeRefused: {
      subject: 'Доступ остаётся замороженным',
      text: 'Доступ к вашим счетам остаётся замороженным: мы не смогли убедиться, что обратились именно вы.',
    },
    notYou:
      'Если это были не вы, сразу задайте новый пароль по ссылке «Забыли пароль?» на странице входа и напишите нам.',
    unknownBrowser: 'неизвестный браузер',
    on: '·',
    address: 'адрес',
  },
} as const satisfies Record<Locale, object>;

/** Sends a link for its purpose. `url` is complete. */
export function sendLink(
  sql: Sql,
  to: { readonly email: string; readonly locale: Locale },
  purpose: 'reset' | 'unfreeze',
  url: string,
): Promise<void> {
  const { subject, text, label, closing } = texts[to.locale][purpose];
  const { email, locale } = to;
  return sendAwaitedEmail(
    sql,
    { to: email, locale, subject, paragraphs: [text], link: { label, url }, closing },
    purpose === 'reset' ? resetLinkSeconds : unfreezeLinkSeconds,
  );
}

/** For notices that a person cannot turn off: the email here, and the entry in the portal's list. */
type NoticeWork = Pick<Work, 'sql' | 'now' | 'newId'>;

/** Tells the person about a change. */
export async function sendSecurityNotice(
  work: NoticeWork,
  personId: string,
  kind: 'passwordChanged' | 'passwordReset' | 'unfrozen' | 'unfrozenByBank',
): Promise<void> {
  const { email, locale } = await requireContact(work.sql, personId);
  const { subject, text } = texts[locale][kind];
  const { notYou: closing } = texts[locale];
  const paragraphs = kind === 'passwordReset' ? [text, coolingOffText[locale]] : [text];
  await sendEmail(work.sql, { to: email, locale, subject, paragraphs, closing });
  const isPassword = kind === 'passwordChanged' || kind === 'passwordReset';
  if (isPassword) await notify(work, [{ kind: 'password_changed', personId }]);
}

/** Reports that the bank has not restored the access. */
export async function sendUnfreezeRefused(
  sql: Sql,
  personId: string,
  reason: string | undefined,
): Promise<void> {
  const { email, locale } = await requireContact(sql, personId);
  const { subject, text } = texts[locale].unfreezeRefused;
  const paragraphs = reason === undefined ? [text] : [text, reason];
  await sendEmail(sql, { to: email, locale, subject, paragraphs });
}

/** Tells the person that a browser has become known, and which one. */
export async function sendNewDeviceNotice(
  work: NoticeWork,
  { userAgent, ip }: Pick<RequestContext, 'userAgent' | 'ip'>,
  personId: string,
): Promise<void> {
  const { email, locale } = await requireContact(work.sql, personId);
  const { newDevice, notYou, unknownBrowser, on, address } = texts[locale];
  const { browser, system } = namesOf(userAgent);
  const device = `${browser ?? unknownBrowser}${system ? ` ${on} ${system}` : ''}`;
  await sendEmail(work.sql, {
    to: email,
    locale,
    subject: newDevice.subject,
    paragraphs: [newDevice.text(`${device}, ${address} ${ip}`)],
    closing: notYou,
  });
  // Joined without words, because the list is shown in whatever language its reader then uses.
  const names = [browser, system].filter((name) => name !== null).join(' · ');
  await notify(work, [{ kind: 'new_device', personId, ...(names && { params: { device: names } }) }]);
}
