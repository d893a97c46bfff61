/**
 * How many messages new applicants may send: to one address or number, and from one IP address. Registrations can neither flood a
 * person's mailbox nor run up the bank's phone bill. Counted in the database, over all servers.
 */

import { createHash } from 'node:crypto';
import { networkOf } from '@calmly/platform/http/address.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { takeTry } from '../../../identity/server/index.ts';
import { messageLimit } from './rules.ts';

export interface Allowance {
  /** Messages requested from one network address before a pause of an hour, which doubles each time; 0 is no limit. */
  readonly signUpMessages: number;
}

/** Counts a message; returns the seconds to wait if it must not be sent. */
export async function takeMessage(
  sql: Sql,
  { signUpMessages }: Allowance,
  message: { readonly to: string; readonly ip: string },
): Promise<number | undefined> {
  const recipient = createHash('sha256').update(message.to.toLowerCase()).digest('hex');
  const counters = [
    { subject: `messages-to:${recipient}`, limit: messageLimit },
    ...(signUpMessages === 0
      ? []
      : [
          {
            subject: `messages-from:${networkOf(message.ip)}`,
            limit: { ...messageLimit, tries: signUpMessages },
          },
        ]),
  ];
  for (const { subject, limit } of counters) {
    const counted = await takeTry(sql, subject, limit);
    if (!counted.allowed) return counted.waitSeconds;
  }
  return undefined;
}
