/** What a job is, and what handles it. */
import type { Sql, Work } from '../work.ts';

/**
 * The lanes of jobs. Each has places of its own on every server, so that what is slow, or comes in thousands, is never in front of a
 * settlement or a code:
 *  - `money`: what moves money or decides about it; all that names no lane
 *  - `codes`: what a person waits for before they can go on
 *  - `messages`: news about what has happened
 *  - `files`: files that are read or made, and other work that lasts long
 */
export type Lane = 'money' | 'codes' | 'messages' | 'files';

interface Kind {
  /** `money` unless said. */
  readonly lane?: Lane;
  /**
   * Never given up: what fails again and again is put on anew every five minutes. For work that has to go on whatever happens, such as a periodic
   * job, whose next run would never come. */
  readonly isPersistent?: boolean;
}

/** Does one job inside `work.sql`, an open transaction. The payload is what `addJobs` was given, through JSON. */
export type SingleJobHandler = (work: Work, payload: unknown) => Promise<void>;

/**
 * Does several jobs of its task in one transaction, one group after the other: what they lock they do not fight over. A payload that is a
 * list may come in parts.
 */
interface GroupedJobHandler extends Kind {
  readonly together: (work: Work, payloads: readonly unknown[]) => Promise<void>;
}

/** Talks to the outside world, so no transaction waits with it: each statement of `work.sql` commits for itself. */
export interface OutsideJobHandler extends Kind {
  readonly outside: SingleJobHandler;
  /** Whose job it is: of one client a server does one at a time, and the others go back to the queue for a moment. */
  readonly clientOf?: (sql: Sql, payload: unknown) => Promise<string | undefined>;
}

/** A single handler of another kind. */
interface InsideJobHandler extends Kind {
  readonly inside: SingleJobHandler;
}

export type JobHandler = SingleJobHandler | GroupedJobHandler | OutsideJobHandler | InsideJobHandler;

export interface NewJob {
  readonly task: string;
  /** Ids and codes; never a secret, it is stored as it is. */
  readonly payload: unknown;
  /** Not before; undefined: as soon as this transaction commits. */
  readonly runAt?: Date;
  /** A waiting job of the same key is replaced. */
  readonly key?: string;
}
