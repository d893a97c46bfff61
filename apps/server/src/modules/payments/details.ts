/** One payment as the drawer shows it: the payment, its steps, and what is kept beside it. */
import type { PaymentDetails } from '@calmly/contract';
import { Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work.ts';
import { findDocuments } from '../documents/index.ts';
import { requireClientActor } from '../identity/index.ts';
import { findConversion } from './conversion-store.ts';
import { findParticulars } from './instruction-store.ts';
import { findOrderedBy } from './ordered-by.ts';
import { findReturn } from './return-store.ts';
import { findPayment, listSteps } from './store.ts';
import { toDetails } from './view.ts';

/** A payment that the actor may see. */
export async function readDetails(work: Pick<Work, 'sql' | 'actor'>, id: string): Promise<PaymentDetails> {
  const { clientId, application } = requireClientActor(work);
  const payment = await findPayment(work.sql, clientId, id);
  const isHidden = payment && application?.accountIds.includes(payment.accountId) === false;
  if (!payment || isHidden) throw new Problem('not_found');
  const [steps, { documentIds, ...particulars }] = await Promise.all([
    listSteps(work.sql, id),
    findParticulars(work.sql, id),
  ]);
  const attachments = documentIds.length > 0 ? await findDocuments(work.sql, documentIds) : [];
  const conversion = payment.scheme === 'EXCHANGE' ? await findConversion(work.sql, id) : undefined;
  const isReturned = steps.some(({ reason }) => reason === 'returned');
  const returned = (isReturned && (await findReturn(work.sql, id))) || null;
  const orderedBy = (await findOrderedBy(work.sql, requireClientActor(work), [payment]))(payment);
  return toDetails(payment, steps, {
    orderedBy,
    ...particulars,
    attachments,
    conversion,
    returned,
  });
}
