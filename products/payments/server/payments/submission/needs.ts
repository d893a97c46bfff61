/**
 * Payments that need approval, as they are ordered: what each needs, and the request that is opened for it.
 *
 * Approvers consent to the payment as it will leave: amount, currency, fee, both accounts, the payee by name and in the version of its bank
 * details, the reference. Payments between own accounts need no approval. Source: server page section 8.
 */
import type { PaymentPurpose } from '@calmly/contract';
import { chargesOf, formatDecimal } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
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
import type { PlannedPayment, WrittenPayment } from '../ordering/order.ts';
import { findWarnings, type Warned } from '../ordering/warnings.ts';

const questionOf = ({ plan, command: { clientId } }: PlannedPayment): Question => ({
  kind: 'payment',
  clientId,
  money: { amountMinor: plan.amountMinor, currency: plan.currency },
  newPayee: plan.payee === undefined,
});

/** Payments between own accounts, the demo history and what was approved in bulk need no approval. */
const mayNeed = ({ plan, command: { at, inBulk } }: PlannedPayment) =>
  plan.scheme !== 'OWN' && at === undefined && inBulk === undefined;

/**
 * What each order needs. The payees of those that need something stay as they are until the transaction ends, so that a change
 * of one finds every request that relies on it; an order whose payee has just changed is missing.
 */
export async function withNeeds(
  db: Sql,
  planned: readonly PlannedPayment[],
): Promise<{ readonly judged: readonly PlannedPayment[]; readonly changed: readonly PlannedPayment[] }> {
  const asking = planned.filter(mayNeed);
  const needs = await needsOf(
    db,
    asking.map((each) => ({ work: each.work, question: questionOf(each) })),
  );
  const needOf = new Map(asking.map((each, place) => [each, needs[place]]));
  const held = planned.filter((each) => needOf.get(each) && each.plan.payee !== undefined);
  const versions = await holdBeneficiaries(
    db,
    held.flatMap(({ plan, command }) =>
      plan.payee ? [{ clientId: command.clientId, id: plan.payee.id }] : [],
    ),
  );
  const changed = held.filter(({ plan: { payee } }) => payee && versions.get(payee.id) !== payee.version);
  return {
    judged: planned
      .filter((each) => !changed.includes(each))
      .map((each) => ({ ...each, need: needOf.get(each) })),
    changed,
  };
}

/** Opens the requests of payments that were written, and counts all of them towards their person's day. */
export async function openApprovals(db: Sql, written: readonly WrittenPayment[]): Promise<void> {
  const counted = written.filter(mayNeed).map((each) => ({ work: each.work, question: questionOf(each) }));
  await countTowardsDay(db, counted);
  for (const each of written) {
    if (!each.need) continue;
    const warned = await findWarnings(db, subjectOf(each));
    await openApproval({ ...each.work, sql: db }, askFor(each, warned, each.need), each.need);
  }
}

function subjectOf({ payment, work }: WrittenPayment) {
  return {
    ...payment,
    paymentId: payment.id,
    at: payment.createdAt,
    personId: work.actor.kind === 'client' ? work.actor.personId : undefined,
  };
}

function askFor(
  { payment, plan: { payee }, command, documents }: WrittenPayment,
  { warnings, nameCheck }: Warned,
  { application }: Need,
): Ask {
  const { currency, amountMinor, feeMinor } = payment;
  const purpose = command.purpose ?? null;
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
