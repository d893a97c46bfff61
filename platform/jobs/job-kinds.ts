/** Kinds of jobs and their handlers. */
import type { Sql, Work } from '../work.ts';

/**
 * The lanes of jobs. Each has its own slots on every server, so that slow or numerous jobs never delay a settlement or a code:
 * - `money`: jobs that move money or decide about it; the default lane
 * - `codes`: messages that a person waits for
 * - `messages`: news about events
 * - `files`: reading or making files, and other long work
 */
export type Lane = 'money' | 'codes' | 'messages' | 'files';

interface Kind {
  /** Default: `money`. */
  readonly lane?: Lane;
  /**
   * Never given up: after repeated failures it is queued again every five minutes. For work that must continue, such as a periodic job, whose next
   * run would otherwise never be scheduled.
   */
  readonly isPersistent?: boolean;
}

/** Handles one job inside `work.sql`, an open transaction. The payload is the one given to `addJobs`, after JSON serialisation. */
export type SingleJobHandler = (work: Work, payload: unknown) => Promise<void>;

/**
 * Handles several jobs of its task in one transaction, one group after the other, so that they do not compete for the same locks. A payload that is a
 * list may arrive in parts.
 */
interface GroupedJobHandler extends Kind {
  readonly together: (work: Work, payloads: readonly unknown[]) => Promise<void>;
}

/** Calls outside services, so no transaction is kept open: each statement of `work.sql` commits separately. */
export interface OutsideJobHandler extends Kind {
  readonly outside: SingleJobHandler;
  /** The client of a job: a server does one job per client at a time, and the others return to the queue for a moment. */
  readonly clientOf?: (sql: Sql, payload: unknown) => Promise<string | undefined>;
}

/** Handles a single job inside its transaction. */
interface InsideJobHandler extends Kind {
  readonly inside: SingleJobHandler;
}

export type JobHandler = SingleJobHandler | GroupedJobHandler | OutsideJobHandler | InsideJobHandler;

export interface NewJob {
  readonly task: string;
  /** Ids and codes; never a secret, because it is stored in plain text. */
  readonly payload: unknown;
  /** Earliest time; undefined: as soon as this transaction commits. */
  readonly runAt?: Date;
  /** Replaces a waiting job with the same key. */
  readonly key?: string;
}

/** A recorded trace goes with a job as one of the queue's flags, which nothing else uses. */
const traceMark = 'traceparent ';
export const traceFlag = (traceparent: string): string => traceMark + traceparent;
export const traceOf = (flags: readonly string[]): string | undefined =>
  flags.find((flag) => flag.startsWith(traceMark))?.slice(traceMark.length);
