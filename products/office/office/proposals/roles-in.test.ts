import { expect, test } from 'vitest';
import { rolesIn } from './roles-in.ts';

test.each([
  ['SUPPORT, FIN', ['SUPPORT', 'FIN']],
  ['SUPER', ['SUPER']],
  ['SUPER, BOSS', undefined],
  ['support', undefined],
  ['', undefined],
])('the roles in “%s”', (text, roles) => {
  expect(rolesIn(text)).toEqual(roles);
});
