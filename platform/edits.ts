/** Concurrent edits by colleagues: an edit that names the values it replaces is refused if they have changed. */
import type { ProblemCode } from '@calmly/contract';
import { plainLine } from '@calmly/domain';
import { canonicalJson } from './http/calls/idempotency.ts';
import { Problem } from './problem.ts';

/**
 * Compares the values that the caller saw with the stored ones; the calling code must hold the writers' lock. Without `before`, which some
 * applications do not send, the edit is accepted.
 */
export function requireUnchanged<Value>(before: Value | undefined, now: Value, code: ProblemCode): void {
  if (before !== undefined && written(before) !== written(now)) throw new Problem(code);
}

/** Normalises texts from other banks and files into the form that a caller can send. */
const written = (value: unknown): string =>
  canonicalJson(
    JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
      typeof each === 'string' ? plainLine(each) : each,
    ),
  );
