import { ApiProblem, type ClientProblemCode, type ProblemCode } from '@calmly/contract';
import { expect, it } from 'vitest';
import { isRefusal, outcomeOf, type SendOutcome } from './outcome.ts';

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

it.each<[ProblemCode | ClientProblemCode, number, SendOutcome, SendOutcome]>([
  ['insufficient_balance', 409, 'refused', 'refused'],
  ['quote_expired', 409, 'refused', 'refused'],
  ['code_canceled', 0, 'refused', 'unknown'],
  ['overloaded', 503, 'later', 'unknown'],
  ['session_expired', 401, 'later', 'unknown'],
  ['too_many_requests', 429, 'later', 'unknown'],
  ['unavailable', 503, 'unknown', 'unknown'],
  ['price_unavailable', 503, 'unknown', 'unknown'],
  ['internal', 500, 'unknown', 'unknown'],
  ['outcome_unknown', 0, 'unknown', 'unknown'],
  ['idempotency_key_reused', 422, 'unknown', 'unknown'],
])('%s (%i) means %s, after an attempt without an answer %s', (code, status, alone, after) => {
  const problem = new ApiProblem(code, { status });
  expect(outcomeOf(problem)).toBe(alone);
  if (alone === 'later') expect(outcomeOf(problem, true)).toBe('unknown');
  problem.isAfterUncertain = true;
  expect(outcomeOf(problem)).toBe(after);
});

it.each<[ProblemCode, number]>([
  ['codes_blocked', 403],
  ['too_slow', 408],
  ['too_large', 413],
  ['invalid_request', 400],
])('%s (%i) tells nothing about an earlier attempt, since it is found before its key', (code, status) => {
  const problem = new ApiProblem(code, { status });
  expect(outcomeOf(problem)).toBe('refused');
  expect(outcomeOf(problem, true)).toBe('unknown');
  problem.isAfterUncertain = true;
  expect(outcomeOf(problem)).toBe('unknown');
});
