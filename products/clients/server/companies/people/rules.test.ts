/** When a membership may end, and who needs a phone. Source: docs/rights.md. */
import { expect, test } from 'vitest';
import { checkEnd, needsPhone } from './rules.ts';

const now = new Date('2026-11-23T10:00:00Z');

test.each([
  ['without an end', null, undefined],
  ['in a second', '2026-11-23T10:00:01Z', undefined],
  ['now', '2026-11-23T10:00:00Z', 'end_in_past'],
  ['on a day of the past', '2025-01-01T00:00:00Z', 'end_in_past'],
  ['at the end of the day in five years', '2031-11-24T00:00:00Z', undefined],
  ['after that', '2031-11-24T00:00:01Z', 'end_too_far'],
])('a membership that ends %s', (_case, validUntil, code) => {
  expect(checkEnd(validUntil, now)).toEqual(code && { field: 'validUntil', code });
});

test('a person who orders, approves or grants rights needs a phone', () => {
  const none = {
    is_boss: false,
    can_request_trans: false,
    can_approve: false,
    can_plast_view: true,
  } as never;
  const needs = (more: object) => needsPhone({ ...(none as object), ...more } as never);
  expect(needs({})).toBe(false);
  for (const right of ['is_boss', 'can_request_trans', 'can_approve'])
    expect(needs({ [right]: true })).toBe(true);
});
