/** Regular payments: payments at even distances and of similar amounts are found, with their next day; others are not. */
import { type Frequency, frequencies, occurrencesOf } from '@calmly/domain';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectRegular, expectedUntil, type PaidOn } from './detect.ts';

const detected = frequencies.filter((name): name is Frequency => name !== 'ONCE' && name !== 'YEARLY');
const dayMs = 86_400_000;
const distance = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / dayMs;

/** A standing order of some frequency, paid a few times by amounts within a tenth of each other. */
const regularPayments = fc
  .record({
    frequency: fc.constantFrom(...detected),
    startOffset: fc.integer({ min: 0, max: 1_500 }),
    count: fc.integer({ min: 3, max: 12 }),
    amount: fc.integer({ min: 100, max: 10_000_000 }),
    sways: fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 12, maxLength: 12 }),
  })
  .map(({ frequency, startOffset, count, amount, sways }) => {
    const schedule = {
      frequency,
      startOn: addDays('2024-01-01', startOffset),
      endOn: null,
      times: null,
      restDays: 'AFTER',
    } as const;
    const days = occurrencesOf(schedule, 0, count + 1).map(({ dueOn }) => dueOn);
    const paid = days.slice(0, count).map(
      (on, index): PaidOn => ({
        on,
        amountMinor: BigInt(Math.round(amount * (1 + (sways[index] ?? 0) / 100))),
      }),
    );
    return { frequency, paid, next: days.at(-1) ?? '', lastOn: days[count - 1] ?? '' };
  });

test('finds every even series, in any order, and expects the next payment near its day', () => {
  fc.assert(
    fc.property(regularPayments, fc.boolean(), ({ frequency, paid, next, lastOn }, reversed) => {
      const found = detectRegular(reversed ? paid.toReversed() : paid, addDays(lastOn, 1));
      expect(found).toMatchObject({ frequency, seen: paid.length, lastOn, state: 'DUE' });
      // Holidays moved the last payment by four days at most, and may move the expected one as far.
      expect(distance(found?.nextOn ?? '', next)).toBeLessThanOrEqual(8);
      expect(found && found.nextOn > lastOn).toBe(true);
    }),
  );
});

test('expects the amount that was paid in the middle', () => {
  fc.assert(
    fc.property(regularPayments, ({ paid, lastOn }) => {
      const amounts = paid.map(({ amountMinor }) => amountMinor);
      const found = detectRegular(paid, lastOn)?.amountMinor ?? 0n;
      expect(amounts).toContain(found);
      expect(amounts.filter((amount) => amount <= found).length * 2).toBeGreaterThanOrEqual(paid.length);
    }),
  );
});

test('two payments, and payments at uneven distances or of unlike amounts, are no pattern', () => {
  const of = (...paid: Array<readonly [string, bigint]>) =>
    detectRegular(
      paid.map(([on, amountMinor]) => ({ on, amountMinor })),
      '2026-06-01',
    );
  expect(of(['2026-04-01', 100n], ['2026-05-01', 100n])).toBeUndefined();
  expect(of(['2026-03-01', 100n], ['2026-03-20', 100n], ['2026-05-25', 100n])).toBeUndefined();
  expect(of(['2026-03-02', 100n], ['2026-04-01', 100n], ['2026-05-04', 200n])).toBeUndefined();
  // Control: the same days with one amount.
  expect(of(['2026-03-02', 100n], ['2026-04-01', 100n], ['2026-05-04', 120n])?.frequency).toBe('MONTHLY');
});

test('a payment is due, then missed, then ended, and only due ones are expected', () => {
  const paid = ['2026-01-15', '2026-02-16', '2026-03-16', '2026-04-15'].map((on) => ({
    on,
    amountMinor: 5_000n,
  }));
  const on = (today: string) => detectRegular(paid, today);
  expect(on('2026-05-14')).toMatchObject({ state: 'DUE', nextOn: '2026-05-15', amountMinor: 5_000n });
  expect(on('2026-05-20')?.state).toBe('DUE');
  expect(on('2026-05-21')?.state).toBe('MISSED');
  expect(on('2026-06-22')?.state).toBe('ENDED');
  const due = on('2026-05-17');
  expect(due && expectedUntil(due, '2026-05-17', '2026-07-31')).toEqual([
    '2026-05-17',
    '2026-06-15',
    '2026-07-15',
  ]);
  const missed = on('2026-05-21');
  expect(missed && expectedUntil(missed, '2026-05-21', '2026-07-31')).toEqual([]);
});

test('expected days lie between today and the end, once each', () => {
  fc.assert(
    fc.property(regularPayments, fc.integer({ min: 0, max: 40 }), ({ paid, lastOn }, later) => {
      const today = addDays(lastOn, later);
      const until = addDays(today, 90);
      const found = detectRegular(paid, today);
      const days = found ? expectedUntil(found, today, until) : [];
      expect(days).toEqual([...new Set(days)].sort());
      expect(days.every((day) => day >= today && day <= until)).toBe(true);
    }),
  );
});
