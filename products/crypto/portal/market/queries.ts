/** Calls about the market and the client's orders in it. Topic `trading`: read again when the orders socket says so. */
import {
  amendOrder,
  type CandlePeriod,
  cancelOrder,
  getHistory,
  listInstruments,
  listTradeOrders,
  placeOrder,
  type TradeOrderInput,
  type TradeOrderStatus,
} from '@calmly/contract';
import type { InstrumentCode } from '@calmly/domain';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { inPages, pageFrom } from '@calmly/portal-kit/shared/pages.ts';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

/** The figures of the last 24 hours; the last price comes over the feed. */
export const instrumentsQuery = queryOptions({
  queryKey: ['market', 'instruments'],
  queryFn: ({ signal }) => bank.call(listInstruments, {}, { signal, background: true }),
  refetchInterval: 15_000,
});

const candlesRead = 500;

/** Pages of candles, newest first; each older one ends before the previous one's oldest candle. */
export const historyQuery = (instrument: InstrumentCode, period: CandlePeriod) =>
  infiniteQueryOptions({
    queryKey: ['market', 'history', instrument, period],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        getHistory,
        {
          params: { instrument },
          query: { period, limit: candlesRead, ...(pageParam !== undefined && { before: pageParam }) },
        },
        { signal, background: true },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ t }) => {
      const [oldest] = t;
      return oldest === undefined || t.length < candlesRead
        ? undefined
        : new Date(oldest * 1000).toISOString();
    },
    // The feed delivers the running half hour; the volume of a longer candle is polled.
    refetchInterval: period === '30m' ? false : 60_000,
  });

/** As many as a client may have. */
export const openOrdersQuery = queryOptions({
  queryKey: ['trading', 'open'],
  queryFn: ({ signal }) =>
    bank.call(listTradeOrders, { query: { status: 'PLACED', limit: 200 } }, { signal, background: true }),
});

export interface OrdersFilter {
  readonly instrument: InstrumentCode | undefined;
  readonly status: TradeOrderStatus | undefined;
}

const over: readonly TradeOrderStatus[] = ['EXECUTED', 'CANCELED', 'REJECTED'];

/** In pages, newest first; without a status, all past orders. */
export const pastOrdersQuery = ({ instrument, status }: OrdersFilter) =>
  infiniteQueryOptions({
    queryKey: ['trading', 'past', instrument, status],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listTradeOrders,
        {
          query: {
            ...pageFrom(pageParam),
            ...(instrument && { instrument }),
            status: status ?? over.join(','),
          },
        },
        { signal, background: true },
      ),
    ...inPages,
  });

/** Orders, and the wallets that hold money for them. */
export const readOrdersAgain = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['trading'] }),
    client.invalidateQueries({ queryKey: ['crypto', 'wallets'] }),
  ]);

/** Also after a refusal, which means that something has changed in the meantime. */
const rereadAfter = {
  onSettled: (
    _data: unknown,
    _error: unknown,
    _sent: unknown,
    _result: unknown,
    { client }: { client: QueryClient },
  ) => void readOrdersAgain(client),
};

export const placeMutation = mutationOptions({
  mutationKey: ['trading', 'place'],
  mutationFn: ({ body, key }: { body: TradeOrderInput; key: string }) =>
    bank.call(placeOrder, { body }, { idempotencyKey: key }),
  ...rereadAfter,
});

export const cancelMutation = mutationOptions({
  mutationKey: ['trading', 'cancel'],
  mutationFn: (id: string) => bank.call(cancelOrder, { params: { id } }),
  ...rereadAfter,
});

/** Fields left out of the body stay unchanged. */
export const amendMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['trading', 'amend', id],
    mutationFn: ({ body, key }: { body: { amount?: string; price?: string }; key: string }) =>
      bank.call(amendOrder, { params: { id }, body }, { idempotencyKey: key }),
    ...rereadAfter,
  });
