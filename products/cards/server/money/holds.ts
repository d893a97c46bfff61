/** Reservations of payments with cards, for the check of all reservations. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { heldMinor, type Sums } from '../authorizations/state.ts';

type Row = Pick<Sums, 'approved' | 'isOver'> &
  Record<'authorizedMinor' | 'reversedMinor' | 'clearedMinor', string> & {
    readonly id: string | null;
    readonly paymentId: string;
    readonly accountId: string;
  };

/**
 * Amounts held for open payments, by reservation. `ids` are of payments or of reservations. A payment without a reservation is listed under its own
 * id, which no reservation has.
 */
export async function findCardHolds(
  sql: Sql,
  ids: readonly string[],
  by: 'payments' | 'reservations',
): Promise<ReadonlyMap<string, { readonly accountId: string; readonly minor: bigint }>> {
  const wanted =
    by === 'payments'
      ? query`id = any(${ids}::uuid[])`
      : query`expires_at is not null and reservation_id = any(${ids}::uuid[])`;
  const { rows } = await query<Row>`
    select reservation_id as id, id as "paymentId", account_id as "accountId", approved, is_over as "isOver",
      authorized_minor::text as "authorizedMinor", reversed_minor::text as "reversedMinor", cleared_minor::text as "clearedMinor"
    from cards.authorization where ${wanted}`.execute(sql);
  return new Map(
    rows.flatMap(({ id, paymentId, accountId, approved, isOver, ...sums }) => {
      const [authorizedMinor, reversedMinor, clearedMinor] = [
        BigInt(sums.authorizedMinor),
        BigInt(sums.reversedMinor),
        BigInt(sums.clearedMinor),
      ];
      const minor = heldMinor({ approved, isOver, authorizedMinor, reversedMinor, clearedMinor });
      return minor > 0n ? [[id ?? paymentId, { accountId, minor }] as const] : [];
    }),
  );
}
