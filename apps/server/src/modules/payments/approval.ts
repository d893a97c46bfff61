/**
 * Payments that need somebody's approval. Such a payment is written as CREATED with its money reserved and goes nowhere; the last
 * consent makes it SUBMITTED and sends it on its way in the same transaction, everything else frees the money.
 *
 * What is consented to is the payment as it will go: amount, currency, fee, both accounts, the payee by name and in the version of
 * its bank details, the reference. Between own accounts nothing leaves the client, so nothing is asked. Source: server page section 8.
 */
import type { PaymentPurpose } from '@calmly/contract';
import { chargesOf, formatDecimal, isCurrency } from '@calmly/domain';
import { canonicalJson } from '../../platform/http/canonical.ts';
import { addJobs } from '../../platform/jobs.ts';
import { Problem } from '../../platform/problem.ts';
import type { Sql, Work } from '../../platform/work.ts';
import type { Screening } from '../../providers/screening/screening.ts';
import {
  type ApprovalHandler,
  type ApprovalRequest,
  type Ask,
  countTowardsDay,
  type JsonValue,
  type Need,
  needsOf,
  openApproval,
  type Question,
  type Refused,
} from '../approvals/index.ts';
import { findAccountsSince, holdBeneficiaries } from '../beneficiaries/index.ts';
import { release } from '../ledger/index.ts';
import {
  announce,
  appendSteps,
  lockTransactions,
  type Step,
  type StoredTransaction,
  sentOf,
} from '../transactions/index.ts';
import { type Conversions, requireNearMarket } from './conversion.ts';
import { findInstructions } from './instruction-store.ts';
import { isExternal } from './move-money.ts';
import type { Plan } from './order.ts';
import { payInside } from './pay-inside.ts';
import { allowanceShare } from './policy.ts';
import { processTask } from './process.ts';
import { findWarnings, type Warned } from './warnings.ts';

/** A decided order that may have to wait. */
interface Ordered {
  readonly work: Work;
  readonly plan: Plan;
  readonly command: { readonly clientId: string; readonly at?: Date };
}

const questionOf = ({ plan, command: { clientId } }: Ordered): Question => ({
  kind: 'payment',
  clientId,
  money: { amountMinor: plan.amountMinor, currency: plan.currency },
  newPayee: plan.payee === undefined && isExternal(plan),
});

/** Whose money stays where it is, and what was decided in the past, asks nobody. */
const mayNeed = ({ plan, command }: Ordered) => plan.scheme !== 'OWN' && command.at === undefined;

/**
 * What each order needs. The payees of those that need something stay as they are until the transaction ends, so that a change
 * of one finds every request that relies on it; an order whose payee has just changed is missing.
 */
export async function withNeeds<Candidate extends Ordered>(
  db: Sql,
  candidates: readonly Candidate[],
): Promise<{
  readonly judged: ReadonlyArray<Candidate & { readonly need: Need | undefined }>;
  readonly changed: readonly Candidate[];
}> {
  const asking = candidates.filter(mayNeed);
  const needs = await needsOf(
    db,
    asking.map((candidate) => ({ work: candidate.work, question: questionOf(candidate) })),
  );
  const needOf = new Map(asking.map((candidate, place) => [candidate, needs[place]]));
  const held = candidates.filter((candidate) => needOf.get(candidate) && candidate.plan.payee !== undefined);
  const versions = await holdBeneficiaries(
    db,
    held.flatMap(({ plan, command }) =>
      plan.payee ? [{ clientId: command.clientId, id: plan.payee.id }] : [],
    ),
  );
  const changed = held.filter(({ plan: { payee } }) => payee && versions.get(payee.id) !== payee.version);
  return {
    judged: candidates
      .filter((candidate) => !changed.includes(candidate))
      .map((candidate) => ({ ...candidate, need: needOf.get(candidate) })),
    changed,
  };
}

/** Opens the requests of payments that were written, and counts all of them towards their person's day. */
export async function openApprovals(db: Sql, ordered: readonly Written[]): Promise<void> {
  const counted = ordered.filter(mayNeed).map((order) => ({ work: order.work, question: questionOf(order) }));
  await countTowardsDay(db, counted);
  for (const order of ordered) {
    if (!order.need) continue;
    const warned = await findWarnings(db, subjectOf(order));
    await openApproval({ ...order.work, sql: db }, askFor(order, warned, order.need), order.need);
  }
}

interface Written extends Ordered {
  readonly need?: Need | undefined;
  readonly payment: StoredTransaction;
  readonly purpose: PaymentPurpose | null;
  readonly documents: readonly unknown[];
}

function subjectOf({ payment, work }: Written) {
  return {
    ...payment,
    paymentId: payment.id,
    at: payment.createdAt,
    personId: work.actor.kind === 'client' ? work.actor.personId : undefined,
  };
}

function askFor(
  { payment, plan: { payee }, purpose, documents }: Written,
  { warnings, nameCheck }: Warned,
  { application }: Need,
): Ask {
  const { currency, amountMinor, feeMinor } = payment;
  return {
    kind: 'payment',
    clientId: payment.clientId,
    subjectId: payment.id,
    basedOn: payee?.id,
    content: { ...contentOf(payment, purpose), beneficiaryVersion: payee?.version ?? 0 },
    money: { amountMinor, currency },
    warnings: application !== null && !payee ? ['account_from_application', ...warnings] : warnings,
    facts: {
      number: payment.number,
      creditorName: payment.creditorName,
      creditorAccount: payment.creditorAccount,
      ...(payment.counterpartyCountry !== null && { creditorCountry: payment.counterpartyCountry }),
      reference: payment.reference,
      scheme: payment.scheme,
      fee: formatDecimal(feeMinor, currency),
      total: formatDecimal(chargesOf(payment).debitedMinor, currency),
      debtorAccount: payment.debtorAccount,
      debtorAccountName: payment.accountName,
      ...(nameCheck !== undefined && { nameCheck }),
      ...(purpose !== null && { purpose }),
      ...(payment.converted && {
        sent: formatDecimal(sentOf(payment).amountMinor, sentOf(payment).currency),
        sentCurrency: sentOf(payment).currency,
        rate: payment.converted.rate,
      }),
      ...(documents.length > 0 && { attachments: `${documents.length}` }),
    },
  };
}

/** What the payment itself says of what was consented to. */
const contentOf = (payment: StoredTransaction, purpose: PaymentPurpose | null) => ({
  amount: payment.amountMinor.toString(),
  fee: payment.feeMinor.toString(),
  currency: payment.currency,
  debtorAccountId: payment.accountId,
  debtorAccount: payment.debtorAccount,
  creditorName: payment.creditorName,
  creditorAccount: payment.creditorAccount,
  creditorAgentBic: payment.creditorAgentBic,
  beneficiaryId: payment.beneficiaryId,
  reference: payment.reference,
  chargeBearer: payment.chargeBearer,
  scheme: payment.scheme,
  purpose,
  ...(payment.converted && {
    converted: {
      amount: payment.converted.amountMinor.toString(),
      currency: payment.converted.currency,
      rate: payment.converted.rate,
    },
  }),
});

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
  const [released] = await release(sql, [payment.id]);
  if (!released?.ok) throw new Error(`the reservation of payment ${payment.id} is not open`);
  await appendSteps(sql, [{ transaction: payment, steps: [step] }]);
  await announce(sql, [payment]);
}
