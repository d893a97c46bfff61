/**
 * The job that makes a prepared file: as the person would download it now, with their current rights, written part by part. At most two are made at a
 * time, and one per person; the others check again later. Progress is written at most once a second, and so are the hints to open pages. A run that
 * was cancelled, or replaced after its server died, notices it there and leaves nothing behind. After three attempts the file has failed.
 */
import { holdsRight } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { isUnavailable } from '@calmly/platform/database.ts';
import type { Download } from '@calmly/platform/http/answer.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { findActorWithoutSession, seesConfidential } from '../../../../identity/server/index.ts';
import type { Bank } from '../../accounts/index.ts';
import { type Documents, FileTooLarge } from '../../documents/index.ts';
import { type StatedAccount, statedAccounts } from '../accounts.ts';
import { statementArchive, statementFile } from '../files.ts';
import { periodOf } from '../period.ts';
import type { StatementSource } from '../source.ts';
import { countLines, keptDays, type PreparedTools, schedulePrepare } from './order.ts';
import {
  countRunning,
  listWaiting,
  lockOrders,
  lockPrepared,
  type Prepared,
  setFailed,
  setProgress,
  setReady,
  setSubject,
  setWaiting,
  startRun,
  sumKeptBytes,
} from './prepared-store.ts';

export interface RunTools extends PreparedTools {
  readonly database: Database;
  readonly bank: Bank;
  readonly documents: Pick<Documents, 'issue' | 'kept'>;
}

const runningMost = 2;
const attemptsMost = 3;
const lookAgainMs = 2_000;
const beatMs = 1_000;
const dayMs = 86_400_000;

/** This run no longer makes the file. */
class Stopped extends Error {}

interface Run extends Prepared {
  readonly runId: string;
}

/** The job; not in a transaction. */
export const prepareFile =
  (tools: RunTools) =>
  async (work: Work, payload: unknown): Promise<void> => {
    const run = await begin(work, tools, String(payload));
    if (!run) return;
    try {
      await make(work, tools, run);
    } catch (error) {
      await giveUp(work, tools, run, error);
    }
    for (const id of await listWaiting(work.sql, runningMost)) await schedulePrepare(work.sql, id);
  };

function begin(work: Work, tools: RunTools, id: string): Promise<Run | undefined> {
  return tools.database.inTransaction(async (sql) => {
    await lockOrders(sql);
    const file = await lockPrepared(sql, id);
    if (file?.state !== 'WAITING' && file?.state !== 'RUNNING') return undefined;
    const { all, own } = await countRunning(sql, file);
    if (all >= runningMost || own > 0) {
      await schedulePrepare(sql, id, new Date(Date.now() + lookAgainMs));
      return undefined;
    }
    if (file.attempts >= attemptsMost) {
      await fail({ ...work, sql }, file, 'STOPPED');
      return undefined;
    }
    // Files being made may reach the maximum size.
    const taken = (await sumKeptBytes(sql, work.now)) + BigInt((all + 1) * tools.limits.bytesEach);
    if (taken > BigInt(tools.limits.bytesOfAll)) {
      await fail({ ...work, sql }, file, 'FULL');
      return undefined;
    }
    const runId = work.newId();
    await startRun(sql, id, runId);
    await publish(sql, file.clientId, { topic: 'statements' });
    return { ...file, runId, attempts: file.attempts + 1 };
  });
}

