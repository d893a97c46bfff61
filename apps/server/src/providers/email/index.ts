/**
 * E-mail. A module says what a message says, in the reader's language; how it looks (`render.ts`) and by which way it leaves
 * (`smtp.ts`, or the sandbox's outbox) is decided here.
 */
import type { Locale, Sql } from '../../platform/work.ts';
import { addToOutbox, type NewMessage } from '../outbox/store.ts';
import { renderText } from './render-text.ts';

/** A message by its parts, in the order they are read. Texts are plain: nothing in them is markup. */
export interface Email {
  readonly to: string;
  readonly locale: Locale;
  /** Never a code: it stays when the message is gone, and telephones show it while they are locked. */
  readonly subject: string;
  /** What happened, why, what to do. */
  readonly paragraphs: readonly string[];
  /** A code to type, shown large and easy to copy. */
  readonly code?: string;
  /** The one thing to press: an address of the portal, which then opens in the language of the message. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Small print under it: how long it works, what to do if it was not you. */
  readonly closing?: string;
}

/** Sends when the transaction of `sql` commits. */
export const sendEmail = (sql: Sql, email: Email): Promise<void> => addToOutbox(sql, [emailMessage(email)]);

/** An e-mail as the outbox takes it; for those who send many at once. */
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
