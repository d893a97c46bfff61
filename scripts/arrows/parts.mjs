/** The parts of the products, and what each may use, by the manifests. */
import { dirname } from 'node:path';
import { featureFolders, foldersNamed, moduleFolders } from '../../products/product.ts';

/** The sides of a product; a part of a side may import `packages` of ours and `others`. */
const sides = {
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
  portal: {
    part: 'feature',
    packages: [
      '@calmly/domain',
      '@calmly/contract',
      '@calmly/help',
      '@calmly/ui',
      '@calmly/texts',
      '@calmly/portal-kit',
    ],
    others:
      /^(?:react|react-dom|@tanstack\/react-\w+|@tabler\/icons-react|@mantine\/hooks|@sumsub\/websdk|lightweight-charts|uqr|zod)(?:\/|$)/,
  },
};

/**
 * @returns `sides`: each with its parts of all products, `uses` by the name of a part and `folders` likewise; `partOf`: the part that a file
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
  };
  const all = Object.fromEntries(
    Object.entries(sides).map(([side, rules]) => [side, { ...rules, ...manifests[side] }]),
  );
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
    partOf,
    isIndex: (path) => partOf(path)?.folder === dirname(path) && /\/index\.tsx?$/.test(path),
  };
}

/** The file in which a product of several features adds to the portal as a whole: `portal/menu.ts`. */
function joining(path) {
  const [, folder, name] = /^(products\/(\w+)\/portal)\/[\w-]+\.tsx?$/.exec(path) ?? [];
  return folder && { side: 'portal', name, folder, joins: true };
}

function byProduct(side, products) {
  return Object.fromEntries(
    products.flatMap((product) => (product[side] ? [[product.name, product[side]]] : [])),
  );
}

export const isManifest = (path) => /^products\/(?:list|product|[a-z]+\/product)\.ts$/.test(path);
