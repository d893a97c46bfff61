/** The same payment in another payout of the client that is waiting, scheduled or being paid. `paid_before` covers completed payments. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Remark } from '../row.ts';

interface Scope {
  readonly payoutId: string;
  readonly clientId: string;
  /** Confidential payouts are searched only on behalf of confidential ones. */
  readonly seesConfidential: boolean;
}

/** A warning for each of these payment keys found in another payout, by key. */
export async function findElsewhere(
  sql: Sql,
  { payoutId, clientId, seesConfidential }: Scope,
  keys: ReadonlyArray<bigint | null>,
): Promise<ReadonlyMap<bigint, Remark>> {
  const asked = [...new Set(keys)].flatMap((key) => key?.toString() ?? []);
  if (asked.length === 0) return new Map();
  const { rows } = await query<{ key: string; number: string }>`
    select distinct on (row.payment_key) row.payment_key::text as key, payout.number
    from payouts.payout join payouts.row on row.payout_id = payout.id and row.payment_key = any(${asked}::bigint[]) and not row.has_fault
    where payout.client_id = ${clientId} and payout.id <> ${payoutId} and payout.status in ('WAITING', 'SCHEDULED', 'PAYING')
      and (${seesConfidential}::boolean or not payout.confidential)
      and not exists (select from payouts.outcome where payout_id = row.payout_id and position = row.position)
    order by row.payment_key, payout.id
  `.execute(sql);
  return new Map(
    rows.map(({ key, number }) => [
      BigInt(key),
      { field: 'amount', code: 'in_other_payout', params: { number } },
    ]),
  );
}
