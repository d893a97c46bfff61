/**
 * Payments: what clients order, from submission to the last step. Their rows and steps are transactions; what only payments have is in
 * the schema `payments`.
 *
 * There is one path: a request, a group of requests, a payout file and the demo history all go through `submitPayments`. Later steps
 * go through `processPayments`; the clearing module reports how a payment ended at another bank through `endPayments`,
 * `resendAsSepa` and `markReturned`. All take lists and run in the caller's open transaction. The ledger keeps the money: a payment
 * reserves, settles, releases or posts there and keeps no balance. Source: server page section 8; portal sections 3, 4, 9.
 */
import { createPayment } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { watch } from '@calmly/platform/metrics.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { NameChecks } from '@calmly/providers/name-check/name-check.ts';
import type { Rail } from '@calmly/providers/rail/rail.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import type { Documents } from '../../../accounts/server/documents/index.ts';
import type { TransactionsModule } from '../../../accounts/server/transactions/index.ts';
import { activity } from './activity.ts';
import { heldQueue } from './desk/held-queue.ts';
import type { Conversions } from './ordering/conversion.ts';
import type { PaymentOrder } from './ordering/order.ts';
import { paymentRoutes } from './routes.ts';
import { processPayments, processTask } from './screening/process-payments.ts';
import { countHeld } from './screening/store.ts';
import { paymentBatch, type SubmitVerdict, submitPayments } from './submission/submit.ts';

export { cancelPayment } from './cancel.ts';
export { noticesOf } from './notices.ts';
export type { Conversions } from './ordering/conversion.ts';
export type { PaymentCommand, PaymentOrder, Plan as PaymentPlan } from './ordering/order.ts';
export {
  allowanceShare,
  exchangeMarginMillionths,
  exchangeMarginPercent,
  isPayable,
} from './ordering/policy.ts';
export { planPayment } from './ordering/preview.ts';
export { checkReference, priceOrder } from './ordering/rules.ts';
export {
  findOrderFacts,
  findReplacements,
  listAttachedDocuments,
  listOrdered,
  markPaymentsRepeated,
  type OrderedPayment,
  unmarkPaymentsRepeated,
} from './ordering/store.ts';
export { payoutNewsTask, payoutReviewedTask } from './payout-news.ts';
export { processPayments } from './screening/process-payments.ts';
export { heldIds } from './screening/store.ts';
export { endPayments, markReturned, resendAsSepa } from './settlement/outcomes.ts';
export { settleListedPayments } from './settlement/settle-listed.ts';
export { paymentApprovals } from './submission/approval.ts';
export { futureOutflows } from './submission/confirm.ts';
export { type SubmitVerdict, submitPayments } from './submission/submit.ts';

export interface PaymentsModule extends Module {
  /** `submitPayments` on this bank's rail. */
  readonly submit: Submit;
}

/** Decides and writes payments in the open transaction: one verdict per order, in their order. */
export type Submit = (db: Sql, orders: readonly PaymentOrder[]) => Promise<SubmitVerdict[]>;

export interface PaymentsDependencies {
  readonly database: Database;
  readonly bank: Bank;
  readonly documents: Documents;
  readonly transactions: Pick<TransactionsModule, 'readDetails'>;
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
  transactions,
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
    activity,
    submit: (db, orders) => submitPayments(gates, db, orders),
    routes(router) {
      router.batch(createPayment, paymentBatch(gates, nameChecks));
      paymentRoutes(router, { database, bank, conversions, documents, transactions });
    },
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
    desk: [heldQueue(gates)],
  };
}
