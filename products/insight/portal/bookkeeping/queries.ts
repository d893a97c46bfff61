/** All calls and cache keys of bookkeeping. Data about payments is refreshed with them by the live channel. */
import {
  type Annotation,
  annotationsMax,
  type BookkeepingCategory,
  categorise,
  changeExportProfile,
  changeNote,
  changeReceiptRule,
  createExportProfile,
  deleteExportProfile,
  type ExportProfileInput,
  getReceiptRule,
  listAnnotations,
  listExportProfiles,
  type ReceiptRuleInput,
  runExportProfile,
  summarisePayments,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import type { Locale } from '@calmly/texts/index.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

/** Category, note and receipts of these payments, by payment. */
export const annotationsQuery = (paymentIds: readonly string[]) =>
  queryOptions({
    queryKey: ['payments', 'annotations', paymentIds],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, Annotation>>> => {
      const calls = [];
      for (let from = 0; from < paymentIds.length; from += annotationsMax) {
        const some = paymentIds.slice(from, from + annotationsMax).join(',');
        calls.push(bank.call(listAnnotations, { query: { paymentIds: some } }, { signal }));
      }
      const items = (await Promise.all(calls)).flatMap((answer) => answer.items);
      return Object.fromEntries(items.map((item) => [item.paymentId, item]));
    },
    enabled: paymentIds.length > 0,
    placeholderData: keepPreviousData,
  });

const rereadAnnotations = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['payments', 'annotations'] });

export const categoriseMutation = mutationOptions({
  mutationKey: ['bookkeeping', 'category'],
  mutationFn: (body: { paymentIds: string[]; category: BookkeepingCategory | null }) =>
    bank.call(categorise, { body }),
  onSuccess: (_answer, _sent, _context, { client }) => rereadAnnotations(client),
});

/** Null deletes the note. */
export const noteMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['bookkeeping', 'note', id],
    mutationFn: (body: { note: string | null; before: string | null }) =>
      bank.call(changeNote, { params: { id }, body }),
    // Also after a refusal, so that the form shows the stored values.
    onSettled: (_answer, _error, _sent, _context, { client }) => rereadAnnotations(client),
  });

export const receiptRuleQuery = queryOptions({
  queryKey: ['payments', 'receipt-rule'],
  queryFn: ({ signal }) => bank.call(getReceiptRule, {}, { signal }),
});

export const receiptRuleMutation = mutationOptions({
  mutationKey: ['bookkeeping', 'receipt-rule'],
  mutationFn: (body: ReceiptRuleInput) => bank.call(changeReceiptRule, { body }),
  onSettled: (_rule, _error, _sent, _context, { client }) =>
    client.invalidateQueries({ queryKey: ['payments'] }),
});

export const missingSumsQuery = queryOptions({
  queryKey: ['payments', 'sums', 'missing-receipts'],
  queryFn: ({ signal }) => bank.call(summarisePayments, { query: { receipt: 'MISSING' } }, { signal }),
});

export const exportProfilesQuery = queryOptions({
  queryKey: ['client', 'export-profiles'],
  queryFn: async ({ signal }) => (await bank.call(listExportProfiles, {}, { signal })).items,
});

const rereadProfiles = {
  onSuccess: (_answer: unknown, _sent: unknown, _context: unknown, { client }: { client: QueryClient }) =>
    client.invalidateQueries({ queryKey: exportProfilesQuery.queryKey }),
};

/** Creates a profile, or (by `id`) replaces one. */
export const saveProfileMutation = mutationOptions({
  mutationKey: ['bookkeeping', 'export'],
  mutationFn: ({ id, key, ...body }: ExportProfileInput & { id?: string | undefined; key: string }) =>
    id === undefined
      ? bank.call(createExportProfile, { body }, { idempotencyKey: key })
      : bank.call(changeExportProfile, { params: { id }, body }),
  ...rereadProfiles,
});

export const deleteProfileMutation = mutationOptions({
  mutationKey: ['bookkeeping', 'export', 'delete'],
  mutationFn: (id: string) => bank.call(deleteExportProfile, { params: { id } }),
  ...rereadProfiles,
});

/** The file, saved by the browser, for the profile's period or for one month. */
export const runProfileMutation = mutationOptions({
  mutationKey: ['bookkeeping', 'export', 'run'],
  mutationFn: async ({ id, ...query }: { id: string; month?: string | undefined; locale: Locale }) => {
    const file = await bank.download(runExportProfile, {
      params: { id },
      query: { ...query, timeZone: ownTimeZone() },
    });
    saveFile(file.content, file.fileName);
  },
});
