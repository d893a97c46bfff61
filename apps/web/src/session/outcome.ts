/** What became of a call that failed, as far as the browser can know. */
import { ApiProblem } from '@calmly/contract';

/**
 * Whether the call is over without an effect: refused by the bank, or given up by the person. The bank keeps its refusal under the idempotency key and
 * would repeat it, whatever has changed since, so the next attempt needs another key. After a lost answer or a failure of the bank the outcome
 * is not known, and only the same key is safe.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  if (error.code === 'code_canceled' || error.code === 'invalid_request') return true;
  // Something else was done under the key: a lost attempt, perhaps.
  if (error.code === 'idempotency_key_reused') return false;
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
}
