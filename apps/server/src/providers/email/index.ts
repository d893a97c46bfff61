/**
 * Email. A module provides a message's content in the reader's language; this provider decides its layout (`render-html.ts`, `render-text.ts`) and its delivery
 * (`smtp.ts`, or the sandbox's outbox).
 */
import type { Locale, Sql } from '../../platform/work.ts';
import { addToOutbox, type NewMessage } from '../outbox/store.ts';
import type { Email } from './email.ts';
import { renderText } from './render-text.ts';

export type { Email } from './email.ts';

/** Sends when the transaction of `sql` commits. */
export const sendEmail = (sql: Sql, email: Email): Promise<void> => addToOutbox(sql, [emailMessage(email)]);

/** An email as the outbox accepts it; for callers that send many at once. */
export function emailMessage(given: Email): NewMessage {
  const email = given.link
    ? { ...given, link: { ...given.link, url: inLanguage(given.link.url, given.locale) } }
    : given;
  return { channel: 'email', recipient: email.to, subject: email.subject, text: renderText(email), email };
}

function inLanguage(url: string, locale: Locale): string {
  const address = new URL(url);
  address.searchParams.set('lang', locale);
  return address.href;
}
