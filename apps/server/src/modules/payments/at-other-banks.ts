/**
 * Payments to other banks whoever ordered them, for the desk of the sandbox. Only the newest are looked through: what is on its way
 * is never old, and no index names a status, so that a payment's steps touch none.
 */
import { sql } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import { knownReturns } from './return-store.ts';
import { type PaymentRow, paymentColumns, toStoredPayment } from './store.ts';
import type { StoredPayment } from './view.ts';

export interface AtOtherBank extends StoredPayment {
  /** Its money has come back. */
  readonly isReturned: boolean;
}

const lookedThrough = 2_000;
const isExternalDebit = sql`direction = 'DEBIT' and scheme in ('SEPA', 'SEPA_INSTANT', 'SWIFT')`;

/** Newest first, before an id. */
export async function listAtOtherBanks(
  db: Sql,
  query: {
    readonly status: 'PENDING_FINANCE_INSTITUTION' | 'EXECUTED';
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<AtOtherBank[]> {
  const before = query.before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from (
      select * from payments.payment where id < ${before} order by id desc limit ${lookedThrough}
    ) as newest
    where ${isExternalDebit} and status = ${query.status}
    order by id desc limit ${query.limit}
  `.execute(db);
  return withReturns(db, rows);
}

/** One of them, locked. */
export async function lockAtOtherBank(db: Sql, id: string): Promise<AtOtherBank | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments.payment where id = ${id} and ${isExternalDebit} for no key update
  `.execute(db);
  return (await withReturns(db, rows))[0];
}

async function withReturns(db: Sql, rows: readonly PaymentRow[]): Promise<AtOtherBank[]> {
  const returned = await knownReturns(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toStoredPayment(row), isReturned: returned.has(row.id) }));
}
