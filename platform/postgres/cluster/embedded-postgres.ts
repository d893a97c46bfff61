/**
 * The embedded database: our own PostgreSQL in the data directory, reached by a Unix socket, started and stopped with the server.
 *
 * A session lock in the database makes one server the owner of a data directory. The lock ends with the owner's connection, so after a
 * `kill -9` the next server takes over the postmaster that was left running. A second server at the same time is refused. If the
 * postmaster dies, its owner starts it again.
 */
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { Refusal, refusingFileErrors } from '../../refusal.ts';
import {
  createCluster,
  databaseUser,
  findCluster,
  majorOfCluster,
  makeDataDirectory,
} from './cluster-directory.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { findPostgresUser, type PostgresUser, requireOwned } from './postgres-user.ts';
import { killPostmaster, runPostmaster, type StartOptions, stopPostmaster } from './postmaster.ts';
import { type Postmaster, readPostmaster } from './postmaster-lock.ts';
import { archiveSettings, prepareArchive, rememberArchive, rememberedArchive } from './wal-archive.ts';

export interface EmbeddedPostgres {
  /** For `openDatabase`. */
  readonly url: string;
  /** Ends every session and waits until the database has shut down cleanly. */
  stop(): Promise<void>;
  /** Tells the database to stop at once and does not wait; the next start recovers from its log. */
  stopAtOnce(): void;
}

export interface EmbeddedPostgresOptions {
  readonly dataDirectory: string;
  readonly log?: Log | undefined;
  /** The npm package's `native` directory, if it is not in the usual place. */
  readonly packageDirectory?: string | undefined;
  /** Where root stores files that the database's user cannot reach elsewhere. */
  readonly sharedDirectory?: string;
  /** Where the log is archived; null: nowhere. By default as at the database's last start, so that a command leaves no gap. */
  readonly walDirectory?: string | null | undefined;
}

/** Settings other than PostgreSQL's defaults, given at each start so that a new version of Calmly brings its own. */
const settings: Readonly<Record<string, string>> = {
  // No port: the socket is the only way in.
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  // An acknowledged commit is on disk, because it is about money. These are the defaults, repeated here so that no file can override them.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  log_min_messages: 'warning',
  timezone: 'UTC',
};

export const defaultSharedDirectory = '/var/lib/calmly';
const smallMemoryBytes = 1024 ** 3;

/** With less than 1 GB for server and database together, the database keeps a quarter of its usual memory. */
export const settingsFor = (memoryBytes: number): Readonly<Record<string, string>> => ({
  ...settings,
  shared_buffers: memoryBytes < smallMemoryBytes ? '32MB' : '128MB',
});

/** The container's memory if it is limited, otherwise the machine's. */
export const availableBytes = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

const ownerLock = 4_207_000;
/** A killed server's lock is released as soon as PostgreSQL notices the closed socket. */
const ownerWaitMs = 1_500;

/** Starts (or takes over) the database of a data directory and becomes its owner. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { start, first } = await refusingFileErrors(
    `The data directory ${options.dataDirectory}`,
    async () => {
      const start = await prepare(options);
      return { start, first: await runPostmaster(start) };
    },
  );
  let postmaster = first;
  let owner = await own(options.dataDirectory, postmaster);
  if (!(await archivesTo(owner, start.settings.archive_command))) {
    // Left running by a server that was killed, with the settings of that server.
    await owner.end();
    await stopPostmaster(start.cluster, postmaster);
    postmaster = await runPostmaster(start);
    owner = await own(options.dataDirectory, postmaster);
  }
  let stopping = false;

  function watch(): void {
    owner.once('end', () => {
      if (!stopping) void recover();
    });
  }

  /** Our connection is lost: the postmaster died, or restarts after a crash of one of its processes. */
  async function recover(): Promise<void> {
    options.log?.error('the embedded database was lost; starting it again');
    while (!stopping) {
      try {
        // The pool knows only one address, but a long path has its socket in a directory that is new at each start.
        postmaster = await runPostmaster({ ...start, socketDirectory: postmaster.socketDirectory });
        owner = await own(options.dataDirectory, postmaster);
        options.log?.warn('the embedded database is back');
        watch();
        return;
      } catch (error) {
        options.log?.error({ reason: String(error) }, 'the embedded database is not back yet');
        await sleep(200);
      }
    }
  }

  watch();
  return {
    url: urlOf(postmaster),
    async stop() {
      stopping = true;
      await owner.end();
      await stopPostmaster(start.cluster, postmaster);
    },
    stopAtOnce() {
      stopping = true;
      killPostmaster(start.cluster, postmaster);
    },
  };
}

