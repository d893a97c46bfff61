/** The audit as the bank's people read it. Everything for HISTORY and SUPER, but what is about suspicions; others read their own acts. */
import type { AuditRow } from '@calmly/contract/staff';
import type { Sql, StaffActor } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { clientName } from '../../../identity/server/index.ts';

interface Filter {
  readonly before: string | undefined;
  readonly limit: number;
  readonly person: string | undefined;
  readonly client: string | undefined;
  readonly action: string | undefined;
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly staffId: string | null;
  readonly actor: string | null;
  readonly clientId: string | null;
  readonly details: AuditRow['details'];
}

/** Actions that are about suspicions. */
export interface Suspicions {
  readonly actions: readonly string[];
}

/**
 * Details of other lines may name what was found. They are shown to everybody only where this module wrote them; the others show that something was
 * done, when and by whom.
 */
const ownActions = /^(?:staff|proposal|inbox)\./;

/** A page, newest first. */
export async function listAudit(
  sql: Sql,
  actor: StaffActor,
  suspicions: Suspicions,
  filter: Filter,
): Promise<{ items: AuditRow[]; next: string | null }> {
  const readsSuspicions = actor.roles.includes('AML');
  const readsAll = actor.roles.includes('HISTORY') || actor.roles.includes('SUPER');
  const conditions = [
    // Clients' own acts are in their activity log; here is what staff and system did.
    query`(staff_id is not null or actor is not null)`,
    readsSuspicions
      ? query`true`
      : query`not (action = any(${[...suspicions.actions]}::text[]) or details ? 'suspicion')`,
    readsAll ? query`true` : query`staff_id = ${actor.personId}`,
    filter.before === undefined ? query`true` : query`id < ${filter.before}`,
    filter.person === undefined ? query`true` : query`staff_id = ${filter.person}`,
    filter.client === undefined ? query`true` : query`client_id = ${filter.client}`,
    filter.action === undefined ? query`true` : query`starts_with(action, ${filter.action})`,
  ];
  const { rows } = await query<Row>`
    select id, at, action, staff_id as "staffId", actor, client_id as "clientId", details from platform.audit
    where ${query.join(conditions, query` and `)} order by id desc limit ${filter.limit}`.execute(sql);
  const names = new Map<string, string>();
  for (const { clientId } of rows)
    if (clientId !== null && !names.has(clientId)) names.set(clientId, await clientName(sql, clientId));
  return {
    items: rows.map(({ id, at, action, staffId, actor: name, clientId, details }) => ({
      id,
      at: at.toISOString(),
      action,
      staff: staffId === null ? null : { id: staffId, name: name ?? '' },
      actor: staffId === null ? name : null,
      client: clientId === null ? null : { id: clientId, name: names.get(clientId) ?? '' },
      details: readsSuspicions || ownActions.test(action) ? details : {},
    })),
    next: rows.length === filter.limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
