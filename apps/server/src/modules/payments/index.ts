/**
 * Payments: what clients order, from submission to the last step. Owns the schema `payments`.
 *
 * There is one path: a request, a group of requests, a payout file and the demo history all go through `submitPayments`. Later steps
 * go through `processPayments`; the clearing module reports how a payment ended at another bank through `endPayments`,
 * `resendAsSepa` and `markReturned`. All take lists and run in the caller's open transaction. The ledger keeps the money: a payment
 * reserves, settles, releases or posts there and keeps no balance. Source: server page section 8; portal sections 3, 4, 9.
 */
import type { Database } from '../../platform/database.ts';
import { watch } from '../../platform/metrics.ts';
import type { Module } from '../../platform/module.ts';
import type { Sql } from '../../platform/work.ts';
import type { NameChecks } from '../../providers/name-check/name-check.ts';
import type { Rail } from '../../providers/rail/rail.ts';
import type { Screening } from '../../providers/screening/screening.ts';
import type { Bank } from '../accounts/index.ts';
import type { Documents } from '../documents/index.ts';
import type { Conversions } from './conversion.ts';
import { heldQueue } from './decide.ts';
import { countHeld } from './held-store.ts';
import { paymentBatch } from './payment-batch.ts';
import { processPayments, processTask } from './process.ts';
import { paymentRoutes } from './routes.ts';
import { type SubmitItem, type SubmitVerdict, submitPayments } from './submit.ts';

export { paymentApprovals } from './approval.ts';
export { type AtOtherBank, listAtOtherBanks, lockAtOtherBank } from './at-other-banks.ts';
export { cancelPayment } from './cancel.ts';
export { type Conversions, type Converted, sentOf } from './conversion.ts';
export { insertConversions } from './conversion-store.ts';
export { futureOutflows } from './cooling-off.ts';
export { firstIdAfter, firstIdFrom } from './id-range.ts';
export { noticesOf } from './notices.ts';
export type { Plan as PaymentPlan } from './order.ts';
export { listOrdered, type OrderedPayment } from './ordered.ts';
export { orderedNow } from './ordered-by.ts';
export { endPayments, markReturned, resendAsSepa } from './outcomes.ts';
export { exchangeMarginMillionths, exchangeMarginPercent, largestPayment } from './policy.ts';
export { processPayments } from './process.ts';
export { planPayment } from './quote.ts';
export { quotedTask } from './quoted-references.ts';
export { internalReasons } from './reasons.ts';
export { recordPayments } from './record.ts';
export { knownReturns, setReturnCredit } from './return-store.ts';
export { findExecutedCredit, type Initiator, lockPayments, type NewPayment } from './store.ts';
export { type SubmitItem, type SubmitPayment, type SubmitVerdict, submitPayments } from './submit.ts';
export { type Step, type StoredPayment, toPayment } from './view.ts';

export interface PaymentsModule extends Module {
  /** `submitPayments` on this bank's rail. */
  readonly submit: Submit;
}

/** Decides and writes payments in the open transaction: one verdict per item, in order. */
export type Submit = (db: Sql, items: readonly SubmitItem[]) => Promise<SubmitVerdict[]>;

export interface PaymentsDependencies {
  readonly database: Database;
  readonly bank: Bank;
  readonly documents: Documents;
  readonly screening: Screening;
  readonly nameChecks: NameChecks;
  /** Quotes and prices, for payments in another currency. */
  readonly conversions: Conversions;
  readonly rail: Rail;
}

/** The payments module: its calls, its job and its queue at the desk. */
export function createPaymentsModule({
  database,
  bank,
  documents,
  screening,
  nameChecks,
  conversions,
  rail,
}: PaymentsDependencies): PaymentsModule {
  const gates = { bank, screening, rail, conversions };
  watch('calmly_payments_held', 'Payments that wait for a decision at the desk', () =>
    countHeld(database.sql),
  );
  return {
    name: 'payments',
    submit: (db, items) => submitPayments(gates, db, items),
    routes: paymentRoutes({
      database,
      bank,
      conversions,
      documents,
      batch: paymentBatch(gates, nameChecks),
    }),
    jobs: {
      [processTask]: {
        together: (work, payloads) =>
          processPayments(
            gates,
            work,
            (payloads as string[][]).flat().map((paymentId) => ({ paymentId })),
          ),
      },
    },
    desk: [heldQueue(rail)],
  };
}
