/**
 * The bookings that card payments should have according to the sums of their messages, for comparison with the ledger's entries. Signed minor units.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { paidFrom } from '../../../ledger/server/index.ts';

/** The collected amount; a refund is positive. */
const collected = query`case when is_refund then cleared_minor else -cleared_minor end`;

type Sums = ReadonlyMap<string, bigint>;
const sumsOf = (rows: ReadonlyArray<{ readonly id: string; readonly minor: string }>): Sums =>
  new Map(rows.map(({ id, minor }) => [id, BigInt(minor)]));

export const cardBookings = {
  /** Collected amounts by payment; unknown payments are absent. */
  async collectedOf(sql: Sql, ids: readonly string[]): Promise<Sums> {
    const { rows } = await query<{ id: string; minor: string }>`
      select id, (${collected})::text as minor from cards.authorization where id = any(${ids}::uuid[])`.execute(
      sql,
    );
    return sumsOf(rows);
  },
  /** The part paid by the bank, because it exceeded the card's balance, by payment. */
  lentFor: (sql: Sql, ids: readonly string[]): Promise<Sums> => paidFrom(sql, 'receivable', 'card', ids),
  /**
   * The code of repayment entries. They belong to the payment that caused the debt or, for older debts without that record, to the one that brought
   * the money.
   */
  repaymentCode: 'card_debt',
  /** Collected amounts less what the card still owes, by account. */
  async sumsOf(sql: Sql, accountIds: readonly string[]): Promise<Sums> {
    const { rows } = await query<{ id: string; minor: string }>`
      select it.account_id as id, (sum(${collected}) + coalesce(max(debt.amount_minor), 0))::text as minor
      from cards.authorization it left join cards.debt on debt.account_id = it.account_id
      where it.account_id = any(${accountIds}::uuid[]) group by it.account_id`.execute(sql);
    return sumsOf(rows);
  },
};
