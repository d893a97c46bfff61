/**
 * The job that makes official statements of past months: client by client, and for each client one account at a time. A run takes a client and
 * reports every few seconds that it is alive; a client of a dead server is taken by another run after fifteen seconds. Files are made outside
 * transactions; statement, code and number are written in one. An account has only one first version per month, so each is made once.
 */
import { isUnavailable } from '@calmly/platform/database.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { StatedAccount } from '../accounts.ts';
import {
  findHolder,
  type Holder,
  keepFiles,
  makeOfficial,
  type OfficialTools,
  openMonth,
  removeFiles,
} from './make.ts';
import { yearOf } from './month.ts';
import {
  endDue,
  findMonth,
  hasDue,
  holdDue,
  postponeDue,
  type Sweep,
  type Taken,
  takeDue,
} from './month-store.ts';
import { findPlace, findStatedOf, insertOfficial, unwatchBefore } from './official-store.ts';
import { restateBefore } from './restate.ts';
import { tellReaders } from './tell.ts';

export const issueTask = 'statements_issue';

/** How long a run works before it yields to other jobs. */
const runMs = 5_000;
const beatMs = 4_000;
const lookAgainMs = 5_000;
const longestWaitSeconds = 3_600;

/** Repeated calls schedule a single job. */
export async function scheduleIssue(sql: Sql, runAt?: Date): Promise<void> {
  await addJobs(sql, [{ task: issueTask, payload: {}, key: issueTask, ...(runAt && { runAt }) }]);
}

/** Another run has taken the client. */
class Lost extends Error {}

/** The job; not in a transaction. */
export const issueStatements =
  (tools: OfficialTools) =>
  async (work: Work): Promise<void> => {
    const startedMs = performance.now();
    while (performance.now() - startedMs < runMs) {
      const runId = work.newId();
      const taken = await takeDue(work.sql, runId);
      if (!taken) {
        // Others are working on the rest, or it has failed and waits.
        if (await hasDue(work.sql)) await scheduleIssue(work.sql, new Date(Date.now() + lookAgainMs));
        return;
      }
      await issueOne(work, tools, { ...taken, runId });
    }
    await scheduleIssue(work.sql);
  };

/** A client whose statements cannot be made does not block the others. */
async function issueOne(
  work: Work,
  tools: OfficialTools,
  held: Taken & { readonly runId: string },
): Promise<void> {
  try {
    await issueClient(work, tools, held);
  } catch (error) {
    if (error instanceof Lost) return;
    if (isUnavailable(error)) throw error;
    const { clientId, month, attempts } = held;
    work.log.error(
      { err: error, clientId, month, attempt: attempts },
      'official statements were not made; trying again later',
    );
    await postponeDue(work.sql, held, Math.min(longestWaitSeconds, 15 * 2 ** Math.min(attempts, 10)));
  }
}

async function issueClient(
  work: Work,
  tools: OfficialTools,
  held: Taken & { readonly runId: string },
): Promise<void> {
  const { sql } = work;
  const { clientId, month: day } = held;
  const month = await findMonth(sql, day);
  const accounts = await accountsOf(work, tools, clientId, month);
  const ids = accounts.map(({ id }) => id);
  const made = await findStatedOf(sql, day, ids);
  const step = beating(sql, held);
  let holder: Holder | undefined;
  for (const account of accounts.filter(({ id }) => !made.has(id))) {
    holder ??= await findHolder(work, clientId);
    await issueAccount({ ...work, now: new Date() }, tools, { holder, account, month, step });
    await step();
  }
  await tools.database.inTransaction(async (transaction) => {
    const inside = { ...work, sql: transaction, now: new Date() };
    if (!(await endDue(transaction, held))) return;
    const stated = await findStatedOf(transaction, day, ids);
    if (month.announced && stated.size > 0)
      await tellReaders(
        inside,
        tools.sources,
        { clientId, accountIds: [...stated] },
        {
          kind: 'statements_ready',
          params: { month: day.slice(0, 7) },
        },
      );
  });
}

/** All accounts, cards and wallets that the client had before the month ended, regardless of rights. */
async function accountsOf(
  { sql }: Work,
  { sources }: OfficialTools,
  clientId: string,
  { ends }: Sweep,
): Promise<StatedAccount[]> {
  const lists: StatedAccount[] = [];
  for (const { list } of sources) lists.push(...(await list(sql, { clientId })));
  return lists.filter(({ createdAt }) => createdAt < ends);
}

/** Reports regularly that the run is alive. */
function beating(sql: Sql, held: Taken & { readonly runId: string }): () => Promise<void> {
  let saidMs = performance.now();
  return async () => {
    if (performance.now() - saidMs < beatMs) return;
    saidMs = performance.now();
    if (!(await holdDue(sql, held))) throw new Lost();
  };
}

interface AccountOrder {
  readonly holder: Holder;
  readonly account: StatedAccount;
  readonly month: Sweep;
  readonly step: () => Promise<void>;
}

async function issueAccount(work: Work, tools: OfficialTools, order: AccountOrder): Promise<void> {
  const { account, month, holder } = order;
  const { clientId, locale } = holder;
  const source = await openMonth(work, account, clientId, month);
  if (!source) return;
  // Late entries of months with statements are restated first, so that this statement begins where those end.
  await restateBefore(work, tools, { clientId, accountId: account.id, month: month.month });
  const year = yearOf(month.month);
  const place = await findPlace(work.sql, { accountId: account.id, month: month.month, year });
  if (place.exists) return;
  const number = { year, serial: place.serial, version: 1 };
  const made = await makeOfficial(work, tools, source, { ...order, ...number });
  const isWritten = await tools.database
    .inTransaction(async (sql) => {
      const id = work.newId();
      const { currency } = account;
      const written = await insertOfficial(sql, {
        ...{ id, clientId, accountId: account.id, month: month.month, currency, locale },
        ...number,
        ...made,
        ...{ madeAt: work.now, cause: null, reason: null, watched: true },
      });
      if (!written) return false;
      await unwatchBefore(sql, account.id, month.month);
      await keepFiles({ sql, now: work.now }, tools, clientId, made);
      return true;
    })
    .catch(async (error: unknown) => {
      await removeFiles(work, tools, made);
      throw error;
    });
  // Another run was faster.
  if (!isWritten) await removeFiles(work, tools, made);
}
