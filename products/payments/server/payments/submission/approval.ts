/**
 * What becomes of a payment that needs approval. It was written as CREATED with its money reserved (`needs.ts`); the last consent makes it
 * SUBMITTED and sends it in the same transaction, and any other end frees the money. Source: server page section 8.
 */
import type { PaymentPurpose } from '@calmly/contract';
import { isCurrency } from '@calmly/domain';
import { canonicalJson } from '@calmly/platform/http/calls/idempotency.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  type Step,
  type StoredTransaction,
} from '../../../../accounts/server/transactions/index.ts';
import type {
  ApprovalHandler,
  ApprovalRequest,
  JsonValue,
  Refused,
} from '../../../../approvals/server/index.ts';
import { findAccountsSince } from '../../../../payees/server/index.ts';
import { type Conversions, requireNearMarket } from '../ordering/conversion.ts';
import { allowanceShare } from '../ordering/policy.ts';
import { findInstructions } from '../ordering/store.ts';
import { processTask } from '../screening/process-payments.ts';
import { freeMoney } from '../settlement/held-money.ts';
import { contentOf } from './needs.ts';
import { payInside } from './pay-inside.ts';

/** How approvals of payments are carried out. */
export const paymentApprovals = ({
  screening,
  conversions,
}: {
  readonly screening: Screening;
  readonly conversions: Pick<Conversions, 'price'>;
}): ApprovalHandler => ({
  kind: 'payment',
  async outflows(sql, { clientId, content, amountMinor, currency, requestedAt }) {
    const { beneficiaryId } = content as { readonly beneficiaryId: string | null };
    if (amountMinor === null || currency === null || !isCurrency(currency))
      throw new Error('a payment has an amount');
    const since = beneficiaryId && (await findAccountsSince(sql, { clientId, id: beneficiaryId }));
    return [{ knownSince: since || requestedAt, worthMinor: allowanceShare(amountMinor, currency) }];
  },
  async approved(work, request, by) {
    const payment = await requireCreated(work.sql, request);
    const said = (await findInstructions(work.sql, [payment.id])).get(payment.id);
    if (!isSame(payment, said?.purpose ?? null, request.content))
      throw new Error(`payment ${payment.id} is not what was approved`);
    await requireNearMarket(conversions, work.now, payment);
    const submitted: Step = { status: 'SUBMITTED', at: work.now, actor: by.name, reason: null };
    if (payment.scheme === 'INTERNAL') return payInside(screening, work, payment, submitted);
    await appendSteps(work.sql, [{ transaction: payment, steps: [submitted] }]);
    await addJobs(work.sql, [{ task: processTask, payload: [payment.id] }]);
    await announce(work.sql, [payment], 'unmoved');
  },
  async refused(work, request, how, by) {
    const payment = await requireCreated(work.sql, request);
    await giveBack(work, payment, { ...endOf[how], at: work.now, actor: by?.name ?? null });
  },
});

const endOf = {
  REJECTED: { status: 'REJECTED', reason: 'approval_rejected' },
  RECALLED: { status: 'CANCELED', reason: 'approval_recalled' },
  EXPIRED: { status: 'CANCELED', reason: 'approval_expired' },
  VOIDED: { status: 'CANCELED', reason: 'approval_requester_left' },
} as const satisfies Record<Refused, Pick<Step, 'status' | 'reason'>>;

async function requireCreated(db: Sql, { subjectId }: ApprovalRequest): Promise<StoredTransaction> {
  const payment = (await lockTransactions(db, [subjectId])).get(subjectId);
  if (payment?.status !== 'CREATED') throw new Problem('payment_state');
  return payment;
}

function isSame(payment: StoredTransaction, purpose: PaymentPurpose | null, content: JsonValue): boolean {
  const { beneficiaryVersion: _, ...consented } = content as { readonly beneficiaryVersion: number };
  return canonicalJson(contentOf(payment, purpose)) === canonicalJson(consented);
}

/** Ends a payment whose money is reserved; it is free again at once. */
async function giveBack({ sql }: Work, payment: StoredTransaction, step: Step): Promise<void> {
  await freeMoney(sql, [payment]);
  await appendSteps(sql, [{ transaction: payment, steps: [step] }]);
  await announce(sql, [payment]);
}
