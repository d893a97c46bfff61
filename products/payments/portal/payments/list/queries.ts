/**
 * Calls and cache keys of the list: pages, sums and export of one set of filters, and the person's saved views. Hints on the live
 * channel invalidate keys that start with `payments`; the saved views are not among them.
 */
import {
  changeView,
  deleteView,
  exportPayments,
  getListSettings,
  listPayments,
  type Payment,
  type PaymentColumn,
  type SavedView,
  saveColumns,
  saveView,
  summarisePayments,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { saveFile } from '@calmly/ui/save-file.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { type PaymentFilters, toListQuery } from '../model/filters.ts';

const pageSize = 50;
/** A filter with few matches is searched this many times in a row before the person is asked whether to continue. */
const looksAtOnce = 8;

interface Page {
  readonly Items: readonly Payment[];
  readonly NextCursor: string | null;
  readonly LookedBackTo: string | null;
}

/**
 * Newest first. A page may hold up to 99 payments, or fewer than 50 with a cursor: the search of old payments
 * is not over then.
 */
export const paymentsQuery = (filters: PaymentFilters) =>
  infiniteQueryOptions({
    queryKey: ['payments', 'list', filters],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const found: Payment[] = [];
      let cursor = pageParam;
      for (let look = 1; ; look += 1) {
        const query = { ...toListQuery(filters, new Date()), limit: pageSize, ...(cursor && { cursor }) };
        const page = await bank.call(listPayments, { query }, { signal });
        found.push(...page.Items);
        const isDone = page.LookedBackTo === null || found.length >= pageSize || look === looksAtOnce;
        if (isDone || page.NextCursor === null) return { ...page, Items: found };
        cursor = page.NextCursor;
      }
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

/** By currency, over all payments that match, not only those that are loaded. */
export const sumsQuery = (filters: PaymentFilters) =>
  queryOptions({
    queryKey: ['payments', 'sums', filters],
    queryFn: ({ signal }) =>
      bank.call(summarisePayments, { query: toListQuery(filters, new Date()) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const exportMutation = mutationOptions({
  mutationFn: async ({
    filters,
    ...as
  }: {
    filters: PaymentFilters;
    format: 'csv' | 'xlsx';
    locale: 'en' | 'ru';
  }) => {
    const file = await bank.download(exportPayments, {
      query: { ...toListQuery(filters, new Date()), ...as, timeZone: ownTimeZone() },
    });
    saveFile(file.content, file.fileName);
  },
});

export const settingsQuery = queryOptions({
  queryKey: ['client', 'payment-views'],
  queryFn: ({ signal }) => bank.call(getListSettings, {}, { signal }),
});

export type ViewInput = Omit<SavedView, 'id'>;

/** Keeps a view, a new one or (by `id`) in place of what it was. */
export const saveViewMutation = mutationOptions({
  mutationFn: ({ id, ...body }: ViewInput & { id?: string | undefined }) =>
    id === undefined ? bank.call(saveView, { body }) : bank.call(changeView, { params: { id }, body }),
  onSuccess: (_view, _sent, _context, { client }) => reread(client),
});

export const deleteViewMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(deleteView, { params: { id } }),
  onSuccess: (_done, _sent, _context, { client }) => reread(client),
});

/** The columns change at once; should the bank not keep them, the list shows again what it has. */
export const columnsMutation = mutationOptions({
  mutationFn: (columns: PaymentColumn[]) => bank.call(saveColumns, { body: { columns } }),
  onMutate: async (columns, { client }) => {
    // A reading that is under way would bring back the columns of before.
    await client.cancelQueries({ queryKey: settingsQuery.queryKey });
    client.setQueryData(settingsQuery.queryKey, (before) => before && { ...before, columns });
  },
  onSettled: (_answer, _problem, _sent, _context, { client }) => reread(client),
});

const reread = (client: QueryClient) => client.invalidateQueries({ queryKey: settingsQuery.queryKey });
