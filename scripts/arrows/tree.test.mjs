/** The rules of the import check that concern more than one import: every way to name a file, cycles, manifests and folders. */
import { expect, test } from 'vitest';
import { findFaults } from './faults.mjs';
import { faultsWith } from './invented-bank.mjs';

const inShelves = 'products/shop/server/shelves/other.ts';
const store = '../../../till/server/store.ts';

test.each([
  ['an import', `import { sell } from '${store}';`],
  ['an import of a type', `import type { Sale } from '${store}';`],
  ['an import for its effect', `import '${store}';`],
  ['an export', `export { sell } from '${store}';`],
  ['an export of everything', `export * from '${store}';`],
  ['an import while it runs', `const load = () => import('${store}');`],
  ['an import written into a type', `export const sale = {} as import('${store}').Sale;`],
  ['the type of a whole file', `type Store = typeof import('${store}');`],
  ['the address of a file', `const file = new URL('${store}', import.meta.url);`],
  ['an address with a gap', `const file = new URL(\`${store}?\${name}\`, import.meta.url);`],
])('%s is seen', (_, text) => {
  expect(faultsWith({ [inShelves]: text })).toEqual([
    `${inShelves}: uses module till past its index (products/till/server/store.ts)`,
  ]);
});

test.each([
  [
    'of the web',
    `const page = new URL('https://calmly.example/products/till/server/store.ts', import.meta.url);`,
  ],
  [
    'of a file that is found by another base',
    `const file = new URL('${store}', new URL('.', import.meta.url));`,
  ],
  ['that is not known yet', 'const file = new URL(name, import.meta.url);'],
  ['of something else than a file', `const name = new Name('${store}', import.meta.url);`],
])('an address %s is nothing to check', (_, text) => {
  expect(faultsWith({ [inShelves]: text })).toEqual([]);
});

test.each([
  [
    'of a worker in another part',
    [inShelves, '../../../till/server/pack-worker.ts'],
    'uses module till past its index (products/till/server/pack-worker.ts)',
    ['products/till/server/pack.ts', './pack-worker.ts'],
  ],
  [
    'in a package above',
    ['platform/postgres/migrate.ts', '../../apps/server/migrations'],
    '@calmly/platform may not import @calmly/server',
    ['apps/server/src/migrations.ts', '../migrations'],
  ],
  [
    'of a program that another package may start',
    ['platform/signer.ts', '../apps/signer/src/main.ts'],
    '@calmly/platform may not import @calmly/signer',
    ['providers/signer.ts', '../apps/signer/src/main.ts'],
  ],
  [
    'of another file of that program',
    ['providers/signer.ts', '../apps/signer/src/keys.ts'],
    '@calmly/providers may not import @calmly/signer',
    ['providers/logo.ts', '../platform/files/logo.svg'],
  ],
  [
    'of sources of the portal, but not of its build',
    ['apps/server/src/app.ts', '../../web/src/main.tsx'],
    '@calmly/server may not import @calmly/web',
    ['apps/server/src/app.ts', '../../web/dist'],
  ],
  [
    'in a higher part of the kit, but not in the docs',
    ['packages/portal-kit/src/session/idle.ts', '../shared/day.ts'],
    'a lower part of the kit may not import a higher one (packages/portal-kit/src/shared/day.ts)',
    ['packages/portal-kit/src/session/idle.ts', '../../../../docs/rights.md'],
  ],
])('an address %s', (_, [path, address], fault, [goodPath, goodAddress]) => {
  const naming = (to) => `const file = new URL('${to}', import.meta.url);`;
  expect(faultsWith({ [path]: naming(address) })).toEqual([`${path}: ${fault}`]);
  expect(faultsWith({ [goodPath]: naming(goodAddress) })).toEqual([]);
});

test('files that import each other are refused, types included; lazy imports make no cycle', () => {
  const circle = (last) =>
    faultsWith({
      'platform/a.ts': "import { b } from './b.ts';",
      'platform/b.ts': "export * from './c.ts';",
      'platform/c.ts': last,
    });
  const fault = 'files import each other: platform/a.ts → platform/b.ts → platform/c.ts → platform/a.ts';
  expect(circle("import type { A } from './a.ts';")).toEqual([fault]);
  expect(circle("export const c = {} as import('./a.ts').A;")).toEqual([fault]);
  expect(circle("const load = () => import('./a.ts');")).toEqual([]);
  expect(circle("const worker = new URL('./a.ts', import.meta.url);")).toEqual([]);
});

