/** Lets PostgreSQL replay the archived log on an unpacked base backup, up to a time or to the log's end, and begin a timeline of its own. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { Refusal } from '../../refusal.ts';
import { availableBytes, settingsFor, urlOf } from '../cluster/embedded-postgres.ts';
import type { PostgresUser } from '../cluster/postgres-user.ts';
import { runPostmaster, stopPostmaster } from '../cluster/postmaster.ts';
import { archiveSettings, quoted } from '../cluster/wal-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';

export interface Recovery {
  readonly cluster: string;
  readonly binaries: string;
  readonly user: PostgresUser | undefined;
  /** Directories that hold the log: the archive with compressed segments, and perhaps the `pg_wal` of the replaced database. */
  readonly archive: string;
  readonly oldWal: string | undefined;
  readonly until: Date | 'latest';
  readonly manifest: BackupManifest;
}

export interface Recovered {
  /** Connects as the database's own user. */
  readonly url: string;
  readonly lastTransactionAt: Date | undefined;
  /** Where the replayed log ends. */
  readonly endLsn: string;
  stop(): Promise<void>;
}

/** The log ended before the wanted time. */
export class EndedEarly extends Error {
  readonly lastTransactionAt: string | undefined;
  constructor(lastTransactionAt: string | undefined) {
    super('the log ends before the wanted time');
    this.lastTransactionAt = lastTransactionAt;
  }
}

const weekMs = 7 * 86_400_000;
/** Made for the recovery; the configuration of a server's own is often outside its data directory. */
const ownFiles = { config: 'calmly.restore.conf', access: 'calmly.restore-access.conf' };

/** The backup may bring settings of ALTER SYSTEM: those of an earlier recovery, or commands and programs of another machine. */
const foreign = {
  recovery_target: '',
  recovery_target_name: '',
  recovery_target_lsn: '',
  recovery_target_xid: '',
  recovery_target_time: '',
  recovery_target_inclusive: 'on',
  recovery_target_timeline: 'latest',
  recovery_target_action: 'promote',
  recovery_end_command: '',
  archive_cleanup_command: '',
  archive_library: '',
  shared_preload_libraries: '',
  synchronous_standby_names: '',
  external_pid_file: '',
  ssl: 'off',
  // We read its log.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%m ',
  lc_messages: 'C',
};

export async function recover(recovery: Recovery): Promise<Recovered> {
  const { cluster, manifest } = recovery;
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  await writeFile(join(cluster, ownFiles.config), '', { mode: 0o644 });
  await writeFile(join(cluster, ownFiles.access), 'local all all trust\n', { mode: 0o644 });
  const start = {
    binaries: recovery.binaries,
    cluster,
    user: recovery.user,
    readyMs: weekMs,
    settings: {
      ...settingsFor(availableBytes()),
      ...archiveSettings(undefined),
      config_file: join(cluster, ownFiles.config),
      hba_file: join(cluster, ownFiles.access),
      // Nothing can be asked, let alone written, before the end of the recovery.
      hot_standby: 'off',
      restore_command: restoreCommand(recovery),
      ...foreign,
      ...(recovery.until === 'latest' ? {} : { recovery_target_time: postgresTime(recovery.until) }),
    },
  };
  const postmaster = await runPostmaster(start).catch(async (error: unknown) => {
    throw await reasonOf(cluster, error);
  });
  const stop = async () => {
    await stopPostmaster(cluster, postmaster);
    for (const file of Object.values(ownFiles)) await rm(join(cluster, file), { force: true });
  };
  try {
    const { user, name } = manifest.database;
    const url = new URL(urlOf(postmaster));
    url.username = encodeURIComponent(user);
    url.pathname = `/${encodeURIComponent(name)}`;
    return { url: url.href, ...(await readEnd(url.href, cluster)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL reads the setting before it knows letters for time zones. */
const postgresTime = (time: Date) => time.toISOString().replace('T', ' ').replace('Z', '+00');

/** A segment that exists and cannot be read ends the recovery with an error: PostgreSQL takes a status above 125 for that, any other for the log's end. */
function restoreCommand({ archive, oldWal }: Recovery): string {
  const archived = `a=${quoted(join(archive))}/%f.gz; if [ -f "$a" ]; then gzip -dc "$a" > "%p" || exit 250; exit 0; fi`;
  if (oldWal === undefined) return `${archived}; exit 1`;
  return `${archived}; o=${quoted(oldWal)}/%f; if [ -f "$o" ]; then cp "$o" "%p" || exit 250; exit 0; fi; exit 1`;
}

async function reasonOf(cluster: string, error: unknown): Promise<unknown> {
  const log = await readFile(join(cluster, 'server.log'), 'utf8').catch(() => '');
  if (/recovery ended before configured recovery target was reached/.test(log))
    return new EndedEarly([...log.matchAll(/last completed transaction was at log time (.+)/g)].at(-1)?.[1]);
  const [, unreadable] = /could not restore file "([^"]+)" from archive/.exec(log) ?? [];
  if (unreadable !== undefined)
    return new Refusal(`The archived log is damaged: ${unreadable} cannot be read. Nothing was started.`);
  return error;
}

async function readEnd(url: string, cluster: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return { lastTransactionAt: rows[0]?.at ?? undefined, endLsn: await readFork(cluster) };
  } finally {
    await client.end();
  }
}

/** Where the newest timeline began. */
async function readFork(cluster: string): Promise<string> {
  const histories = (await readdir(join(cluster, 'pg_wal')))
    .filter((name) => name.endsWith('.history'))
    .sort();
  const text = await readFile(join(cluster, 'pg_wal', histories.at(-1) ?? ''), 'utf8');
  const line = text.split('\n').findLast((each) => /^\d+\t/.test(each)) ?? '';
  return line.split('\t')[1] ?? '0/0';
}
