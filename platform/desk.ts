/**
 * The bank's desk: decisions by a person. Modules add queues; `ops.ts` lists them for bank staff and carries out their decisions. A decision and its
 * effect share one transaction and are audited under the name of the person who decided.
 */
import type { StaffRole } from '@calmly/contract/staff';
import type { Sql, Work } from './work.ts';

export type Decision = 'approve' | 'reject';

/** One item waiting for a decision. */
export interface DeskItem {
  readonly id: string;
  /** The client concerned; null if that is what has to be found out. */
  readonly clientId: string | null;
  readonly since: Date;
  /** One line of English that describes the item. */
  readonly subject: string;
  /** Where it differs from its queue's: whose work this item is. */
  readonly roles?: QueueRoles;
}

/** Who decides items, and who may open them without deciding. Nobody else learns of them. */
export interface QueueRoles {
  readonly decides: readonly StaffRole[];
  readonly reads: readonly StaffRole[];
}

/** Who reads the queues that are not about suspicions. */
export const auditors = ['HISTORY', 'SUPER'] as const satisfies readonly StaffRole[];

/** Everything needed to decide. */
export interface DeskSheet extends DeskItem {
  readonly facts: ReadonlyArray<readonly [label: string, value: string]>;
  /** Ids of documents to review. */
  readonly documentIds: readonly string[];
}

export interface DecisionOptions {
  /** The reason; the client sees it. */
  readonly reason?: string;
  /** Number or IBAN of the account that an approved amount is credited to. */
  readonly account?: string;
}

export interface DeskQueue {
  /** `address-change`. */
  readonly kind: string;
  readonly roles: QueueRoles;
  /** Decided by a call of its own, not by `decide`. */
  readonly hasOwnActs?: true;
  /** The client reads the reason of a decision. */
  readonly tellsReason?: true;
  /** An approval may name an account (`DecisionOptions.account`). */
  readonly takesAccount?: true;
  /** Waiting items, oldest first, after an id. */
  list(sql: Sql, page: { readonly after: string | undefined; readonly limit: number }): Promise<DeskItem[]>;
  /**
   * Undefined for an id that this queue does not know. Queues that keep decided items return them too, with the outcome among the facts, and `decide`
   * reports that the item is already decided.
   */
  find(sql: Sql, id: string): Promise<DeskSheet | undefined>;
  /** Decides in the open transaction of `work`; throws a `Problem` if the item was decided meanwhile. */
  decide(work: Work, id: string, decision: Decision, options: DecisionOptions): Promise<void>;
  /** Ids of a payout's waiting items, which can be decided together. Absent if the queue has no items of payouts. */
  ofPayout?(sql: Sql, payoutId: string): Promise<string[]>;
  /** Postpones the decision until the client has acted. Absent if the queue cannot postpone. */
  hold?(work: Work, id: string, options: DecisionOptions): Promise<void>;
}
