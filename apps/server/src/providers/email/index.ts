/**
 * E-mail. A module says what a message says, in the reader's language; how it looks (`render.ts`) and by which way it leaves
 * (`smtp.ts`, or the sandbox's outbox) is decided here.
 */
import type { Sql } from '../../platform/work.ts';
import { addToOutbox, type NewMessage } from '../outbox/store.ts';
import type { Email } from './email.ts';
import { renderText } from './render-text.ts';

export type { Email } from './email.ts';

/** Sends when the transaction of `sql` commits. */
export const sendEmail = (sql: Sql, email: Email): Promise<void> => addToOutbox(sql, [emailMessage(email)]);

/** An e-mail as the outbox takes it; for those who send many at once. */
export const emailMessage = (email: Email): NewMessage => ({
  channel: 'email',
  recipient: email.to,
  subject: email.subject,
  text: renderText(email),
  email,
});
