/**
 * Every call about payouts but those for single rows. Topic: `payouts`; a hint on the live channel reads what is on screen again. A
 * payout's version only counts up: an older answer is dropped.
 */
import {
  deletePayout,
  downloadPayeeTemplate,
  downloadPayoutTemplate,
  type EndpointInput,
  findPayoutRows,
  getPayout,
  listPayouts,
  mapPayout,
  type PayoutDetails,
  type PayoutField,
  type PayoutOutcome,
  type PayoutOverview,
  renamePayout,
} from '@calmly/contract';
import { ApiProblem, bank } from '@calmly/portal-kit/session/bank.ts';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { inPages, pageFrom } from '@calmly/portal-kit/shared/pages.ts';
import { currentLocale } from '@calmly/texts/index.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';

export type PayoutsState = 'open' | 'finished';

/** In pages. A bank without payouts (404) is not asked again. */
export const payoutsQuery = (state: PayoutsState) =>
  infiniteQueryOptions({
    queryKey: ['payouts', 'list', state],
    queryFn: ({ pageParam, signal }) =>
      bank.call(listPayouts, { query: { state, ...pageFrom(pageParam) } }, { signal }),
    ...inPages,
    retry: (count, error) => !isNotFound(error) && count < 2,
  });

/** Of one payout: the address names none, or what it names can be none. */
export const isNoPayout = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiProblem && error.status === 400);

/** Whether the bank offers payouts. */
export const offeredQuery = queryOptions({
  queryKey: ['payouts-offered'],
  queryFn: async ({ signal }) => {
    try {
      await bank.call(listPayouts, { query: { limit: 1 } }, { signal });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const pollMs = 1500;
const pendingPollMs = 5_000;

/**
 * Polls while the bank works on it: every 1.5 seconds, and every five while other banks have not settled all
 * of it.
 */
export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => bank.call(getPayout, { params: { id } }, { signal }),
    structuralSharing: (before, after) => newer(before as PayoutDetails | undefined, after as PayoutDetails),
    retry: (count, error) => !isNoPayout(error) && count < 2,
    // While the bank works on it, progress is worth asking for; hints only say that a step is over.
    refetchInterval: ({ state: { data } }) => {
      if (data && ['READING', 'REPAIRING', 'PAYING'].includes(data.status)) return pollMs;
      // Other banks take their time.
      return data?.status === 'DONE' && data.summary.pending > 0 ? pendingPollMs : false;
    },
  });

const newer = (before: PayoutDetails | undefined, after: PayoutDetails) =>
  before && (before.version > after.version || before.remarksVersion > after.remarksVersion) ? before : after;

/** Takes a newer answer in, and has the lists read again. */
export async function takeIn(client: QueryClient, payout: PayoutOverview | PayoutDetails): Promise<void> {
  client.setQueryData(payoutQuery(payout.id).queryKey, (before) => {
    const results = 'results' in payout ? payout.results : before?.results;
    return results ? newer(before, { ...payout, results }) : before;
  });
  await client.invalidateQueries({ queryKey: ['payouts', 'list'] });
}

export interface RowFilter {
  readonly only: 'all' | 'faulty';
  readonly outcome?: PayoutOutcome | undefined;
  readonly field?: PayoutField | undefined;
  readonly code?: string | undefined;
  readonly search?: string | undefined;
}

/** Positions that a filter finds. `seen` changes when rows came, went, were changed in bulk or got an outcome. */
export const positionsQuery = (id: string, filter: RowFilter, seen: number | string) =>
  queryOptions({
    queryKey: ['payout-positions', id, filter, seen],
    queryFn: async ({ signal }) => {
      const { only, outcome, field, code, search } = filter;
      const query = {
        only,
        ...(outcome && { outcome }),
        ...(field && { field }),
        ...(code && { code }),
        ...(search && { search }),
      };
      return (await bank.call(findPayoutRows, { params: { id }, query }, { signal })).runs;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Says which column is which field; the bank then reads the file again. */
export const mapMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['payouts', 'map', id],
    mutationFn: (body: EndpointInput<typeof mapPayout>['body']) =>
      bank.call(mapPayout, { params: { id }, body }),
    onSuccess: (payout, _sent, _context, { client }) => takeIn(client, payout),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
  });

export const renameMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['payouts', 'rename', id],
    mutationFn: (body: { name: string; before: string }) => bank.call(renamePayout, { params: { id }, body }),
    onSuccess: (payout, _sent, _context, { client }) => takeIn(client, payout),
    // A colleague may have renamed it: what is stored now is read.
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
  });

export const discardMutation = mutationOptions({
  mutationKey: ['payouts', 'discard'],
  mutationFn: (id: string) => bank.call(deletePayout, { params: { id } }),
  onSuccess: async (_done, _id, _context, { client }) => {
    await client.invalidateQueries({ queryKey: ['payouts', 'list'] });
  },
});

/** With two examples in one of two formats, or with the saved payees. */
export type TemplateKind = 'csv' | 'xlsx' | 'payees';

export const templateMutation = mutationOptions({
  mutationFn: async (kind: TemplateKind) => {
    const locale = currentLocale();
    const { content, fileName } =
      kind === 'payees'
        ? await bank.download(downloadPayeeTemplate, { query: { format: 'xlsx', locale } })
        : await bank.download(downloadPayoutTemplate, { query: { format: kind, locale } });
    saveFile(content, fileName);
  },
});
