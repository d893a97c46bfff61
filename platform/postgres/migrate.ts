/**
 * Migrations: the files of some folders as one sequence (migrations/files.ts), forward only, each applied once, in order, in its own transaction with its record. A new
 * database takes all of them in one transaction: two hundred commits would be a good part of its first start. An advisory lock lets several
 * servers start together. A file that changed after it was applied, a gap in the numbers, a number used twice, or a database that does not serve this version
 * (migrations/served.ts) is refused, because none of them can be repaired by guessing.
 *
 * The job queue's own schema (`graphile_worker`) is created first, so that a migration may refer to it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { connectionTo, newClient } from './connecting/connections.ts';
import { type ApplyOptions, applyOutside, applyTogether, keepRecords } from './migrations/apply.ts';
import { readMigrations } from './migrations/files.ts';
import { type Applied, appliedMigrations, pendingMigrations, tellMigrated } from './migrations/served.ts';

/** An arbitrary number that all Calmly servers share. */
const lockKey = 4_207_001;
const lockPauseMs = 100;

/**
 * Migrates the database to the newest schema; returns the names of the files applied now. A database that already has a later schema is left as it is if that
 * serves this version.
 */
export async function migrate(
  url: string,
  folders: readonly string[],
  options: ApplyOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folders);
  // Not the server's pool, because a migration may take longer than a request may.
  const client = newClient(url, { application_name: 'calmly migrations' });
  // The running query reports the loss; the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lock(client);
    await installJobs(url);
    await keepRecords(client, options);
    const applied = await client.query<Applied>(appliedMigrations);
    const pending = pendingMigrations(migrations, applied.rows);
    if (applied.rows.length === 0) await applyTogether(client, pending, options);
    else
      for (const migration of pending)
        if (migration.inTransaction) await applyTogether(client, [migration], options);
        else await applyOutside(client, migration, options);
    if (pending.length > 0) await client.query(tellMigrated);
    return pending.map((migration) => migration.name);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** A server that waited inside a statement would be waited for by the index that another one builds concurrently, and neither would ever finish. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ has: boolean }>('select pg_try_advisory_lock($1) as has', [
      lockKey,
    ]);
    if (rows[0]?.has) return;
    await sleep(lockPauseMs);
  }
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
