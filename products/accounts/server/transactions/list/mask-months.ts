/**
 * The lines of confidential payouts in the export of a period: one row for each payout and month with what was booked of it in that month, as on the
 * statement, and in the period of the order one with what is still open. Amounts are minor units.
 */

import { firstOfMonth, type ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { type Booking, sumsBetween } from '../../../../ledger/server/index.ts';
import { failedStatuses } from '../record.ts';
import type { ListedTransaction } from '../transaction.ts';

export interface Span {
  readonly from: Date;
  /** The first moment after the period. */
  readonly to: Date;
}

/** A row of the file, and where it was booked. */
export type BookedRow = readonly [row: ListedTransaction, booking: Booking | undefined];

/** The months of a period, newest first. */
export function monthsOf({ from, to }: Span, zone: ZonedDays): Span[] {
  const months: Span[] = [];
  for (let start = from; start < to; ) {
    const next = zone.startOf(firstOfMonth(zone.dayOf(start), 1));
    months.unshift({ from: start, to: next < to ? next : to });
    start = next;
  }
  return months;
}

/** The rows of these lines in a period, by line; a line without any has none. */
export async function rowsOfMasks(
  db: Sql,
  masks: readonly ListedTransaction[],
  period: Span,
  zone: ZonedDays,
): Promise<ReadonlyMap<string, readonly BookedRow[]>> {
  if (masks.length === 0) return new Map();
  const ids = masks.map(({ id }) => id);
  const [hidden, open] = await Promise.all([hiddenOf(db, ids), openOf(db, ids)]);
  const rows = new Map<string, BookedRow[]>(ids.map((id) => [id, []]));
  for (const month of monthsOf(period, zone)) {
    const sums = await sumsBetween(db, hidden, month);
    for (const mask of masks) {
      const sum = sums.get(mask.id);
      if (!sum) continue;
      const { amountMinor, feeMinor, ...booking } = sum;
      const row = { ...mask, status: 'EXECUTED' as const, amountMinor: -amountMinor, feeMinor: -feeMinor };
      rows.get(mask.id)?.push([row, booking]);
    }
  }
  for (const mask of masks) {
    if (mask.createdAt < period.from || mask.createdAt >= period.to) continue;
    const left = failedStatuses.includes(mask.status) ? mask : open.get(mask.id);
    if (left) rows.get(mask.id)?.push([{ ...mask, ...left }, undefined]);
  }
  return rows;
}

/** What each line stands for: its payments and the money of theirs that came back. */
async function hiddenOf(db: Sql, maskIds: readonly string[]) {
  const { rows } = await sql<{ groupId: string; accountId: string; subjectId: string }>`
    with mask as (select id, account_id, payout_id from transactions.transaction where id = any(${maskIds}::uuid[]))
    select mask.id as "groupId", mask.account_id as "accountId", payment.id as "subjectId"
    from mask join transactions.transaction as payment using (payout_id, account_id)
    where audience = 'CONFIDENTIAL' and status = 'EXECUTED'
    union all
    select mask.id, mask.account_id, credit.id
    from mask join transactions.transaction as payment using (payout_id)
    join transactions.returned on payment_id = payment.id
    join transactions.transaction as credit on credit.id = credit_id and credit.account_id = mask.account_id
    where payment.audience = 'CONFIDENTIAL' and credit.audience = 'CONFIDENTIAL'
  `.execute(db);
  return rows;
}

/** Amount and fee of the payments that are not booked yet, by line; of lines that have some. */
async function openOf(db: Sql, maskIds: readonly string[]) {
  const { rows } = await sql<{ id: string; amount: string; fee: string }>`
    select mask.id, sum(case when payment.charge_bearer = 'BEN' then payment.amount_minor - payment.fee_minor else payment.amount_minor end)::text as amount,
      sum(payment.fee_minor)::text as fee
    from transactions.transaction as mask
    join transactions.transaction as payment on payment.payout_id = mask.payout_id and payment.account_id = mask.account_id
    where mask.id = any(${maskIds}::uuid[]) and payment.audience = 'CONFIDENTIAL'
      and payment.status <> all(${['EXECUTED', ...failedStatuses]}::text[])
    group by mask.id
  `.execute(db);
  return new Map(
    rows.map(({ id, amount, fee }) => [id, { amountMinor: BigInt(amount), feeMinor: BigInt(fee) }]),
  );
}
