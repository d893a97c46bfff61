/** `GET /masspayout/{id}/positions`: the rows that match a filter, by the outcome of their payments too. */
import type { EndpointInput, findPayoutRows } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { findRuns } from '../row-store.ts';
import { hasOutcome } from './outcome-store.ts';

type Filter = EndpointInput<typeof findPayoutRows>['query'];

/** Runs of neighbours, `[first, last]`, in ascending order. `left_out`: the rows with a fault. */
export function findPositions(
  sql: Sql,
  payoutId: string,
  { outcome, ...filter }: Filter,
): Promise<Array<[number, number]>> {
  if (outcome === 'left_out') return findRuns(sql, payoutId, { ...filter, isLeftOut: true });
  return findRuns(sql, payoutId, { ...filter, ...(outcome && { outcome: hasOutcome(payoutId, outcome) }) });
}
