import type { CardTransaction } from '@calmly/contract';
import { expect, test } from 'vitest';
import { groupByDay } from './days.ts';

const row = (createdAt: string, amount: string, more: Partial<CardTransaction> = {}) =>
  ({ createdAt, amount, currency: 'EUR', status: 'CLEARED', direction: 'DEBIT', ...more }) as CardTransaction;
const dayOf = (at: string) => at.slice(0, 10);
const sums = (rows: readonly CardTransaction[], hasMore = false) =>
  groupByDay(rows, dayOf, hasMore).map(({ day, sum }) => [day, sum && `${sum.direction} ${sum.amount}`]);

test.each([
  [
    'payments and holds add up',
    [row('2026-11-18T12:00', '94.20', { status: 'HELD' }), row('2026-11-18T08:00', '18.20')],
    'DEBIT 112.40',
  ],
  [
    'a refund is taken off',
    [
      row('2026-11-18T12:00', '49.00', { status: 'REFUND', direction: 'CREDIT' }),
      row('2026-11-18T08:00', '238.50'),
    ],
    'DEBIT 189.50',
  ],
  [
    'more refunded than paid is a credit',
    [
      row('2026-11-18T12:00', '49.00', { status: 'REFUND', direction: 'CREDIT' }),
      row('2026-11-18T08:00', '9.00'),
    ],
    'CREDIT 40.00',
  ],
  [
    'declined and released payments cost nothing',
    [
      row('2026-11-18T12:00', '7.00', { status: 'DECLINED' }),
      row('2026-11-18T08:00', '8.00', { status: 'RELEASED' }),
    ],
    'DEBIT 0.00',
  ],
] as const)('%s', (_name, rows, sum) => {
  expect(sums(rows)).toEqual([['2026-11-18', sum]]);
});

test('the oldest day has no sum while older payments are not loaded', () => {
  const rows = [row('2026-11-18T12:00', '1.00'), row('2026-11-17T12:00', '2.00')];
  expect(sums(rows, true)).toEqual([
    ['2026-11-18', 'DEBIT 1.00'],
    ['2026-11-17', null],
  ]);
});
