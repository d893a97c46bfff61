/** The parts of the products, and what each may use, by the manifests. */
import { dirname } from 'node:path';
import { featureFolders, foldersNamed, moduleFolders, officeFolders } from '../../products/product.ts';

/** What screens may import, of the portal and of the office. */
const forScreens = [
  '@calmly/domain',
  '@calmly/contract',
  '@calmly/ui',
  '@calmly/texts',
  '@calmly/portal-kit',
];
const browsersPackages =
  /^(?:react|react-dom|@tanstack\/react-\w+|@tabler\/icons-react|@mantine\/hooks|@sumsub\/websdk|lightweight-charts|uqr|zod)(?:\/|$)/;

/** The sides of a product; a part of a side may import `packages` of ours and `others`. */
const manifestSides = {
  contract: { part: 'contract', packages: ['@calmly/domain', '@calmly/contract-kit'], others: /^zod$/ },
  texts: { part: 'texts', packages: ['@calmly/domain', '@calmly/contract'], others: /^$/ },
  server: {
    part: 'module',
    packages: [
      '@calmly/domain',
      '@calmly/contract',
      '@calmly/matching',
      '@calmly/platform',
      '@calmly/providers',
    ],
    others: /^(?!react|@tanstack|@tabler|@mantine|@sumsub|lightweight-charts)/,
  },
  portal: { part: 'feature', packages: [...forScreens, '@calmly/help'], others: browsersPackages },
  office: { part: 'desk', packages: forScreens, others: browsersPackages },
};

/** Folders that a product may have without a word in its manifest. */
const furtherSides = {
  schema: { part: 'schema', packages: ['@calmly/platform'], others: /^$/ },
  controls: { part: 'controls', packages: [], others: /^$/ },
  fixtures: { part: 'fixtures', packages: ['@calmly/domain', '@calmly/contract'], others: /^$/ },
  stories: {
    part: 'stories',
    packages: ['@calmly/domain', '@calmly/contract', '@calmly/e2e'],
    others: /^(?:@playwright\/test$|node:)/,
  },
};

/**
 * @returns `sides`: each with its parts of all products, `uses` by the name of a part and `folders` likewise; `further`: the names of those that no manifest
 * names; `partOf`: the part that a file
 * belongs to (with `joins`, it is of several features); `isIndex`: whether a file is the index of its part
 */
export function partsOf(products) {
  const manifests = {
    contract: { uses: byProduct('contract', products), folders: foldersNamed('contract', products) },
    texts: { uses: byProduct('texts', products), folders: foldersNamed('texts', products) },
    server: {
      uses: Object.assign({}, ...products.map(({ modules }) => modules)),
      folders: moduleFolders(products),
    },
    portal: {
      uses: Object.assign({}, ...products.map(({ features }) => features)),
      folders: featureFolders(products),
    },
    office: {
      uses: Object.assign({}, ...products.map(({ office }) => office)),
      folders: officeFolders(products),
    },
  };
  const sides = Object.fromEntries(
    Object.entries(manifestSides).map(([side, rules]) => [side, { ...rules, ...manifests[side] }]),
  );
  const further = Object.fromEntries(
    Object.entries(furtherSides).map(([side, rules]) => [side, { ...rules, ...everywhere(side, products) }]),
  );
  const all = { ...sides, ...further };
  const places = Object.entries(all).flatMap(([side, { folders }]) =>
    Object.entries(folders).map(([name, folder]) => ({ side, name, folder, start: `${folder}/` })),
  );
  const known = new Map();
  const partOf = (path) => {
    if (!known.has(path))
      known.set(path, places.find(({ start }) => `${path}/`.startsWith(start)) ?? joining(path));
    return known.get(path);
  };
  return {
    sides: all,
    further: Object.keys(further),
    partOf,
    isIndex: (path) => partOf(path)?.folder === dirname(path) && /\/index\.tsx?$/.test(path),
  };
}

/** The file in which a product of several features adds to the portal as a whole: `portal/menu.ts`. */
function joining(path) {
  const [, folder, name] = /^(products\/(\w+)\/portal)\/[\w-]+\.tsx?$/.exec(path) ?? [];
  return folder && { side: 'portal', name, folder, joins: true };
}

function everywhere(side, products) {
  const names = products.map(({ name }) => name);
  return {
    uses: Object.fromEntries(names.map((name) => [name, { uses: [] }])),
    folders: Object.fromEntries(names.map((name) => [name, `products/${name}/${side}`])),
  };
}

function byProduct(side, products) {
  return Object.fromEntries(
    products.flatMap((product) => (product[side] ? [[product.name, product[side]]] : [])),
  );
}

export const isManifest = (path) => /^products\/(?:list|product|[a-z]+\/product)\.ts$/.test(path);
