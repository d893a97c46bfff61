/**
 * Reports: queries that read a large part of a table, such as a check of all books or a figure over all clients.
 *
 * How to choose for a new query:
 *  - A *look-up* reads a bounded number of rows by an index: one client's page, one account's balance. It uses `work.sql`. Its
 *    connection keeps one plan for each text, made without sequential scans, hash joins and merge joins (`database.ts`), so that a plan
 *    made for a small table is still right when it has grown.
 *  - A *report* reads rows in proportion to the whole table. It uses `inReport`. Each statement is planned for its own values with every
 *    method of PostgreSQL, in one read-only snapshot, and may take longer.
 *
 * Clients' calls are look-ups. A list that seems to need a report needs an index, or a limit on how far it looks back. Measurements:
 * docs/adr/0040-plans-of-look-ups-and-reports.md.
 */
import { sql as query } from 'kysely';
import type { Sql } from '../work.ts';

const settings = [
  ['enable_seqscan', 'on'],
  ['enable_hashjoin', 'on'],
  ['enable_mergejoin', 'on'],
  ['plan_cache_mode', 'force_custom_plan'],
  // For sorting and hashing in memory; only one report runs at a time.
  ['work_mem', '128MB'],
] as const;

export interface ReportOptions {
  /** Time limit of one statement; 0 for a command that an operator waits for. */
  readonly statementTimeoutMs: number;
}

/** Runs `read` in its own snapshot. `sql` is a handle of the pool, not an open transaction. */
export function inReport<Result>(
  sql: Sql,
  { statementTimeoutMs }: ReportOptions,
  read: (snapshot: Sql) => Promise<Result>,
): Promise<Result> {
  return sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const wanted = [...settings, ['statement_timeout', String(statementTimeoutMs)]];
      await query`
        select set_config(name, setting, true) from unnest(
          ${wanted.map(([name]) => name)}::text[], ${wanted.map(([, setting]) => setting)}::text[]
        ) as wanted (name, setting)`.execute(snapshot);
      return read(snapshot);
    });
}

/**
 * Runs look-ups in their own read-only snapshot, without a time limit. A walk through a whole table takes a new one for each part, so that no
 * snapshot is held for long: rows replaced since the oldest snapshot cannot be removed, and every posting reads past them.
 */
export function inSnapshot<Result>(sql: Sql, read: (snapshot: Sql) => Promise<Result>): Promise<Result> {
  return sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await query`set local statement_timeout = 0`.execute(snapshot);
      return read(snapshot);
    });
}
