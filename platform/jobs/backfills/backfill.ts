/**
 * Backfills: rows that were there before a migration get what it added, in batches while servers work.
 *
 * A server of the version before does not know the new column, so it leaves it empty. A backfill therefore waits until no such server runs, and starts again from the
 * first row if one has been started since (a version that was taken back, versions.ts).
 *
 * A batch and the note of how far it came are one transaction: after a crash, the next server continues behind the last batch.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql as query } from 'kysely';
import { watch } from '../../metrics.ts';
import type { Sql } from '../../work.ts';
import { addJobs, type JobHandler, type OutsideJobHandler } from '../jobs.ts';
import { backfillJob, olderServersRun } from './versions.ts';

export interface Backfill {
  /** Begins with the number of the migration that it completes: `0361_day_of_entries`. */
  readonly name: string;
  /** Fills at most `limit` rows whose key follows `after`, in the order of their keys. */
  fillSome(sql: Sql, after: string | undefined, limit: number): Promise<Filled>;
}

interface Filled {
  readonly rows: number;
  /** Key of the last row; undefined: there are no further rows. */
  readonly last: string | undefined;
}

interface BackfillOptions {
  readonly batch?: number;
  /** Time limit of a run; the rest is left to the next. */
  readonly runMs?: number;
  /** Pause while older servers run. */
  readonly waitMs?: number;
}

/** Far above the limit of clients' calls, as that of the purge. */
const batchTimeoutMs = 300_000;
const usualBatch = 1_000;
const usualRunMs = 10_000;
const usualWaitMs = 5_000;

/** The jobs of these backfills. Each is a task of its own, so that a server never takes one that it does not know. */
export function backfillJobs(
  backfills: readonly Backfill[],
  options: BackfillOptions = {},
): Record<string, JobHandler> {
  return Object.fromEntries(
    backfills.map((backfill) => [backfillJob(backfill.name).task, filling(backfill, options)]),
  );
}

function filling(
  backfill: Backfill,
  { batch = usualBatch, runMs = usualRunMs, waitMs = usualWaitMs }: BackfillOptions,
): OutsideJobHandler {
  return {
    lane: 'files',
    isPersistent: true,
    async outside({ sql, log }) {
      const startedAtMs = performance.now();
      while (performance.now() - startedAtMs < runMs) {
        const batchAtMs = performance.now();
        const outcome = await fillBatch(sql, backfill, batch);
        if (outcome === 'finished') log.info({ reason: backfill.name }, 'a backfill is finished');
        if (outcome === 'older servers')
          await addJobs(sql, [backfillJob(backfill.name, new Date(Date.now() + waitMs))]);
        if (outcome !== 'more') return;
        // At most half the time, so that clients' calls have the database to themselves in between.
        await sleep(performance.now() - batchAtMs);
      }
      await addJobs(sql, [backfillJob(backfill.name)]);
    },
  };
}

type Outcome = 'more' | 'finished' | 'older servers';

function fillBatch(sql: Sql, { name, fillSome }: Backfill, batch: number): Promise<Outcome> {
  return sql.transaction().execute(async (transaction) => {
    await query`select set_config('statement_timeout', ${String(batchTimeoutMs)}, true)`.execute(transaction);
    // Locked, so that a batch is done once, and none while an older server announces itself.
    const { rows } = await query<{ after: string | null; isFinished: boolean }>`
      select after, finished_at is not null as "isFinished" from platform.backfill where name = ${name} for update`.execute(
      transaction,
    );
    const [progress] = rows;
    if (!progress || progress.isFinished) return 'finished';
    if (await olderServersRun(transaction, name)) return 'older servers';
    const filled = await fillSome(transaction, progress.after ?? undefined, batch);
    await query`
      update platform.backfill set filled = filled + ${filled.rows}, after = ${filled.last ?? progress.after},
        finished_at = ${filled.last === undefined ? new Date() : null}
      where name = ${name}`.execute(transaction);
    return filled.last === undefined ? 'finished' : 'more';
  });
}

/** Schedules the unfinished backfills at server start, and registers their metric. Returns when they are scheduled. */
export async function startBackfills(sql: Sql, backfills: readonly Backfill[]): Promise<void> {
  const names = backfills.map(({ name }) => name);
  await query`
    insert into platform.backfill (name) select unnest(${names}::text[]) on conflict do nothing`.execute(sql);
  const { rows } = await query<{ name: string }>`
    select name from platform.backfill where name = any(${names}::text[]) and finished_at is null`.execute(
    sql,
  );
  await addJobs(
    sql,
    rows.map(({ name }) => backfillJob(name)),
  );
  watch('calmly_backfills_unfinished', 'Backfills that still have rows to fill', async () => {
    const { rows: open } = await query<{ count: number }>`
      select count(*)::int as count from platform.backfill where finished_at is null`.execute(sql);
    return open[0]?.count ?? 0;
  });
}

interface BackfillProgress {
  readonly name: string;
  /** Rows since the beginning; more than there are if it started again. */
  readonly filled: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

export async function listBackfills(sql: Sql): Promise<BackfillProgress[]> {
  const { rows } = await query<BackfillProgress>`
    select name, filled::text, started_at as "startedAt", finished_at as "finishedAt" from platform.backfill order by name`.execute(
    sql,
  );
  return rows;
}