test('each root but the tests is searched for circles', () => {
  const itself = (path) => faultsWith({ [path]: "import { a } from './a.ts';" });
  for (const root of [
    'platform',
    'providers',
    'products/till/server',
    'apps/server/src',
    'apps/signer/src',
    'apps/web/src',
    'packages/domain/src',
  ])
    expect(itself(`${root}/a.ts`)).toEqual([`files import each other: ${root}/a.ts → ${root}/a.ts`]);
  expect(itself('e2e/a.ts')).toEqual([]);
});

const about = 'what it does';
test.each([
  [
    'a folder that no manifest names',
    { 'products/kiosk/server/index.ts': '' },
    {},
    ['products and the manifests disagree about kiosk'],
  ],
  [
    'a product without a folder',
    {
      'products/list.ts': '',
      ...Object.fromEntries(
        [
          'product.ts',
          'README.md',
          'contract/sale.ts',
          'server/index.ts',
          'server/store.ts',
          'server/pack-worker.ts',
        ]
          .concat('portal/index.ts', 'portal/sale.tsx', 'texts/en/sale.ts')
          .concat('office/index.ts', 'office/count.tsx')
          .map((path) => [`products/till/${path}`, undefined]),
      ),
    },
    {},
    [
      'products and the manifests disagree about till',
      ...['contract', 'texts', 'server', 'portal', 'office'].map(
        (side) => `products/till and the manifests disagree about ${side}`,
      ),
    ],
  ],
  [
    'a side that no manifest knows',
    { 'products/till/staff/index.ts': '' },
    {},
    ['products/till and the manifests disagree about staff'],
  ],
  [
    'a side without a folder',
    { 'products/shop/texts/en/offer.ts': undefined },
    { shop: { texts: { uses: [] } } },
    ['products/shop and the manifests disagree about texts'],
  ],
  [
    'a folder that is no module',
    { 'products/shop/server/shared/index.ts': '' },
    {},
    ['products/shop/server and the manifests disagree about shared'],
  ],
  [
    'a module without a folder',
    { 'products/shop/server/trading/index.ts': undefined },
    {},
    ['products/shop/server and the manifests disagree about trading'],
  ],
  [
    'a feature without a folder',
    { 'products/shop/portal/basket/index.ts': undefined },
    {},
    ['products/shop/portal and the manifests disagree about basket'],
  ],
  [
    'two modules of one name',
    { 'products/till/server/till/index.ts': '', 'products/till/server/shelves/index.ts': '' },
    { till: { modules: { till: { about, uses: [] }, shelves: { about, uses: [] } } } },
    expect.arrayContaining(['two products have a part called shelves']),
  ],
  [
    'two features of one name',
    {},
    { till: { features: { till: { uses: [] }, basket: { uses: [] } } } },
    expect.arrayContaining(['two products have a part called basket']),
  ],
  [
    'a use that no import needs',
    { 'products/shop/server/shelves/index.ts': '' },
    {},
    ['module shelves names what it does not use, till'],
  ],
  [
    'a use that only a test needs',
    {
      'products/shop/server/shelves/index.ts': '',
      'products/shop/server/shelves/a.test.ts': "import { sell } from '../../../till/server/index.ts';",
    },
    {},
    ['module shelves names what it does not use, till'],
  ],
  [
    'a use that no import needs, in the portal',
    {},
    { shop: { features: { window: { uses: ['till'] }, basket: { uses: ['window'] } } } },
    ['feature basket names what it does not use, window'],
  ],
  [
    'a use that no import needs, in the contract',
    {},
    { till: { contract: { uses: ['shop'] } } },
    ['contract till names what it does not use, shop'],
  ],
  [
    'a use that no import needs, in texts',
    {},
    { till: { texts: { uses: ['shop'] } } },
    ['texts till names what it does not use, shop'],
  ],
])('manifests: %s is refused', (_, files, manifests, faults) => {
  expect(faultsWith(files, manifests)).toEqual(faults);
});

test('manifests: a page next to the sides, a product without texts, a further folder in a module are no faults', () => {
  expect(faultsWith({ 'products/till/NOTES.md': '', 'products/till/server/sub/index.ts': '' })).toEqual([]);
  expect(
    faultsWith({ 'products/shop/texts/en/offer.ts': undefined }, { shop: { texts: undefined } }),
  ).toEqual([]);
});

test('a file that does not parse stops the check, and a check that read no import says so', () => {
  expect(() => faultsWith({ 'platform/a.ts': 'import {' })).toThrow('platform/a.ts does not parse: ');
  const seen = (text) => findFaults({ paths: ['platform/a.ts'], read: () => text, products: [] });
  expect(seen('')).toEqual({
    faults: ['no import was read: the check itself is broken'],
    importsSeen: 0,
  });
  expect(seen("import { b } from './b.ts';")).toEqual({ faults: [], importsSeen: 1 });
});
