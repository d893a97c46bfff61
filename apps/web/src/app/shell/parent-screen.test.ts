import { expect, test } from 'vitest';
import { parentScreen } from './parent-screen.ts';

test.each([
  ['/dashboard', undefined],
  ['/payments', undefined],
  ['/payments/', undefined],
  ['/account-profile', undefined],
  ['/payments/create', '/payments'],
  ['/payments/create/outgoing', '/payments'],
  ['/payments/payouts', '/payments'],
  ['/payments/payouts/create', '/payments/payouts'],
  ['/payments/payouts/17', '/payments/payouts'],
  ['/payments/payouts/old/17', '/payments/payouts/old'],
  ['/beneficiaries/add', '/beneficiaries'],
  ['/beneficiaries/17/edit', '/beneficiaries/17'],
  ['/beneficiaries/17/accounts/0', '/beneficiaries/17'],
  ['/accounts/17', '/dashboard'],
  ['/cards/new', '/cards'],
  ['/statements/year', '/statements'],
  ['/coming-soon', '/dashboard'],
])('the screen above %s is %s', (path, above) => {
  expect(parentScreen(path)).toBe(above);
});

test('a step leads back to its form', () => {
  expect(parentScreen('/payments/create/outgoing', true)).toBe('/payments/create/outgoing');
  expect(parentScreen('/payments/payouts/17', true)).toBe('/payments/payouts/17');
});
