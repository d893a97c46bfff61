/**
 * What `npm run new:product` writes is a product that works, in full size: in a copy of the repository it compiles, passes its own tests and every sweep over
 * all calls and tables, its controls bite, and its story runs in a browser. That it keeps the rules of the house and can be taken out again is tested with the
 * script (scripts/new-product/product.test.mjs).
 *
 * Control: without the condition that a row is the client's, the sweep over foreign objects finds the product.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyForProduct } from '../../../../scripts/new-product/copy.mjs';
import { runControls } from '../../../../scripts/test/controls.mjs';

let copy: Awaited<ReturnType<typeof copyForProduct>>;
beforeAll(async () => {
  copy = await copyForProduct('new-product');
  await copy.newProduct('diaries', 'diary');
});
afterAll(() => copy.remove());

const vitest = (project: string, ...files: string[]) =>
  copy.run('node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files);

test.each(['tsconfig.json', 'apps/web/tsconfig.json'])('it compiles: %s', async (config) => {
  await copy.run('node_modules/typescript/bin/tsc', '--noEmit', '--project', config);
});

test('nothing in it is unused', async () => {
  await copy.run('node_modules/knip/bin/knip.js');
});

test('its own tests pass, and those that read all calls, tables, texts and actions', async () => {
  await vitest('server', 'products/diaries', 'schema-map', 'jobs/retention', 'server/activity', 'openapi');
  await vitest('pure', 'packages/texts', 'apps/web/src/app', 'scripts/products', 'scripts/docs');
});

test('its calls pass the sweeps: doors, rights, unknown fields, hidden characters, other people’s objects', async () => {
  await vitest('attacks', 'rights/doors', 'rights/rights', 'http/unknown-fields', 'hidden-characters');
  await vitest('attacks', 'rights/foreign-objects', '-t', 'diaries');
});

test('control: the sweep finds a call that reaches other people’s objects', async () => {
  const store = join(copy.folder, 'products/diaries/server/store.ts');
  const text = await readFile(store, 'utf8');
  await writeFile(store, text.replace(/ and client_id = \S+ for update/, ' for update'));
  await expect(vitest('attacks', 'rights/foreign-objects', '-t', 'diaries')).rejects.toThrow('/diaries/{id}');
  await writeFile(store, text);
});

test('its controls bite', async () => {
  const { passed, failures } = await runControls({ folder: copy.folder, only: 'diaries: ' });
  expect([passed, failures]).toEqual([3, []]);
});

test('its story runs in a browser', async () => {
  const run = `
    import { runStories } from './scripts/test/playwright.mjs';
    const { passed, failures } = await runStories({ all: true, stories: 'diaries/stories' });
    console.log('\\n' + JSON.stringify([passed, failures]));`;
  const told = await copy.run('--input-type=module', '--eval', run);
  expect(told.trim().split('\n').at(-1)).toBe('[2,[]]');
});
