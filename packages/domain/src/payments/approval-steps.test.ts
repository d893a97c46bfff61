/** Which approvals a payment needs. Boris and Maria are administrators, Clara is a member. Source: products/approvals/README.md. */
import { describe, expect, test } from 'vitest';
import {
  type ApprovalRule,
  type ApprovalWeight,
  approvalHolders,
  currencyOfRule,
  defaultSteps,
  isOnlyDecider,
  paymentSteps,
  withoutOwn,
} from './approval-steps.ts';

const clara = { personId: 'clara', isBoss: false };
const boris = { personId: 'boris', isBoss: true };
const both = new Set(['boris', 'maria']);
const alone = new Set(['boris']);
const anyone = { personIds: [] };
const by = (...personIds: string[]) => ({ personIds });
const rule = (more: Partial<ApprovalRule> = {}): ApprovalRule => ({
  requesterIds: [],
  currency: 'EUR',
  above: '1000.00',
  measure: 'PAYMENT',
  steps: [anyone],
  ...more,
});
/** A weight in euro cents, with the day's total. */
const euros = (amountMinor: bigint, dayMinor = amountMinor): ApprovalWeight => ({
  amountMinor,
  dayMinor,
  currency: 'EUR',
  inEuro: { amountMinor, dayMinor },
});

test('a rule’s amount is in its currency, or in euro if it covers all currencies', () => {
  expect(['EUR', 'JPY', 'ANY', 'XXX'].map(currencyOfRule)).toEqual(['EUR', 'JPY', 'EUR', undefined]);
});

test('without a matching rule, a member needs one approval and an administrator none', () => {
  expect([defaultSteps(clara), defaultSteps(boris)]).toEqual([[anyone], []]);
});

test('an administrator is the only decider while no one else holds the right', () => {
  expect(isOnlyDecider(boris, alone)).toBe(true);
  expect(isOnlyDecider(boris, both)).toBe(false);
  expect(isOnlyDecider(boris, new Set(['maria']))).toBe(false);
  expect(isOnlyDecider({ ...clara, personId: 'boris' }, alone)).toBe(false);
});

test('a step can be decided by the people it names who have the right, or by everyone who has it if none do', () => {
  expect(approvalHolders(by('maria', 'eve'), both)).toEqual(new Set(['maria']));
  expect(approvalHolders(by('eve'), both)).toEqual(both);
  expect(approvalHolders(anyone, both)).toEqual(both);
});

describe('which rule decides', () => {
  const place = (rules: ApprovalRule[], weight: ApprovalWeight, asker = clara) =>
    paymentSteps(rules, asker, weight, both).rule;

  test('a rule whose amount the payment exceeds', () => {
    expect(place([rule()], euros(100_000n))).toBeNull();
    expect(place([rule()], euros(100_001n))).toBe(0);
  });

  test('one for this person, or for everyone', () => {
    expect(place([rule({ requesterIds: ['tom'] }), rule()], euros(100_001n))).toBe(1);
    expect(place([rule({ requesterIds: ['tom', 'clara'] })], euros(100_001n))).toBe(0);
  });

  test('one for this currency, or for all', () => {
    expect(place([rule({ currency: 'USD' }), rule({ currency: 'ANY' })], euros(100_001n))).toBe(1);
    expect(place([rule({ currency: 'USD' })], euros(100_001n))).toBeNull();
    // A rule for dollars compares dollars, whatever their value in euro.
    const inEuro = { amountMinor: 90_000n, dayMinor: 90_000n };
    const dollars = { amountMinor: 100_001n, dayMinor: 100_001n, currency: 'USD', inEuro };
    expect(place([rule({ currency: 'USD' })], dollars)).toBe(0);
    expect(
      place([rule({ currency: 'USD' })], {
        ...dollars,
        amountMinor: 100_000n,
        inEuro: { ...inEuro, amountMinor: 200_000n },
      }),
    ).toBeNull();
  });

  test('of the payment or of the day, as the rule measures', () => {
    expect(place([rule({ measure: 'DAY' })], euros(1n, 100_001n))).toBe(0);
    expect(place([rule()], euros(1n, 100_001n))).toBeNull();
  });

  test('one for all currencies weighs in euro, and coins exceed it always', () => {
    const dollars = { amountMinor: 200_000n, dayMinor: 900_000n, currency: 'USD' };
    const worth = (cents: bigint, dayCents = cents) => ({
      ...dollars,
      inEuro: { amountMinor: cents, dayMinor: dayCents },
    });
    const any = rule({ currency: 'ANY' });
    expect([place([any], worth(100_000n)), place([any], worth(100_001n))]).toEqual([null, 0]);
    expect(place([rule({ currency: 'ANY', measure: 'DAY' })], worth(1n, 100_001n))).toBe(0);
    expect(place([any], { ...dollars, currency: 'BTC', inEuro: undefined })).toBe(0);
  });

  test('the most steps, then the highest amount by its worth in euro, then the first', () => {
    const two = rule({ above: '0', steps: [anyone, anyone] });
    expect(place([rule(), two], euros(100_001n))).toBe(1);
    expect(place([two, rule()], euros(100_001n))).toBe(0);
    expect(place([rule({ above: '1.00' }), rule({ above: '2.00' })], euros(100_001n))).toBe(1);
    expect(place([rule({ above: '2.00' }), rule({ above: '1.00' })], euros(100_001n))).toBe(0);
    expect(place([rule(), rule()], euros(100_001n))).toBe(0);
    // 1,050 dollars are worth less than 1,000 euro.
    const weight = { ...euros(1_000_000n), currency: 'USD' };
    expect(place([rule({ currency: 'USD', above: '1050.00' }), rule({ currency: 'ANY' })], weight)).toBe(1);
    expect(place([rule({ currency: 'USD', above: '1150.00' }), rule({ currency: 'ANY' })], weight)).toBe(0);
  });

  test('a rule with an unreadable amount always applies, and any other amount is higher', () => {
    expect(place([rule({ above: 'x' })], euros(0n))).toBe(0);
    expect(place([rule({ above: 'x' }), rule({ above: '0' })], euros(1n))).toBe(1);
  });
});

describe('how many approvals', () => {
  const steps = (rules: ApprovalRule[], asker: typeof clara, holders = both, weight = euros(100_001n)) =>
    paymentSteps(rules, asker, weight, holders).steps;
  const two = rule({ steps: [by('maria'), anyone] });

  test('as the rule says; an administrator’s own order counts as one of two, and the last step stays', () => {
    expect(steps([two], clara)).toEqual([by('maria'), anyone]);
    expect(steps([two], boris)).toEqual([by('maria')]);
    expect(steps([rule({ steps: [by('maria'), by('maria')] })], boris)).toEqual([by('maria'), by('maria')]);
    expect(steps([rule()], boris)).toEqual([anyone]);
    expect(withoutOwn([anyone, anyone], clara, both)).toEqual([anyone, anyone]);
    expect(withoutOwn([by('boris'), by('maria')], boris, both)).toEqual([by('maria')]);
  });

  test('below the amount of every rule the default applies', () => {
    expect(steps([rule()], clara, both, euros(1n))).toEqual([anyone]);
    expect(steps([rule()], boris, both, euros(1n))).toEqual([]);
  });

  test('a person whom no rule names needs one approval, and so does an administrator if there is another one', () => {
    expect(steps([], clara)).toEqual([anyone]);
    expect(steps([], boris)).toEqual([anyone]);
    expect(steps([], boris, alone)).toEqual([]);
    expect(paymentSteps([], boris, euros(1n), alone).rule).toBeNull();
  });
});
