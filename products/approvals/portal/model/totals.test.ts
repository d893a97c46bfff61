import { moneyOfApproval } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { totalsOf } from './totals.ts';

describe('totals of the selection', () => {
  it('are separate by currency, exact to the last minor unit, in the order of the list', () => {
    expect(
      totalsOf([
        { amount: '0.10', currency: 'USD' },
        { amount: '9860.00', currency: 'EUR' },
        { amount: '0.20', currency: 'USD' },
        { amount: '1', currency: 'JPY' },
        { amount: '90071992547409.93', currency: 'EUR' },
      ]),
    ).toEqual([
      { amount: '0.30', currency: 'USD' },
      { amount: '90071992557269.93', currency: 'EUR' },
      { amount: '1', currency: 'JPY' },
    ]);
  });

  it('contain payouts in several currencies, and nothing of what moves no money', () => {
    const chosen = [
      { amount: null, currency: null, facts: { amounts: '25001.00 EUR, 1.00 CHF' } },
      { amount: '9.00', currency: 'CHF', facts: {} },
      { amount: null, currency: null, facts: { name: 'Anna Tamm' } },
    ];
    expect(totalsOf(chosen.flatMap(moneyOfApproval))).toEqual([
      { amount: '25001.00', currency: 'EUR' },
      { amount: '10.00', currency: 'CHF' },
    ]);
  });
});
