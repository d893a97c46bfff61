/** The rows of an exported list, page by page, newest first. */
import { type PaymentsFilter, paymentsExportMax } from '@calmly/contract';
import { firstIdAt } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { type Booking, bookedBetween } from '../../../../ledger/server/index.ts';
import type { ListedTransaction, StoredTransaction } from '../transaction.ts';
import { conditionsOf, type Whose } from './filter.ts';
import { listPage, readPage } from './list-store.ts';

/** Payments booked between two moments on these accounts, and unbooked ones ordered between them. */
export interface BookedPeriod {
  readonly from: Date;
  /** The first moment after the period. */
  readonly to: Date;
  readonly accountIds: readonly string[];
}

export interface Paging {
  readonly filter: PaymentsFilter;
  readonly booked?: BookedPeriod | undefined;
}

const pageSize = 1_000;
/** No id is greater. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
type Rows = readonly ListedTransaction[];

/** With `booked`, some rows of the pages are of other periods: `isOf` tells. */
export async function* pagesOf(db: Sql, whose: Whose, { filter, booked }: Paging): AsyncGenerator<Rows> {
  const ordered = booked
    ? { ...filter, from: booked.from.toISOString(), to: booked.to.toISOString() }
    : filter;
  let cursor: string | undefined;
  do {
    const page = await listPage(db, whose, { ...ordered, limit: pageSize, ...(cursor && { cursor }) });
    yield page.transactions;
    cursor = page.cursor;
  } while (cursor !== undefined);
  if (booked) yield* orderedBefore(db, whose, filter, booked);
}

/** Payments booked in the period and ordered before it. */
async function* orderedBefore(
  db: Sql,
  whose: Whose,
  filter: PaymentsFilter,
  { from, to, accountIds }: BookedPeriod,
): AsyncGenerator<Rows> {
  const before = firstIdAt(from);
  const read = (below: string) =>
    bookedBetween(db, accountIds, { from, to, before: below, limit: paymentsExportMax });
  const ids = await read(before);
  // A line may be older than the payments that it stands for.
  const lines = whose.seesConfidential ? [] : await linesOf(db, await read(lastId));
  const all = [...ids, ...lines.filter((id) => id < before)].sort().reverse();
  const { within, ...others } = conditionsOf(whose, filter);
  for (let start = 0; start < all.length; start += pageSize) {
    const some = sql`${within} and id = any(${all.slice(start, start + pageSize)}::uuid[])`;
    yield (await readPage(db, { within: some, ...others }, pageSize)).transactions;
  }
}

/** The lines that stand for the confidential ones among these payments, and for money of theirs that came back. */
async function linesOf(db: Sql, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transactions.transaction where audience = 'MASK' and payout_id in (
      select payout_id from transactions.transaction where audience = 'CONFIDENTIAL' and id = any(array(
        select unnest(${ids}::uuid[]) union select payment_id from transactions.returned where credit_id = any(${ids}::uuid[])
      ))
    )
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** A row is of the period in which it was booked, and until then of that of its order. */
export const isOf = (
  { from, to }: Pick<BookedPeriod, 'from' | 'to'>,
  { createdAt }: Pick<StoredTransaction, 'createdAt'>,
  booking: Booking | undefined,
): boolean => {
  const at = booking?.bookedAt ?? createdAt;
  return at >= from && at < to;
};
