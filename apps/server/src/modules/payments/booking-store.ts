/** Where payments stand in the books: booking day, value day and the balance after, for many payments in two queries. */
import { sql } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import { type Booking, bookingsOf } from '../ledger/index.ts';
import type { StoredPayment } from './view.ts';

/** By payment; those that moved no money are absent. */
export async function findBookings(
  db: Sql,
  payments: readonly StoredPayment[],
): Promise<ReadonlyMap<string, Booking>> {
  const executed = payments.filter(({ status }) => status === 'EXECUTED');
  if (executed.length === 0) return new Map();
  const times = await executionTimes(
    db,
    executed.map(({ id }) => id),
  );
  const bookings = await bookingsOf(
    db,
    executed.map((payment) => ({
      accountId: payment.accountId,
      id: movementOf(payment),
      from: times.get(payment.id) ?? payment.createdAt,
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
    select payment_id as id, min(at) as at from payments.payment_progress
    where payment_id = any(${ids}::uuid[]) and 'EXECUTED' = any(statuses) group by payment_id
  `.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The ledger knows both sides of a payment inside the bank by the payer's, which their end-to-end id spells. */
function movementOf({ id, direction, scheme, endToEndId }: StoredPayment): string {
  const inside = scheme === 'OWN' || scheme === 'INTERNAL';
  return direction === 'CREDIT' && inside && /^[0-9A-F]{32}$/.test(endToEndId) ? endToEndId : id;
}
