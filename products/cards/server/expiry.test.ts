/** How long a card is valid, when its notice is sent and when it may be renewed. */
import { expect, test } from 'vitest';
import { expiryOf, isRenewable, lastDayOf, noticeDay } from './expiry.ts';

test.each([
  ['2026-11-29', '2029-11-30'],
  ['2026-11-01', '2029-11-30'],
  ['2026-12-31', '2029-12-31'],
  ['2027-01-31', '2030-01-31'],
  ['2025-02-10', '2028-02-29'],
  ['2024-02-29', '2027-02-28'],
])('a card that is issued on %s is valid for three years, until %s', (today, last) => {
  expect(lastDayOf(today)).toBe(last);
});

test.each([
  ['2029-11-30', '11/29'],
  ['2030-01-31', '01/30'],
  ['2100-02-28', '02/00'],
])('the last day %s is printed as %s', (last, printed) => {
  expect(expiryOf(last)).toBe(printed);
});

test.each([
  ['2026-11-01', '2026-12-01'],
  ['2026-12-15', '2027-01-14'],
  ['2028-02-01', '2028-03-02'],
])('on %s the notice goes to cards that end by %s', (today, last) => {
  expect(noticeDay(today)).toBe(last);
});

test.each([
  ['2026-11-30', '2026-09-29', false],
  ['2026-11-30', '2026-09-30', true],
  ['2026-11-30', '2026-11-30', true],
  ['2026-11-30', '2026-12-15', true],
])('a card that ends on %s may on %s be renewed: %s', (last, today, expected) => {
  expect(isRenewable(last, today)).toBe(expected);
});
