/** Holds database writes back, so that a test can act while an operation is in progress. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@calmly/platform/database.ts';
import { until } from './until.ts';

export interface HeldWrites {
  untilOneWaits(): Promise<void>;
  /** Until at least `count` held statements wait. */
  untilWaiting(count: number): Promise<void>;
  /** Until at least `count` transactions wait for any lock: the held statements, and the transactions blocked behind them. */
  untilBlocked(count: number): Promise<void>;
  release(): Promise<void>;
}

/**
 * From now on, statements such as `insert on documents.kept_part` wait until `release`. Only the statement timeout ends the wait, not the lock
 * timeout. A job that gives up is retried, and waits again.
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
