/** Holds writers back in the database, for tests of what happens while something is under way. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@calmly/platform/database.ts';
import { until } from './until.ts';

export interface HeldWrites {
  untilOneWaits(): Promise<void>;
  /** Until so many do. */
  untilWaiting(count: number): Promise<void>;
  /** Until so many transactions wait for any lock: the statements held here, and whoever waits for those that they belong to. */
  untilBlocked(count: number): Promise<void>;
  release(): Promise<void>;
}

/**
 * From now on statements such as `insert on documents.kept_part` wait until `release`. They wait as long as a statement may take, not only as long as
 * it may wait for a lock; a job that is given up by then is tried again, and waits again.
 */
export async function holdWrites(database: Database, statements: string): Promise<HeldWrites> {
  const name = `hold_${randomUUID().replaceAll('-', '')}`;
  const holder = await database.openConnection('test');
  const { rows } = await holder.query<{ key: bigint }>('select hashtextextended($1, 0) as key', [name]);
  const key = rows[0]?.key;
  await holder.query(`select pg_advisory_lock(${key})`);
  await holder.query(`
    create function platform.${name}() returns trigger language plpgsql set lock_timeout = 0 as $$
    begin perform pg_advisory_xact_lock_shared(${key}); return null; end $$;
    create trigger ${name} before ${statements} for each statement execute function platform.${name}()`);
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = ${key}`;
  const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const untilRows = async (query: string, wanted: number) =>
    void (await until(
      async () => (await holder.query(query)).rows.length,
      (count) => count >= wanted,
    ));
  const untilWaiting = (wanted: number) => untilRows(waiting, wanted);
  return {
    untilOneWaits: () => untilWaiting(1),
    untilWaiting,
    untilBlocked: (wanted) => untilRows(blocked, wanted),
    release: () => holder.end(),
  };
}
