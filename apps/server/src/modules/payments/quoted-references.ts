/**
 * Credits that quote a creditor reference: the module of requests is told of each by a job, in the transaction that writes it. What
 * brings back money that the client had sent quotes what the client wrote, and pays nobody's request. Pure.
 */
import { creditorReferencesIn } from '@calmly/domain';
import type { NewJob } from '../../platform/jobs.ts';
import type { WrittenPayment } from './store.ts';

/** Its payload is the payment's id. */
export const quotedTask = 'requests_match';

/** The jobs that follow from these payments; most have none. */
export const quotedJobs = (written: readonly WrittenPayment[]): NewJob[] =>
  written
    .filter(
      ({ payment: { direction, reference }, steps: [{ reason }] }) =>
        direction === 'CREDIT' && reason !== 'returned' && creditorReferencesIn(reference).length > 0,
    )
    .map(({ payment: { id } }) => ({ task: quotedTask, payload: id }));
