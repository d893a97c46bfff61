/**
 * Statements: movements on an account in a period, for people (PDF, CSV, XLSX) and for programs (camt.053, MT940), and the balances of all accounts
 * on a day. Official statements of past months, and files prepared in the background, are stored. Owns the schema `statements`; the figures follow
 * from the ledger's entries and their transactions. Source: server page section 6.
 */
import * as contract from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Bank } from '../accounts/index.ts';
import type { Documents } from '../documents/index.ts';
import { type AccountSource, readStatedAccounts, requireStated, statedAccounts } from './accounts.ts';
import { activity } from './activity.ts';
import { balancesLetter } from './balances-letter.ts';
import { statementArchive, statementFile } from './files.ts';
import { beginMonths, monthsTask, scheduleMonths } from './official/begin-months.ts';
import { issueStatements, issueTask } from './official/issue.ts';
import { officialFile, readOfficial } from './official/read.ts';
import { restateByStaff } from './official/restate.ts';
import { scheduleWatch, watchStatements, watchTask } from './official/watch.ts';
import {
  keptDays,
  orderFile,
  type PreparedLimits,
  preparedDownload,
  prepareTask,
  readFiles,
  readSize,
  removeFile,
  usualLimits,
} from './prepared/order.ts';
import { preparedPurge } from './prepared/prepared-store.ts';
import { prepareFile } from './prepared/run.ts';
import { readMonths, readStatement } from './read.ts';
import { readYear } from './year/year.ts';
import { yearFile } from './year/year-file.ts';
import { yearOnWire } from './year/year-on-wire.ts';

export { type AccountSource, type StatedAccount, statedAccounts } from './accounts.ts';
export { listStatementFiles } from './official/official-store.ts';
export { verifyStatements } from './official/verify.ts';

export interface StatementsOptions {
  readonly database: Database;
  readonly bank: Bank;
  readonly documents: Pick<Documents, 'issue' | 'kept'>;
  /** Sources of accounts with statements, in the order of lists. */
  readonly sources: readonly AccountSource[];
  /** Limits of prepared files. */
  readonly limits?: PreparedLimits | undefined;
}

export interface StatementsModule extends Module {
  /** Makes a further version of an official statement, with a reason for the client. `Refusal` if that is not possible. */
  restate(work: Work, id: string, reason: string): Promise<{ readonly id: string; readonly version: number }>;
}

/** Schedules the jobs that make and watch official statements at start. */
export const createStatementsModule = ({
  limits = usualLimits,
  ...options
}: StatementsOptions): StatementsModule => {
  const { sources } = options;
  const tools = { ...options, limits };
  return {
    name: 'statements',
    activity,
    restate: (work, id, reason) => restateByStaff(work, tools, id, reason),
    routes(router) {
      router.read(contract.listStatementAccounts, async (work) => ({
        accounts: await readStatedAccounts(work, sources),
      }));
      router.read(contract.getStatement, async (work, { params: { id }, query }) =>
        readStatement(work, await requireStated(work, sources, id), query),
      );
      router.read(contract.listStatementMonths, async (work, { params: { id }, query: { timeZone } }) => ({
        months: await readMonths(work, await requireStated(work, sources, id), timeZone),
      }));
      router.read(contract.downloadStatement, async (work, { params: { id }, query }) =>
        statementFile(work, tools, await requireStated(work, sources, id), query),
      );
      router.read(contract.downloadAllStatements, async (work, { query }) =>
        statementArchive(work, tools, await statedAccounts(work, sources), query),
      );
      router.read(contract.downloadBalances, async (work, { query }) =>
        balancesLetter(work, tools, await statedAccounts(work, sources), query),
      );
      const stated = (work: Pick<Work, 'sql' | 'actor'>, id: string | undefined) =>
        id === undefined
          ? statedAccounts(work, sources)
          : requireStated(work, sources, id).then((account) => [account]);
      router.read(contract.getYearOverview, async (work, { query: { account, ...query } }) =>
        yearOnWire(await readYear(work, await stated(work, account), query)),
      );
      router.read(contract.downloadYearOverview, async (work, { query: { account, ...query } }) =>
        yearFile(work, tools, await readYear(work, await stated(work, account), query), query),
      );
      router.read(contract.listOfficialStatements, async (work, { params: { id } }) => ({
        statements: await readOfficial(work, await requireStated(work, sources, id)),
      }));
      router.read(contract.downloadOfficialStatement, (work, { params: { id } }) =>
        officialFile(work, tools, id),
      );
      router.read(contract.getStatementSize, (work, { query }) => readSize(work, sources, query));
      router.write(contract.prepareStatements, (work, { body }) => orderFile(work, tools, body));
      router.read(contract.listPreparedFiles, async (work) => ({ files: await readFiles(work), keptDays }));
      router.write(contract.removePreparedFile, (work, { params: { id } }) => removeFile(work, tools, id));
      router.read(contract.downloadPreparedFile, (work, { params: { id } }) =>
        preparedDownload(work, tools, id),
      );
    },
    jobs: {
      [monthsTask]: { isPersistent: true, lane: 'files', inside: beginMonths(tools) },
      [issueTask]: { isPersistent: true, lane: 'files', outside: issueStatements(tools) },
      [watchTask]: { isPersistent: true, lane: 'files', outside: watchStatements(tools) },
      [prepareTask]: { lane: 'files', outside: prepareFile(tools) },
    },
    purges: [preparedPurge],
    start: async (sql) => {
      await scheduleMonths(sql);
      await scheduleWatch(sql);
    },
  };
};
