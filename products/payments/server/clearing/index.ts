/**
 * Clearing: what other banks and the rail tell us. Books how our payments ended, incoming credits and returns, keeps in suspense what no
 * account can take, and lists what contradicts the books for the desk. Owns the schema `clearing`; payments know nothing of it.
 *
 * `files/` is the rail that exchanges ISO 20022 files with the bank where our account is; `iso20022/` reads and writes the messages.
 * Everything takes lists and runs in the caller's open transaction. Source: server page sections 4 and 8.
 */
import type { Database } from '@calmly/platform/database.ts';
import { watch } from '@calmly/platform/metrics.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { RailAdapter, RailSinks } from '@calmly/providers/rail/rail.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import type { Conversions } from '../payments/index.ts';
import { activity } from './activity.ts';
import { exceptionQueue } from './exception-queue.ts';
import { countExceptions } from './exception-store.ts';
import { bookIncomingCredits } from './incoming-credits.ts';
import { raiseExceptions } from './raise-exceptions.ts';
import { applyRailReports } from './reports.ts';
import { suspenseQueue } from './suspense-queue.ts';
import { countSuspense } from './suspense-store.ts';

export { createFileRail } from './files/file-rail.ts';
export { bookIncomingCredits } from './incoming-credits.ts';
export { applyRailReports } from './reports.ts';
export { verifySuspense } from './suspense-account.ts';
export { verifyClosings } from './verify/closing-balances.ts';
export {
  findContradicted,
  findNotInstructed,
  type Instructed,
  listInstructed,
} from './verify/handed-over.ts';
export { listUnread, verifyRailFiles } from './verify/kept-files.ts';
export { verifyNostro } from './verify/nostro.ts';

export interface ClearingDependencies {
  readonly database: Database;
  readonly rail: RailAdapter;
  readonly screening: Screening;
  /** Converts money that comes back in another currency. */
  readonly conversions: Pick<Conversions, 'price'>;
}

/** The module, and what takes the rail's news. */
export interface ClearingModule extends Module {
  readonly sinks: RailSinks;
}

/** The clearing module: the rail's jobs, and the queues of suspense and exceptions at the desk. */
export function createClearingModule({
  database,
  rail,
  screening,
  conversions,
}: ClearingDependencies): ClearingModule {
  const sinks: RailSinks = {
    report: (work, reports) => applyRailReports({ rail, conversions }, work, reports),
    credit: (work, credits) => bookIncomingCredits(work, credits, screening),
    exceptions: raiseExceptions,
  };
  watch('calmly_suspense_waiting', 'Credits that wait in suspense for the desk', () =>
    countSuspense(database.sql),
  );
  watch('calmly_exceptions_waiting', 'Reports that contradict the books and wait for the desk', () =>
    countExceptions(database.sql),
  );
  return {
    name: 'clearing',
    activity,
    sinks,
    jobs: rail.jobs(sinks),
    desk: [suspenseQueue(rail), exceptionQueue({ screening, conversions })],
    ...(rail.start && { start: rail.start }),
  };
}
