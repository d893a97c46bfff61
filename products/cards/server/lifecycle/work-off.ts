/**
 * Processes due items, one card at a time, each in its own transaction: no card waits for the locks of another, and a failure stops no other. A
 * failed one is retried in the job's next regular run. Items that fail for a whole run delay nothing: the next run begins with the following kind,
 * and skips earlier failures.
 */
import type { Database } from '@calmly/platform/database.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';

/** One kind of date-driven event. */
export interface Due {
  /** For the log. */
  readonly what: string;
  /** Some of the due ids, except these; found by an index. */
  list(sql: Sql, page: DuePage): Promise<readonly string[]>;
  /** Decides again, under locks, and carries it out. */
  handle(work: Work, id: string): Promise<void>;
}

export interface DuePage {
  readonly limit: number;
  readonly except: readonly string[];
}

/** Failures that the next runs skip, by the index of their kind: ids, or the whole kind. Stored as JSON. */
export type Failed = Readonly<Record<string, readonly string[] | 'all'>>;

/** The remainder for the next run, which follows at once. That run always has something new to try, so the runs come to an end. */
export interface Unfinished {
  /** The index of the kind with which the next run begins: after one that failed now. */
  readonly first: number;
  /** In this run and earlier ones. */
  readonly failed: Failed;
}

/** After this many failures of a kind, none of the others is tried, because something is wrong with all of them. */
const mostFailed = 1_000;

const atOnce = 200;
/** The rest is left to the next job, so that a server can stop in between. */
const runMs = 10_000;

/** Starts a run; the returned function tells whether there is time for one more item. */
export type BeginRun = () => () => boolean;

const beginRun: BeginRun = () => {
  const startedAtMs = performance.now();
  return () => performance.now() - startedAtMs <= runMs;
};

/** Begins with the kind of this index, and skips earlier failures. Undefined if everything else was processed or tried. */
export async function workOff(
  database: Database,
  work: Work,
  dues: readonly Due[],
  {
    first = 0,
    failed: before = {},
    begin = beginRun,
  }: { readonly first?: number; readonly failed?: Failed; readonly begin?: BeginRun | undefined } = {},
): Promise<Unfinished | undefined> {
  const hasTime = begin();
  const failed: Record<string, readonly string[] | 'all'> = { ...before };
  let hasFailed = false;
  const places = dues.map((_, index) => (first + index) % dues.length);
  for (const at of places) {
    const due = dues[at];
    const seen = failed[at] === 'all' ? [] : [...(failed[at] ?? [])];
    while (due && failed[at] !== 'all') {
      const ids = await due.list(work.sql, { limit: atOnce, except: seen });
      if (ids.length === 0) break;
      for (const id of ids) {
        if (!hasTime()) return { first: hasFailed ? (at + 1) % dues.length : at, failed };
        seen.push(id);
        try {
          await database.inTransaction((sql) => due.handle({ ...work, sql }, id));
        } catch (error) {
          hasFailed = true;
          failed[at] = withFailed(failed[at], id);
          work.log.error(
            { err: error, kind: due.what, reference: id },
            'not done for a card; tried again later',
          );
        }
      }
    }
  }
  return undefined;
}

const withFailed = (failed: readonly string[] | 'all' = [], id: string): readonly string[] | 'all' =>
  failed === 'all' || failed.length + 1 >= mostFailed ? 'all' : [...failed, id];
