/**
 * Every call about payments for later and kept forms. Topic: `orders`; a hint on the live channel makes what is on screen read again.
 * A standing order's version only counts up: an older answer is dropped.
 */
import {
  deleteKeptForm,
  endStandingOrder,
  getKeptForm,
  getStandingOrder,
  type KeptFormInput,
  keepForm,
  listKeptForms,
  listStandingOrders,
  newIdempotencyKey,
  pauseStandingOrder,
  resumeStandingOrder,
  type StandingOrderDetails,
  sendMissedRun,
  skipRun,
} from '@calmly/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';

const pageSize = 50;

export const ordersQuery = (state: 'open' | 'ended') =>
  infiniteQueryOptions({
    queryKey: ['orders', 'list', state],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listStandingOrders,
        { query: { limit: pageSize, state, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => bank.call(getStandingOrder, { params: { id } }, { signal }),
    structuralSharing: (before, after) =>
      newer(before as StandingOrderDetails | undefined, after as StandingOrderDetails),
  });

const newer = (before: StandingOrderDetails | undefined, after: StandingOrderDetails) =>
  before && before.version > after.version ? before : after;

/** What changes a standing order as a whole, or leaves out its next payment. */
export type OrderAction =
  | { readonly kind: 'pause' | 'resume' | 'end' }
  | { readonly kind: 'skip'; readonly dueOn: string };

const endpoints = { pause: pauseStandingOrder, resume: resumeStandingOrder, end: endStandingOrder } as const;

export const actMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['orders', 'act', id],
    mutationFn: (action: OrderAction) =>
      action.kind === 'skip'
        ? bank.call(skipRun, { params: { id }, body: { dueOn: action.dueOn } })
        : bank.call(endpoints[action.kind], { params: { id } }),
    onSuccess: (order, _action, _context, { client }) => takeIn(client, order),
    onError: (_problem, _action, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['orders', 'one', id] }),
  });

/** The key is that of one day of one order: repeated, it is the same payment. */
export const sendRunMutation = (id: string) => {
  const keys = new Map<string, string>();
  return mutationOptions({
    mutationKey: ['orders', 'send', id],
    mutationFn: (dueOn: string) => {
      const key = keys.get(dueOn) ?? newIdempotencyKey();
      keys.set(dueOn, key);
      return bank.call(sendMissedRun, { params: { id }, body: { dueOn } }, { idempotencyKey: key });
    },
    onSettled: (_payment, _problem, _dueOn, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['orders'] }),
  });
};

async function takeIn(client: QueryClient, order: StandingOrderDetails): Promise<void> {
  client.setQueryData(orderQuery(order.id).queryKey, (before) => newer(before, order));
  await client.invalidateQueries({ queryKey: ['orders', 'list'] });
}

export const keptFormsQuery = queryOptions({
  queryKey: ['orders', 'kept'],
  queryFn: async ({ signal }) =>
    (await bank.call(listKeptForms, { query: { limit: 200 } }, { signal })).Items,
});

export const keptFormQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'kept', id],
    queryFn: ({ signal }) => bank.call(getKeptForm, { params: { id } }, { signal }),
    gcTime: 0,
  });

export const keepFormMutation = mutationOptions({
  mutationKey: ['orders', 'keep'],
  mutationFn: (body: KeptFormInput) => bank.call(keepForm, { body }, { idempotencyKey: newIdempotencyKey() }),
  onSuccess: (_kept, _body, _context, { client }) =>
    client.invalidateQueries({ queryKey: ['orders', 'kept'] }),
});

export const deleteKeptMutation = mutationOptions({
  mutationKey: ['orders', 'forget'],
  mutationFn: (id: string) => bank.call(deleteKeptForm, { params: { id } }),
  onSettled: (_done, _problem, _id, _context, { client }) =>
    client.invalidateQueries({ queryKey: ['orders', 'kept'] }),
});
