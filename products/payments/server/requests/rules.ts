/**
 * The life of a request for money. Pure.
 *
 * The status follows from four facts: cancelled or not, amount requested, amount received, due day. Late money still settles a request;
 * money after a cancellation does not count.
 */
import type { RequestEvent, ReviewStatus } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';

/** The facts that decide. */
export interface RequestFacts {
  readonly status: ReviewStatus;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly receivedMinor: bigint;
  /** `YYYY-MM-DD`: the last day on which it is not late. */
  readonly dueOn: string | null;
}

/** What an event makes of a request. */
export interface Outcome {
  readonly event: RequestEvent;
  readonly status: ReviewStatus;
  readonly receivedMinor: bigint;
}

/** What a credit does that quotes the request's reference. `today` is the bank's day. */
export function decideCredit(
  request: RequestFacts,
  credit: { readonly currency: CurrencyCode; readonly amountMinor: bigint },
  today: string,
): Outcome {
  const { status, receivedMinor } = request;
  if (status === 'CANCELED') return { event: 'AFTER_CANCEL', status, receivedMinor };
  if (credit.currency !== request.currency) return { event: 'OTHER_CURRENCY', status, receivedMinor };
  const sum = receivedMinor + credit.amountMinor;
  if (sum >= request.amountMinor) return { event: 'RECEIVED', status: 'EXECUTED', receivedMinor: sum };
  return { event: 'RECEIVED', status: isLate(request, today) ? 'OVERDUE' : 'PENDING', receivedMinor: sum };
}

const isLate = ({ dueOn }: Pick<RequestFacts, 'dueOn'>, today: string) => dueOn !== null && dueOn < today;

/** Undefined while it is not late, or is nothing that can be. */
export function decideOverdue(request: RequestFacts, today: string): Outcome | undefined {
  if (request.status !== 'PENDING' || !isLate(request, today)) return undefined;
  return { event: 'OVERDUE', status: 'OVERDUE', receivedMinor: request.receivedMinor };
}

/** Undefined where there is nothing left to cancel. */
export function decideCancel(request: RequestFacts): Outcome | undefined {
  if (!isCancellable(request.status)) return undefined;
  return { event: 'CANCELED', status: 'CANCELED', receivedMinor: request.receivedMinor };
}

/** An overdue request can be cancelled too. */
export const isCancellable = (status: ReviewStatus): boolean => status === 'PENDING' || status === 'OVERDUE';
