/**
 * The audit record: who did what, for whom, when and from where, written in the same transaction as the action. Money has its own
 * history (payment steps, ledger entries); everything else that must be explainable years later is recorded here.
 */
import { sql as query } from 'kysely';
import type { Actor, Sql, Work } from './work.ts';

export interface AuditEntry {
  /** Subject and event: `password.changed`, `session.revoked`, `address_change.approved`. */
  readonly action: `${string}.${string}`;
  /** The profile concerned; by default that of the acting client. */
  readonly clientId?: string;
  /** The person who acted, if not the signed-in one, such as someone who followed an emailed link. */
  readonly personId?: string;
  /** The member of staff who acted, if not the signed-in one, such as someone who is signing in. */
  readonly staff?: { readonly id: string; readonly name: string };
  /** Facts by name. Never a secret, a code or a whole document; account numbers only shortened. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Records an action in the open transaction. */
export async function audit(
  work: Omit<Work, 'log'>,
  { action, clientId, personId, staff = staffOf(work.actor), details }: AuditEntry,
): Promise<void> {
  const { actor, request } = work;
  const signedIn = actor.kind === 'client' ? actor : undefined;
  await query`
    insert into platform.audit (id, at, action, client_id, person_id, staff_id, actor, ip, user_agent, request_id, details)
    values (${work.newId()}, ${work.now}, ${action}, ${clientId ?? signedIn?.clientId ?? null},
      ${personId ?? signedIn?.personId ?? null}, ${staff?.id ?? null}, ${staff?.name ?? actorName(actor) ?? null}, ${request?.ip ?? null},
      ${request?.userAgent ?? null}, ${request?.id ?? null}, ${JSON.stringify({ ...details, ...(actor.kind === 'staff' && actor.onSuspicion && { suspicion: true }) })})
  `.execute(work.sql);
}

const staffOf = (actor: Actor) =>
  actor.kind === 'staff' ? { id: actor.personId, name: actor.name } : undefined;

/** The name of a member of staff or of the part of the system that acts; undefined for clients. */
export const actorName = (actor: Actor): string | undefined =>
  actor.kind === 'system' || actor.kind === 'staff' ? actor.name : undefined;

/** The id of the entry with the highest id; undefined if there is none. */
export async function findNewestAudit(sql: Sql): Promise<string | undefined> {
  const { rows } = await query<{
    id: string;
  }>`select id from platform.audit order by id desc limit 1`.execute(sql);
  return rows[0]?.id;
}

/** Whether an entry with this id exists. Entries are never deleted. */
export async function hasAudit(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await query`select from platform.audit where id = ${id}`.execute(sql);
  return rows.length > 0;
}
