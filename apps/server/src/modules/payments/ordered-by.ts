/** Who ordered the payments of a company, by name. In the own profile everything is ordered by its only person, so nothing is looked up. */
import type { ClientActor, Sql } from '../../platform/work.ts';
import { findPersonNames } from '../identity/index.ts';
import type { StoredPayment } from './view.ts';

type Ordered = Pick<StoredPayment, 'initiatorId'>;

/** The names of the people who ordered these payments; null where the bank or another bank did. */
export async function findOrderedBy(
  db: Sql,
  { role }: Pick<ClientActor, 'role'>,
  payments: readonly Ordered[],
): Promise<(payment: Ordered) => string | null> {
  const ids = role === 'LEGAL' ? payments.flatMap(({ initiatorId }) => initiatorId ?? []) : [];
  const names = ids.length === 0 ? undefined : await findPersonNames(db, [...new Set(ids)]);
  return ({ initiatorId }) => (initiatorId && names?.get(initiatorId)) || null;
}

/** The same of a payment that this person orders now. */
export const orderedNow = ({ role, personName }: ClientActor): string | null =>
  role === 'LEGAL' ? personName : null;
