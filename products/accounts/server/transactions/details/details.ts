/** One transaction as the drawer shows it: the row, its steps, and what its product knows about it. */
import type { PaymentDetails } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { viewerOf } from '../confidential/audience.ts';
import { findOrderedBy } from '../ordered/earlier.ts';
import type { Products } from '../products.ts';
import { findReturn } from '../return-store.ts';
import { findTransaction, listSteps } from '../store.ts';
import { toDetails } from '../transaction.ts';

/** A transaction that the actor may see. Error: not_found. */
export async function readDetails(
  { orderFacts, conversion: findConversion }: Pick<Products, 'orderFacts' | 'conversion'>,
  work: Pick<Work, 'sql' | 'actor'>,
  id: string,
): Promise<PaymentDetails> {
  const actor = requireClientActor(work);
  const transaction = await findTransaction(work.sql, viewerOf(actor), id);
  const isHidden = transaction && actor.application?.accountIds.includes(transaction.accountId) === false;
  if (!transaction || isHidden) throw new Problem('not_found');
  const [steps, facts] = await Promise.all([listSteps(work.sql, id), orderFacts(work.sql, id)]);
  const conversion = transaction.scheme === 'EXCHANGE' ? await findConversion(work.sql, id) : undefined;
  const isReturned = steps.some(({ reason }) => reason === 'returned');
  const returned = (isReturned && (await findReturn(work.sql, id))) || null;
  const orderedBy = (await findOrderedBy(work.sql, actor, [transaction]))(transaction);
  return toDetails(transaction, steps, { ...facts, orderedBy, conversion, returned });
}
