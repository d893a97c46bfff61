/**
 * Prepared files as their person sees them: ordered, followed, cancelled, downloaded. The number of files per person and the size of all files are
 * limited. Rights are checked again on each download: a file that shows more than the person may see now is refused.
 * Errors: `too_many_prepared_files`, `prepared_files_full`, `prepared_file_not_ready`, `prepared_file_expired`, `prepared_file_rights`, `not_found`,
 * and those of statements.
 */
import { fitsFormat, type PreparedFile, type PreparedOrder } from '@calmly/contract';
import type { Download } from '@calmly/platform/http/answer.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { requireClientActor, seesConfidential } from '../../../../identity/server/index.ts';
import { entryRangesOfPeriods } from '../../../../ledger/server/index.ts';
import type { Documents } from '../../documents/index.ts';
import { viewerOf } from '../../transactions/index.ts';
import { type AccountSource, requireStated, type StatedAccount, statedAccounts } from '../accounts.ts';
import { hiddenIn } from '../hidden.ts';
import { type Period, type PeriodInput, periodOf } from '../period.ts';
import {
  countCurrent,
  deleteEnded,
  deletePrepared,
  findPrepared,
  insertPrepared,
  listPrepared,
  lockOrders,
  lockPrepared,
  type Prepared,
  setCancelled,
  sumKeptBytes,
} from './prepared-store.ts';

export const prepareTask = 'statements_prepare';

/** Above this number of entries a file should be prepared: as a PDF it takes more than a second. */
export const longFrom = 20_000;
export const keptDays = 7;

/** Maximum number of a person's files in one client, ready or being made. */
const filesEach = 5;
/** The same for cancelled or failed files. */
const endedEach = 20;

export interface PreparedLimits {
  /** Limit per file. */
  readonly bytesEach: number;
  readonly bytesOfAll: number;
}

const [mb, gb] = [1024 ** 2, 1024 ** 3];
export const usualLimits: PreparedLimits = { bytesEach: 256 * mb, bytesOfAll: 20 * gb };

export interface PreparedTools {
  readonly documents: Pick<Documents, 'kept'>;
  readonly sources: readonly AccountSource[];
  readonly limits: PreparedLimits;
}

/** At once without `runAt`. A file has one waiting job, which the last call replaces. */
export async function schedulePrepare(sql: Sql, id: string, runAt?: Date): Promise<void> {
  await addJobs(sql, [
    { task: prepareTask, payload: id, key: `${prepareTask} ${id}`, ...(runAt && { runAt }) },
  ]);
}

/**
 * The number of lines in the reader's own statements; what they cannot see does not count. `isLong` above 20,000. Errors: `not_found`, and those of
 * `periodOf`.
 */
export async function readSize(
  work: Pick<Work, 'sql' | 'actor' | 'now'>,
  sources: readonly AccountSource[],
  { accountId, ...input }: PeriodInput & { readonly accountId?: string | undefined },
): Promise<{ entries: number; isLong: boolean }> {
  const accounts =
    accountId === undefined
      ? await statedAccounts(work, sources)
      : [await requireStated(work, sources, accountId)];
  const entries = Number(await countLines(work, accounts, periodOf(input, work.now)));
  return { entries, isLong: entries > longFrom };
}

/** For all of the accounts, as the acting person sees them. */
export async function countLines(
  work: Pick<Work, 'sql' | 'actor'>,
  accounts: readonly StatedAccount[],
  { begins, ends, zone }: Pick<Period, 'begins' | 'ends' | 'zone'>,
): Promise<bigint> {
  const { sql } = work;
  const viewer = viewerOf(requireClientActor(work));
  const ranges = await entryRangesOfPeriods(
    sql,
    accounts.map(({ id: accountId }) => ({ accountId, begins, ends })),
  );
  let count = ranges.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
  for (const [place, account] of accounts.entries()) {
    const range = ranges[place];
    const [hidden] = range ? await hiddenIn({ sql, viewer, account }, [range], zone) : [];
    count -= BigInt(hidden?.count ?? 0);
  }
  return count;
}

