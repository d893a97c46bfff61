/**
 * Payments: what clients order and what reaches them, from submission to the last step. Their rows and steps are transactions; what only
 * payments have is in the schema `payments`.
 *
 * One path for everybody: a request, a group of requests, a payout file and a history being written all go through
 * `submitPayments`; what happens later goes through `processPayments` and `applyRailReports`; money that arrives through
 * `bookIncomingCredits`, and waits in suspense when no account can take it. All take lists and run in the caller's open
 * transaction. Money is the ledger's: a payment reserves, settles, releases or posts there and keeps no balance. Source: server page section 8; portal sections 3, 4, 9.
 */
import type { Database } from '../../platform/database.ts';
import { watch } from '../../platform/metrics.ts';
import type { Module } from '../../platform/module.ts';
import type { Sql } from '../../platform/work.ts';
import type { NameChecks } from '../../providers/name-check/name-check.ts';
import type { Rail, RailSinks } from '../../providers/rail/rail.ts';
import type { Screening } from '../../providers/screening/screening.ts';
import type { Bank } from '../accounts/index.ts';
import type { Documents } from '../documents/index.ts';
import type { TransactionsModule } from '../transactions/index.ts';
import type { Conversions } from './conversion.ts';
import { heldQueue } from './decide.ts';
import { raiseExceptions } from './exception-list.ts';
import { countExceptions } from './exception-store.ts';
import { exceptionQueue } from './exceptions.ts';
import { countHeld } from './held-store.ts';
import { bookIncomingCredits } from './incoming.ts';
import { processPayments, processTask } from './process.ts';
import { applyRailReports } from './reports.ts';
import { paymentRoutes } from './routes.ts';
import { type SubmitItem, type SubmitVerdict, submitPayments } from './submit.ts';
import { createPaymentGroup } from './submit-requests.ts';
import { suspenseQueue } from './suspense.ts';
import { countSuspense } from './suspense-store.ts';

export { paymentApprovals } from './approval.ts';
export { cancelPayment } from './cancel.ts';
export type { Conversions } from './conversion.ts';
export { futureOutflows } from './cooling-off.ts';
export { bookExchange, findConversion } from './exchange.ts';
export { heldIds } from './held-store.ts';
export { bookIncomingCredits } from './incoming.ts';
export { findOrderFacts } from './instruction-store.ts';
export type { Plan as PaymentPlan } from './order.ts';
export { listOrdered, type OrderedPayment } from './ordered.ts';
export { exchangeMarginMillionths, exchangeMarginPercent, largestPayment } from './policy.ts';
export { processPayments } from './process.ts';
export { planPayment } from './quote.ts';
export { applyRailReports } from './reports.ts';
export { type SubmitItem, type SubmitPayment, type SubmitVerdict, submitPayments } from './submit.ts';
export { verifySuspense } from './suspense-book.ts';

/** The module, and where a rail's news goes. */
export interface PaymentsModule extends Module {
  readonly sinks: RailSinks;
  /** `submitPayments` on this bank's rail. */
  readonly submit: Submit;
}

/** Decides and writes payments in the open transaction: one verdict per item, in order. */
export type Submit = (db: Sql, items: readonly SubmitItem[]) => Promise<SubmitVerdict[]>;

export interface PaymentsDependencies {
  readonly database: Database;
  readonly bank: Bank;
  readonly documents: Documents;
  readonly transactions: Pick<TransactionsModule, 'readDetails'>;
  readonly screening: Screening;
  readonly nameChecks: NameChecks;
  /** Quotes and prices, for payments in another currency. */
  readonly conversions: Conversions;
  /** Makes the rail; it hands its news to the sinks it is given. */
  readonly rail: (sinks: RailSinks) => Rail;
}

/** The payments module: its calls, its job and the rail's jobs. */
export function createPaymentsModule({
  database,
  bank,
  documents,
  transactions,
  screening,
  nameChecks,
  conversions,
  rail: createRail,
}: PaymentsDependencies): PaymentsModule {
  const sinks: RailSinks = {
    report: (work, reports) => applyRailReports({ rail, conversions }, work, reports),
    credit: (work, credits) => bookIncomingCredits(work, credits, screening),
    exceptions: raiseExceptions,
  };
  const rail = createRail(sinks);
  const gates = { bank, screening, rail, conversions };
  watch('calmly_suspense_waiting', 'Credits that wait in suspense for the desk', () =>
    countSuspense(database.sql),
  );
  watch('calmly_exceptions_waiting', 'Reports that contradict the books and wait for the desk', () =>
    countExceptions(database.sql),
  );
  watch('calmly_payments_held', 'Payments that wait for a decision at the desk', () =>
    countHeld(database.sql),
  );
  return {
    name: 'payments',
    sinks,
    submit: (db, items) => submitPayments(gates, db, items),
    routes: paymentRoutes({
      database,
      bank,
      conversions,
      documents,
      transactions,
      nameChecks,
      submit: createPaymentGroup(database, gates),
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
      ...rail.jobs,
    },
    desk: [heldQueue(rail), suspenseQueue(rail), exceptionQueue({ screening, conversions })],
    ...(rail.start && { start: rail.start }),
  };
}
