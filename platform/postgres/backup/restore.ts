/**
 * Restores a backup into a data directory, to a time or to the end of the archived log. The restored database gets its name only when everything has
 * succeeded: the bytes are those of the backup, and the log has no gap before the wanted time.
 */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, refusingFileErrors } from '../../refusal.ts';
import { findCluster, placeCluster } from '../cluster/cluster-directory.ts';
import { defaultSharedDirectory } from '../cluster/embedded-postgres.ts';
import { findPostgresBinaries } from '../cluster/postgres-binaries.ts';
import { findPostgresUser } from '../cluster/postgres-user.ts';
import { killPostmaster } from '../cluster/postmaster.ts';
import { findPostmaster } from '../cluster/postmaster-lock.ts';
import { walIn } from '../cluster/wal-archive.ts';
import { readArchivedLog } from './archived-log.ts';
import type { StoredBackup } from './backup-manifest.ts';
import { EndedEarly, type Recovered, recover } from './recover.ts';
import { unpackBackup } from './unpack-backup.ts';
import { segmentAt, segmentName } from './wal-segments.ts';

export interface RestoreRequest {
  readonly backup: StoredBackup;
  readonly backupDirectory: string;
  readonly until: Date | 'latest';
  readonly dataDirectory: string;
  /** Whether the database in the data directory is to be replaced; it is kept aside. */
  readonly replaces: boolean;
}

export interface Restored<Result> {
  readonly lastTransactionAt: Date | undefined;
  /** The newest archived segment; undefined without an archive. */
  readonly lastSegment: string | undefined;
  /** The replaced database. */
  readonly aside: string | undefined;
  readonly examined: Result;
}

const lockFile = 'restore.lock';
/** What a directory for a restored database may hold already. */
const allowed = /^(?:secret\.key|anchor\.json|programs|restore\.lock|postgres\.(?:new-|before-).*)$/;

/** `examine` reads the restored database while it runs, before it gets its name. */
export async function restore<Result>(
  request: RestoreRequest,
  examine: (recovered: Recovered) => Promise<Result>,
): Promise<Restored<Result>> {
  const { dataDirectory } = request;
  return refusingFileErrors(`The directory ${dataDirectory}`, async () => {
    await mkdir(dataDirectory, { recursive: true });
    const release = await lock(dataDirectory);
    try {
      await removeInterrupted(dataDirectory);
      return await restoreUnderLock(request, examine);
    } finally {
      await release();
    }
  });
}

async function restoreUnderLock<Result>(
  request: RestoreRequest,
  examine: (recovered: Recovered) => Promise<Result>,
): Promise<Restored<Result>> {
  const { backup, dataDirectory } = request;
  const existing = await requireFree(request);
  const user = await findPostgresUser();
  const binaries = await findPostgresBinaries({
    user,
    major: backup.manifest.postgres,
    copyDirectory: user ? defaultSharedDirectory : join(dataDirectory, 'programs'),
  });
  const archive = walIn(request.backupDirectory);
  const oldWal = existing && join(existing, 'pg_wal');
  const log = await readArchivedLog(archive, oldWal, backup.manifest);
  if (request.until === 'latest' && log.hasGap)
    throw new Refusal(
      `The archived log has a gap: ${log.firstMissing} is missing, and later segments are there. Nothing was started. Restore to a time before the gap, or find the segment.`,
    );
  let examined: Result | undefined;
  let lastTransactionAt: Date | undefined;
  let aside: string | undefined;
  await placeCluster(
    { dataDirectory, sharedDirectory: defaultSharedDirectory, user },
    async (cluster) => {
      await unpackBackup(backup, cluster, user);
      const recovered = await recover({
        cluster,
        binaries: binaries.directory,
        user,
        archive,
        oldWal,
        until: request.until,
        manifest: backup.manifest,
      }).catch((error: unknown) => {
        throw error instanceof EndedEarly ? refusalOf(error, log.firstMissing) : error;
      });
      try {
        if (request.until === 'latest') requireWhole(recovered, log.last);
        lastTransactionAt = recovered.lastTransactionAt;
        examined = await examine(recovered);
      } finally {
        await recovered.stop();
      }
      await requireFree(request);
      if (existing) aside = await putAside(dataDirectory);
    },
    'is an error',
  );
  return {
    lastTransactionAt,
    lastSegment: log.last && segmentName(log.last),
    aside,
    examined: examined as Result,
  };
}

const refusalOf = ({ lastTransactionAt }: EndedEarly, firstMissing: string) =>
  new Refusal(
    `The archived log ends before that time${lastTransactionAt ? `, after the transaction of ${lastTransactionAt}` : ''}: the segment ${firstMissing} is missing. Nothing was started. "--to latest" restores what there is before it.`,
  );

function requireWhole({ endLsn }: Recovered, last: Parameters<typeof segmentName>[0] | undefined): void {
  if (last && segmentAt(endLsn) < last.number)
    throw new Refusal(
      `The archived log could be read only up to ${endLsn}, although it goes on to ${segmentName(last)}. Nothing was started.`,
    );
}

/** The existing cluster, if it is to be replaced. */
async function requireFree({ dataDirectory, replaces }: RestoreRequest): Promise<string | undefined> {
  const cluster = await findCluster(dataDirectory);
  if (cluster === undefined) {
    const other = (await readdir(dataDirectory)).find((name) => !allowed.test(name));
    if (other !== undefined)
      throw new Refusal(`${dataDirectory} is not empty: it holds ${other}. Restore into a new directory.`);
    return undefined;
  }
  if (await findPostmaster(cluster))
    throw new Refusal(`The database in ${dataDirectory} is in use. Stop its server first.`);
  if (!replaces)
    throw new Refusal(
      `${dataDirectory} holds a database. Restore into a new directory with --data-dir, or replace it with --replace, which keeps it aside.`,
    );
  return cluster;
}

async function putAside(dataDirectory: string): Promise<string> {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const aside = join(dataDirectory, `postgres.before-${stamp}`);
  await rename(join(dataDirectory, 'postgres'), aside);
  return aside;
}

/** One restore at a time in a directory. The file names its process; that of a process that is gone does not count. */
async function lock(dataDirectory: string): Promise<() => Promise<void>> {
  const file = join(dataDirectory, lockFile);
  const holder = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (holder > 0 && holder !== process.pid && isAlive(holder))
    throw new Refusal(`Another restore into ${dataDirectory} is running (process ${holder}).`);
  await rm(file, { force: true });
  const handle = await open(file, 'wx', 0o600);
  await handle.writeFile(String(process.pid));
  await handle.close();
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A killed restore leaves its directory and perhaps its PostgreSQL. */
async function removeInterrupted(dataDirectory: string): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    if (!name.startsWith('postgres.new-')) continue;
    const cluster = join(dataDirectory, name);
    const postmaster = await findPostmaster(cluster);
    if (postmaster) killPostmaster(cluster, { ...postmaster, socketDirectory: cluster });
    await rm(cluster, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
