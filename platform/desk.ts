/**
 * The bank's desk: decisions for a human. Modules add queues; `ops.ts` lists them for bank staff and makes their decisions. A decision
 * and its effect share one transaction, audited under the name of the person who made it.
 */
import type { Sql, Work } from './work.ts';

export type Decision = 'approve' | 'reject';

/** One thing that waits. */
export interface DeskItem {
  readonly id: string;
  /** Whom it concerns; null: that is what has to be found out. */
  readonly clientId: string | null;
  readonly since: Date;
  /** What it is about, in a line of English. */
  readonly subject: string;
}

/** All that is needed to decide. */
export interface DeskSheet extends DeskItem {
  readonly facts: ReadonlyArray<readonly [label: string, value: string]>;
  /** Ids of documents to review. */
  readonly documentIds: readonly string[];
}

export interface DecisionOptions {
  /** The reason; the client sees it. */
  readonly reason?: string;
  /** Number or IBAN of the account that an approval gives the money to. */
  readonly account?: string;
}

export interface DeskQueue {
  /** `address-change`. */
  readonly kind: string;
  /** What waits, oldest first, after an id. */
  list(sql: Sql, page: { readonly after: string | undefined; readonly limit: number }): Promise<DeskItem[]>;
  /**
   * Undefined for an id that this queue does not know. Queues that keep what was decided answer it too, with the
   * outcome among its facts, and `decide` says that it has been decided.
   */
  find(sql: Sql, id: string): Promise<DeskSheet | undefined>;
  /** Decides in the open transaction of `work`; a `Problem` when it was decided meanwhile. */
  decide(work: Work, id: string, decision: Decision, options: DecisionOptions): Promise<void>;
  /** Ids of what waits of one payout, so that they can be decided together. Absent: nothing here belongs to payouts. */
  ofPayout?(sql: Sql, payoutId: string): Promise<string[]>;
  /** Postpones the decision until the client has done something. Absent: it cannot be postponed here. */
  hold?(work: Work, id: string, options: DecisionOptions): Promise<void>;
}
