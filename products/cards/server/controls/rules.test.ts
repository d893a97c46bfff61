/** When a change of a card's controls could allow a payment that was declined before. Source: products/cards/README.md, "Who may do what". */
import { expect, test } from 'vitest';
import { type Controls, newControls } from '../card.ts';
import { allowsMore, controlsOf, readLimits } from './rules.ts';

const open = newControls;
const limits = (change: Partial<Controls['limits']>): Controls => ({
  ...open,
  limits: { ...open.limits, ...change },
});
const categories = (
  mode: 'ALL' | 'ONLY' | 'EXCEPT',
  ...items: Controls['categories']['items']
): Controls => ({
  ...open,
  categories: { mode, items },
});
const countries = (mode: 'ALL' | 'ONLY' | 'EXCEPT', ...items: string[]): Controls => ({
  ...open,
  countries: { mode, items },
});

test.each<[string, Controls, Controls, boolean]>([
  ['nothing changes', open, open, false],
  ['a limit where there was none', open, limits({ perDay: '10.00' }), false],
  ['no limit where there was one', limits({ perDay: '10.00' }), open, true],
  ['a higher limit', limits({ perDay: '9.99' }), limits({ perDay: '10.00' }), true],
  ['the same limit', limits({ perDay: '10.00' }), limits({ perDay: '10.00' }), false],
  ['a lower limit', limits({ perDay: '10.00' }), limits({ perDay: '9.99' }), false],
  [
    'one limit lower, another higher',
    limits({ perDay: '10.00', inTotal: '50.00' }),
    limits({ perDay: '9.00', inTotal: '50.01' }),
    true,
  ],
  ['a way turned off', open, { ...open, cash: false }, false],
  ['a way turned on', { ...open, cash: false }, open, true],
  ['one way off, another on', { ...open, cash: false }, { ...open, online: false }, true],
  ['all categories after some', categories('ONLY', 'cash'), open, true],
  ['some categories after all', open, categories('ONLY', 'cash'), false],
  ['all categories but none after all but none', categories('EXCEPT'), open, false],
  ['all after all but one', categories('EXCEPT', 'cash'), open, true],
  ['all after none at all', categories('ONLY'), open, true],
  ['the same categories', categories('ONLY', 'cash'), categories('ONLY', 'cash'), false],
  ['fewer categories', categories('ONLY', 'cash', 'fuel'), categories('ONLY', 'fuel'), false],
  ['more categories', categories('ONLY', 'cash'), categories('ONLY', 'cash', 'fuel'), true],
  ['another category', categories('ONLY', 'cash'), categories('ONLY', 'fuel'), true],
  ['all but one after only one', categories('ONLY', 'cash'), categories('EXCEPT', 'fuel'), true],
  ['all but one after only that one', categories('ONLY', 'cash'), categories('EXCEPT', 'cash'), true],
  [
    'all but two after all but one',
    categories('EXCEPT', 'cash'),
    categories('EXCEPT', 'cash', 'fuel'),
    false,
  ],
  ['all but one after all but two', categories('EXCEPT', 'cash', 'fuel'), categories('EXCEPT', 'cash'), true],
  ['only one that was left out', categories('EXCEPT', 'cash'), categories('ONLY', 'cash'), true],
  [
    'only two, of which one was left out',
    categories('EXCEPT', 'cash'),
    categories('ONLY', 'cash', 'fuel'),
    true,
  ],
  ['only one that was not left out', categories('EXCEPT', 'cash'), categories('ONLY', 'fuel'), false],
  ['more countries', countries('ONLY', 'DE'), countries('ONLY', 'DE', 'FR'), true],
  ['fewer countries', countries('ONLY', 'DE', 'FR'), countries('ONLY', 'DE'), false],
])('whether a payment could be allowed that was declined before: %s', (_case, before, next, expected) => {
  expect(allowsMore(before, next)).toBe(expected);
});

test.each(['perPayment', 'perDay', 'perWeek', 'perMonth', 'inTotal'] as const)(
  'the limit %s counts',
  (name) => {
    expect(allowsMore(limits({ [name]: '1.00' }), limits({ [name]: '1.01' }))).toBe(true);
  },
);

test.each(['online', 'contactless', 'cash', 'abroad'] as const)('the way %s counts', (way) => {
  expect(allowsMore({ ...open, [way]: false }, open)).toBe(true);
  expect(allowsMore(open, { ...open, [way]: false })).toBe(false);
});

test('a stored limit that is not an amount is an error, never a comparison', () => {
  expect(() => allowsMore(limits({ perDay: 'x' }), limits({ perDay: '1.00' }))).toThrow(
    'a stored limit is not',
  );
});

test('limits are kept with all decimals; none stays none, and zero is one: nothing may be spent', () => {
  const asked = { perPayment: '10', perDay: '0', perWeek: '7.5', perMonth: null, inTotal: null };
  const kept = { perPayment: '10.00', perDay: '0.00', perWeek: '7.50', perMonth: null, inTotal: null };
  expect(readLimits(asked)).toEqual({ limits: kept });
});

test('every limit with too many decimals is named', () => {
  const fault = (name: string) => ({
    field: `limits.${name}`,
    code: 'amount_precision',
    params: { currency: 'EUR', digits: 2 },
  });
  expect(readLimits({ ...open.limits, perDay: '1.005', inTotal: '0.001' })).toEqual({
    faults: [fault('perDay'), fault('inTotal')],
  });
});

test('controls are kept with sorted lists without repeats, and with none where everything is allowed', () => {
  const asked = {
    ...{ limits: open.limits, online: true, contactless: false, cash: true, abroad: false },
    categories: { mode: 'ALL' as const, items: ['cash' as const] },
    countries: { mode: 'ONLY' as const, items: ['FR', 'DE', 'FR'] },
  };
  const kept = limits({ perDay: '1.00' }).limits;
  expect(controlsOf({ ...asked, version: 1 } as never, kept)).toEqual({
    ...{ limits: kept, online: true, contactless: false, cash: true, abroad: false },
    categories: { mode: 'ALL', items: [] },
    countries: { mode: 'ONLY', items: ['DE', 'FR'] },
  });
});
