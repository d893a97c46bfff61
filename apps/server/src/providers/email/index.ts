/**
 * Email. A module provides a message's content in the reader's language; this provider decides its layout (`render-html.ts`, `render-text.ts`) and its delivery
 * (`smtp.ts`, or the sandbox's outbox).
 */
import type { Locale, Sql } from '../../platform/work.ts';
import { addToOutbox, type NewMessage, type Reader } from '../outbox/store.ts';
import type { Email } from './email.ts';
import { renderText } from './render-text.ts';

export type { Email } from './email.ts';

/** Sends when the transaction of `sql` commits; `reader` if it is about a profile. */
export const sendEmail = (sql: Sql, email: Email, reader?: Reader): Promise<void> =>
  addToOutbox(sql, [emailMessage(email, reader)]);

/** An email as the outbox accepts it; for callers that send many at once. */
export function emailMessage(given: Email, reader?: Reader): NewMessage {
  const email = given.link
    ? { ...given, link: { ...given.link, url: inLanguage(given.link.url, given.locale) } }
    : given;
  const { to: recipient, subject } = email;
  return { channel: 'email', recipient, subject, text: renderText(email), email, reader };
}

function inLanguage(url: string, locale: Locale): string {
  const address = new URL(url);
  address.searchParams.set('lang', locale);
  return address.href;
}
