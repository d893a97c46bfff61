/** Every test named in docs/reliability.md exists, and every control listed for the page belongs to one of them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './build/sources.mjs';
import { readControls } from './test/controls.mjs';

const page = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
const tests = globSync(
  '{apps,packages,platform,providers,products,scripts,e2e}/**/*.{test,spec}.{ts,tsx,mjs}',
  {
    cwd: root,
    exclude: ['**/node_modules/**'],
  },
);
/** Checks outside the test runners. */
const others = ['scripts/regexes.mjs'];

/** Parts of paths in the second column of the tables. */
const named = page
  .split('\n')
  .map((line) => line.split('|')[2] ?? '')
  .flatMap((cell) => [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name))
  .filter((name) => /[a-z]/.test(name));

const isThere = (name) => others.includes(name) || tests.some((path) => path.includes(name));

test('each promise has its test', () => {
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test('each control of the page belongs to a test that it names', () => {
  const controls = readControls(root, 'reliability/').filter(({ name }) => name.startsWith('reliability/'));
  const strays = controls.filter(({ test: path }) => !named.some((name) => path.includes(name)));
  expect(controls.length).toBeGreaterThan(80);
  expect(strays.map(({ name }) => name)).toEqual([]);
});

test('control: a test that was moved or removed is missed', () => {
  expect(isThere('onboarding/register')).toBe(false);
});
