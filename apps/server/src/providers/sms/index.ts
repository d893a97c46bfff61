/** SMS, sandbox adapter: the message goes into the outbox of the open transaction. Numbers in E.164. */
import type { Sql } from '../../platform/work.ts';
import { addToOutbox } from '../outbox.ts';

export interface Sms {
  readonly to: string;
  readonly text: string;
}

/** Sends when the transaction of `sql` commits. */
export function sendSms(sql: Sql, sms: Sms): Promise<void> {
  return addToOutbox(sql, { channel: 'sms', recipient: sms.to, subject: null, text: sms.text });
}
