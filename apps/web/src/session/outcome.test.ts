import { ApiProblem, type ProblemCode, problems } from '@calmly/contract';
import { expect, it } from 'vitest';
import { isRefusal } from './outcome.ts';

const failed = (code: ProblemCode) => new ApiProblem(code, { status: problems[code].status });

it.each<[ProblemCode, boolean]>([
  ['insufficient_balance', true],
  ['invalid_request', true],
  ['quote_expired', true],
  ['code_canceled', true],
  ['idempotency_key_reused', false],
  ['session_expired', false],
  ['too_many_requests', false],
  ['overloaded', false],
  ['internal', false],
])('after %s the same key is tried again unless nothing was done under it', (code, isOver) => {
  expect(isRefusal(failed(code))).toBe(isOver);
});

it('a lost answer is no refusal', () => {
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false);
});
