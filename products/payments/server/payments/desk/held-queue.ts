/**
 * What screening holds is decided at the desk: carried out (approve), refused with its money free again at once (reject), put off until
 * the client has handed in a document (hold), which then brings it back by itself. The client learns where the payment stands and
 * what to do, never what was found.
 *
 * Errors of a decision: payment_state (decided meanwhile, taken back by the client); a Refusal while the client is blocked; of an approval
 * also rate_moved. Source: server page section 8.
 */
import { displayAmount, isCurrency } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import type { DeskItem, DeskQueue } from '@calmly/platform/desk.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Rail } from '@calmly/providers/rail/rail.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  type Steps,
  type StoredTransaction,
} from '../../../../accounts/server/transactions/index.ts';
import { refuseIfBlocked } from '../../../../identity/server/index.ts';
import { noticesOf } from '../notices.ts';
import { type Conversions, requireNearMarket } from '../ordering/conversion.ts';
import { listAttachmentIds } from '../ordering/store.ts';
import { notePayouts } from '../payout-news.ts';
import { endHeld, findHeld, type Held, isHeld, listHeld, listHeldOfPayout } from '../screening/store.ts';
import { submitDelayed } from '../settlement/hand-over.ts';
import { freeMoney } from '../settlement/held-money.ts';
import { bookInside, stepAt } from '../submission/pay-inside.ts';

interface Sources {
  readonly rail: Rail;
  readonly conversions: Pick<Conversions, 'price'>;
}

/** What the bank's staff sees of it. */
export const heldQueue = ({ rail, conversions }: Sources): DeskQueue => ({
  kind: 'payment',
  roles: { decides: ['AML'], reads: [] },
  async list(sql, page) {
    return (await listHeld(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const held = await findHeld(sql, id);
    return (
      held && {
        ...itemOf(held),
        facts: factsOf(held),
        documentIds: await listAttachmentIds(sql, id),
      }
    );
  },
  decide: (work, id, decision, { reason }) =>
    decision === 'approve' ? approve({ rail, conversions }, work, id, reason) : reject(work, id, reason),
  ofPayout: listHeldOfPayout,
  hold: (work, id, { reason }) => hold(work, id, reason),
});

const amountOf = ({ amountMinor, currency }: StoredTransaction) =>
  isCurrency(currency) ? displayAmount(amountMinor, currency).text : `${amountMinor} ${currency}`;

const itemOf = ({ payment, since, rule }: Held): DeskItem => ({
  id: payment.id,
  clientId: payment.clientId,
  since,
  subject: `${payment.number}, ${amountOf(payment)} to ${payment.creditorName}: ${rule ?? payment.status}`,
});

const factsOf = ({ payment, rule, found }: Held): ReadonlyArray<readonly [string, string]> => [
  ['Payment', payment.number],
  ['Status', payment.status],
  ['Rule', rule ?? 'not known'],
  ...(found === null ? [] : [['Resembles', found] as const]),
  ['Amount', `${amountOf(payment)} by ${payment.scheme}`],
  ['From', `${payment.debtorName}, ${payment.debtorAccount}`],
  ['To', `${payment.creditorName}, ${payment.creditorAccount}`],
  ['Bank', [payment.creditorAgentName, payment.creditorAgentBic].filter(Boolean).join(', ') || 'none'],
  ['Country', payment.counterpartyCountry ?? 'not known'],
  ['Reference', payment.reference],
  ['Ordered', payment.createdAt.toISOString()],
  ...(payment.payoutId ? [['Payout', payment.payoutId] as const] : []),
];

async function requireHeld(work: Work, id: string): Promise<StoredTransaction> {
  const payment = (await lockTransactions(work.sql, [id])).get(id);
  if (!payment || !isHeld(payment.status)) throw new Problem('payment_state');
  return payment;
}

async function approve(
  { rail, conversions }: Sources,
  work: Work,
  id: string,
  why: string | undefined,
): Promise<void> {
  const payment = await requireHeld(work, id);
  await refuseIfBlocked(work.sql, payment.clientId);
  // The client can take it back as long as it waits, and would do so only where the market moved to the bank's advantage.
  await requireNearMarket(conversions, work.now, payment);
  const step = stepAt(work.now);
  const approved = step('AML_APPROVED', 'screening_decided');
  await endHeld(work.sql, payment, work.now);
  await recordDecision(work, payment, 'approved', why);
  if (payment.scheme === 'INTERNAL') return bookInside(work, payment, [approved]);
  const steps: Steps = [approved, step('IN_PROCESS'), step('PENDING_FINANCE_INSTITUTION')];
  await appendSteps(work.sql, [{ transaction: payment, steps }]);
  await submitDelayed(rail, work, [payment]);
  await announce(work.sql, [payment], 'unmoved');
}

async function reject(work: Work, id: string, why: string | undefined): Promise<void> {
  const payment = await requireHeld(work, id);
  const refused = stepAt(work.now)('AML_REJECTED', 'not_permitted');
  await endHeld(work.sql, payment, work.now);
  await recordDecision(work, payment, 'rejected', why);
  await appendSteps(work.sql, [{ transaction: payment, steps: [refused] }]);
  await freeMoney(work.sql, [payment]);
  await announce(work.sql, [payment]);
  await notify(work, noticesOf([{ payment, ...refused }], work.now));
  await notePayouts(work, [payment]);
}

async function hold(work: Work, id: string, why: string | undefined): Promise<void> {
  const payment = await requireHeld(work, id);
  if (payment.status === 'HOLD_OTHER') throw new Problem('payment_state');
  await recordDecision(work, payment, 'held', why);
  const held = stepAt(work.now)('HOLD_OTHER', 'document_needed');
  await appendSteps(work.sql, [{ transaction: payment, steps: [held] }]);
  await announce(work.sql, [payment], 'unmoved');
  await notify(work, noticesOf([{ payment, ...held }], work.now));
}

const decisions = {
  approved: 'held_payment.approved',
  rejected: 'held_payment.rejected',
  held: 'held_payment.held',
} as const;

const recordDecision = (
  work: Work,
  payment: StoredTransaction,
  decision: keyof typeof decisions,
  why: string | undefined,
) =>
  audit(work, {
    action: decisions[decision],
    clientId: payment.clientId,
    details: { number: payment.number, reason: why ?? null },
  });
