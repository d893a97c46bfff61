/** The effect of a change of the receipt rule on payments and locks. Source: products/cards/README.md, "Receipts". */
import { expect, test } from 'vitest';
import type { ReceiptRule } from './rule-store.ts';
import { ruleAfter } from './rules.ts';

const since = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-11-23T10:00:00Z');
const today = '2026-11-23';
const kept: ReceiptRule = {
  ask: 'ABOVE',
  aboveMinor: 5000n,
  lockAfterDays: 14,
  askedSince: since,
  countedFrom: '2026-01-01',
};
type Asked = Parameters<typeof ruleAfter>[1];
const asked = (more: Partial<Asked> = {}): Asked => ({
  ask: 'ABOVE',
  aboveMinor: 5000n,
  lockAfterDays: 14,
  ...more,
});

test.each<[string, Partial<ReceiptRule> | undefined, Partial<Asked>, string]>([
  ['the first rule', undefined, {}, 'payments and days from now'],
  ['a rule after none was asked', { ask: 'NEVER' }, {}, 'payments and days from now'],
  ['the same rule', {}, {}, 'as before'],
  ['a higher amount', {}, { aboveMinor: 5001n }, 'as before'],
  ['a lower amount', {}, { aboveMinor: 4999n }, 'days from now'],
  ['always instead of above an amount', {}, { ask: 'ALWAYS', aboveMinor: null }, 'days from now'],
  [
    'always instead of above nothing',
    { aboveMinor: 0n },
    { ask: 'ALWAYS', aboveMinor: null },
    'days from now',
  ],
  ['above nothing, as without an amount', { aboveMinor: 0n }, { aboveMinor: null }, 'as before'],
  ['above an amount instead of always', { ask: 'ALWAYS', aboveMinor: null }, {}, 'as before'],
  ['more days before the lock', {}, { lockAfterDays: 15 }, 'as before'],
  ['fewer days before the lock', {}, { lockAfterDays: 13 }, 'days from now'],
  ['a lock where there was none', { lockAfterDays: null }, {}, 'days from now'],
  ['no lock any more', {}, { lockAfterDays: null }, 'as before'],
])('%s', (_case, before, change, counts) => {
  const after = ruleAfter(before && { ...kept, ...before }, asked(change), { now, today });
  const isNew = counts === 'payments and days from now';
  expect(after).toEqual({
    ...asked(change),
    askedSince: isNew ? now : since,
    countedFrom: counts === 'as before' ? '2026-01-01' : today,
  });
});

test('without required receipts, no card is locked', () => {
  const after = ruleAfter(kept, asked({ ask: 'NEVER', aboveMinor: null }), { now, today });
  expect(after).toMatchObject({ ask: 'NEVER', lockAfterDays: null });
});