async function make(work: Work, tools: RunTools, run: Run): Promise<void> {
  const { sql } = work;
  const { clientId, personId, accountId } = run;
  const actor = await findActorWithoutSession(sql, { id: run.id, personId, clientId });
  const accounts =
    actor?.state === 'ACTIVE' && holdsRight(actor, 'can_view_statements')
      ? await statedAccounts({ sql, actor }, tools.sources, accountId ?? undefined)
      : [];
  if (!actor || (accountId !== null && accounts.length === 0))
    return inTransaction(work, tools, (inside) => fail(inside, run, 'RIGHTS'));
  const accountIds = accounts.map(({ id }) => id);
  const total = await countLines({ sql, actor }, accounts, periodOf(run, work.now));
  await setSubject(sql, run, { accountIds, seesConfidential: seesConfidential(actor), total });
  const {
    fileName,
    mediaType = 'application/zip',
    content,
  } = await fileOf(
    { ...work, actor },
    { ...tools, inBackground: true, follow: following(work, run) },
    run,
    accounts,
  );
  const whole = { clientId, mostBytes: tools.limits.bytesEach };
  const { id: fileId, sizeBytes } = await tools.documents.kept.write(work, whole, bytesOf(content));
  const now = new Date();
  const expiresAt = new Date(now.getTime() + keptDays * dayMs);
  const isReady = await tools.database.inTransaction(async (transaction) => {
    const outcome = { fileId, fileName, mediaType, sizeBytes, expiresAt };
    if (!(await setReady(transaction, run, outcome, now))) return false;
    await tools.documents.kept.keep(transaction, [fileId], expiresAt);
    await tell({ ...work, sql: transaction, now }, run, 'statement_file_ready', accounts);
    return true;
  });
  if (!isReady) await tools.documents.kept.remove(sql, [fileId]);
}

function fileOf(
  work: Work & { readonly actor: ClientActor },
  tools: Parameters<typeof statementFile>[1],
  { accountId, from, to, timeZone, format, locale }: Run,
  accounts: readonly StatedAccount[],
): Promise<Download> | Download {
  const order = { from, to, timeZone, format, locale };
  const [account] = accounts;
  return accountId !== null && account
    ? statementFile(work, tools, account, order)
    : statementArchive(work, tools, accounts, order);
}

async function* bytesOf(content: Download['content']): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else yield* content;
}

/** Counts written lines, and reports them once a second. */
function following({ sql }: Work, run: Run): (source: StatementSource) => StatementSource {
  let done = 0n;
  let saidMs = performance.now();
  const say = async () => {
    if (performance.now() - saidMs < beatMs) return;
    saidMs = performance.now();
    if (!(await setProgress(sql, run, done))) throw new Stopped();
    await publish(sql, run.clientId, { topic: 'statements' });
  };
  return (source) => ({
    ...source,
    async *lines(after) {
      for await (const lines of source.lines(after)) {
        done += BigInt(lines.length);
        await say();
        yield lines;
      }
    },
  });
}

async function giveUp(work: Work, tools: RunTools, run: Run, error: unknown): Promise<void> {
  if (error instanceof Stopped) return;
  if (error instanceof FileTooLarge)
    return inTransaction(work, tools, (inside) => fail(inside, run, 'TOO_LARGE'));
  if (isUnavailable(error)) throw error;
  work.log.error(
    { err: error, fileId: run.id, attempt: run.attempts },
    'a file of statements was not prepared',
  );
  if (run.attempts >= attemptsMost)
    return inTransaction(work, tools, (inside) => fail(inside, run, 'STOPPED'));
  await setWaiting(work.sql, run);
  await schedulePrepare(work.sql, run.id, new Date(Date.now() + lookAgainMs));
}

const inTransaction = (
  work: Work,
  { database }: RunTools,
  act: (inside: Work) => Promise<void>,
): Promise<void> => database.inTransaction((sql) => act({ ...work, sql }));

/** Sends no notice if the file was cancelled, or finished by another run, in the meantime. */
async function fail(work: Work, file: Prepared, fault: NonNullable<Prepared['fault']>): Promise<void> {
  if (await setFailed(work.sql, file.id, fault, new Date()))
    await tell(work, file, 'statement_file_failed', []);
}

async function tell(
  work: Work,
  { clientId, personId, accountId, from, to }: Prepared,
  kind: 'statement_file_ready' | 'statement_file_failed',
  accounts: readonly StatedAccount[],
): Promise<void> {
  const account = accounts.find(({ id }) => id === accountId)?.name;
  await publish(work.sql, clientId, { topic: 'statements' });
  await notify(work, [{ kind, clientId, personId, params: { from, to, ...(account && { account }) } }]);
}
