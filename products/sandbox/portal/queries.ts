/** All calls and cache keys of the sandbox desk. Without a session there are no hints, so the page polls. */
import {
  actOnDeskChain,
  advanceDeskCalendar,
  type DeskOutcome,
  type DisputeOutcome,
  decideDeskDispute,
  decideDeskPayment,
  decideDeskPurchase,
  type EndpointInput,
  getDeskCalendar,
  listDeskCards,
  listDeskChains,
  listDeskMerchants,
  listDeskPayments,
  listDeskPurchases,
  type MerchantAction,
  payAtDesk,
  type RailReason,
  sendDeskCredit,
  sendDeskDeposit,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';

export type DeskState = EndpointInput<typeof listDeskPayments>['query']['state'];

const firstPage = '';
const pageSize = 20;
const againMs = 2_000;

/** All pages are reloaded every two seconds. */
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

export const purchasesQuery = infiniteQueryOptions({
  queryKey: ['sandbox-desk', 'purchases'],
  queryFn: ({ pageParam, signal }) =>
    bank.call(
      listDeskPurchases,
      { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } },
      { signal },
    ),
  initialPageParam: firstPage,
  getNextPageParam: (last) => last.NextCursor ?? undefined,
  refetchInterval: againMs,
});

/** The options for a purchase: the newest cards, and the merchants. */
export const shoppingQuery = queryOptions({
  queryKey: ['sandbox-desk', 'shopping'],
  queryFn: async ({ signal }) => {
    const [cards, merchants] = await Promise.all([
      bank.call(listDeskCards, { query: { limit: 200 } }, { signal }),
      bank.call(listDeskMerchants, {}, { signal }),
    ]);
    return { cards: cards.Items, merchants: merchants.Items };
  },
});

export const payMutation = mutationOptions({
  mutationFn: (body: EndpointInput<typeof payAtDesk>['body']) => bank.call(payAtDesk, { body }),
  onSuccess: again,
});

export interface MerchantDecision {
  readonly id: string;
  readonly action: MerchantAction;
  readonly amount?: string;
  readonly isPartial?: boolean;
}

export const merchantMutation = mutationOptions({
  mutationFn: ({ id, action, amount, isPartial = false }: MerchantDecision) =>
    bank.call(decideDeskPurchase, { params: { id }, body: { action, amount, isPartial } }),
  onSettled: again,
});

/** The card scheme decides a dispute. */
export const disputeMutation = mutationOptions({
  mutationFn: ({ id, outcome }: { id: string; outcome: DisputeOutcome }) =>
    bank.call(decideDeskDispute, { params: { id }, body: { outcome } }),
  onSettled: again,
});

/** Not found if the chains are real. */
export const chainsQuery = queryOptions({
  queryKey: ['sandbox-desk', 'chains'],
  queryFn: ({ signal }) => bank.call(listDeskChains, {}, { signal }),
  refetchInterval: againMs,
  retry: false,
});

export const chainMutation = mutationOptions({
  mutationFn: (body: EndpointInput<typeof actOnDeskChain>['body']) => bank.call(actOnDeskChain, { body }),
  onSettled: again,
});

export const depositMutation = mutationOptions({
  mutationFn: (body: EndpointInput<typeof sendDeskDeposit>['body']) => bank.call(sendDeskDeposit, { body }),
  onSettled: again,
});
