import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedArrival, isTargetDay } from './arrival.ts';

describe('TARGET calendar', () => {
  test.each([
    '2026-01-01',
    '2026-04-03', // Good Friday
    '2026-04-06', // Easter Monday
    '2026-05-01',
    '2026-12-25',
    '2027-03-26', // Good Friday
    '2027-03-29', // Easter Monday
    '2026-11-21', // a Saturday
    '2026-11-22', // a Sunday
  ])('%s has no settlement', (date) => {
    expect(isTargetDay(date)).toBe(false);
  });

  test.each(['2026-04-02', '2026-04-07', '2026-12-24', '2026-12-28', '2025-10-03'])('%s settles', (date) => {
    expect(isTargetDay(date)).toBe(true);
  });
});

describe('expected arrival', () => {
  test.each([
    ['SEPA before the cut-off: the next business day', 'SEPA', '2026-11-18T13:59:00Z', '2026-11-19'],
    ['SEPA after the cut-off in winter', 'SEPA', '2026-11-18T14:00:00Z', '2026-11-20'],
    ['SEPA after the cut-off in summer', 'SEPA', '2026-07-15T13:00:00Z', '2026-07-17'],
    ['SEPA on a Friday', 'SEPA', '2026-11-20T09:00:00Z', '2026-11-23'],
    ['SEPA at the weekend counts from Monday', 'SEPA', '2026-11-21T09:00:00Z', '2026-11-24'],
    ['SEPA over Easter', 'SEPA', '2026-04-02T09:00:00Z', '2026-04-07'],
    ['SEPA over Christmas', 'SEPA', '2026-12-24T09:00:00Z', '2026-12-28'],
    ['SWIFT takes two business days', 'SWIFT', '2026-11-18T09:00:00Z', '2026-11-20'],
    ['inside the bank it is there today, even on a Sunday', 'INTERNAL', '2026-11-22T09:00:00Z', '2026-11-22'],
    ['SEPA instant knows no weekend', 'SEPA_INSTANT', '2026-11-22T22:00:00Z', '2026-11-22'],
    ['the day is that of Frankfurt', 'OWN', '2026-11-18T23:30:00Z', '2026-11-19'],
  ] as const)('%s', (_name, scheme, now, date) => {
    expect(expectedArrival(scheme, new Date(now))).toBe(date);
  });

  test('is always a business day, later than the order, and within nine days', () => {
    const time = fc.date({ min: new Date('2024-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(time, fc.constantFrom('SEPA', 'SWIFT'), (now, scheme) => {
        const arrival = expectedArrival(scheme, now);
        const days = (Date.parse(arrival) - now.getTime()) / 86_400_000;
        expect(isTargetDay(arrival)).toBe(true);
        expect(days > 0 && days < 9).toBe(true);
      }),
    );
  });
});
