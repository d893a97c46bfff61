/** All calls and cache keys of the sandbox desk. There is no session and so no hints: the page polls. */
import {
  advanceDeskCalendar,
  type DeskOutcome,
  decideDeskPayment,
  type EndpointInput,
  getDeskCalendar,
  listDeskPayments,
  type RailReason,
  sendDeskCredit,
} from '@calmly/contract';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';
import { queryClient } from '../../session/query-client.ts';

export type DeskState = EndpointInput<typeof listDeskPayments>['query']['state'];

const firstPage = '';
const pageSize = 20;
const againMs = 2_000;

export const paymentsQuery = (state: DeskState, search: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['sandbox-desk', 'payments', state, search],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listDeskPayments,
        { query: { state, search, limit: pageSize, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.NextCursor ?? undefined,
    refetchInterval: againMs,
  });

export const calendarQuery = queryOptions({
  queryKey: ['sandbox-desk', 'calendar'],
  queryFn: ({ signal }) => bank.call(getDeskCalendar, {}, { signal }),
  refetchInterval: 10 * againMs,
});

const again = () => queryClient.invalidateQueries({ queryKey: ['sandbox-desk'] });

export interface Decision {
  readonly id: string;
  readonly outcome: DeskOutcome;
  readonly reason?: RailReason;
  readonly hours?: number;
}

export const decideMutation = mutationOptions({
  mutationFn: ({ id, outcome, reason = 'bank_refused', hours = 24 }: Decision) =>
    bank.call(decideDeskPayment, {
      params: { id },
      body: { Outcome: outcome, Reason: reason, Hours: hours },
    }),
  onSettled: again,
});

export const creditMutation = mutationOptions({
  mutationFn: (body: EndpointInput<typeof sendDeskCredit>['body']) => bank.call(sendDeskCredit, { body }),
  onSuccess: again,
});

export const advanceMutation = mutationOptions({
  mutationFn: (hours: number) => bank.call(advanceDeskCalendar, { body: { Hours: hours } }),
  onSuccess: again,
});
