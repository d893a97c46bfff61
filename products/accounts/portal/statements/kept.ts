/** Calls for stored statements: official ones, and files prepared in the background. */
import {
  downloadOfficialStatement,
  downloadPreparedFile,
  getStatementSize,
  listOfficialStatements,
  listPreparedFiles,
  prepareStatements,
  removePreparedFile,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { saveFile } from '@calmly/ui/save-file.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Period } from './period.ts';
import type { FileOrder } from './queries.ts';

const preparedKey = ['statements', 'prepared'];

/** All versions, including replaced ones. */
export const officialQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['statements', 'official', accountId],
    queryFn: async ({ signal }) =>
      (await bank.call(listOfficialStatements, { params: { id: accountId } }, { signal })).statements,
  });

export const officialMutation = mutationOptions({
  mutationFn: async (id: string) => {
    const file = await bank.download(downloadOfficialStatement, { params: { id } });
    saveFile(file.content, file.fileName);
  },
});

/** Whether the files of a period are long; without an account, those of all accounts. */
export const sizeQuery = (period: Period, accountId?: string) =>
  queryOptions({
    queryKey: ['payments', 'statement-size', accountId ?? 'all', period],
    queryFn: ({ signal }) => {
      const query = { ...period, timeZone: ownTimeZone(), ...(accountId && { accountId }) };
      return bank.call(getStatementSize, { query }, { signal });
    },
  });

export const preparedQuery = queryOptions({
  queryKey: preparedKey,
  queryFn: ({ signal }) => bank.call(listPreparedFiles, {}, { signal }),
});

export const prepareMutation = mutationOptions({
  mutationFn: ({ id, ...order }: FileOrder) =>
    bank.call(prepareStatements, { body: { ...order, accountId: id ?? null, timeZone: ownTimeZone() } }),
  onSuccess: (_file, _order, _context, { client }) => client.invalidateQueries({ queryKey: preparedKey }),
});

export const savePreparedMutation = mutationOptions({
  mutationFn: async (id: string) => {
    const file = await bank.download(downloadPreparedFile, { params: { id } });
    saveFile(file.content, file.fileName);
  },
});

export const removePreparedMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(removePreparedFile, { params: { id } }),
  onSuccess: (_nothing, _id, _context, { client }) => client.invalidateQueries({ queryKey: preparedKey }),
});
