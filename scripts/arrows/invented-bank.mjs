/** A bank of two products for tests of the import check: `till`, with one part per side, and `shop`, with several, which uses it. */
import { findFaults } from './faults.mjs';

const till = {
  name: 'till',
  about: 'what is sold',
  contract: { uses: [] },
  modules: { till: { about: 'what is sold', uses: [] } },
  features: { till: { uses: [] } },
  office: { counter: { uses: [] } },
  texts: { uses: [] },
};

const shop = {
  name: 'shop',
  about: 'where it is sold',
  contract: { uses: ['till'] },
  modules: {
    shelves: { about: 'what is on offer', uses: ['till'] },
    trading: { about: 'what is exchanged', uses: [] },
  },
  features: { window: { uses: ['till'] }, basket: { uses: [] } },
  office: { keys: { uses: ['counter'] } },
  texts: { uses: ['till'] },
};

const files = {
  'products/product.ts': 'export interface Product {}',
  'products/list.ts': "import { till } from './till/product.ts'; import { shop } from './shop/product.ts';",
  'products/till/product.ts': "import type { Product } from '../product.ts';",
  'products/till/README.md': '# Till',
  'products/till/contract/sale.ts': "import { z } from 'zod';",
  'products/till/server/index.ts': "export { sell } from './store.ts';",
  'products/till/server/store.ts': 'export const sell = (sql) => sql`select total from till.sales`;',
  'products/till/server/pack-worker.ts': "import { parentPort } from 'node:worker_threads';",
  'products/till/portal/index.ts': "export { Sale } from './sale.tsx';",
  'products/till/portal/sale.tsx': "import { useState } from 'react';",
  'products/till/office/index.ts': "export { Count } from './count.tsx';",
  'products/till/office/count.tsx': "import { useState } from 'react';",
  'products/till/texts/en/sale.ts': "export const sale = 'Sale';",
  'products/shop/product.ts': "import type { Product } from '../product.ts';",
  'products/shop/contract/offer.ts': "import { sale } from '../../till/contract/sale.ts';",
  'products/shop/server/shelves/index.ts': "import { sell } from '../../../till/server/index.ts';",
  'products/shop/server/trading/index.ts': "import { match } from '@calmly/matching';",
  'products/shop/portal/window/index.ts': "import { Sale } from '../../../till/portal/index.ts';",
  'products/shop/portal/basket/index.ts': 'export const basket = [];',
  'products/shop/office/keys.tsx': "import { Count } from '../../till/office/index.ts';",
  'products/shop/texts/en/offer.ts': "import { sale } from '../../../till/texts/en/sale.ts';",
};

/**
 * Faults of the bank with these files added or, if `undefined`, removed.
 * @param {Readonly<Record<string, string | undefined>>} changed
 * @param {{ till?: object, shop?: object }} manifests members that replace those of the manifests
 */
export function faultsWith(changed, manifests = {}) {
  const tree = Object.fromEntries(
    Object.entries({ ...files, ...changed }).filter(([, text]) => text !== undefined),
  );
  const { faults } = findFaults({
    paths: Object.keys(tree),
    read: (path) => tree[path],
    products: [
      { ...till, ...manifests.till },
      { ...shop, ...manifests.shop },
    ],
  });
  return faults;
}
