/**
 * Cancelling: the client takes a payment back while it is not yet IN_PROCESS, and what was reserved is free again at once;
 * the request for its approval is closed with it, and a colleague who ordered it is notified. Taken back already, it stays as it is: a DELETE may be repeated (RFC 9110, 9.2.2).
 * Errors in the order checked: not_found (another client's too), payment_state.
 */
import { formatDecimal, isCancellable, isOrder } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { type Notice, notify } from '@calmly/platform/notify/notices.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import {
  announce,
  appendSteps,
  isVisible,
  lockTransactions,
  type Step,
  type StoredTransaction,
  viewerOf,
} from '../../../accounts/server/transactions/index.ts';
import { withdrawApproval } from '../../../approvals/server/index.ts';
import { endHeld, isHeld } from './screening/store.ts';
import { freeMoney } from './settlement/held-money.ts';

/** Cancels a payment of the acting client in the open transaction. */
export async function cancelPayment(work: Work, paymentId: string): Promise<void> {
  const { actor, sql, now } = work;
  // Before the payment is locked, as those do who decide on it.
  await withdrawApproval(work, { kind: 'payment', subjectId: paymentId });
  const payment = (await lockTransactions(sql, [paymentId])).get(paymentId);
  if (!payment || actor.kind !== 'client' || payment.clientId !== actor.clientId)
    throw new Problem('not_found');
  if (!isVisible(payment, viewerOf(actor))) throw new Problem('not_found');
  if (payment.status === 'CANCELED') return;
  // Other products have their own calls for it.
  if (payment.direction !== 'DEBIT' || !isOrder(payment.scheme) || !isCancellable(payment.status))
    throw new Problem('payment_state');

  const step: Step = { status: 'CANCELED', at: now, actor: actor.personName, reason: 'canceled_by_client' };
  await appendSteps(sql, [{ transaction: payment, steps: [step] }]);
  await freeMoney(sql, [payment]);
  if (isHeld(payment.status)) await endHeld(sql, payment, now);
  await audit(work, { action: 'payment.canceled', details: { paymentId, number: payment.number } });
  await announce(sql, [payment]);
  await notify(work, canceledByColleague(payment, actor));
}

/** To the person who ordered it, if that is another one. */
function canceledByColleague(
  {
    id,
    clientId,
    initiatorId,
    amountMinor,
    currency,
    creditorName: counterparty,
    audience,
  }: StoredTransaction,
  { personId, personName: by }: ClientActor,
): Notice[] {
  if (initiatorId === null || initiatorId === personId) return [];
  const params = { amount: formatDecimal(amountMinor, currency), currency, counterparty, by };
  return [
    {
      kind: 'payment_canceled',
      clientId,
      personId: initiatorId,
      subjectId: id,
      audience: audience === 'CONFIDENTIAL' ? 'confidential' : undefined,
      params,
    },
  ];
}
