/** SQL of the rule for receipts. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';

export interface StoredRule {
  /** In euros. */
  readonly aboveMinor: bigint;
  /** The first day whose payments need a receipt, `YYYY-MM-DD`. */
  readonly from: string;
}

/** Serialises changes of a client's rule, which may have no row yet. */
export async function lockRule(db: Sql, clientId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receipt-rule:${clientId}`}, 0))`.execute(db);
}

/** Undefined: the client needs no receipts, except those of cards. */
export async function findRule(db: Sql, clientId: string): Promise<StoredRule | undefined> {
  const { rows } = await sql<{ aboveMinor: string; from: string }>`
    select above_minor::text as "aboveMinor", counted_from::text as "from" from bookkeeping.receipt_rule where client_id = ${clientId}
  `.execute(db);
  return rows[0] && { ...rows[0], aboveMinor: BigInt(rows[0].aboveMinor) };
}

/** Replaces the client's rule. */
export async function writeRule(db: Sql, clientId: string, { aboveMinor, from }: StoredRule): Promise<void> {
  await sql`
    insert into bookkeeping.receipt_rule (client_id, above_minor, counted_from) values (${clientId}, ${aboveMinor.toString()}, ${from})
    on conflict (client_id) do update set above_minor = excluded.above_minor, counted_from = excluded.counted_from
  `.execute(db);
}

export async function deleteRule(db: Sql, clientId: string): Promise<void> {
  await sql`delete from bookkeeping.receipt_rule where client_id = ${clientId}`.execute(db);
}
