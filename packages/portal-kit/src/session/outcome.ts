/** The outcome of a failed call, as far as the browser can know. */
import { ApiProblem } from '@calmly/contract';

/**
 * Whether the call has ended without an effect: refused by the bank, or given up by the person. The bank stores its refusal under the idempotency key
 * and
 * would repeat it despite later changes, so the next attempt needs another key. After a lost answer or a failure of the bank the outcome
 * is unknown, and only the same key is safe.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  if (error.code === 'code_canceled') return !error.isAfterUncertain;
  if (error.code === 'invalid_request') return true;
  // Something else was done under the key, perhaps by a lost attempt.
  if (error.code === 'idempotency_key_reused') return false;
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
}

/** The outcome of an attempt to move money, other than success. */
export type SendOutcome =
  /** It may have been executed: only the same body under the same key can tell. */
  | 'unknown'
  /** Nothing was done, and it may be sent again. */
  | 'later'
  /** Refused finally, or given up by the person. */
  | 'refused';

/**
 * Reads the outcome from the error of a call with an idempotency key. A 503 may follow a commit whose outcome the server does not know; only
 * `overloaded` means that nothing was done, and only if every earlier attempt was answered. If an earlier attempt may have been executed
 * (`isUnsettled`, or within this call), only a refusal after the key was looked up settles that: a slow body or missing rights
 * are refused before.
 */
export function outcomeOf(error: unknown, isUnsettled = false): SendOutcome {
  if (!(error instanceof ApiProblem)) return 'unknown';
  const mayBeDone = isUnsettled || error.isAfterUncertain;
  if (isRefusal(error)) return mayBeDone && !comesAfterKey(error) ? 'unknown' : 'refused';
  if (mayBeDone) return 'unknown';
  return error.status === 401 || error.status === 429 || error.code === 'overloaded' ? 'later' : 'unknown';
}

/** The statuses that the bank stores under a key; a code is requested only if nothing is stored. */
const comesAfterKey = ({ status, code }: ApiProblem) =>
  status === 404 || status === 409 || status === 422 || code === 'code_canceled';
