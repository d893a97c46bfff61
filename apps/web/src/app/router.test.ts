/** The server answers 404 for addresses that are not screens: its list of screens equals the router's. */
import { isScreen, screens } from '@calmly/contract';
import { expect, test } from 'vitest';
import { createPortalRouter } from './router.tsx';

test('the router’s addresses and the contract’s screens are the same', () => {
  const built = Object.keys(createPortalRouter().routesByPath)
    .filter((path) => path !== '/$')
    .map((path) => path.replaceAll(/\{-\$(\w+)\}/g, '{$1?}').replaceAll(/(?<=\/)\$(\w+)/g, '{$1}'));
  expect(new Set(built.map((path) => path.replace(/(?<=.)\/$/, '')))).toEqual(new Set(screens));
});

test.each([
  ['/', true],
  ['/login', true],
  ['/login/', true],
  ['/beneficiaries/01', true],
  ['/payments/create', true],
  ['/payments/create/incoming', true],
  ['/payments/payouts/old', true],
  ['/payments/payouts/old/7', true],
  ['/payments/create/incoming/more', false],
  ['/beneficiaries/01/more', false],
  ['/beneficiaries//edit', false],
  ['/Login', false],
  ['/no-such-page', false],
])('%s is a screen: %s', (path, expected) => {
  expect(isScreen(path)).toBe(expected);
});
