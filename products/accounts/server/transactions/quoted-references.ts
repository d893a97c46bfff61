/**
 * Credits that quote a creditor reference: a job hands each to the module of requests, added in the same database transaction. A return
 * quotes what the client wrote and pays no request. Pure.
 */
import { creditorReferencesIn } from '@calmly/domain';
import type { NewJob } from '@calmly/platform/jobs/jobs.ts';
import type { Steps, StoredTransaction } from './transaction.ts';

/** Its payload is the transaction's id. */
export const quotedTask = 'requests_match';

/** The jobs for these transactions; most need none. */
export const quotedJobs = (
  written: ReadonlyArray<{ readonly transaction: StoredTransaction; readonly steps: Steps }>,
): NewJob[] =>
  written
    .filter(
      ({ transaction: { direction, reference }, steps: [{ reason }] }) =>
        direction === 'CREDIT' && reason !== 'returned' && creditorReferencesIn(reference).length > 0,
    )
    .map(({ transaction: { id } }) => ({ task: quotedTask, payload: id }));
