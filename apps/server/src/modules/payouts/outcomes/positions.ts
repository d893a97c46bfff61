/** `GET /masspayout/{id}/positions`: the rows that match a filter, by the outcome of their payments too. */
import type { EndpointInput, findPayoutRows, PaymentStatus, PayoutOutcome } from '@calmly/contract';
import { paymentStatuses } from '@calmly/domain';
import type { Sql } from '../../../platform/work.ts';
import { countByPayout, listOfPayout } from '../../transactions/index.ts';
import { findRuns } from '../row-store.ts';
import { isFailed } from '../view.ts';
import { hasOutcome, type OutcomeOfPayments } from './outcome-store.ts';

type Filter = EndpointInput<typeof findPayoutRows>['query'];

export async function positionsOf(
  sql: Sql,
  payoutId: string,
  { outcome, ...filter }: Filter,
): Promise<Array<[number, number]>> {
  if (outcome === undefined) return findRuns(sql, payoutId, filter);
  const payments = outcome === 'left_out' ? noPayments : await paymentsOf(sql, payoutId, outcome);
  return findRuns(sql, payoutId, { ...filter, outcome: hasOutcome(outcome, payments) });
}

const noPayments: OutcomeOfPayments = { ids: [], isOneOf: true };

const isOfOutcome: Readonly<Record<Exclude<PayoutOutcome, 'left_out'>, (status: PaymentStatus) => boolean>> =
  {
    paid: (status) => status === 'EXECUTED',
    pending: (status) => status !== 'EXECUTED' && !isFailed(status),
    failed: isFailed,
  };

/** The payments with the outcome or all others, whichever are fewer, because their ids are sent to the database. */
async function paymentsOf(
  sql: Sql,
  payoutId: string,
  outcome: Exclude<PayoutOutcome, 'left_out'>,
): Promise<OutcomeOfPayments> {
  const counts = await countByPayout(sql, [payoutId]);
  const sum = (isCounted: (status: PaymentStatus) => boolean) =>
    counts.reduce((total, { status, count }) => (isCounted(status) ? total + count : total), 0);
  const wanted = isOfOutcome[outcome];
  const isOneOf = outcome === 'failed' || sum(wanted) * 2 <= sum(() => true);
  const statuses = paymentStatuses.filter((status) => wanted(status) === isOneOf);
  return { ids: await listOfPayout(sql, payoutId, statuses), isOneOf };
}
