import type { PaymentRule, PolicyPerson } from '@calmly/contract';
import { expect, test } from 'vitest';
import { effectOf, withoutRule } from './effect-ranges.ts';

const person = (id: string, isBoss: boolean): PolicyPerson => ({
  id,
  name: id,
  isBoss,
  canApprove: isBoss,
  canRequest: true,
});
const people = [person('boris', true), person('maria', true), person('clara', false)];
const rule = (change: Partial<PaymentRule>): PaymentRule => ({
  requesterIds: [],
  currency: 'EUR',
  above: '1000.00',
  measure: 'PAYMENT',
  steps: [{ personIds: [] }],
  ...change,
});
/** `0-1000.00: members 1, bosses 0`. */
const rangesForTeam = (...paymentRules: PaymentRule[]) => rangesOf(paymentRules, people);
const rangesOf = (paymentRules: PaymentRule[], company: PolicyPerson[]) =>
  effectOf({ paymentRules }, company).map(
    ({ measure, over, upTo, clauses }) =>
      `${measure === 'DAY' ? 'day ' : ''}${over ?? 0}-${upTo ?? ''}: ${clauses
        .map(({ payers, steps }) => `${payers} ${steps.length}`)
        .join(', ')}`,
  );
const two = [{ personIds: [] }, { personIds: [] }];

test.each<[string, PaymentRule[], string[]]>([
  [
    'one rule leaves the default below it',
    [rule({})],
    ['0-1000.00: members 1, bosses 0', '1000.00-: everyone 1'],
  ],
  [
    'a rule without approvals from zero on',
    [rule({ above: '0', steps: [] }), rule({})],
    ['0-1000.00: everyone 0', '1000.00-: everyone 1'],
  ],
  [
    'an administrator is one of two',
    [rule({ steps: two })],
    ['0-1000.00: members 1, bosses 0', '1000.00-: members 2, bosses 1'],
  ],
  [
    'a rule for one person',
    [rule({ requesterIds: ['clara'], steps: two })],
    // By default, a person named by no rule needs an approval.
    ['0-1000.00: everyone 1', '1000.00-: everyone 1, clara 2'],
  ],
  [
    'a rule for the day shows as the first payment of the day and as the day’s total',
    [rule({ measure: 'DAY' })],
    ['0-1000.00: members 1, bosses 0', '1000.00-: everyone 1', 'day 1000.00-: everyone 1'],
  ],
  [
    'each of two named administrators by name',
    [rule({ steps: [{ personIds: ['boris'] }, { personIds: ['maria'] }] })],
    ['0-1000.00: members 1, bosses 0', '1000.00-: everyone 2, boris 1, maria 1'],
  ],
  [
    'equal ranges are merged',
    [rule({}), rule({ above: '5000.00' }), rule({ above: '9000.00', steps: two })],
    ['0-1000.00: members 1, bosses 0', '1000.00-9000.00: everyone 1', '9000.00-: members 2, bosses 1'],
  ],
  ['no rules', [], []],
])('%s', (_name, rules, expected) => {
  expect(rangesForTeam(...rules)).toEqual(expected);
});

const forMaria = rule({ requesterIds: ['maria'] });

test('a sole approver who orders payments needs no approval', () => {
  expect(rangesOf([forMaria], [person('boris', true), person('clara', false)])).toEqual([
    '0-: members 1, bosses 0',
  ]);
});

test('an amount that is still being typed is below every other one', () => {
  const unread = rule({ above: '', steps: [{ personIds: ['boris'] }] });
  const fromZero = rule({ above: '0', steps: [{ personIds: ['maria'] }] });
  const [range] = effectOf({ paymentRules: [unread, fromZero] }, people);
  expect(range?.clauses[0]?.steps).toEqual(fromZero.steps);
});

test('a rule for any currency begins in others at about the same worth', () => {
  const rules = [rule({ currency: 'ANY', steps: two }), rule({ currency: 'USD', above: '500.00' })];
  const ranges = effectOf({ paymentRules: rules }, people).map(
    ({ currency, anyCurrency, over, upTo, clauses }) =>
      `${anyCurrency ? 'any ' : ''}${currency} ${over ?? 0}-${upTo ?? ''}: ${clauses.map(({ steps }) => steps.length)}`,
  );
  expect(ranges).toEqual([
    'any EUR 0-1000.00: 1,0',
    'any EUR 1000.00-: 2,1',
    'USD 0-500.00: 1,0',
    'USD 500.00-1100.00: 1',
    'USD 1100.00-: 2,1',
  ]);
});

test('currencies of accounts that no rule covers are listed, unless a rule covers any currency', () => {
  const [euro, any] = [rule({}), rule({ currency: 'ANY' })];
  expect(withoutRule([euro], ['EUR', 'USD', 'USD', 'EPI'])).toEqual(['USD', 'EPI']);
  expect(withoutRule([euro], ['EUR'])).toEqual([]);
  expect(withoutRule([euro, any], ['EUR', 'USD'])).toBe('none');
});

test('a rule for some requesters leaves the payments of the others in its currency without one', () => {
  const clara = ['clara'];
  expect(withoutRule([rule({}), rule({ currency: 'USD', requesterIds: clara })], ['EUR', 'USD'])).toEqual([
    'USD',
  ]);
  expect(withoutRule([rule({}), rule({ currency: 'ANY', requesterIds: clara })], ['EUR', 'USD'])).toEqual([
    'USD',
  ]);
});
