/** Booking day, value day and the balance after, for many transactions in two queries. */
import { sql } from 'kysely';
import type { Sql } from '../../../platform/work.ts';
import { type Booking, bookingsOf } from '../../ledger/index.ts';
import type { StoredTransaction } from '../transaction.ts';

/** By transaction; those that moved no money are absent. */
export async function findBookings(
  db: Sql,
  transactions: readonly StoredTransaction[],
): Promise<ReadonlyMap<string, Booking>> {
  const executed = transactions.filter(({ status }) => status === 'EXECUTED');
  if (executed.length === 0) return new Map();
  const times = await executionTimes(
    db,
    executed.map(({ id }) => id),
  );
  const bookings = await bookingsOf(
    db,
    executed.map((transaction) => ({
      accountId: transaction.accountId,
      subjectId: transaction.id,
      from: times.get(transaction.id) ?? transaction.createdAt,
    })),
  );
  return new Map(
    executed.flatMap(({ id }, index) => {
      const booking = bookings[index];
      return booking ? [[id, booking] as const] : [];
    }),
  );
}

/** When each was executed first: a return is a later step of the same status. */
async function executionTimes(db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select transaction_id as id, min(at) as at from transactions.progress
    where transaction_id = any(${ids}::uuid[]) and 'EXECUTED' = any(statuses) group by transaction_id
  `.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
