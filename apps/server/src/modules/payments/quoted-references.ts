/**
 * Credits that quote a creditor reference: the module of requests is told of each by a job, in the transaction that writes it. A credit
 * counts once it is EXECUTED. Pure.
 */
import { creditorReferencesIn } from '@calmly/domain';
import type { NewJob } from '../../platform/jobs.ts';
import type { StoredPayment } from './view.ts';

/** Its payload is the payment's id. */
export const quotedTask = 'requests_match';

/** The jobs that follow from these payments; most have none. */
export const quotedJobs = (
  payments: ReadonlyArray<Pick<StoredPayment, 'id' | 'direction' | 'status' | 'reference'>>,
): NewJob[] =>
  payments
    .filter(
      ({ direction, status, reference }) =>
        direction === 'CREDIT' && status === 'EXECUTED' && creditorReferencesIn(reference).length > 0,
    )
    .map(({ id }) => ({ task: quotedTask, payload: id }));
