import { describe, expect, it } from 'vitest';
import { countFilters, daysOf, paymentsSearch, statusesOf, toListQuery } from './filters.ts';

const now = new Date(2026, 10, 18, 9, 30);

describe('the filters in the address bar', () => {
  it('drop invalid params of a link and keep the rest', () => {
    expect(
      paymentsSearch.parse({
        payment: 'x',
        status: ['NOPE'],
        from: '2026-13-01',
        direction: 'DEBIT',
        min: 10,
      }),
    ).toEqual({ direction: 'DEBIT', min: '10' });
  });

  it.each([
    ['today', '2026-11-18', '2026-11-18'],
    ['last7', '2026-11-12', '2026-11-18'],
    ['last30', '2026-10-20', '2026-11-18'],
    ['thisMonth', '2026-11-01', '2026-11-18'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
    ['thisYear', '2026-01-01', '2026-11-18'],
  ] as const)('%s is %s to %s', (period, from, to) => {
    expect(daysOf(period, now)).toEqual({ from, to });
  });

  it('become a query without empty fields', () => {
    expect(toListQuery({ period: 'today', status: ['EXECUTED', 'REJECTED'], max: '5' }, now)).toEqual({
      from: new Date(2026, 10, 18).toISOString(),
      to: new Date(2026, 10, 19).toISOString(),
      status: 'EXECUTED,REJECTED',
      maxAmount: '5',
    });
    expect(toListQuery({}, now)).toEqual({});
  });

  it('count a range of days or amounts once', () => {
    expect(countFilters({ from: '2026-11-01', to: '2026-11-18', min: '1', max: '2', search: 'x' })).toBe(2);
  });

  it('a status choice includes every status with that label', () => {
    expect(statusesOf(['onItsWay', 'executed'])).toEqual([
      'IN_PROCESS',
      'PENDING_FINANCE_INSTITUTION',
      'EXECUTED',
    ]);
    expect(statusesOf([])).toBeUndefined();
  });
});
