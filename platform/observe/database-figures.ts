/** Figures that each scrape reads from the database: waiting jobs by lane, the standbys, and the last verification of the books. */
import { sql as query } from 'kysely';
import type { JobHandler } from '../jobs/job-kinds.ts';
import { laneOf } from '../jobs/tasks.ts';
import { type Reading, watchTogether } from '../metrics.ts';
import type { Sql } from '../work.ts';

/** Jobs that are due and not begun, by lane; tasks that this version does not know count as `unknown`. */
export function watchQueue(sql: Sql, handlers: Readonly<Record<string, JobHandler>>): void {
  const lanes = new Set(Object.values(handlers).map(laneOf));
  watchTogether(
    {
      calmly_jobs_waiting: { help: 'Jobs that are due and not begun', labels: ['lane'] },
      calmly_jobs_oldest_seconds: {
        help: 'How long the oldest job that is due has waited',
        labels: ['lane'],
      },
    },
    async () => {
      const { rows } = await query<{ task: string; count: number; age: number }>`
        select tasks.identifier as task, count(*)::int as count,
          extract(epoch from now() - min(jobs.run_at))::float8 as age
        from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where jobs.is_available and jobs.run_at <= now()
        group by 1`.execute(sql);
      const counts = new Map<string, number>([...lanes].map((lane) => [lane, 0]));
      const ages = new Map(counts);
      for (const { task, count, age } of rows) {
        const handler = handlers[task];
        const lane = handler ? laneOf(handler) : 'unknown';
        counts.set(lane, (counts.get(lane) ?? 0) + count);
        ages.set(lane, Math.max(ages.get(lane) ?? 0, age));
      }
      return { calmly_jobs_waiting: byLane(counts), calmly_jobs_oldest_seconds: byLane(ages) };
    },
  );
}

const byLane = (values: ReadonlyMap<string, number>): Reading[] =>
  [...values].map(([lane, value]) => ({ labels: { lane }, value }));

/** The standbys that read this server's log. Needs the role pg_monitor or pg_read_all_stats. */
export function watchReplication(sql: Sql): void {
  watchTogether(
    {
      calmly_replication_standbys: {
        help: 'Standbys by state and synchronous state',
        labels: ['state', 'sync_state'],
      },
      calmly_replication_lag_bytes: {
        help: 'What a standby has not written to its disk yet',
        labels: ['standby'],
      },
      calmly_replication_lag_seconds: {
        help: 'Time until a standby shows a commit; 0 when nothing is written',
        labels: ['standby'],
      },
    },
    async () => {
      const { rows } = await query<{
        standby: string;
        state: string;
        sync_state: string;
        bytes: number | null;
        seconds: number | null;
      }>`
        select coalesce(nullif(application_name, ''), 'unnamed') as standby, coalesce(state, 'hidden') as state,
          coalesce(sync_state, 'hidden') as sync_state,
          pg_wal_lsn_diff(
            case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end, flush_lsn
          )::float8 as bytes,
          extract(epoch from replay_lag)::float8 as seconds
        from pg_stat_replication`.execute(sql);
      const kinds = Object.groupBy(rows, ({ state, sync_state }) => `${state} ${sync_state}`);
      return {
        calmly_replication_standbys: Object.values(kinds).flatMap((standbys = []) => {
          const [first] = standbys;
          if (!first) return [];
          const { state, sync_state } = first;
          return [{ labels: { state, sync_state }, value: standbys.length }];
        }),
        calmly_replication_lag_bytes: rows.map(({ standby, bytes }) => ({
          labels: { standby },
          value: bytes ?? Number.NaN,
        })),
        calmly_replication_lag_seconds: rows.map(({ standby, seconds }) => ({
          labels: { standby },
          value: seconds ?? 0,
        })),
      };
    },
  );
}

/** Stores that the books were verified, and with which result. */
export async function noteVerification(
  sql: Sql,
  { faults, seconds }: { readonly faults: number; readonly seconds: number },
): Promise<void> {
  await query`
    insert into platform.verification (id, finished_at, faults, seconds) values (1, now(), ${faults}, ${seconds})
    on conflict (id) do update
    set finished_at = excluded.finished_at, faults = excluded.faults, seconds = excluded.seconds`.execute(
    sql,
  );
}

/** Without a verification the figures have no values. */
export function watchVerification(sql: Sql): void {
  watchTogether(
    {
      calmly_verify_last_timestamp_seconds: {
        help: 'When the last verification of the books ended',
        labels: [],
      },
      calmly_verify_last_duration_seconds: { help: 'How long it took', labels: [] },
      calmly_verify_last_faults: { help: 'What it found wrong', labels: [] },
    },
    async () => {
      const { rows } = await query<{ at: number; seconds: number; faults: number }>`
        select extract(epoch from finished_at)::float8 as at, seconds, faults from platform.verification`.execute(
        sql,
      );
      const of = (value: (row: { at: number; seconds: number; faults: number }) => number) =>
        rows.map((row) => ({ labels: {}, value: value(row) }));
      return {
        calmly_verify_last_timestamp_seconds: of(({ at }) => at),
        calmly_verify_last_duration_seconds: of(({ seconds }) => seconds),
        calmly_verify_last_faults: of(({ faults }) => faults),
      };
    },
  );
}
