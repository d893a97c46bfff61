/** Writes one backup of a running database: streamed, on disk, read back and verified before it gets its name. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { Refusal, refusingFileErrors } from '../../refusal.ts';
import { syncDirectory } from '../cluster/cluster-directory.ts';
import { newClient } from '../connecting/connections.ts';
import {
  type BackupManifest,
  baseFile,
  basesIn,
  listBackups,
  listFile,
  type StoredBackup,
  unfinishedPrefix,
  writeManifest,
} from './backup-manifest.ts';
import { beginBaseBackup } from './base-backup-stream.ts';
import { readBackup } from './read-backup.ts';

export interface BackupRequest {
  readonly url: string;
  readonly backupDirectory: string;
  readonly kind: BackupManifest['kind'];
  /** Ids of the secret keys; null if they are elsewhere. */
  readonly secretKeys: readonly string[] | null;
}

const lockKey = 4_207_002;
/** Fast, and a third of the size for most data. */
const gzipLevel = 1;

/** One at a time for each database. */
export async function writeBackup(request: BackupRequest): Promise<StoredBackup> {
  const client = newClient(request.url, { application_name: 'calmly backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      lockKey,
    ]);
    if (!rows[0]?.locked) throw new Refusal('Another backup of this database is running.');
    return await refusingFileErrors(`The backup directory ${request.backupDirectory}`, () =>
      writeUnderLock(client, request),
    );
  } finally {
    await client.end();
  }
}

async function writeUnderLock(client: pg.Client, request: BackupRequest): Promise<StoredBackup> {
  const source = await describe(client);
  const bases = basesIn(request.backupDirectory);
  await mkdir(bases, { recursive: true, mode: 0o755 });
  await requireSameDatabase(request.backupDirectory, source.systemIdentifier);
  await removeUnfinished(bases);
  const startedAt = new Date().toISOString();
  const name = `${startedAt.replace(/[-:]|\.\d+/g, '')}-${randomBytes(2).toString('hex')}`;
  const unfinished = join(bases, unfinishedPrefix + name);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const { files, range } = await receive(request.url, unfinished, name);
    await readBackup(unfinished, files);
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const manifest: BackupManifest = {
      version: 1,
      name,
      startedAt,
      endedAt: (rows[0]?.now ?? new Date()).toISOString(),
      kind: request.kind,
      ...source,
      ...range,
      secretKeys: request.secretKeys && [...request.secretKeys],
      files,
    };
    await writeManifest(unfinished, manifest);
    const directory = join(bases, name);
    await rename(unfinished, directory);
    await syncDirectory(bases);
    return { directory, manifest, verified: undefined };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** What a killed backup left behind. No other backup is running, because of the lock. */
async function removeUnfinished(bases: string): Promise<void> {
  for (const name of await readdir(bases))
    if (name.startsWith('.')) await rm(join(bases, name), { recursive: true, force: true });
}

/** Its log and its backups would be mixed up with another database's. */
async function requireSameDatabase(backupDirectory: string, systemIdentifier: string): Promise<void> {
  const { whole } = await listBackups(backupDirectory);
  if (whole.some(({ manifest }) => manifest.systemIdentifier !== systemIdentifier))
    throw new Refusal(
      `${backupDirectory} holds backups of another database. Give each database a directory of its own.`,
    );
}

async function describe(client: pg.Client) {
  const { rows } = await client.query<{
    version: number;
    system: string;
    bytes: string;
    user: string;
    name: string;
    tablespaces: number;
  }>(`select current_setting('server_version_num')::int as version,
        (select system_identifier::text from pg_control_system()) as system,
        (select sum(pg_database_size(oid))::text from pg_database
          where datallowconn and has_database_privilege(oid, 'connect')) as bytes,
        (select rolname from pg_roles where oid = 10) as user, current_database() as name, (select count(*)::int from pg_tablespace) as tablespaces`);
  const [row] = rows;
  if (!row) throw new Error('the database does not describe itself');
  if (row.tablespaces > 2)
    throw new Refusal(
      'The database has tablespaces of its own, which this backup does not cover. Use pg_basebackup or pgBackRest.',
    );
  const migrations = await client
    .query<Pick<BackupManifest, 'schema' | 'serves'>>(
      `select max(name) as schema, max(coalesce(to_jsonb(migrations) ->> 'serves', left(name, 4))) as serves
       from public.migrations`,
    )
    .catch(() => undefined);
  return {
    postgres: Math.floor(row.version / 10_000),
    systemIdentifier: row.system,
    schema: migrations?.rows[0]?.schema ?? '',
    serves: migrations?.rows[0]?.serves ?? '',
    database: { user: row.user, name: row.name },
    databaseBytes: Number(row.bytes),
  };
}

async function receive(url: string, directory: string, label: string) {
  const backup = await beginBaseBackup(url, label);
  const writers = {
    base: gzipTo(join(directory, baseFile)),
    list: gzipTo(join(directory, listFile)),
  };
  try {
    for await (const { part, chunk } of backup.parts) await writers[part].write(chunk);
    const range = await backup.range;
    const files = [
      { name: baseFile, ...(await writers.base.finish()) },
      { name: listFile, ...(await writers.list.finish()) },
    ];
    await syncDirectory(directory);
    return { files, range };
  } finally {
    for (const writer of Object.values(writers)) writer.stop();
    await backup.end();
  }
}

function gzipTo(path: string) {
  const input = new PassThrough();
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(
    input,
    createGzip({ level: gzipLevel }),
    meter,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  written.catch(() => undefined);
  return {
    async write(chunk: Buffer): Promise<void> {
      // A full disk ends the pipeline, and no drain follows.
      if (!input.write(chunk)) await Promise.race([once(input, 'drain'), written]);
    },
    async finish() {
      input.end();
      await written;
      const file = await open(path, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      return { bytes, sha256: hash.digest('hex') };
    },
    stop: () => void input.destroy(),
  };
}
