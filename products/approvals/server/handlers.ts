/** The handler of each kind of request: how to carry it out, and what to do if it ends without approval. */
import type { ApprovalKind } from '@calmly/contract';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { Outflow } from '../../identity/server/index.ts';
import type { RequestRecord } from './request-store.ts';

/** The complete locked request, passed to a handler. */
export type ApprovalRequest = Pick<
  RequestRecord,
  | 'id'
  | 'clientId'
  | 'kind'
  | 'subjectId'
  | 'content'
  | 'facts'
  | 'amountMinor'
  | 'currency'
  | 'requestedBy'
  | 'requestedByName'
  | 'application'
  | 'requestedAt'
>;

/** How a request ends without being carried out; VOIDED: the requester may no longer make it. */
export type Refused = 'REJECTED' | 'RECALLED' | 'EXPIRED' | 'VOIDED';

/** Runs in the transaction of the last decision; `work.actor` is the decider, in any profile, or the system. */
export interface ApprovalHandler {
  readonly kind: ApprovalKind;
  /** Payments that leave the client with this request; empty if it moves no money. The approver's cooling-off judges them. */
  outflows(sql: Sql, request: ApprovalRequest): Promise<readonly Outflow[]>;
  /** Carries it out. A `Problem` undoes the decision and is shown to the approver; the request keeps waiting. */
  approved(work: Work, request: ApprovalRequest, by: { readonly name: string }): Promise<void>;
  /** Undoes what was done when it was requested; `by` is absent if nobody decided. */
  refused(work: Work, request: ApprovalRequest, how: Refused, by?: { readonly name: string }): Promise<void>;
}

export type Handlers = ReadonlyMap<ApprovalKind, ApprovalHandler>;

export const handlersOf = (list: readonly ApprovalHandler[]): Handlers =>
  new Map(list.map((handler) => [handler.kind, handler]));

/** Throws for a kind without a handler, which is a mistake in the composition. */
export function handlerFor(handlers: Handlers, kind: ApprovalKind): ApprovalHandler {
  const handler = handlers.get(kind);
  if (!handler) throw new Error(`approvals of the kind ${kind} have no handler`);
  return handler;
}
