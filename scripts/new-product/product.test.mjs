/**
 * `npm run new:product` in a copy of the repository: what it writes keeps the rules of the house, and taking it out again leaves the copy as it was. That the new
 * product compiles, passes all sweeps and works in a browser is tested in full size (apps/server/test/faults/new-product.test.ts).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultOf as faultOfControl, readControls } from '../test/controls.mjs';
import { copyForProduct } from './copy.mjs';
import { faultOf, oneOf, renamed, withProduct } from './product.mjs';

describe('names', () => {
  const all = [{ name: 'cards', modules: { cards: {}, wallets: {} }, features: { market: {} } }];

  test.each([
    ['diaries', 'diary', undefined],
    ['', '', 'A name has 3 to 20 small letters from a to z; “” does not.'],
    ['Notes', 'note', 'A name has 3 to 20 small letters from a to z; “Notes” does not.'],
    ['my-notes', 'note', 'A name has 3 to 20 small letters from a to z; “my-notes” does not.'],
    ['../notes', 'note', 'A name has 3 to 20 small letters from a to z; “../notes” does not.'],
    ['notes', 'n', 'A name has 3 to 20 small letters from a to z; “n” does not.'],
    ['sheep', 'sheep', 'Say what one of sheep is called: npm run new:product -- sheep <one of it>.'],
    ['cases', 'case', '“case” already means something in the files of a product.'],
    ['texts', 'text', '“texts” already means something in the files of a product.'],
    ['rules', 'rule', '“rules” already means something in the files of a product.'],
    ['problems', 'problem', '“problems” already means something in the files of a product.'],
    ['rails', 'rail', undefined],
    ['outbox', 'letter', '“outbox” already exists elsewhere in the bank.'],
    ['devices', 'device', '“/api/devices” already exists elsewhere in the bank.'],
    ['conversations', 'conversation', '“listConversations” already exists elsewhere in the bank.'],
    ['documents', 'paper', '“documents” already exists elsewhere in the bank.'],
    ['crumbs', 'beneficiary', '“deleteBeneficiary” already exists elsewhere in the bank.'],
    ['cards', 'card', 'There is already a product, module or feature called cards.'],
    ['wallets', 'wallet', 'There is already a product, module or feature called wallets.'],
    ['market', 'stall', 'There is already a product, module or feature called market.'],
  ])('%s, one of which is %s: %s', (name, one, fault) => {
    expect(faultOf(name, one, all)).toBe(fault);
  });

  test('one of a plural is the plural without its s, where that can be told', () => {
    expect(['notes', 'sheep', 'diaries', 'addresses', 'boxes', 'branches', 'address'].map(oneOf)).toEqual([
      ...['note', 'sheep', 'diaries', 'addresses', 'boxes', 'branches', 'address'],
    ]);
  });

  test('all forms are replaced, and a note becomes an order', () => {
    const text = 'A note is one of the notes: NewNoteDialog, listNotes, a note, noteTextLength, notes_full';
    expect(renamed('orders', 'order')(text)).toBe(
      'An order is one of the orders: NewOrderDialog, listOrders, an order, orderTextLength, orders_full',
    );
  });

  test('a product has its import in order and is the last of the list', () => {
    const list = (imports, entries) =>
      [
        ...imports.map((name) => `import { ${name} } from './${name}/product.ts';`),
        '',
        'export const products = [',
        ...entries.map((name) => `  ${name},`),
        '];',
        '',
      ].join('\n');
    expect(withProduct(list(['cards', 'payees'], ['payees', 'cards']), 'notes')).toBe(
      list(['cards', 'notes', 'payees'], ['payees', 'cards', 'notes']),
    );
    expect(withProduct(list(['cards'], ['cards']), 'notes')).toBe(
      list(['cards', 'notes'], ['cards', 'notes']),
    );
  });
});

describe('a new product', () => {
  let copy;
  beforeAll(async () => {
    copy = await copyForProduct('new-product-test');
    await copy.newProduct('diaries', 'diary');
  });
  afterAll(() => copy.remove());

  test('is one folder and its line in the list; everything else follows from them', async () => {
    const changed = await copy.changed();
    expect(changed.filter((path) => !path.startsWith('products/diaries/'))).toEqual([
      'apps/server/src/plain-modules.ts',
      'apps/server/test/support/attackers/sample-bodies.ts',
      'apps/web/src/app/routes/products.ts',
      'apps/web/src/app/screens/products.ts',
      'apps/web/src/app/shell/menu.ts',
      'apps/web/src/app/shell/places.ts',
      'docs/architecture.md',
      'docs/retention.md',
      'docs/rights.md',
      'docs/schema.md',
      'packages/contract/src/problems/products.ts',
      'packages/contract/src/product-screens.ts',
      'packages/contract/src/products.ts',
      'packages/portal-kit/src/session/sign-in-targets.ts',
      'packages/texts/src/en/index.ts',
      'packages/texts/src/parts.ts',
      'packages/texts/src/ru/index.ts',
      'products/list.ts',
    ]);
    expect(changed).toContain('products/diaries/server/diaries.test.ts');
  });

  test('keeps the rules of imports and of style', async () => {
    expect(await copy.run('scripts/arrows.mjs')).toContain(' 0 against the rules');
    const sources = (await copy.changed()).filter((path) => /\.(ts|tsx|json)$/.test(path));
    expect(sources.length).toBeGreaterThan(30);
    await copy.run('node_modules/@biomejs/biome/bin/biome', 'check', ...sources);
  });

  test('has controls that name lines and tests of its own', () => {
    const controls = readControls(copy.folder, 'diaries: ');
    expect(controls.map(({ breaks }) => breaks)).toEqual([
      "another client's diary is deleted",
      "a colleague's diary is deleted",
      'diaries are counted without the lock',
    ]);
    expect(controls.map((control) => faultOfControl(control, copy.folder))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a second one of the name is refused, and nothing of the first is overwritten', async () => {
    await expect(copy.newProduct('diaries', 'diary')).rejects.toThrow(
      'There is already a product, module or feature called diaries.',
    );
  });

  test('without its folder and its line the repository is as it was', async () => {
    await copy.removeProduct('diaries');
    expect(existsSync(join(copy.folder, 'products/diaries'))).toBe(false);
    expect(await copy.changed()).toEqual([]);
  });
});
