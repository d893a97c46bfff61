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

/** What goes from one table. */
export interface Purge {
  /** Its table. */
  readonly name: string;
  /** Deletes at most this many rows, and returns how many. */
  deleteSome(sql: Sql, limit: number): Promise<number>;
}

export interface PurgeLimits {
  readonly batch: number;
  /** How long a run may take; the rest is for the next. */
  readonly runMs: number;
}

/** A call of a client gives up after seconds. A batch that takes longer still has to end, or the same batch is tried every night and none after it. */
const batchTimeoutMs = 300_000;

export const purgeTask = 'purge';
const usualLimits: PurgeLimits = { batch: 5_000, runMs: 10_000 };
const retryMs = 3_600_000;
const missedMs = 26 * 3_600_000;

/**
 * Deletes the rows of a table for which a condition holds, one condition after the other. They are written by us, never by a caller, and an index finds what each of
 * them means (`purge-plans.test.ts`).
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

/** Makes sure that the purge runs next night, or at a given time; one that waits is moved. */
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

/** A transaction with a time limit of its own. */
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

/** Schedules the purge of a server that starts, and its figure. */
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
  // A night that was missed is made up for, so that frequent restarts do not put the purge off for ever.
  await schedulePurge(sql, now, ageMs > missedMs ? now : nightAfter(now));
}
