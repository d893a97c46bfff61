/** SQL of changes of email and phone. Times are the database's. No decisions here. */

import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import { before } from '@calmly/platform/jobs/retention.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export const codeSeconds = 300;
export const codeTries = 5;
export const resendSeconds = 9;
export const undoHours = 24;

export type ContactKind = 'email' | 'phone';

export interface PendingContact {
  readonly id: string;
  readonly kind: ContactKind;
  readonly newValue: string;
  readonly sends: number;
  readonly expiresInSeconds: number;
  readonly resendInSeconds: number;
}

const interval = (seconds: number) => query.raw(`interval '${seconds} seconds'`);

const columns = query`
  id, kind, new_value as "newValue", sends,
  ceil(extract(epoch from expires_at - now()))::int as "expiresInSeconds",
  greatest(ceil(extract(epoch from sent_at + ${interval(resendSeconds)} - now())), 0)::int as "resendInSeconds"`;

export interface ContactChangeRecord {
  readonly id: string;
  readonly clientId: string;
  readonly personId: string;
  readonly kind: ContactKind;
  readonly oldValue: string | null;
  readonly newValue: string;
}

/** Its first code is valid for five minutes from now; the code itself is derived, not stored. */
export async function insertChange(sql: Sql, change: ContactChangeRecord): Promise<PendingContact> {
  const { rows } = await query<PendingContact>`
    insert into profile.contact_change (id, client_id, person_id, kind, old_value, new_value, expires_at)
    values (${change.id}, ${change.clientId}, ${change.personId}, ${change.kind}, ${change.oldValue},
      ${change.newValue}, now() + ${interval(codeSeconds)})
    returning ${columns}
  `.execute(sql);
  return rows[0] as PendingContact;
}

/** Codes sent for this person's changes during the last day. */
export async function countSends(sql: Sql, personId: string): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select coalesce(sum(sends), 0)::int as count from profile.contact_change
    where person_id = ${personId} and sent_at > now() - interval '1 day'
  `.execute(sql);
  return rows[0]?.count ?? 0;
}

/**
 * Undefined for another person's change and for a confirmed one. One whose code has expired is found, with
 * seconds below zero.
 */
export async function findPending(
  sql: Sql,
  by: { readonly id: string; readonly personId: string },
): Promise<PendingContact | undefined> {
  const { rows } = await query<PendingContact>`
    select ${columns} from profile.contact_change
    where id = ${by.id} and person_id = ${by.personId} and confirmed_at is null
  `.execute(sql);
  return rows[0];
}

/** Creates another code for a change whose countdown is over. Attempts are kept. */
export async function renewCode(sql: Sql, id: string): Promise<PendingContact | undefined> {
  const { rows } = await query<PendingContact>`
    update profile.contact_change set sends = sends + 1, sent_at = now(), expires_at = now() + ${interval(codeSeconds)}
    where id = ${id} and confirmed_at is null and tries < ${codeTries} and sent_at <= now() - ${interval(resendSeconds)}
    returning ${columns}
  `.execute(sql);
  return rows[0];
}

/** Counts one attempt; undefined if none of its codes works any more. */
export async function countTry(
  sql: Sql,
  by: { readonly id: string; readonly personId: string },
): Promise<{ sends: number; triesLeft: number } | undefined> {
  const { rows } = await query<{ sends: number; triesLeft: number }>`
    update profile.contact_change set tries = tries + 1
    where id = ${by.id} and person_id = ${by.personId} and confirmed_at is null and expires_at > now()
      and tries < ${codeTries}
    returning sends, ${codeTries} - tries as "triesLeft"
  `.execute(sql);
  return rows[0];
}

const recordColumns = query`
  id, client_id as "clientId", person_id as "personId", kind, old_value as "oldValue", new_value as "newValue"`;

/** Marks a change as confirmed with the hash of its undo token; undefined if it was confirmed meanwhile. */
export async function confirmChange(
  sql: Sql,
  id: string,
  { oldValue, undoHash }: { readonly oldValue: string | null; readonly undoHash: Buffer },
): Promise<ContactChangeRecord | undefined> {
  const { rows } = await query<ContactChangeRecord>`
    update profile.contact_change set confirmed_at = now(), undo_hash = ${undoHash}, old_value = ${oldValue}
    where id = ${id} and confirmed_at is null
    returning ${recordColumns}
  `.execute(sql);
  return rows[0];
}

/** The change that an undo token can still undo, locked, and when it was confirmed. */
export async function lockUndoable(
  sql: Sql,
  undoHash: Buffer,
): Promise<(ContactChangeRecord & { readonly confirmedAt: Date }) | undefined> {
  const { rows } = await query<ContactChangeRecord & { readonly confirmedAt: Date }>`
    select ${recordColumns}, confirmed_at as "confirmedAt" from profile.contact_change
    where undo_hash = ${undoHash} and undone_at is null and confirmed_at > now() - ${interval(undoHours * 3600)}
    for no key update
  `.execute(sql);
  return rows[0];
}

/** Marks this change and all later confirmed ones of the person as undone; returns them, latest first. */
export async function undoSince(sql: Sql, change: ContactChangeRecord): Promise<ContactChangeRecord[]> {
  const { rows } = await query<ContactChangeRecord>`
    with undone as (
      update profile.contact_change set undone_at = now()
      where person_id = ${change.personId} and undone_at is null
        and confirmed_at >= (select confirmed_at from profile.contact_change where id = ${change.id})
      returning *
    )
    select ${recordColumns} from undone order by confirmed_at desc, id desc
  `.execute(sql);
  return rows;
}

/** Old changes of email and phone, confirmed or not. */
export const contactPurge = purgeOf(
  'profile.contact_change',
  `sent_at < ${before('profile.contact_change')}`,
);
