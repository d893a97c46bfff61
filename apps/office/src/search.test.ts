import { expect, test } from 'vitest';
import { auditSearch, proposalsSearch, signInSearch, targetOf } from './search.ts';

test.each([
  ['/inbox/payment?item=payment.1', '/inbox/payment?item=payment.1'],
  ['/work', '/work'],
  // Of another site, or a sign-in that would lead to itself.
  ['//evil.example', undefined],
  ['https://evil.example/work', undefined],
  ['/\\evil.example', undefined],
  ['/sign-in?next=/work', undefined],
  ['/invitation', undefined],
  ['/', undefined],
  [7, undefined],
])('after a sign-in with the target %j the screen %s opens', (value, target) => {
  expect(targetOf(value)).toBe(target);
});

test('a screen gets only what it knows', () => {
  expect(signInSearch({ reason: 'idle', next: '/work', other: 1 })).toEqual({
    reason: 'idle',
    next: '/work',
  });
  expect(signInSearch({ reason: 'hacked' })).toEqual({ reason: undefined, next: undefined });
  expect(proposalsSearch({ view: 'over', item: 'one' })).toEqual({ view: 'over', item: 'one' });
  expect(proposalsSearch({ view: 'all' })).toEqual({ view: undefined, item: undefined });
  expect(auditSearch({ action: 'staff.', person: '' })).toEqual({
    action: 'staff.',
    person: undefined,
    client: undefined,
  });
});
