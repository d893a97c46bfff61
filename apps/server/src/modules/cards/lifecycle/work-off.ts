/**
 * Works off what is due, one card at a time, each in a transaction of its own: no card waits for the locks of another, and one that fails stops none. It is tried again when the job
 * looks next. Kinds whose cards fail for as long as a run may take keep no other kind waiting: the next run begins behind them.
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

/** What a run left for the next. */
export interface Unfinished {
  /** The index of the kind at which it stopped. */
  readonly at: number;
  readonly hasFailed: boolean;
  /** Whether anything was done: the next run has less to do. */
  readonly hasDone: boolean;
}

const atOnce = 200;
/** The rest is for the next job, so that a server can stop in between. */
const runMs = 10_000;

/** Begins a run; what it returns tells whether there is time for one more. */
export type BeginRun = () => () => boolean;

const beginRun: BeginRun = () => {
  const startedAtMs = performance.now();
  return () => performance.now() - startedAtMs <= runMs;
};

/** Begins with the kind of this index. Undefined when all was worked off, or tried. */
export async function workOff(
  database: Database,
  work: Work,
  dues: readonly Due[],
  { first = 0, begin = beginRun }: { readonly first?: number; readonly begin?: BeginRun | undefined } = {},
): Promise<Unfinished | undefined> {
  const hasTime = begin();
  let [hasFailed, hasDone] = [false, false];
  const places = dues.map((_, index) => (first + index) % dues.length);
  for (const at of places) {
    const due = dues[at];
    const seen: string[] = [];
    while (due) {
      const ids = await due.list(work.sql, { limit: atOnce, except: seen });
      if (ids.length === 0) break;
      for (const id of ids) {
        if (!hasTime()) return { at, hasFailed, hasDone };
        seen.push(id);
        try {
          await database.inTransaction((sql) => due.handle({ ...work, sql }, id));
          hasDone = true;
        } catch (error) {
          hasFailed = true;
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
