/** SQL of emailed links: one per purpose and person, used once, stored as a hash. They expire by the database's clock. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export type LinkPurpose = 'password_reset' | 'unfreeze';

/** Stores a new link; an earlier one for the same purpose stops working. */
export async function replaceLink(
  sql: Sql,
  link: { personId: string; purpose: LinkPurpose; hash: Buffer; lifetimeSeconds: number },
): Promise<void> {
  await query`
    insert into identity.mailed_link (person_id, purpose, token_hash, expires_at)
    values (${link.personId}, ${link.purpose}, ${link.hash}, now() + ${link.lifetimeSeconds} * interval '1 second')
    on conflict (person_id, purpose) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
  `.execute(sql);
}

/** The owner of a live link; undefined if it is unknown, used or expired. */
export async function findLinkOwner(
  sql: Sql,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<{ personId: string; email: string } | undefined> {
  const { rows } = await query<{ person_id: string; email: string }>`
    select l.person_id, p.email from identity.mailed_link l join identity.person p on p.id = l.person_id
    where l.token_hash = ${hash} and l.purpose = ${purpose} and l.expires_at > now()
  `.execute(sql);
  return rows[0] && { personId: rows[0].person_id, email: rows[0].email };
}

/** Invalidates the person's earlier emailed links. */
export async function deleteLinks(sql: Sql, personId: string): Promise<void> {
  await query`delete from identity.mailed_link where person_id = ${personId}`.execute(sql);
}

/** Uses the link up; false if it was used meanwhile or has expired. */
export async function takeLink(sql: Sql, purpose: LinkPurpose, hash: Buffer): Promise<boolean> {
  const { rows } = await query`
    delete from identity.mailed_link
    where token_hash = ${hash} and purpose = ${purpose} and expires_at > now() returning person_id
  `.execute(sql);
  return rows.length > 0;
}
