/** Each rule of the import check: a refused case in an invented bank, and a similar one that passes. */
import { expect, test } from 'vitest';
import { faultsWith } from './invented-bank.mjs';

test('a bank whose files follow the rules has no faults', () => {
  expect(faultsWith({})).toEqual([]);
});

/** A file with this path and text, the expected fault, and the path and text of an allowed file. */
const imports = {
  'packages and what they may import': [
    [
      'a package below another',
      ['packages/ui/src/row.tsx', "import { zPayment } from '@calmly/contract';"],
      '@calmly/ui may not import @calmly/contract',
      ['packages/texts/src/row.ts', "import { zPayment } from '@calmly/contract';"],
    ],
    [
      'a package by path',
      ['packages/ui/src/row.tsx', "import { euro } from '../../domain/src/euro.ts';"],
      'reaches into another package by path, ../../domain/src/euro.ts',
      ['packages/ui/src/row.tsx', "import { euro } from '@calmly/domain';"],
    ],
    [
      'its own package by name',
      ['platform/work.ts', "import { now } from '@calmly/platform/time/now.ts';"],
      'imports its own package by name, @calmly/platform/time/now.ts',
      ['platform/work.ts', "import { now } from './time/now.ts';"],
    ],
    [
      'scripts, but for what runs a bank',
      ['apps/server/src/run.ts', "import { start } from '../../../scripts/start.mjs';"],
      'reaches into another package by path, ../../../scripts/start.mjs',
      ['apps/server/test/run.ts', "import { start } from '../../../scripts/start.mjs';"],
    ],
    [
      'the server, but for its tools in the stories',
      ['e2e/run.ts', "import { app } from '@calmly/server/src/app.ts';"],
      '@calmly/e2e may not import @calmly/server',
      ['e2e/run.ts', "import { until } from '@calmly/server/test/support/until.ts';"],
    ],
    [
      'the server in the platform, but for its tests',
      ['platform/run.ts', "import { app } from '@calmly/server/src/app.ts';"],
      '@calmly/platform may not import @calmly/server',
      ['platform/run.test.ts', "import { app } from '@calmly/server/src/app.ts';"],
    ],
    [
      'the portal in a test of the platform',
      ['platform/run.test.ts', "import { router } from '@calmly/web/src/router.ts';"],
      '@calmly/platform may not import @calmly/web',
      ['platform/run.test.ts', "import { router } from '@calmly/help';"],
    ],
    [
      'a higher part of the kit',
      ['packages/portal-kit/src/session/idle.ts', "import { day } from '../shared/day.ts';"],
      'a lower part of the kit may not import a higher one (packages/portal-kit/src/shared/day.ts)',
      ['packages/portal-kit/src/shared/day.ts', "import { idle } from '../session/idle.ts';"],
    ],
    [
      'shared parts of the kit and pages of errors',
      ['packages/portal-kit/src/shared/day.ts', "import { page } from '../errors/page.tsx';"],
      'a lower part of the kit may not import a higher one (packages/portal-kit/src/errors/page.tsx)',
      ['packages/portal-kit/src/errors/page.tsx', "import { day } from '../shared/day.ts';"],
    ],
    [
      'routes and pages of errors',
      ['packages/portal-kit/src/errors/page.tsx', "import { root } from '../routing/root.ts';"],
      'a lower part of the kit may not import a higher one (packages/portal-kit/src/routing/root.ts)',
      ['packages/portal-kit/src/routing/root.ts', "import { page } from '../errors/page.tsx';"],
    ],
  ],
  'sides of the products and packages': [
    [
      'the contract and the platform',
      ['products/till/contract/price.ts', "import { Problem } from '@calmly/platform/problem.ts';"],
      'contract of products may not import @calmly/platform',
      ['products/till/contract/price.ts', "import { endpoint } from '@calmly/contract-kit';"],
    ],
    [
      'the table of problems, but for the contract',
      ['products/till/contract/price.ts', "import { call } from '@calmly/contract';"],
      'contract of products may not import @calmly/contract',
      ['products/till/contract/price.ts', "import { problems } from '@calmly/contract/problems';"],
    ],
    [
      'the table of problems and the kit of the contract',
      ['packages/contract-kit/src/call.ts', "import { call } from '@calmly/contract';"],
      '@calmly/contract-kit may not import @calmly/contract',
      ['packages/contract-kit/src/call.ts', "import { problems } from '@calmly/contract/problems';"],
    ],
    [
      'the texts, but for the shape of a translation',
      ['products/till/texts/ru/sale.ts', "import { t } from '@calmly/texts';"],
      'texts of products may not import @calmly/texts',
      ['products/till/texts/ru/sale.ts', "import type { Translated } from '@calmly/texts/translated.ts';"],
    ],
    [
      'the shape of a translation, but for texts',
      ['products/till/server/sale.ts', "import type { Translated } from '@calmly/texts/translated.ts';"],
      'server of products may not import @calmly/texts',
      ['products/till/portal/sales.tsx', "import { t } from '@calmly/texts';"],
    ],
    [
      'the server and the widgets',
      ['products/till/server/row.ts', "import { Row } from '@calmly/ui';"],
      'server of products may not import @calmly/ui',
      ['products/till/server/row.ts', "import { sendMail } from '@calmly/providers/email/index.ts';"],
    ],
    [
      'the portal and the platform',
      ['products/till/portal/row.tsx', "import { sql } from '@calmly/platform/database.ts';"],
      'portal of products may not import @calmly/platform',
      ['products/till/portal/row.tsx', "import { Row } from '@calmly/ui';"],
    ],
    [
      'the order book, but for its module',
      ['products/shop/server/shelves/book.ts', "import { match } from '@calmly/matching';"],
      'only the modules trading may import @calmly/matching',
      ['products/shop/server/trading/book.ts', "import { match } from '@calmly/matching';"],
    ],
    [
      "npm's packages for browsers in the server",
      ['products/till/server/row.ts', "import { useState } from 'react';"],
      'server of products may not import react',
      ['products/till/server/row.ts', "import { sql } from 'kysely';"],
    ],
    [
      "npm's packages for servers in the portal",
      ['products/till/portal/row.tsx', "import pg from 'pg';"],
      'portal of products may not import pg',
      ['products/till/portal/row.tsx', "import { createRoot } from 'react-dom/client';"],
    ],
    [
      "npm's packages in the contract",
      ['products/till/contract/price.ts', "import { sql } from 'kysely';"],
      'contract of products may not import kysely',
      ['products/till/contract/price.test.ts', "import { test } from 'vitest';"],
    ],
    [
      "npm's packages in texts",
      ['products/till/texts/en/price.ts', "import { z } from 'zod';"],
      'texts of products may not import zod',
      ['products/till/contract/price.ts', "import { z } from 'zod';"],
    ],
  ],
  'parts of the products': [
    [
      'a module past its index',
      ['products/shop/server/shelves/sell.ts', "import { sell } from '../../../till/server/store.ts';"],
      'uses module till past its index (products/till/server/store.ts)',
      ['products/shop/server/shelves/sell.ts', "import { sell } from '../../../till/server/index.ts';"],
    ],
    [
      'a module past its index, but for a test',
      ['products/shop/server/shelves/sell.ts', "import { sell } from '../../../till/server/sub/index.ts';"],
      'uses module till past its index (products/till/server/sub/index.ts)',
      ['products/shop/server/shelves/sell.test.ts', "import { sell } from '../../../till/server/store.ts';"],
    ],
    [
      'a module that the manifest does not name',
      ['products/shop/server/trading/sell.ts', "import { sell } from '../../../till/server/index.ts';"],
      'module trading may not use module till',
      ['products/shop/server/trading/sell.test.ts', "import { sell } from '../../../till/server/index.ts';"],
    ],
    [
      'a neighbour in the same product that the manifest does not name',
      ['products/shop/server/trading/offer.ts', "import { offer } from '../shelves/index.ts';"],
      'module trading may not use module shelves',
      ['products/shop/server/trading/offer.ts', "import { match } from './index.ts';"],
    ],
    [
      'a feature past its index',
      ['products/shop/portal/window/sale.tsx', "import { Sale } from '../../../till/portal/sale.tsx';"],
      'uses feature till past its index (products/till/portal/sale.tsx)',
      ['products/shop/portal/window/sale.tsx', "import { Sale } from '../../../till/portal/index.ts';"],
    ],
    [
      'another product where the features of one are joined',
      ['products/shop/portal/menu.ts', "import { Sale } from '../../till/portal/index.ts';"],
      'what joins the features of a product may use no others (products/till/portal/index.ts)',
      ['products/shop/portal/menu.ts', "import { basket } from './basket/index.ts';"],
    ],
    [
      'what joins the features of a product in one of them',
      ['products/shop/portal/basket/pay.tsx', "import { menu } from '../menu.ts';"],
      'feature basket may not use feature shop',
      ['products/shop/portal/basket/pay.tsx', "import { basket } from './index.ts';"],
    ],
    [
      'a feature that the manifest does not name',
      ['products/shop/portal/basket/sale.tsx', "import { Sale } from '../../../till/portal/index.ts';"],
      'feature basket may not use feature till',
      ['products/shop/portal/basket/sale.tsx', "import { basket } from './index.ts';"],
    ],
    [
      'the portal in the office',
      ['products/till/office/row.tsx', "import { Sale } from '../portal/index.ts';"],
      'the office may not use the portal (products/till/portal/index.ts)',
      ['products/till/office/row.tsx', "import { Count } from './count.tsx';"],
    ],
    [
      'the office in the portal',
      ['products/till/portal/row.tsx', "import { Count } from '../office/index.ts';"],
      'the portal may not use the office (products/till/office/index.ts)',
      ['products/till/portal/row.tsx', "import { Sale } from './index.ts';"],
    ],
    [
      'a part of the office past its index',
      ['products/shop/office/row.tsx', "import { Count } from '../../till/office/count.tsx';"],
      'uses desk counter past its index (products/till/office/count.tsx)',
      ['products/shop/office/row.tsx', "import { Count } from '../../till/office/index.ts';"],
    ],
    [
      'a part of the office that the manifest does not name',
      ['products/till/office/row.tsx', "import { keys } from '../../shop/office/index.ts';"],
      'desk counter may not use desk keys',
      ['products/till/office/row.tsx', "import { Count } from './index.ts';"],
    ],
    [
      'a contract that the manifest does not name',
      ['products/till/contract/price.ts', "import { offer } from '../../shop/contract/offer.ts';"],
      'contract till may not use contract shop',
      ['products/shop/contract/price.ts', "import { sale } from '../../till/contract/sale.ts';"],
    ],
    [
      'texts that the manifest does not name',
      ['products/till/texts/en/price.ts', "import { offer } from '../../../shop/texts/en/offer.ts';"],
      'texts till may not use texts shop',
      ['products/shop/texts/en/price.ts', "import { sale } from '../../../till/texts/en/sale.ts';"],
    ],
    [
      'the server in the portal',
      ['products/till/portal/row.tsx', "import { sell } from '../server/index.ts';"],
      'the portal may not use the server (products/till/server/index.ts)',
      ['products/till/portal/row.tsx', "import { sale } from '../texts/en/sale.ts';"],
    ],
    [
      'the portal in the server',
      ['products/till/server/row.ts', "import { Sale } from '../portal/index.ts';"],
      'the server may not use the portal (products/till/portal/index.ts)',
      ['products/till/server/row.ts', "import { sell } from './store.ts';"],
    ],
    [
      'texts of another product in the portal',
      ['products/shop/portal/window/row.tsx', "import { sale } from '../../../till/texts/en/sale.ts';"],
      'the portal may not use the texts (products/till/texts/en/sale.ts)',
      ['products/shop/portal/window/row.tsx', "import { offer } from '../../texts/en/offer.ts';"],
    ],
    [
      'code in a manifest',
      ['products/till/product.ts', "import { sell } from './server/index.ts';"],
      'a manifest is pure data (products/till/server/index.ts)',
      ['products/till/product.ts', "import { shop } from '../shop/product.ts';"],
    ],
    [
      'a manifest in a part',
      ['products/till/server/row.ts', "import { till } from '../product.ts';"],
      "a product's server may not use products/till/product.ts",
      ['products/list.ts', "import { till } from './till/product.ts';"],
    ],
  ],
  'parts of the products, from outside': [
    [
      'a module past its index in the server',
      ['apps/server/src/app.ts', "import { sell } from '@calmly/products/till/server/store.ts';"],
      'uses a product past its index.ts (products/till/server/store.ts)',
      ['apps/server/src/app.ts', "import { sell } from '@calmly/products/till/server/index.ts';"],
    ],
    [
      'the portal in the server',
      ['apps/server/src/app.ts', "import { Sale } from '@calmly/products/till/portal/index.ts';"],
      '@calmly/server may not use products/till/portal/index.ts',
      ['apps/server/test/run.ts', "import { Sale } from '@calmly/products/till/portal/index.ts';"],
    ],
    [
      'the server in the portal',
      ['apps/web/src/router.ts', "import { sell } from '@calmly/products/till/server/index.ts';"],
      '@calmly/web may not use products/till/server/index.ts',
      ['apps/web/src/router.ts', "import { Sale } from '@calmly/products/till/portal/sale.tsx';"],
    ],
    [
      'texts in the contract of all products',
      ['packages/contract/src/all.ts', "import { sale } from '@calmly/products/till/texts/en/sale.ts';"],
      '@calmly/contract may not use products/till/texts/en/sale.ts',
      ['packages/contract/src/all.ts', "import { sale } from '@calmly/products/till/contract/sale.ts';"],
    ],
    [
      'the portal in the app of the office',
      ['apps/office/src/row.tsx', "import { Sale } from '@calmly/products/till/portal/index.ts';"],
      '@calmly/office may not use products/till/portal/index.ts',
      ['apps/office/src/row.tsx', "import { Count } from '@calmly/products/till/office/count.tsx';"],
    ],
    [
      'the office in the app of the portal',
      ['apps/web/src/row.tsx', "import { Count } from '@calmly/products/till/office/index.ts';"],
      '@calmly/web may not use products/till/office/index.ts',
      ['apps/web/src/row.tsx', "import { Sale } from '@calmly/products/till/portal/sale.tsx';"],
    ],
    [
      "the portal's code in the office, but for the steps of its build",
      ['apps/office/vite.config.ts', "import { start } from '../web/src/main.tsx';"],
      'reaches into another package by path, ../web/src/main.tsx',
      ['apps/office/vite.config.ts', "import { output } from '../web/plugins/react-build.ts';"],
    ],
    [
      'the contract in the texts of all products',
      ['packages/texts/src/all.ts', "import { sale } from '@calmly/products/till/contract/sale.ts';"],
      '@calmly/texts may not use products/till/contract/sale.ts',
      ['packages/texts/src/all.ts', "import { sale } from '@calmly/products/till/texts/en/sale.ts';"],
    ],
    [
      'what is in no part, but for manifests',
      ['apps/server/src/app.ts', "import { tool } from '@calmly/products/till/tool.ts';"],
      '@calmly/server may not use products/till/tool.ts',
      ['apps/server/src/app.ts', "import { products } from '@calmly/products/list.ts';"],
    ],
    [
      'what is inside of a module, but for benchmarks',
      ['apps/server/src/run.ts', "import { sell } from '@calmly/products/till/server/store.ts';"],
      'uses a product past its index.ts (products/till/server/store.ts)',
      ['bench/src/run.ts', "import { sell } from '@calmly/products/till/server/store.ts';"],
    ],
  ],
  SQL: [
    [
      "another module's schema",
      ['products/shop/server/shelves/store.ts', 'const rows = sql`select total from till.sales`;'],
      'SQL names the schema of another module, till',
      ['products/shop/server/shelves/store.ts', 'const rows = sql`select name from shelves.offers`;'],
    ],
    [
      "another module's schema, but for a test",
      ['products/shop/server/trading/store.ts', 'const rows = sql`UPDATE shelves.offers set name = 1`;'],
      'SQL names the schema of another module, shelves',
      ['products/shop/server/trading/store.test.ts', 'const rows = sql`update shelves.offers set name = 1`;'],
    ],
  ],
};

test.each(Object.entries(imports).flatMap(([group, cases]) => cases.map((one) => [group, ...one])))(
  '%s: %s',
  (_group, _title, [path, text], fault, [goodPath, goodText]) => {
    expect(faultsWith({ [path]: text })).toEqual([`${path}: ${fault}`]);
    expect(faultsWith({ [goodPath]: goodText })).toEqual([]);
  },
);
