/**
 * Restated versions. A statement is never changed: a correction makes a further version with the same number, which names the one that it replaces and why.
 * Both stay, and the code of the earlier one says that there is a later version. Two causes: the ledger got entries of the month after the statement was
 * made (found by `watch.ts`, or when the next month is made), or staff correct it with a reason (`npm run ops restate-statement`).
 *
 * Errors: `Refusal` for a statement that is unknown, was replaced, or whose account is gone.
 */
import { audit } from '@calmly/platform/audit.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Work } from '@calmly/platform/work.ts';
import { entryRangesOfPeriods } from '../../../../ledger/server/index.ts';
import type { StatedAccount } from '../accounts.ts';
import {
  codesOf,
  findHolder,
  keepFiles,
  type Made,
  makeOfficial,
  type OfficialTools,
  openMonth,
  removeFiles,
} from './make.ts';
import {
  type Figures,
  findOfficial,
  insertOfficial,
  listOfAccount,
  lockNewest,
  type Official,
  setReplaced,
} from './official-store.ts';
import { tellReaders } from './tell.ts';

export interface Restatement {
  readonly cause: NonNullable<Official['cause']>;
  /** For the client; only with a correction. */
  readonly reason: string | null;
}

const late: Restatement = { cause: 'ENTRIES', reason: null };

/** Compares the numbers of the first and last entry, and every amount. */
export const isSame = (one: Figures, other: Figures): boolean =>
  one.first === other.first &&
  one.last === other.last &&
  one.openingMinor === other.openingMinor &&
  one.inMinor === other.inMinor &&
  one.outMinor === other.outMinor &&
  one.closingMinor === other.closingMinor;

/** For staff. Returns the new version. */
export async function restateByStaff(
  work: Work,
  tools: OfficialTools,
  id: string,
  reason: string,
): Promise<Official> {
  const statement = await findOfficial(work.sql, id);
  if (!statement) throw new Refusal(`There is no official statement with the id ${id}.`);
  return restate(work, tools, statement, { cause: 'CORRECTION', reason });
}

/** Restates the statements of an account that differ from the ledger, oldest first; with `month`, those of earlier months. */
export async function restateBefore(
  work: Work,
  tools: OfficialTools,
  { month, ...account }: { readonly clientId: string; readonly accountId: string; readonly month?: string },
): Promise<number> {
  const changed: Official[] = [];
  // Newest first. Late entries are the account's newest, so all months before a correct one are correct.
  for (const statement of await listOfAccount(work.sql, account)) {
    if (statement.replacedAt !== null || (month !== undefined && statement.month >= month)) continue;
    const [range] = await entryRangesOfPeriods(work.sql, [statement]);
    if (!range || isSame(range, statement)) break;
    changed.unshift(statement);
  }
  for (const statement of changed) await restate(work, tools, statement, late);
  return changed.length;
}

async function restate(
  work: Work,
  tools: OfficialTools,
  before: Official,
  { cause, reason }: Restatement,
): Promise<Official> {
  if (before.replacedAt !== null)
    throw new Refusal(
      `This version was replaced on ${before.replacedAt.toISOString()}. Restate the newest version.`,
    );
  const { clientId, accountId, year, serial } = before;
  const account = await findAccount(work, tools, before);
  const source = await openMonth(work, { ...account, isClosed: false }, clientId, before);
  if (!source) throw new Error(`the account ${accountId} has no period`);
  const holder = await findHolder(work, clientId);
  const number = { year, serial, version: before.version + 1 };
  const restated = { before, cause, reason };
  const made = await makeOfficial(work, tools, source, {
    holder,
    account,
    month: before,
    ...number,
    restated,
  });
  const next: Official = {
    ...before,
    ...number,
    ...made,
    ...{ id: work.newId(), locale: holder.locale, madeAt: work.now, cause, reason },
  };
  return write(work, tools, { before, next, made, account });
}

interface Replacing {
  readonly before: Official;
  readonly next: Official;
  readonly made: Made;
  readonly account: StatedAccount;
}

async function write(
  work: Work,
  tools: OfficialTools,
  { before, next, made, account }: Replacing,
): Promise<Official> {
  const { clientId, accountId, month, version } = before;
  try {
    await tools.database.inTransaction(async (sql) => {
      const inside = { ...work, sql };
      const newest = await lockNewest(sql, before);
      if (newest?.id !== before.id) throw new Refusal('Someone else has restated this statement meanwhile.');
      await insertOfficial(sql, { ...next, watched: newest.watched });
      await setReplaced(sql, before.id, work.now);
      await keepFiles(inside, tools, clientId, made);
      await tools.documents.issue.replace(inside, codesOf(before));
      const details = {
        statement: next.id,
        replaces: before.id,
        month: month.slice(0, 'YYYY-MM'.length),
        version: version + 1,
        cause: next.cause,
      };
      await audit(inside, { action: 'statement.restated', clientId, details });
      await tellReaders(
        inside,
        tools.sources,
        { clientId, accountIds: [accountId] },
        {
          kind: 'statement_restated',
          params: { month: month.slice(0, 7), account: account.name },
          subjectId: accountId,
        },
      );
    });
  } catch (error) {
    await removeFiles(work, tools, made);
    throw error;
  }
  return next;
}

async function findAccount(
  { sql }: Work,
  { sources }: OfficialTools,
  { clientId, accountId }: Official,
): Promise<StatedAccount> {
  for (const { list } of sources) {
    const [account] = await list(sql, { clientId, id: accountId });
    if (account) return account;
  }
  throw new Refusal(`The account ${accountId} of this statement does not exist.`);
}
