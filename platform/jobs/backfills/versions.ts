/**
 * Servers of different versions beside each other. Each holds a shared lock with the number of its newest migration for as long as it runs jobs, so that what must wait
 * for the older ones sees them, and notices their end however they ended.
 */
import { sql as query } from 'kysely';
import { numberOf } from '../../postgres/migrations/files.ts';
import type { Sql } from '../../work.ts';
import type { NewJob } from '../job-kinds.ts';

/** The first number of the lock; the second is that of the migration. */
const lockClass = 4_207_002;

/** Takes the lock of this version until the session ends. */
export const takeVersionLock = (newestMigration: string) => ({
  text: 'select pg_advisory_lock_shared($1::int, $2::int)',
  values: [lockClass, Number(numberOf(newestMigration))],
});

/** Whether a server runs whose newest migration comes before this one. */
export async function olderServersRun(sql: Sql, migration: string): Promise<boolean> {
  const { rows } = await query<{ run: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and granted and classid = ${lockClass}::int and objsubid = 2
        and objid < ${Number(numberOf(migration))}::int
        and database = (select oid from pg_database where datname = current_database())
    ) as run`.execute(sql);
  return rows[0]?.run ?? true;
}

export const backfillJob = (name: string, runAt?: Date): NewJob => ({
  task: `backfill ${name}`,
  payload: {},
  key: `backfill ${name}`,
  ...(runAt && { runAt }),
});

/**
 * Starts the backfills of newer versions again, because this server writes rows that they have to fill. Once it holds its version's lock, no batch begins until it
 * has ended. Returns the jobs to add.
 */
export async function restartNewerBackfills(sql: Sql, newestMigration: string): Promise<NewJob[]> {
  return sql.transaction().execute(async (transaction) => {
    // A batch may take longer than calls wait.
    await query`select set_config('lock_timeout', '0', true)`.execute(transaction);
    const { rows } = await query<{ name: string }>`
      update platform.backfill set after = null, finished_at = null
      where left(name, 4) > ${numberOf(newestMigration)} returning name`.execute(transaction);
    return rows.map(({ name }) => backfillJob(name));
  });
}
