/**
 * All calls about payouts except those for single rows. Topic: `payouts`; a hint on the live channel reloads what is shown. A payout's version only
 * increases: an older answer is dropped.
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

/** In pages. If the bank has no payouts (404), the call is not repeated. */
export const payoutsQuery = (state: PayoutsState) =>
  infiniteQueryOptions({
    queryKey: ['payouts', 'list', state],
    queryFn: ({ pageParam, signal }) =>
      bank.call(listPayouts, { query: { state, ...pageFrom(pageParam) } }, { signal }),
    ...inPages,
    retry: (count, error) => !isNotFound(error) && count < 2,
  });

/** There is no such payout, or the address cannot name one. */
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

/** Polls while the bank processes it: every 1.5 seconds, and every five while other banks have not settled all of it. */
export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => bank.call(getPayout, { params: { id } }, { signal }),
    structuralSharing: (before, after) => newer(before as PayoutDetails | undefined, after as PayoutDetails),
    retry: (count, error) => !isNoPayout(error) && count < 2,
    // Progress has to be polled while the bank processes it, because hints only report the end of a step.
    refetchInterval: ({ state: { data } }) => {
      if (data && ['READING', 'REPAIRING', 'PAYING'].includes(data.status)) return pollMs;
      // Other banks take their time.
      return data?.status === 'DONE' && data.summary.pending > 0 ? pendingPollMs : false;
    },
  });

const newer = (before: PayoutDetails | undefined, after: PayoutDetails) =>
  before && (before.version > after.version || before.remarksVersion > after.remarksVersion) ? before : after;

/** Stores a newer answer, and reloads the lists. */
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

/** Positions that match a filter. `seen` changes when rows were added, removed, changed in bulk or got an outcome. */
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

/** Assigns columns to fields; the bank then reads the file again. */
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
    // A colleague may have renamed it, so the stored name is reloaded.
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
