/** Booking day, value day and the balance after, for the transactions of a page. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { type Booking, bookingsOf, newestPartsOf } from '../../../../ledger/server/index.ts';
import type { StoredTransaction } from '../transaction.ts';

/** Their money moves in parts, also while they are in process. */
export const partSchemes: readonly string[] = ['TRADE', 'CARD'];
/** An entry is dated like the account's newest where that is later: as late as another transaction began while this one ran. */
const slackMs = 60_000;

/**
 * By transaction; those that moved no money are absent. Of what was booked in parts it is the newest part, of a line that stands for a confidential
 * payout the last of its payments.
 */
export async function findBookings(
  db: Sql,
  transactions: readonly StoredTransaction[],
): Promise<ReadonlyMap<string, Booking>> {
  const [masks, others] = split(transactions, ({ audience }) => audience === 'MASK');
  const [inParts, rest] = split(others, ({ scheme }) => partSchemes.includes(scheme));
  const [parts, lastPaid] = await Promise.all([partsOf(db, inParts), lastPaidOf(db, masks)]);
  // What a card owed for the whole of a payment is booked when it is repaid.
  const once = [...rest, ...inParts.filter(({ id }) => !parts.has(id))].filter(
    ({ status }) => status === 'EXECUTED',
  );
  const booked = await bookedOnce(db, [
    ...once.map(({ id, accountId }) => ({ id, accountId })),
    ...lastPaid.map(({ paymentId: id, accountId }) => ({ id, accountId })),
  ]);
  const ofMasks = lastPaid.flatMap(({ maskId, paymentId }) => {
    const booking = booked.get(paymentId);
    return booking ? [[maskId, booking] as const] : [];
  });
  return new Map([...booked, ...parts, ...ofMasks]);
}

function split<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

type Wanted = Pick<StoredTransaction, 'id' | 'accountId'>;

const byId = (
  wanted: readonly Wanted[],
  bookings: ReadonlyArray<Booking | undefined>,
): Map<string, Booking> =>
  new Map(
    wanted.flatMap(({ id }, index) => {
      const booking = bookings[index];
      return booking ? [[id, booking] as const] : [];
    }),
  );

/** The booking at its execution. */
async function bookedOnce(db: Sql, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, Booking>> {
  if (wanted.length === 0) return new Map();
  const times = await executionTimes(
    db,
    wanted.map(({ id }) => id),
  );
  const executed = wanted.flatMap(({ id, accountId }) => {
    const from = times.get(id);
    return from ? [{ id, accountId, subjectId: id, from }] : [];
  });
  return byId(executed, await bookingsOf(db, executed));
}

async function partsOf(
  db: Sql,
  transactions: readonly StoredTransaction[],
): Promise<ReadonlyMap<string, Booking>> {
  if (transactions.length === 0) return new Map();
  const bookings = await newestPartsOf(
    db,
    transactions.map(({ id, accountId, createdAt, updatedAt }) => ({
      accountId,
      subjectId: id,
      from: new Date(createdAt.getTime() - slackMs),
      until: new Date(updatedAt.getTime() + slackMs),
    })),
  );
  return byId(transactions, bookings);
}

/** When each was executed first: a return is a later step of the same status. */
async function executionTimes(db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select transaction_id as id, min(at) as at from transactions.taken
    where transaction_id = any(${ids}::uuid[]) and 'EXECUTED' = any(statuses) group by transaction_id
  `.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The payment of each line that was executed last. */
async function lastPaidOf(
  db: Sql,
  masks: readonly StoredTransaction[],
): Promise<
  ReadonlyArray<{ readonly maskId: string; readonly paymentId: string; readonly accountId: string }>
> {
  if (masks.length === 0) return [];
  const { rows } = await sql<{ maskId: string; paymentId: string; accountId: string }>`
    select mask.id as "maskId", mask.account_id as "accountId", last.id as "paymentId"
    from transactions.transaction as mask cross join lateral (
      select payment.id
      from transactions.transaction as payment cross join lateral (
        -- \`offset 0\`: the steps of these payments alone are read.
        select min(at) as at from transactions.taken
        where transaction_id = payment.id and 'EXECUTED' = any(statuses) offset 0
      ) as executed
      where payment.payout_id = mask.payout_id and payment.account_id = mask.account_id
        and payment.audience = 'CONFIDENTIAL' and payment.status = 'EXECUTED' and executed.at is not null
      order by executed.at desc, payment.id desc limit 1
    ) as last
    where mask.id = any(${masks.map(({ id }) => id)}::uuid[])
  `.execute(db);
  return rows;
}
