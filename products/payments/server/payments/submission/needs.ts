/**
 * Payments that need approval, as they are ordered: what each needs, and the request that is opened for it.
 *
 * Approvers consent to the payment as it will leave: amount, currency, fee, both accounts, the payee by name and in the version of its bank
 * details, the reference. Payments between own accounts need no approval. Source: server page section 8.
 */
import type { PaymentPurpose } from '@calmly/contract';
import { chargesOf, formatDecimal } from '@calmly/domain';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { type StoredTransaction, sentOf } from '../../../../accounts/server/transactions/index.ts';
import {
  type Ask,
  countTowardsDay,
  type Need,
  needsOf,
  openApproval,
  type Question,
} from '../../../../approvals/server/index.ts';
import { holdBeneficiaries } from '../../../../payees/server/index.ts';
import type { Plan } from '../ordering/order.ts';
import { findWarnings, type Warned } from '../ordering/warnings.ts';
import type { SubmitPayment } from './candidate.ts';

/** A decided order that may need approval. */
interface Ordered {
  readonly work: Work;
  readonly plan: Plan;
  readonly command: Pick<SubmitPayment, 'clientId' | 'at' | 'inBulk'>;
}

const questionOf = ({ plan, command: { clientId } }: Ordered): Question => ({
  kind: 'payment',
  clientId,
  money: { amountMinor: plan.amountMinor, currency: plan.currency },
  newPayee: plan.payee === undefined,
});

/** Payments between own accounts, the demo history and what was approved in bulk need no approval. */
const mayNeed = ({ plan, command: { at, inBulk } }: Ordered) =>
  plan.scheme !== 'OWN' && at === undefined && inBulk === undefined;

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

/** The part that the payment itself says; the payee's version is added to it. */
export const contentOf = (payment: StoredTransaction, purpose: PaymentPurpose | null) => ({
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
