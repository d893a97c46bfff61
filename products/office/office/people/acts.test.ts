import { expect, test } from 'vitest';
import { actsOn, areSameRoles } from './acts.ts';

test.each([
  ['INVITED', ['roles', 'renew_access', 'leave']],
  ['ACTIVE', ['roles', 'renew_access', 'end_sessions', 'suspend', 'leave']],
  ['SUSPENDED', ['reinstate', 'roles', 'leave']],
  ['LEFT', []],
] as const)('what can be done about a person who is %s', (state, acts) => {
  expect(actsOn(state, false)).toEqual(acts);
});

test('nothing can be done about oneself', () => {
  expect(actsOn('ACTIVE', true)).toEqual([]);
});

test.each([
  [['FIN', 'AML'], ['AML', 'FIN'], true],
  [['FIN'], ['FIN', 'AML'], false],
  [['FIN'], ['AML'], false],
] as const)('%j and %j are the same roles: %s', (one, other, same) => {
  expect(areSameRoles(one, other)).toBe(same);
});
