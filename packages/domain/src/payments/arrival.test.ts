import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutOffHour, expectedArrival, frankfurtDay, isTargetDay } from './scheme.ts';

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

/** Easter Sundays of the Gregorian calendar, including its rare cases. */
describe.each([
  '1954-04-18',
  '1981-04-19',
  '2024-03-31',
  '2025-04-20',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2031-04-13',
  '2032-03-28',
  '2033-04-17',
  '2034-04-09',
  '2035-03-25',
  '2036-04-13',
  '2038-04-25',
  '2049-04-18',
  '2076-04-19',
  '2100-03-28',
])('around Easter Sunday of %s', (sunday) => {
  const settles = (days: number) =>
    isTargetDay(new Date(Date.parse(sunday) + days * 86_400_000).toISOString().slice(0, 10));

  test('Friday and Monday have no settlement, Thursday and Tuesday have', () => {
    expect([-3, -2, 1, 2].map(settles)).toEqual([true, false, false, true]);
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

  test('recomputes the day in the next minute', () => {
    expect(cutOffHour).toBe(15);
    const at = (time: string) => expectedArrival('SEPA', new Date(`2026-11-18T${time}Z`));
    expect([at('13:59:59'), at('13:59:59'), at('14:00:00'), at('13:59:00')]).toEqual([
      '2026-11-19',
      '2026-11-19',
      '2026-11-20',
      '2026-11-19',
    ]);
  });

  test('an order counts on Frankfurt’s calendar day', () => {
    expect(frankfurtDay(new Date('2026-11-18T22:59:59Z'))).toBe('2026-11-18');
    expect(frankfurtDay(new Date('2026-11-18T23:00:00Z'))).toBe('2026-11-19');
    expect(frankfurtDay(new Date('2026-07-18T22:00:00Z'))).toBe('2026-07-19');
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
