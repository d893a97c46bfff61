/** SQL of the audit record, as a profile's activity log reads it. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';

export interface AuditRecord {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly clientId: string | null;
  readonly personId: string | null;
  /** Set if the bank acted, whomever it concerns. */
  readonly actor: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

export interface RecordQuery {
  readonly clientId: string;
  /** Actions to include (or all), and those never shown. */
  readonly only: readonly string[] | undefined;
  readonly never: readonly string[];
  /** The person's own actions under another profile belong to it too. */
  readonly own: { readonly personId: string; readonly actions: readonly string[] } | undefined;
  readonly personId: string | undefined;
  /** Ids from here on, and below. */
  readonly fromId: string | undefined;
  readonly belowId: string | undefined;
  readonly limit: number;
}

const and = query` and `;

/** Records of a client, newest first. Selected actions are each walked by a separate index, so that rare ones are found at once. */
export async function listRecords(sql: Sql, by: RecordQuery): Promise<AuditRecord[]> {
  const conditions: RawBuilder<unknown>[] = [query`action <> all(${by.never}::text[])`];
  if (by.personId !== undefined) conditions.push(query`person_id = ${by.personId} and actor is null`);
  if (by.fromId !== undefined) conditions.push(query`id >= ${by.fromId}`);
  if (by.belowId !== undefined) conditions.push(query`id < ${by.belowId}`);
  const newest = (...whose: RawBuilder<unknown>[]) => query`
    select id, at, action, client_id, person_id, actor, ip, user_agent, details from platform.audit
    where ${query.join([...whose, ...conditions], and)} order by id desc limit ${by.limit}`;
  const part = (whose: RawBuilder<unknown>, actions: readonly string[] | undefined) =>
    actions === undefined
      ? query`(${newest(whose)})`
      : query`(select found.* from unnest(${actions}::text[]) as wanted (name)
          cross join lateral (${newest(whose, query`action = wanted.name`)}) as found)`;
  const { own, only } = by;
  const parts = [part(query`client_id = ${by.clientId}`, only)];
  if (own)
    parts.push(
      part(
        query`person_id = ${own.personId} and client_id is distinct from ${by.clientId}`,
        own.actions.filter((action) => only?.includes(action) ?? true),
      ),
    );
  const { rows } = await query<AuditRecord>`
    select id, at, action, client_id as "clientId", person_id as "personId", actor, ip, user_agent as "userAgent", details
    from (${query.join(parts, query` union all `)}) as record order by id desc limit ${by.limit}
  `.execute(sql);
  return rows;
}
