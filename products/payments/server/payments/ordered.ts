/** What people ordered from a client's accounts, with the applications that requested it. */
import type { Sql } from '@calmly/platform/work.ts';
import {
  listOrdered as listTransactions,
  type OrderedTransaction,
} from '../../../accounts/server/transactions/index.ts';
import { findApplications } from './ordering/store.ts';

export interface OrderedPayment extends OrderedTransaction {
  /** The connected application that requested it in the person's name. */
  readonly application: string | null;
}

/** Newest first, below an id. */
export async function listOrdered(
  db: Sql,
  query: Parameters<typeof listTransactions>[1],
): Promise<OrderedPayment[]> {
  const ordered = await listTransactions(db, query);
  const applications = await findApplications(
    db,
    ordered.map(({ id }) => id),
  );
  return ordered.map((each) => ({ ...each, application: applications.get(each.id) ?? null }));
}
