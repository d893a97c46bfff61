/**
 * Migrations: the files `NNNN_name.sql` of some folders as one sequence, forward only, each applied once, in order, in its own transaction with its record. A new
 * database takes all of them in one transaction: two hundred commits would be a good part of its first start. An advisory lock lets several
 * servers start together. A file that changed after it was applied, a gap in the numbers, a number used twice, or a database that is newer than the code is refused,
 * because none of them can be repaired by guessing.
 *
 * The job queue's own schema (`graphile_worker`) is created first, so that a migration may refer to it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { sql as query } from 'kysely';
import pg from 'pg';
import { Refusal } from '../refusal.ts';
import type { Sql } from '../work.ts';
import { connectionTo, newClient } from './connecting/connections.ts';

/** An arbitrary number that all Calmly servers share. */
const lockKey = 4_207_001;

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** Migrates the database to the newest schema; returns the names of the files applied now. */
export async function migrate(url: string, folders: readonly string[]): Promise<string[]> {
  const migrations = await readMigrations(folders);
  // Not the server's pool, because a migration may take longer than a request may.
  const client = newClient(url, { application_name: 'calmly migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await installJobs(url);
    await client.query(`create table if not exists public.migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from public.migrations order by name',
    );
    const pending = pendingMigrations(migrations, applied.rows);
    const isNew = applied.rows.length === 0;
    for (const together of isNew ? [pending] : pending.map((migration) => [migration]))
      await apply(client, together);
    return pending.map((migration) => migration.name);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** Throws a Refusal unless the database has exactly the migrations of this version. Changes nothing. */
export async function requireMigrated(sql: Sql, folders: readonly string[]): Promise<void> {
  const { rows } = await query<{ name: string; checksum: string }>`
    select name, checksum from public.migrations order by name`.execute(sql);
  const [first] = pendingMigrations(await readMigrations(folders), rows);
  if (first)
    throw new Refusal(
      `The database does not have migration ${first.name} yet. Start the server once to migrate it.`,
    );
}

async function installJobs(url: string): Promise<void> {
  const silent = new Logger(() => () => undefined);
  const pool = new pg.Pool({ ...connectionTo(url), max: 1 });
  // The running query reports the loss; the event adds nothing.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    await pool.end();
  }
}

/** The files in the order in which they are applied. Throws a Refusal if two have the same number. */
export async function migrationFiles(
  folders: readonly string[],
): Promise<ReadonlyArray<{ readonly name: string; readonly path: string }>> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder)).map((name) => ({ name, path: join(folder, name) })),
    ),
  );
  const files = found
    .flat()
    .filter(({ name }) => /^\d{4}_\w+\.sql$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const [index, { name }] of files.entries()) {
    const before = files[index - 1]?.name;
    if (before?.slice(0, 4) === name.slice(0, 4))
      throw new Refusal(`The migrations ${before} and ${name} have the same number.`);
  }
  return files;
}

async function readMigrations(folders: readonly string[]): Promise<Migration[]> {
  return Promise.all(
    (await migrationFiles(folders)).map(async ({ name, path }) => {
      const text = await readFile(path, 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function pendingMigrations(
  migrations: readonly Migration[],
  applied: ReadonlyArray<{ name: string; checksum: string }>,
): Migration[] {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.name !== row.name)
      throw new Refusal(
        migration && migrations.some(({ name }) => name === row.name)
          ? `Migration ${migration.name} comes before ${row.name}, which the database already has; give it the next number.`
          : `The database has migration ${row.name}, which this version of Calmly does not know.`,
      );
    if (migration.checksum !== row.checksum)
      throw new Refusal(`Migration ${row.name} was changed after it was applied; add a new one instead.`);
  }
  return migrations.slice(applied.length);
}

/** Applies all of them or none. */
async function apply(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  let last = '';
  try {
    await client.query('begin');
    for (const { name, text, checksum } of migrations) {
      last = name;
      await client.query(text);
      await client.query('insert into public.migrations (name, checksum) values ($1, $2)', [name, checksum]);
    }
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Refusal(`migration ${last} failed: ${reason}`, { cause });
  }
}
