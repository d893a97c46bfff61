import { ApiProblem, type ClientProblemCode, type ProblemCode } from '@calmly/contract';
import { expect, it } from 'vitest';
import { isRefusal } from './outcome.ts';

it.each<[ProblemCode | ClientProblemCode, number, boolean]>([
  ['insufficient_balance', 409, true],
  ['invalid_request', 400, true],
  ['quote_expired', 409, true],
  ['code_canceled', 0, true],
  ['idempotency_key_reused', 422, false],
  ['session_expired', 401, false],
  ['too_many_requests', 429, false],
  ['overloaded', 503, false],
  ['internal', 500, false],
  ['outcome_unknown', 0, false],
])('after %s (%i) another key is safe: %s', (code, status, isOver) => {
  expect(isRefusal(new ApiProblem(code, { status }))).toBe(isOver);
});

it('a lost answer is no refusal', () => {
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false);
});
