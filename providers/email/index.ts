/**
 * Email. A module provides a message's content in the reader's language; this provider decides its layout (`render.ts`) and its delivery (`smtp.ts`,
 * or the sandbox's outbox).
 */
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { addToOutbox, type NewMessage, type Reader } from '../outbox/store.ts';
import type { Email, Profile } from './email.ts';
import { renderText } from './render.ts';

export type { Email, Profile } from './email.ts';

/** Sends when the transaction of `sql` commits; `reader` if it is about a profile. */
export const sendEmail = (sql: Sql, email: Email, reader?: Reader): Promise<void> =>
  addToOutbox(sql, [emailMessage(email, reader)]);

/**
 * Sends an email that somebody waits for, with a code or a link that is of use for so many seconds. It does not stand behind news, and is
 * not sent after that time.
 */
export const sendAwaitedEmail = (sql: Sql, email: Email, validSeconds: number): Promise<void> =>
  addToOutbox(sql, [{ ...emailMessage(email), validSeconds }]);

/** An email as the outbox accepts it; for callers that send many at once. */
export function emailMessage({ profile, ...given }: Email, reader?: Reader): NewMessage {
  const { locale, link } = given;
  const email: Email = {
    ...given,
    paragraphs: [...given.paragraphs, ...(profile ? [profileLine[locale](profile.name)] : [])],
    ...(link && { link: { ...link, url: addressOf(link.url, locale, profile) } }),
  };
  const { to: recipient, subject } = email;
  return { channel: 'email', recipient, subject, text: renderText(email), email, reader };
}

const profileLine: Readonly<Record<Locale, (name: string) => string>> = {
  en: (name) => `Profile: ${name}`,
  ru: (name) => `Профиль: ${name}`,
};

/** Opens in the language of the message, and names the profile, which the portal compares with the one in use. */
function addressOf(url: string, locale: Locale, profile: Profile | undefined): string {
  const address = new URL(url);
  if (profile) address.searchParams.set('profile', profile.id);
  address.searchParams.set('lang', locale);
  return address.href;
}