/** If an equal order is in progress, it is returned instead of a new one. Locks all orders until the transaction ends; the job is added to it. */
export async function orderFile(
  work: Work,
  { sources, limits }: PreparedTools,
  order: PreparedOrder,
): Promise<PreparedFile> {
  const { sql, now } = work;
  const keeper = requireClientActor(work);
  periodOf(order, now);
  if (order.accountId !== null) {
    const { currency } = await requireStated(work, sources, order.accountId);
    if (!fitsFormat(order.format, currency)) throw badFields({ field: 'format', code: 'format_decimals' });
  }
  await lockOrders(sql);
  await deleteEnded(sql, keeper, { kept: endedEach });
  const files = await listPrepared(sql, keeper);
  const same = files.find((file) => isUnderway(file) && isSameOrder(file, order));
  if (same) return shown(same, now);
  if ((await countCurrent(sql, keeper, now)) >= filesEach)
    throw new Problem('too_many_prepared_files', { params: { most: filesEach } });
  if ((await sumKeptBytes(sql, now)) + BigInt(limits.bytesEach) > BigInt(limits.bytesOfAll))
    throw new Problem('prepared_files_full', { retryAfterSeconds: 3_600 });
  const { clientId, personId } = keeper;
  const file = await insertPrepared(sql, { ...order, id: work.newId(), clientId, personId, now });
  await schedulePrepare(sql, file.id);
  await publish(sql, clientId, { topic: 'statements' });
  return shown(file, now);
}

const isUnderway = ({ state }: Prepared): boolean => state === 'WAITING' || state === 'RUNNING';

const isExpired = ({ expiresAt }: Prepared, now: Date): boolean => expiresAt !== null && expiresAt <= now;

const isSameOrder = (file: PreparedOrder, order: PreparedOrder): boolean =>
  file.accountId === order.accountId &&
  file.from === order.from &&
  file.to === order.to &&
  file.timeZone === order.timeZone &&
  file.format === order.format &&
  file.locale === order.locale;

/** The person's own files, newest first. An expired file is `EXPIRED`, whatever state is stored. */
export async function readFiles({ sql, now, actor }: Work): Promise<PreparedFile[]> {
  const files = await listPrepared(sql, requireClientActor({ actor }));
  return files.map((file) => shown(file, now));
}

function shown(file: Prepared, now: Date): PreparedFile {
  const { id, accountId, from, to, format, state, fault, sizeBytes, createdAt, expiresAt } = file;
  return {
    id,
    accountId,
    from,
    to,
    format,
    state: isExpired(file, now) ? 'EXPIRED' : state,
    progress: progressOf(file),
    fault,
    size: sizeBytes === null ? null : Number(sizeBytes),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

function progressOf({ state, done, total }: Prepared): number {
  if (state === 'READY') return 100;
  if (total === 0n) return 0;
  const percent = Number((100n * done) / total);
  return Math.min(99, percent);
}

/** Cancels a file that is being made; deletes any other with its content. */
export async function removeFile(work: Work, { documents }: PreparedTools, id: string): Promise<undefined> {
  const { sql, now } = work;
  const keeper = requireClientActor(work);
  if (!(await findPrepared(sql, keeper, id))) throw new Problem('not_found');
  const file = await lockPrepared(sql, id);
  if (!file) return undefined;
  if (isUnderway(file)) await setCancelled(sql, id, now);
  else {
    if (file.fileId !== null) await documents.kept.remove(sql, [file.fileId]);
    await deletePrepared(sql, id);
  }
  await publish(sql, keeper.clientId, { topic: 'statements' });
  return undefined;
}

/**
 * Errors, in this order: `not_found`, `prepared_file_expired`, `prepared_file_not_ready`,
 * `prepared_file_rights`.
 */
export async function preparedDownload(
  work: Work,
  { documents, sources }: PreparedTools,
  id: string,
): Promise<Download> {
  const actor = requireClientActor(work);
  const file = await findPrepared(work.sql, actor, id);
  if (!file) throw new Problem('not_found');
  if (isExpired(file, work.now)) throw new Problem('prepared_file_expired');
  const { fileId, fileName, mediaType } = file;
  if (file.state !== 'READY' || fileId === null || fileName === null || mediaType === null)
    throw new Problem('prepared_file_not_ready');
  const seen = new Set((await statedAccounts(work, sources)).map((account) => account.id));
  const mayReadAll = file.accountIds.every((accountId) => seen.has(accountId));
  if (!mayReadAll || (file.seesConfidential && !seesConfidential(actor)))
    throw new Problem('prepared_file_rights');
  return { fileName, mediaType, content: await documents.kept.read(work.sql, fileId) };
}
