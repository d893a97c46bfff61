/** The calls that pay a payout, and those that report its results. */
import {
  cancelPayout,
  confirmPayout,
  countUnpaidRows,
  downloadPayoutResults,
  type EndpointInput,
  isSentForApproval,
  type PayoutDetails,
  previewPayout,
  repeatFailedRows,
  type UnpaidKind,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import type { Keyed } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { currentLocale } from '@calmly/texts/index.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { payoutQuery, takeIn } from '../queries.ts';

/** Long enough for the step to open. */
const previewKeptMs = 10_000;

/** Expected time to compare the remaining names, about 2 ms each. */
const comparingMs = (names: number) => Math.min(1_000 + 2 * names, 60_000);

/**
 * The figures of one version. Balances may change meanwhile, so they are reloaded when the screen is opened, and once more when the names should be
 * compared.
 */
export const previewQuery = ({ id, version }: PayoutDetails) =>
  queryOptions({
    queryKey: ['payout-preview', id, version],
    queryFn: ({ signal }) => bank.call(previewPayout, { params: { id } }, { signal }),
    gcTime: previewKeptMs,
    staleTime: 0,
    retry: 1,
    // The previous version's figures are shown until the new ones arrive.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && data.uncomparedNames > 0 && comparingMs(data.uncomparedNames),
  });

/** Asks for the two-factor code, or is sent for approval. After a refusal the payout is reloaded. */
export const confirmMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['payouts', 'confirm', id],
    mutationFn: ({ body, key }: Keyed<EndpointInput<typeof confirmPayout>['body']>) =>
      bank.call(confirmPayout, { params: { id }, body }, { idempotencyKey: key }),
    onSuccess: async (answer, _sent, _context, { client }) => {
      if (isSentForApproval(answer)) await client.invalidateQueries({ queryKey: ['payouts'] });
      else await takeIn(client, answer);
    },
    onError: async (_problem, _sent, _context, { client }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
        client.invalidateQueries({ queryKey: ['payout-preview', id] }),
      ]);
    },
  });

/** A scheduled payout becomes a draft again; if it pays on several days, its remaining rows are refused. */
export const takeBackMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['payouts', 'cancel', id],
    mutationFn: () => bank.call(cancelPayout, { params: { id } }),
    onSuccess: (payout, _sent, _context, { client }) => takeIn(client, payout),
  });

/** Numbers of unpaid rows that no other payout repeats. */
export const unpaidQuery = (id: string) =>
  queryOptions({
    queryKey: ['payout-unpaid', id],
    queryFn: ({ signal }) => bank.call(countUnpaidRows, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Creates a payout of unpaid rows. */
export const repeatMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['payouts', 'again', id],
    mutationFn: ({ body, key }: Keyed<{ include: UnpaidKind[] }>) =>
      bank.call(repeatFailedRows, { params: { id }, body }, { idempotencyKey: key }),
    onSuccess: (payout, _sent, _context, { client }) => takeIn(client, payout),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: unpaidQuery(id).queryKey }),
  });

/** The file is saved by the browser, in the language in use. */
export const resultsMutation = (id: string) =>
  mutationOptions({
    mutationFn: async (format: 'csv' | 'pain002') => {
      const query = { format, locale: currentLocale() };
      const { content, fileName } = await bank.download(downloadPayoutResults, { params: { id }, query });
      saveFile(content, fileName);
    },
  });
