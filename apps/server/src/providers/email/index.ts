/** E-mail, sandbox adapter: the message goes into the outbox of the open transaction. Plain text, UTF-8. */
import type { Sql } from '../../platform/work.ts';
import { addToOutbox } from '../outbox.ts';

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends when the transaction of `sql` commits. */
export function sendEmail(sql: Sql, email: Email): Promise<void> {
  return addToOutbox(sql, {
    channel: 'email',
    recipient: email.to,
    subject: email.subject,
    text: email.text,
  });
}
