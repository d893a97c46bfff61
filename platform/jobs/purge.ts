/**
 * The purge: deletes expired data every night, for all modules.
 *
 * Rows are deleted in batches, each with its own commit, and locked rows are skipped, so purge and calls never wait for each other. A
 * run takes seconds; if rows remain, the next follows at once. If a table cannot be purged, the error is logged, the others continue,
 * and it is retried in an hour. `calmly_purge_age_seconds` is the time since the last purge of the table that is furthest behind.
 */
import { sql as query } from 'kysely';
import { watch } from '../metrics.ts';
import type { Sql } from '../work.ts';
import { addJobs, type OutsideJobHandler } from './jobs.ts';

/** The purge of one table. */
export interface Purge {
  /** The table's name. */
  readonly name: string;
  /** Deletes at most this many rows, and returns how many. */
  deleteSome(sql: Sql, limit: number): Promise<number>;
}

export interface PurgeLimits {
  readonly batch: number;
  /** Time limit of a run; the rest is left to the next. */
  readonly runMs: number;
}

/**
 * Far above the limit of clients' calls: a batch that takes longer still has to end, or the same batch would be tried every night and none after it.
 */
const batchTimeoutMs = 300_000;

export const purgeTask = 'purge';
const usualLimits: PurgeLimits = { batch: 5_000, runMs: 10_000 };
const retryMs = 3_600_000;
const missedMs = 26 * 3_600_000;

/**
 * Deletes the rows of a table for which a condition holds, one condition after the other. Conditions come from our code, never from a caller, and
 * each must be answered by an index (`purge-plans.test.ts`).
 */
export function purgeOf(table: string, ...conditions: readonly [string, ...string[]]): Purge {
  const name = query.raw(table);
  return {
    name: table,
    async deleteSome(sql, limit) {
      let count = 0;
      for (const condition of conditions) {
        if (count === limit) break;
        const { numAffectedRows } = await query`
          delete from ${name} where ctid = any(array(
            select ctid from ${name} where ${query.raw(condition)} limit ${limit - count} for update skip locked))`.execute(
          sql,
        );
        count += Number(numAffectedRows ?? 0n);
      }
      return count;
    },
  };
}

/** Schedules the purge for the next night, or for a given time; a waiting run is moved. */
export async function schedulePurge(sql: Sql, now: Date, at: Date = nightAfter(now)): Promise<void> {
  await addJobs(sql, [{ task: purgeTask, payload: {}, runAt: at, key: purgeTask }]);
}

function nightAfter(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(3, 0, 0, 0);
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1);
  return night;
}

/** The handler of the nightly job. It never fails, since a job that fails too often is given up. */
export function purging(purges: readonly Purge[], limits: PurgeLimits = usualLimits): OutsideJobHandler {
  return {
    lane: 'files',
    async outside({ sql, now, log }) {
      const startedAtMs = performance.now();
      const isOver = () => performance.now() - startedAtMs > limits.runMs;
      let left = 0;
      let failed = 0;
      for (const { name, deleteSome } of purges) {
        try {
          let count = 0;
          let last = limits.batch;
          while (last === limits.batch && !isOver()) {
            last = await inBatch(sql, (batch) => deleteSome(batch, limits.batch));
            count += last;
          }
          if (count > 0) log.info({ count, reason: name }, 'purged');
          if (last === limits.batch) left += 1;
          else await noteFinished(sql, name);
        } catch (error) {
          failed += 1;
          log.error({ err: error, reason: name }, 'a table was not purged; trying again in an hour');
        }
      }
      if (left > 0) await schedulePurge(sql, now, new Date(now.getTime() + 1_000));
      else if (failed > 0) await schedulePurge(sql, now, new Date(now.getTime() + retryMs));
      else await schedulePurge(sql, now);
    },
  };
}

/** A transaction with its own time limit. */
function inBatch(sql: Sql, work: (sql: Sql) => Promise<number>): Promise<number> {
  return sql.transaction().execute(async (batch) => {
    await query`select set_config('statement_timeout', ${String(batchTimeoutMs)}, true)`.execute(batch);
    return work(batch);
  });
}

async function noteFinished(sql: Sql, name: string): Promise<void> {
  await query`
    insert into platform.purge (name, finished_at) values (${name}, now())
    on conflict (name) do update set finished_at = now()`.execute(sql);
}

/** Schedules the purge at server start, and registers its metric. */
export async function startPurge(sql: Sql, purges: readonly Purge[], now: Date): Promise<void> {
  const names = purges.map(({ name }) => name);
  await query`
    insert into platform.purge (name, finished_at) select name, now() from unnest(${names}::text[]) as name
    on conflict do nothing`.execute(sql);
  await query`delete from platform.purge where name <> all(${names}::text[])`.execute(sql);
  watch('calmly_purge_age_seconds', 'Since the table that is furthest behind was purged', async () => {
    const { rows } = await query<{ age: number }>`
      select coalesce(extract(epoch from now() - min(finished_at)), 0)::float8 as age from platform.purge`.execute(
      sql,
    );
    return rows[0]?.age ?? 0;
  });
  const { rows } = await query<{
    oldest: Date | null;
  }>`select min(finished_at) as oldest from platform.purge`.execute(sql);
  const ageMs = now.getTime() - (rows[0]?.oldest ?? now).getTime();
  // A missed night is made up for, so that frequent restarts do not postpone the purge for ever.
  await schedulePurge(sql, now, ageMs > missedMs ? now : nightAfter(now));
}
