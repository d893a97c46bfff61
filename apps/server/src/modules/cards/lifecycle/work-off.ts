/**
 * Works off what is due, one card at a time, each in a transaction of its own: no card waits for the locks of another, and one that fails stops none. It is tried again when the job
 * looks next.
 */
import type { Database } from '../../../platform/database.ts';
import type { Sql, Work } from '../../../platform/work.ts';

/** One thing that days bring to cards. */
export interface Due {
  /** For the log. */
  readonly what: string;
  /** Some of those that are due, but these; each is found by an index. */
  list(sql: Sql, page: DuePage): Promise<readonly string[]>;
  /** Decides again, under locks, and does it. */
  handle(work: Work, id: string): Promise<void>;
}

export interface DuePage {
  readonly limit: number;
  readonly except: readonly string[];
}

const atOnce = 200;
/** The rest is for the next job, so that a server can stop in between. */
const runMs = 10_000;

/** Returns whether all was worked off. */
export async function workOff(database: Database, work: Work, dues: readonly Due[]): Promise<boolean> {
  const startedAtMs = performance.now();
  for (const due of dues) {
    const seen: string[] = [];
    for (;;) {
      const ids = await due.list(work.sql, { limit: atOnce, except: seen });
      if (ids.length === 0) break;
      for (const id of ids) {
        if (performance.now() - startedAtMs > runMs) return false;
        seen.push(id);
        await database
          .inTransaction((sql) => due.handle({ ...work, sql }, id))
          .catch((error: unknown) =>
            work.log.error(
              { err: error, kind: due.what, reference: id },
              'not done for a card; tried again later',
            ),
          );
      }
    }
  }
  return true;
}
