/**
 * Statements: what moved on an account in a period, for people (PDF, CSV, XLSX) and for programs (camt.053, MT940), and what all accounts held on a
 * day. Owns no table: everything follows from the ledger's entries and the transactions that they belong to. Source: server page section 6.
 */
import * as contract from '@calmly/contract';
import type { Module } from '../../platform/module.ts';
import type { Work } from '../../platform/work.ts';
import type { Bank } from '../accounts/index.ts';
import type { Documents } from '../documents/index.ts';
import { type AccountSource, readStatedAccounts, requireStated, statedAccounts } from './accounts.ts';
import { balancesLetter } from './balances-letter.ts';
import { statementArchive, statementFile } from './files.ts';
import { readMonths, readStatement } from './read.ts';
import { readYear } from './year/year.ts';
import { yearFile } from './year/year-file.ts';
import { yearOnWire } from './year/year-on-wire.ts';

export { type AccountSource, type StatedAccount, statedAccounts } from './accounts.ts';

export interface StatementsOptions {
  readonly bank: Bank;
  readonly documents: Pick<Documents, 'issue'>;
  /** What has statements, in the order of lists. */
  readonly sources: readonly AccountSource[];
}

export const createStatementsModule = ({ sources, ...tools }: StatementsOptions): Module => ({
  name: 'statements',
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
    router.read(contract.downloadBalances, async (work, { query }) =>
      balancesLetter(work, tools, await statedAccounts(work, sources), query),
    );
  },
});
