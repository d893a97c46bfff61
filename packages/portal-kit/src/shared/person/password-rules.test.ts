import { expect, it } from 'vitest';
import { judgePassword } from './password-rules.ts';

it.each([
  ['short1!', { longEnough: false, notTheName: true, level: 'weak' }],
  ['', { longEnough: false, notTheName: false, level: 'weak' }],
  ['aaaaaaaaaaaaaaaaaaaa', { longEnough: true, notTheName: true, level: 'weak' }],
  ['abcabcabcabcabc', { longEnough: true, notTheName: true, level: 'weak' }],
  ['Martakask@firm.ee', { longEnough: true, notTheName: false, level: 'weak' }],
  ['Martakask2024!!', { longEnough: true, notTheName: false, level: 'weak' }],
  ['table-lemon-9', { longEnough: true, notTheName: true, level: 'fair' }],
  ['quiet lemon harbour', { longEnough: true, notTheName: true, level: 'good' }],
  ['quiet lemon harbour by six', { longEnough: true, notTheName: true, level: 'strong' }],
])('judges %j', (password, verdict) => {
  expect(judgePassword(password, 'martakask@firm.ee')).toEqual(verdict);
});
