/** SMS: a text to a number in E.164. It is sent by the gateway (`twilio.ts`) or stays in the sandbox's outbox. */
import type { Sql } from '@calmly/platform/work.ts';
import { addToOutbox, type NewMessage, type Reader } from '../outbox/store.ts';

export interface Sms {
  readonly to: string;
  readonly text: string;
}

/** Sends when the transaction of `sql` commits. */
export const sendSms = (sql: Sql, sms: Sms): Promise<void> => addToOutbox(sql, [smsMessage(sms)]);

/** Sends an SMS that somebody waits for, with a code that is of use for so many seconds; see `sendAwaitedEmail`. */
export const sendAwaitedSms = (sql: Sql, sms: Sms, validSeconds: number): Promise<void> =>
  addToOutbox(sql, [{ ...smsMessage(sms), validSeconds }]);

/** An SMS as the outbox takes it; for those who send many at once. */
export const smsMessage = ({ to, text }: Sms, reader?: Reader): NewMessage => ({
  channel: 'sms',
  recipient: to,
  subject: null,
  text,
  email: null,
  reader,
});
