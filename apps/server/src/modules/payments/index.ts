/**
 * Payments: what clients order and what reaches them, from submission to the last step. Owns the schema `payments`.
 *
 * One path for everybody: a request, a group of requests, a payout file and a history being written all go through
 * `submitPayments`; what happens later goes through `processPayments` and `applyRailReports`; money that arrives through
 * `bookIncomingCredits`. All take lists and run in the caller's open transaction. Money is the ledger's: a payment
 * reserves, settles, releases or posts there and keeps no balance. Source: server page section 8; portal sections 3, 4, 9.
 */
import type { Database } from '../../platform/database.ts';
import type { Module } from '../../platform/module.ts';
import type { Rail, ReportSink } from '../../providers/rail/rail.ts';
import type { Screening } from '../../providers/screening/screening.ts';
import { applyRailReports, processPayments, processTask } from './process.ts';
import { paymentRoutes } from './routes.ts';
import { createPaymentGroup } from './submit-requests.ts';

export { paymentApprovals } from './approval.ts';
export { cancelPayment } from './cancel.ts';
export { firstIdAt } from './id-range.ts';
export { bookIncomingCredits, type CreditVerdict, type IncomingCredit } from './incoming.ts';
export { listOrdered, type OrderedPayment } from './ordered.ts';
export { applyRailReports, processPayments } from './process.ts';
export { type SubmitItem, type SubmitPayment, type SubmitVerdict, submitPayments } from './submit.ts';

export interface PaymentsDependencies {
  readonly database: Database;
  readonly screening: Screening;
  /** Makes the rail; it hands its reports to the sink it is given. */
  readonly rail: (report: ReportSink) => Rail;
}

/** The payments module: its calls, its job and the rail's jobs. */
export function createPaymentsModule({
  database,
  screening,
  rail: createRail,
}: PaymentsDependencies): Module {
  const rail = createRail(applyRailReports);
  return {
    name: 'payments',
    routes: paymentRoutes(createPaymentGroup(database, screening)),
    jobs: {
      [processTask]: {
        together: (work, payloads) =>
          processPayments(
            { screening, rail },
            work,
            (payloads as string[][]).flat().map((paymentId) => ({ paymentId })),
          ),
      },
      ...rail.jobs,
    },
  };
}
