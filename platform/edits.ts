/** Edits of what colleagues edit too: an edit that names the values it replaces is refused if they are others now. */
import type { ProblemCode } from '@calmly/contract';
import { plainLine } from '@calmly/domain';
import { canonicalJson } from './http/calls/idempotency.ts';
import { Problem } from './problem.ts';

/**
 * Compares what the caller saw with what is stored; the caller of this function holds the lock that writers of it take. Without `before`, as from
 * applications that do not send it, the edit passes.
 */
export function requireUnchanged<Value>(before: Value | undefined, now: Value, code: ProblemCode): void {
  if (before !== undefined && written(before) !== written(now)) throw new Problem(code);
}

/** Texts that other banks and files wrote are compared as a caller can send them. */
const written = (value: unknown): string =>
  canonicalJson(
    JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
      typeof each === 'string' ? plainLine(each) : each,
    ),
  );
