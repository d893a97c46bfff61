/** Fee, number, name and days of a new card. Source: server page section 10; products/cards/README.md, "Money" and "States". */
import { expect, test } from 'vitest';
import { checkOrder, embossedName, issueFeeOf, mostCards } from './rules.ts';

test('a card costs a person 5.00 EUR and a company 10.00 EUR; a person has up to 10 and a company up to 200', () => {
  expect(['INDIVIDUAL', 'LEGAL'].map(issueFeeOf)).toEqual([500n, 1000n]);
  expect(['INDIVIDUAL', 'LEGAL'].map(mostCards)).toEqual([10, 200]);
});

test.each([
  ['Anna Tamm', 'ANNA TAMM'],
  ['Юлия Щукина', 'IULIIA SHCHUKINA'],
  ['Zoë  O’Neill-Šmid', "ZOE O'NEILL-SMID"],
  ['1. FC Köln', 'FC KOLN'],
  ['  Anna', 'ANNA'],
  ['-’ Anna', 'ANNA'],
  ['A1 (B) & Co.', 'A B CO.'],
  ['Abcdefghijklmnopqrstuvwxyz Ab', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['Abcdefghijklmnopqrstuvwxy Ab', 'ABCDEFGHIJKLMNOPQRSTUVWXY'],
])('%s is embossed as %s', (name, embossed) => {
  expect(embossedName(name)).toBe(embossed);
});

const days = { today: '2026-11-23', expiresOn: '2029-11-30' };
const address = { street: 'Hafenweg 1', city: 'Hamburg', postCode: '20457', country: 'DE' } as never;

test.each([
  ['a virtual card', { kind: 'VIRTUAL' }, []],
  ['plastic with an address', { kind: 'PLASTIC', address }, []],
  ['plastic without one', { kind: 'PLASTIC' }, ['address required']],
  ['a virtual card with an address', { kind: 'VIRTUAL', address }, ['address invalid']],
  ['a last day before today', { kind: 'VIRTUAL', validUntil: '2026-11-22' }, ['validUntil last_day_past']],
  ['a last day today', { kind: 'VIRTUAL', validUntil: '2026-11-23' }, []],
  ['the card’s own last day', { kind: 'VIRTUAL', validUntil: '2029-11-30' }, []],
  [
    'a last day after it',
    { kind: 'VIRTUAL', validUntil: '2029-12-01' },
    ['validUntil last_day_too_far 2029-11-30'],
  ],
  [
    'an address and a last day that are wrong',
    { kind: 'PLASTIC', validUntil: '2026-11-22' },
    ['address required', 'validUntil last_day_past'],
  ],
] as const)('an order of %s', (_case, order, expected) => {
  const faults = checkOrder(order, days).map(({ field, code, params }) =>
    [field, code, ...Object.values(params ?? {})].join(' '),
  );
  expect(faults).toEqual(expected);
});
