/**
 * Payments to other banks, of every client, for the sandbox's desk. It reads only the newest rows: payments on their way are never old,
 * and no index covers the status, so that a step updates no index.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { searchCondition } from './list/filter.ts';
import { knownReturns } from './return-store.ts';
import { type TransactionRow, toTransaction, transactionColumns } from './store.ts';
import type { StoredTransaction } from './transaction.ts';

export interface AtOtherBank extends StoredTransaction {
  /** Its money has come back. */
  readonly isReturned: boolean;
}

/** No list goes further back. */
const lookedThrough = 50_000;
const isExternalDebit = sql`direction = 'DEBIT' and audience <> 'MASK' and scheme in ('SEPA', 'SEPA_INSTANT', 'SWIFT')`;

/** Newest first, before an id. */
export async function listAtOtherBanks(
  db: Sql,
  query: {
    readonly status: 'PENDING_FINANCE_INSTITUTION' | 'EXECUTED';
    readonly search: string | undefined;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<AtOtherBank[]> {
  const before = query.before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const isFound = query.search ? searchCondition(query.search) : sql`true`;
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from (
      select * from transactions.transaction where id < ${before} order by id desc limit ${lookedThrough}
    ) as newest
    where ${isExternalDebit} and status = ${query.status} and ${isFound}
    order by id desc limit ${query.limit}
  `.execute(db);
  return withReturns(db, rows);
}

/** One of them, locked. */
export async function lockAtOtherBank(db: Sql, id: string): Promise<AtOtherBank | undefined> {
  const { rows } = await sql<TransactionRow>`
    select ${transactionColumns} from transactions.transaction where id = ${id} and ${isExternalDebit} for no key update
  `.execute(db);
  return (await withReturns(db, rows))[0];
}

async function withReturns(db: Sql, rows: readonly TransactionRow[]): Promise<AtOtherBank[]> {
  const returned = await knownReturns(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toTransaction(row), isReturned: returned.has(row.id) }));
}
