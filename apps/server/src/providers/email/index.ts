/**
 * E-mail. A module says what a message says, in the reader's language; how it looks (plain text and HTML) and by which way
 * it leaves is decided here. Sandbox adapter: the message goes into the outbox of the open transaction.
 */
import type { Locale, Sql } from '../../platform/work.ts';
import { addToOutbox } from '../outbox.ts';

/** A message by its parts, in the order they are read. Texts are plain: nothing in them is markup. */
export interface Email {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  /** What happened, why, what to do. */
  readonly paragraphs: readonly string[];
  /** A code to type, shown large and easy to copy. */
  readonly code?: string;
  /** The one thing to press. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Small print under it: how long it works, what to do if it was not you. */
  readonly closing?: string;
}

/** Sends when the transaction of `sql` commits. */
export function sendEmail(sql: Sql, email: Email): Promise<void> {
  return addToOutbox(sql, {
    channel: 'email',
    recipient: email.to,
    subject: email.subject,
    text: plainText(email),
  });
}

/** The message as text: paragraphs apart, the code and the address on lines of their own. */
function plainText({ locale, paragraphs, code, link, closing }: Email): string {
  const codeLine = code && `${locale === 'ru' ? 'Код' : 'Code'}: ${code}`;
  const linkLines = link && `${link.label}:\n${link.url}`;
  return [...paragraphs, codeLine, linkLines, closing].filter((part) => part !== undefined).join('\n\n');
}
