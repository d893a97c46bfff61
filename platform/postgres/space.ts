/**
 * Whether the disk of the database is full, wherever it is. A write that failed with `disk_full` says so. From then on each question tries a write of
 * its own, until one succeeds: a temporary table always needs new space, while rows may still fit into pages that exist.
 */
import { sql as query } from 'kysely';
import type { Sql } from '../work.ts';

const diskFull = '53100';
const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === diskFull;

export function watchSpace() {
  let hasFailed = false;
  return {
    /** Sees the error of a statement. */
    note(error: unknown): void {
      if (error !== undefined && isDiskFull(error)) hasFailed = true;
    },
    async isFull(sql: Sql): Promise<boolean> {
      if (!hasFailed) return false;
      try {
        await query`create temporary table space on commit drop as
          select repeat('x', 1000) as text from generate_series(1, 100)`.execute(sql);
        hasFailed = false;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
      }
      return hasFailed;
    },
  };
}