/** The address of the database of the server running in this data directory, for command-line tools. */
export async function findRunningPostgres(dataDirectory: string): Promise<string | undefined> {
  const cluster = await findCluster(dataDirectory);
  const postmaster = cluster && (await readPostmaster(cluster));
  return postmaster && urlOf(postmaster);
}

async function prepare(options: EmbeddedPostgresOptions): Promise<StartOptions> {
  const { dataDirectory, packageDirectory, sharedDirectory = defaultSharedDirectory } = options;
  if (process.platform === 'win32')
    throw new Refusal('On Windows Calmly has no embedded database; set DATABASE_URL to a PostgreSQL server.');
  await makeDataDirectory(dataDirectory);
  const user = await findPostgresUser();
  const existing = await findCluster(dataDirectory);
  if (existing !== undefined) await requireOwned(existing, user);
  const binaries = await findPostgresBinaries({
    user,
    major: existing === undefined ? undefined : await majorOfCluster(existing),
    copyDirectory: user ? sharedDirectory : join(dataDirectory, 'programs'),
    packageDirectory,
  });
  const cluster = existing ?? (await createCluster({ dataDirectory, sharedDirectory, binaries, user }));
  const walDirectory = await prepareWal(options, cluster, user);
  const settings = { ...settingsFor(availableBytes()), ...archiveSettings(walDirectory) };
  return { binaries: binaries.directory, cluster, user, settings };
}

async function prepareWal(
  { walDirectory: given, log }: EmbeddedPostgresOptions,
  cluster: string,
  user: PostgresUser | undefined,
): Promise<string | undefined> {
  const remembered = await rememberedArchive(cluster);
  const walDirectory = given === undefined ? remembered : (given ?? undefined);
  if (given === null && remembered !== undefined)
    log?.warn({ reason: 'BACKUP_DIR is not set' }, 'the log of the database is no longer archived');
  if (walDirectory !== undefined) await prepareArchive({ walDirectory, cluster, user, log });
  await rememberArchive(cluster, walDirectory);
  return walDirectory;
}

async function archivesTo(client: pg.Client, command: string | undefined): Promise<boolean> {
  // Of a database without archiving, the command is "(disabled)".
  const { rows } = await client.query<{ mode: string; command: string }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command`,
  );
  return rows[0]?.mode === (command ? 'on' : 'off') && (!command || rows[0].command === command);
}

/** A connection that holds the owner's lock. */
async function own(dataDirectory: string, postmaster: Postmaster): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(postmaster), application_name: 'calmly owner' });
  // 'end' reports the loss; without an error listener, the process would end.
  client.on('error', () => undefined);
  await client.connect();
  for (const deadline = Date.now() + ownerWaitMs; ; await sleep(50)) {
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
      ownerLock,
    ]);
    if (rows[0]?.owned) return client;
    if (Date.now() > deadline) {
      await client.end();
      throw new Refusal(`Another Calmly server is running on the data directory ${dataDirectory}.`);
    }
  }
}

/** The address of a running postmaster. */
export const urlOf = ({ socketDirectory }: Postmaster) =>
  `postgres://${databaseUser}@localhost/postgres?host=${encodeURIComponent(socketDirectory)}`;
