/**
 * All calls about scheduled payments and standing orders. Topic: `orders`; a hint on the live channel refetches what is on screen. A
 * standing order's version only increases: an older response is dropped.
 */
import {
  changeOccurrence,
  changeStandingOrder,
  endStandingOrder,
  forecastAccount,
  getStandingOrder,
  listComing,
  listStandingOrders,
  newIdempotencyKey,
  pauseStandingOrder,
  restoreOccurrence,
  resumeStandingOrder,
  type StandingOrder,
  type StandingOrderChange,
  type StandingOrderDetails,
  sendMissedRun,
  skipRun,
  sumComing,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { isRefusal } from '@calmly/portal-kit/session/outcome.ts';
import { addDays, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { inPages, pageFrom } from '@calmly/portal-kit/shared/pages.ts';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

/** The bank foretells a little further, by its own calendar. */
const foretoldDays = 365;

/** In pages; while the other list is being read, the earlier one stays. */
export const ordersQuery = (state: 'open' | 'ended') =>
  infiniteQueryOptions({
    queryKey: ['orders', 'list', state],
    queryFn: ({ pageParam, signal }) =>
      bank.call(listStandingOrders, { query: { state, ...pageFrom(pageParam) } }, { signal }),
    ...inPages,
  });

/** What open orders depend on: whom they pay, from which account, or in whose name. */
type DependsOn =
  | { readonly beneficiaryId: string }
  | { readonly accountId: string }
  | { readonly personId: string };

/** The open orders that stop with it; as many as can be stopped together. */
export const dependingQuery = (on: DependsOn) =>
  queryOptions({
    queryKey: ['orders', 'depending', on],
    queryFn: async ({ signal }) =>
      (await bank.call(listStandingOrders, { query: { ...pageFrom(''), state: 'open', ...on } }, { signal }))
        .Items,
  });

/** Their ids, as the calls that stop them take them. */
export const knownOrders = (orders: readonly StandingOrder[]) =>
  orders.length > 0 ? { orders: orders.map(({ id }) => id).join(',') } : {};

/** Every payment of the next months, soonest first. */
export const comingQuery = infiniteQueryOptions({
  queryKey: ['orders', 'coming'],
  queryFn: ({ pageParam, signal }) => bank.call(listComing, { query: pageFrom(pageParam) }, { signal }),
  ...inPages,
});

/** What they come to by month and currency. */
export const monthsQuery = queryOptions({
  queryKey: ['orders', 'months'],
  queryFn: async ({ signal }) => (await bank.call(sumComing, {}, { signal })).Months,
});

/** An account's balance on a day. It is advice: a day too far away has none. */
export const forecastQuery = (accountId: string, on: string, except?: string) =>
  queryOptions({
    queryKey: ['orders', 'forecast', accountId, on, except],
    queryFn: ({ signal }) =>
      bank.call(forecastAccount, { query: { accountId, on, ...(except && { except }) } }, { signal }),
    enabled: accountId !== '' && on !== '' && on <= addDays(localDay(new Date()), foretoldDays),
    retry: false,
  });

/** The order that made a payment; none for most. */
export const orderOfPaymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['orders', 'of', paymentId],
    queryFn: async ({ signal }) =>
      (await bank.call(listStandingOrders, { query: { paymentId, limit: 1 } }, { signal })).Items[0] ?? null,
  });

/** With its past runs and coming days. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => bank.call(getStandingOrder, { params: { id } }, { signal }),
    structuralSharing: (before, after) =>
      newer(before as StandingOrderDetails | undefined, after as StandingOrderDetails),
  });

const newer = (before: StandingOrderDetails | undefined, after: StandingOrderDetails) =>
  before && before.version > after.version ? before : after;

/** What changes a standing order as a whole, or one of its days. */
export type OrderAction =
  | { readonly kind: 'pause' | 'resume' | 'end' }
  | { readonly kind: 'skip' | 'restore'; readonly dueOn: string }
  | {
      readonly kind: 'occurrence';
      readonly dueOn: string;
      readonly amount: string;
      readonly version: number;
    }
  | { readonly kind: 'change'; readonly change: StandingOrderChange };

const whole = { pause: pauseStandingOrder, resume: resumeStandingOrder, end: endStandingOrder } as const;
const ofDay = { skip: skipRun, restore: restoreOccurrence } as const;

function act(id: string, action: OrderAction): Promise<StandingOrderDetails> {
  const params = { id };
  switch (action.kind) {
    case 'change':
      return bank.call(changeStandingOrder, { params, body: action.change });
    case 'occurrence': {
      const { kind: _kind, ...body } = action;
      return bank.call(changeOccurrence, { params, body });
    }
    case 'skip':
    case 'restore':
      return bank.call(ofDay[action.kind], { params, body: { dueOn: action.dueOn } });
    default:
      return bank.call(whole[action.kind], { params });
  }
}

/** The answer replaces what is cached unless that is newer; a refusal reads the order again. */
export const actMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['orders', 'act', id],
    mutationFn: (action: OrderAction) => act(id, action),
    onSuccess: (order, _action, _context, { client }) => takeIn(client, order),
    onError: (_problem, _action, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['orders', 'one', id] }),
  });

/** The key is that of one day of one order: repeated, it is the same payment. A refusal ends it. */
export const sendRunMutation = (id: string) => {
  const keys = new Map<string, string>();
  return mutationOptions({
    mutationKey: ['orders', 'send', id],
    mutationFn: (dueOn: string) => {
      const key = keys.get(dueOn) ?? newIdempotencyKey();
      keys.set(dueOn, key);
      return bank.call(sendMissedRun, { params: { id }, body: { dueOn } }, { idempotencyKey: key });
    },
    onError: (error, dueOn) => {
      if (isRefusal(error)) keys.delete(dueOn);
    },
    onSettled: (_payment, _problem, _dueOn, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['orders'] }),
  });
};

async function takeIn(client: QueryClient, order: StandingOrderDetails): Promise<void> {
  client.setQueryData(orderQuery(order.id).queryKey, (before) => newer(before, order));
  await Promise.all(
    ['list', 'coming', 'months', 'forecast'].map((kind) =>
      client.invalidateQueries({ queryKey: ['orders', kind] }),
    ),
  );
}
