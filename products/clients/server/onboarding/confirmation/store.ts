/** SQL of emailed and texted codes and of emailed links. Times are the database's. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { codeTries, emailCodeSeconds, linkSeconds, phoneCodeSeconds, resendSeconds } from '../rules.ts';

export type Channel = 'email' | 'sms';

const interval = (seconds: number) => query.raw(`interval '${seconds} seconds'`);
const lifetimeOf = (channel: Channel) => interval(channel === 'email' ? emailCodeSeconds : phoneCodeSeconds);

/** The values that a code is derived from. */
export interface ContactCode {
  readonly id: string;
  readonly sends: number;
}

/** Makes another code for this channel and invalidates the previous one; undefined while that one's countdown runs. */
export async function renewCode(
  sql: Sql,
  code: { id: string; clientId: string; channel: Channel },
): Promise<ContactCode | undefined> {
  const lifetime = lifetimeOf(code.channel);
  const { rows } = await query<ContactCode>`
    insert into onboarding.contact_code as c (id, client_id, channel, expires_at)
    values (${code.id}, ${code.clientId}, ${code.channel}, now() + ${lifetime})
    on conflict (client_id, channel) do update
      set sends = c.sends + 1, sent_at = now(), tries = 0, expires_at = now() + ${lifetime}
      where c.sent_at <= now() - ${interval(resendSeconds)}
    returning id, sends
  `.execute(sql);
  return rows[0];
}

/** Seconds until another code may be requested. */
export async function findResendSeconds(
  sql: Sql,
  by: { clientId: string; channel: Channel },
): Promise<number> {
  const { rows } = await query<{ seconds: number }>`
    select greatest(ceil(extract(epoch from sent_at + ${interval(resendSeconds)} - now())), 1)::int as seconds
    from onboarding.contact_code where client_id = ${by.clientId} and channel = ${by.channel}
  `.execute(sql);
  return rows[0]?.seconds ?? 0;
}

/** Counts an attempt at the live code; undefined if there is none. Attempts at one code run one after the other. */
export async function countTry(
  sql: Sql,
  by: { clientId: string; channel: Channel },
): Promise<(ContactCode & { readonly triesLeft: number }) | undefined> {
  const { rows } = await query<ContactCode & { triesLeft: number }>`
    update onboarding.contact_code set tries = tries + 1
    where client_id = ${by.clientId} and channel = ${by.channel} and tries < ${codeTries} and expires_at > now()
    returning id, sends, ${codeTries}::int - tries as "triesLeft"
  `.execute(sql);
  return rows[0];
}

/** Deletes the code, which also ends the countdown to the next one. */
export async function deleteCode(sql: Sql, by: { clientId: string; channel: Channel }): Promise<void> {
  await query`
    delete from onboarding.contact_code where client_id = ${by.clientId} and channel = ${by.channel}
  `.execute(sql);
}

/** Stores the hash of a link for this address and deletes the client's expired ones. */
export async function insertLink(
  sql: Sql,
  link: { tokenHash: Buffer; clientId: string; email: string },
): Promise<void> {
  await query`
    with over as (delete from onboarding.email_link where client_id = ${link.clientId} and expires_at <= now())
    insert into onboarding.email_link (token_hash, client_id, email, expires_at)
    values (${link.tokenHash}, ${link.clientId}, ${link.email}, now() + ${interval(linkSeconds)})
  `.execute(sql);
}

/** The client and address of a live link. */
export async function findLink(
  sql: Sql,
  tokenHash: Buffer,
): Promise<{ clientId: string; email: string } | undefined> {
  const { rows } = await query<{ clientId: string; email: string }>`
    select client_id as "clientId", email from onboarding.email_link
    where token_hash = ${tokenHash} and expires_at > now()
  `.execute(sql);
  return rows[0];
}
