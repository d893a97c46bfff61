/**
 * Works off what is due, one card at a time, each in a transaction of its own: no card waits for the locks of another, and one that fails stops none. It is tried again when the job
 * looks next. What fails for as long as a run may take keeps nothing waiting: the next run begins with the kind behind it, and leaves out what has failed.
 */
import type { Database } from '@calmly/platform/database.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';

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

/** What failed and is not tried again by the next runs, by the index of its kind: ids, or the whole kind. Kept as JSON. */
export type Failed = Readonly<Record<string, readonly string[] | 'all'>>;

/** What a run left for the next, which comes at once: it always has something else to try, so the runs come to an end. */
export interface Unfinished {
  /** The index of the kind with which the next run begins: behind one that failed now. */
  readonly first: number;
  /** In this run and in those before it. */
  readonly failed: Failed;
}

/** Of a kind of which as many have failed, nothing more is tried: something is wrong with all of them. */
const mostFailed = 1_000;

const atOnce = 200;
/** The rest is for the next job, so that a server can stop in between. */
const runMs = 10_000;

/** Begins a run; what it returns tells whether there is time for one more. */
export type BeginRun = () => () => boolean;

const beginRun: BeginRun = () => {
  const startedAtMs = performance.now();
  return () => performance.now() - startedAtMs <= runMs;
};

/** Begins with the kind of this index, and leaves out what has failed before. Undefined when all else was worked off, or tried. */
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
