import type { Activity } from '@calmly/contract';
import { expect, test } from 'vitest';
import { fold } from './fold.ts';

const entry = (change: Partial<Activity>): Activity => ({
  id: '018f0000-0000-7000-8000-000000000000',
  at: '2026-03-02T10:00:00Z',
  kind: 'security',
  text: 'Password changed',
  amount: null,
  currency: null,
  subject: null,
  person: { id: '018f0000-0000-7000-8000-00000000000a', name: 'Anna Tamm' },
  profileName: null,
  ip: '192.0.2.1',
  browser: 'Firefox',
  system: 'Linux',
  ...change,
});
const countsOf = (entries: readonly Activity[]) =>
  fold(entries, ({ at }) => at.slice(0, 10)).map(({ count }) => count);

test('consecutive identical entries of one day are one row, with the newest of them', () => {
  const entries = [entry({ id: 'new' }), entry({}), entry({}), entry({ text: 'Other' }), entry({})];
  expect(countsOf(entries)).toEqual([3, 1, 1]);
  expect(fold(entries, () => '')[0]?.entry.id).toBe('new');
});

test.each([
  ['another day', { at: '2026-03-01T23:59:00Z' }],
  ['another person', { person: null }],
  ['another address', { ip: '192.0.2.9' }],
  ['another amount', { amount: '1.00', currency: 'EUR' }],
  ['another subject', { subject: { kind: 'payment', id: '018f0000-0000-7000-8000-00000000000b' } }],
] as const)('%s makes a separate row', (_name, change) => {
  expect(countsOf([entry({}), entry(change)])).toEqual([1, 1]);
});
