/** Who ordered a company's transactions, by name. A personal profile has one person, so nothing is looked up there. */
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import { findPersonNames } from '../../../../identity/server/index.ts';
import type { StoredTransaction } from '../transaction.ts';

type Ordered = Pick<StoredTransaction, 'initiatorId'>;

/** The name of the person who ordered each transaction; null where a bank did. */
export async function findOrderedBy(
  db: Sql,
  { role }: Pick<ClientActor, 'role'>,
  transactions: readonly Ordered[],
): Promise<(transaction: Ordered) => string | null> {
  const ids = role === 'LEGAL' ? transactions.flatMap(({ initiatorId }) => initiatorId ?? []) : [];
  const names = ids.length === 0 ? undefined : await findPersonNames(db, [...new Set(ids)]);
  return ({ initiatorId }) => (initiatorId && names?.get(initiatorId)) || null;
}

/** The same for what this person orders now. */
export const orderedNow = ({ role, personName }: ClientActor): string | null =>
  role === 'LEGAL' ? personName : null;
