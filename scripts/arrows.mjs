/**
 * Who may import whom: the arrows of docs/architecture.md, checked. Reads every import of every source file (types
 * too) and refuses those that go against an arrow or a product's manifest, reach past a module's `index.ts`, or name another module's SQL schema.
 * Files that import each other in a circle are refused too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { products } from '../products/list.ts';
import { featureFolders, foldersNamed, moduleFolders } from '../products/product.ts';
import { findCycles } from './cycles.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The parts of the products, and which others each may use: their manifests. */
const sides = {
  contract: {
    part: 'contract',
    uses: byProduct('contract'),
    folders: foldersNamed('contract', products),
    packages: ['@calmly/domain', '@calmly/contract-kit'],
    others: /^zod$/,
  },
  texts: {
    part: 'texts',
    uses: byProduct('texts'),
    folders: foldersNamed('texts', products),
    packages: ['@calmly/domain', '@calmly/contract'],
    others: /^$/,
  },
  server: {
    part: 'module',
    uses: Object.assign({}, ...products.map(({ modules }) => modules)),
    folders: moduleFolders(products),
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
    uses: Object.assign({}, ...products.map(({ features }) => features)),
    folders: featureFolders(products),
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

function byProduct(side) {
  return Object.fromEntries(
    products.flatMap((product) => (product[side] ? [[product.name, product[side]]] : [])),
  );
}

/** Packages, and which others each may use; those of the products stand above. */
const packages = {
  '@calmly/domain': [],
  '@calmly/contract-kit': ['@calmly/domain'],
  '@calmly/contract': ['@calmly/domain', '@calmly/contract-kit', '@calmly/products'],
  '@calmly/help': [],
  '@calmly/matching': [],
  '@calmly/platform': ['@calmly/domain', '@calmly/contract'],
  '@calmly/providers': ['@calmly/domain', '@calmly/contract', '@calmly/platform'],
  '@calmly/ui': ['@calmly/domain', '@calmly/help'],
  '@calmly/texts': ['@calmly/domain', '@calmly/contract', '@calmly/ui', '@calmly/products'],
  '@calmly/portal-kit': ['@calmly/domain', '@calmly/contract', '@calmly/ui', '@calmly/texts'],
  '@calmly/server': [
    '@calmly/domain',
    '@calmly/contract',
    '@calmly/help',
    '@calmly/platform',
    '@calmly/providers',
    '@calmly/products',
  ],
  '@calmly/signer': ['@calmly/domain'],
  '@calmly/web': [
    '@calmly/domain',
    '@calmly/contract',
    '@calmly/help',
    '@calmly/ui',
    '@calmly/texts',
    '@calmly/portal-kit',
    '@calmly/products',
  ],
  '@calmly/e2e': ['@calmly/domain', '@calmly/contract'],
  '@calmly/bench': [
    '@calmly/domain',
    '@calmly/contract',
    '@calmly/matching',
    '@calmly/platform',
    '@calmly/products',
    '@calmly/server',
  ],
};
/** Server modules that alone may use a package. */
const packageUsers = { '@calmly/matching': ['trading'] };
const packageFolders = {
  'packages/domain': '@calmly/domain',
  'packages/contract-kit': '@calmly/contract-kit',
  'packages/contract': '@calmly/contract',
  'packages/help': '@calmly/help',
  'packages/matching': '@calmly/matching',
  'packages/portal-kit': '@calmly/portal-kit',
  'packages/texts': '@calmly/texts',
  'packages/ui': '@calmly/ui',
  platform: '@calmly/platform',
  providers: '@calmly/providers',
  products: '@calmly/products',
  'apps/server': '@calmly/server',
  'apps/signer': '@calmly/signer',
  'apps/web': '@calmly/web',
  e2e: '@calmly/e2e',
  bench: '@calmly/bench',
};

/** Where no two files may import each other, directly or through others; imports of types count. */
const cycleRoots = [
  'platform',
  'providers',
  'products',
  'apps/server/src',
  'apps/signer/src',
  'apps/web/src',
  'packages',
];

const faults = [];
/** The uses of the manifests that an import needs. */
const needed = new Set();
let importsSeen = 0;
const graph = new Map();

for (const folder of Object.keys(packageFolders)) {
  for (const file of sources(join(root, folder))) {
    const path = relative(root, file);
    const text = readFileSync(file, 'utf8');
    const inCycles = cycleRoots.some((each) => path.startsWith(`${each}/`));
    if (inCycles) graph.set(path, new Set());
    for (const { specifier, isStatic } of importsOf(path, text)) {
      importsSeen += 1;
      if (inCycles && isStatic && specifier.startsWith('.'))
        graph.get(path).add(relative(root, resolve(dirname(file), specifier)));
      const fault = check(path, specifier);
      if (fault) faults.push(`${path}: ${fault}`);
    }
    const schema = foreignSchema(path, text);
    if (schema) faults.push(`${path}: SQL names the schema of another module, ${schema}`);
  }
}

for (const cycle of findCycles(graph)) faults.push(`files import each other: ${cycle.join(' → ')}`);
faults.push(...manifestFaults());
if (importsSeen === 0) faults.push('no import was read: the check itself is broken');
for (const fault of faults) console.error(fault);
console.log(`${importsSeen} imports read, ${faults.length} against the rules`);
process.exitCode = faults.length > 0 ? 1 : 0;

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/node_modules|[/\\]dist[/\\]/.test(file));
}

function importsOf(path, text) {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const dynamic = module.dynamicImports
    .map((found) => text.slice(found.moduleRequest.start, found.moduleRequest.end))
    .filter((literal) => /^['"`]/.test(literal))
    .map((literal) => literal.slice(1, -1));
  return [
    ...module.staticImports.map((found) => ({ specifier: found.moduleRequest.value, isStatic: true })),
    ...module.staticExports.flatMap((found) =>
      found.entries
        .filter((entry) => entry.moduleRequest)
        .map((entry) => ({ specifier: entry.moduleRequest.value, isStatic: true })),
    ),
    ...dynamic.map((specifier) => ({ specifier, isStatic: false })),
  ];
}

function check(path, specifier) {
  const from = packageOf(path);
  if (specifier.startsWith('@calmly/')) {
    const target = specifier.split('/').slice(0, 2).join('/');
    if (target === from) return `imports its own package by name, ${specifier}`;
    if (from === '@calmly/e2e' && specifier.startsWith('@calmly/server/test/support/')) return undefined;
    if (
      isTest(path) &&
      /^@calmly\/(platform|providers|products)$/.test(from) &&
      /^@calmly\/(providers|products|server|help)$/.test(target)
    )
      return undefined;
    const users = packageUsers[target];
    const part = partOf(path);
    // What assembles the parts of all products gives them the closed table of problems and the shape of a translation.
    if (
      specifier === '@calmly/contract/problems' &&
      (part?.side === 'contract' || from === '@calmly/contract-kit')
    )
      return undefined;
    if (from === '@calmly/products' && users && !users.includes(part?.name))
      return `only the modules ${users.join(', ')} may import ${target}`;
    if (specifier === '@calmly/texts/translated.ts' && part?.side === 'texts') return undefined;
    const allowed = part ? sides[part.side].packages : (packages[from] ?? []);
    if (!allowed.includes(target))
      return `${part ? `${part.side} of products` : from} may not import ${target}`;
    return target === '@calmly/products' ? checkUse(path, specifier.slice('@calmly/'.length)) : undefined;
  }
  if (!specifier.startsWith('.')) return checkOthers(path, specifier);
  const target = relative(root, resolve(root, dirname(path), specifier));
  const runsTheBank = /^@calmly\/(e2e|bench)$/.test(from) || path.startsWith('apps/server/test/');
  if (target.startsWith('scripts/') && runsTheBank) return undefined;
  if (packageOf(target) !== from) return `reaches into another package by path, ${specifier}`;
  if (from === '@calmly/products') return checkPart(path, target);
  if (from === '@calmly/portal-kit') return checkKit(path, target);
  return undefined;
}

/** Packages of others: one `package.json` serves all sides of the products. */
function checkOthers(path, specifier) {
  const part = partOf(path);
  if (!part || isTest(path) || sides[part.side].others.test(specifier)) return undefined;
  return `${part.side} of products may not import ${specifier}`;
}

/** A module or feature only through its index, and only one that the manifest names; the portal never the server, nor the other way round. */
function checkPart(path, target) {
  const [from, to] = [partOf(path), partOf(target)];
  if (from && to && from.folder === to.folder) return undefined;
  if (!from) return isManifest(target) ? undefined : `a manifest is pure data (${target})`;
  if (!to) return `a product's ${from.side} may not use ${target}`;
  if (from.side === 'portal' && to.side === 'texts' && from.folder.split('/')[1] === to.name)
    return undefined;
  if (from.side !== to.side) return `the ${from.side} may not use the ${to.side} (${target})`;
  if (isTest(path)) return undefined;
  needed.add(`${from.side} ${from.name} ${to.name}`);
  const { part, uses } = sides[from.side];
  if (!uses[from.name].uses.includes(to.name)) return `${part} ${from.name} may not use ${part} ${to.name}`;
  // Contracts and texts name each other's files: through an index, two of them would import each other.
  if (from.side === 'contract' || from.side === 'texts' || isIndex(target)) return undefined;
  return `uses ${part} ${to.name} past its index (${target})`;
}

/** The server uses a module through its index too. The portal's routes name the screens that they load; benchmarks and tests measure what is inside. */
function checkUse(path, target) {
  if (isTest(path) || packageOf(path) === '@calmly/bench' || isManifest(target)) return undefined;
  const side =
    { '@calmly/web': 'portal', '@calmly/contract': 'contract', '@calmly/texts': 'texts' }[packageOf(path)] ??
    'server';
  if (partOf(target)?.side !== side) return `${packageOf(path)} may not use ${target}`;
  return side !== 'server' || isIndex(target) ? undefined : `uses a product past its index.ts (${target})`;
}

/** Each product has its folder and each folder its product; the same for their modules. */
function manifestFaults() {
  const inFolder = (path) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .map(({ name }) => name);
  const differ = (place, named, found) =>
    [...new Set([...named, ...found])]
      .filter((name) => !named.includes(name) || !found.includes(name))
      .map((name) => `${place} and the manifests disagree about ${name}`);
  return [
    ...differ(
      'products',
      products.map(({ name }) => name),
      inFolder('products'),
    ),
    ...products.flatMap((product) =>
      differ(
        `products/${product.name}`,
        Object.entries(sides).flatMap(([side, { folders }]) =>
          Object.values(folders).some((path) => `${path}/`.startsWith(`products/${product.name}/${side}/`))
            ? [side]
            : [],
        ),
        inFolder(`products/${product.name}`),
      ),
    ),
    ...repeated(products.flatMap(({ modules }) => Object.keys(modules))),
    ...repeated(products.flatMap(({ features = {} }) => Object.keys(features))),
    ...Object.entries(sides).flatMap(([side, { part, uses, folders }]) => [
      ...products.flatMap(({ name }) => {
        const named = Object.values(folders).flatMap(
          (path) => new RegExp(`^products/${name}/${side}/(.+)`).exec(path)?.[1] ?? [],
        );
        return named.length === 0
          ? []
          : differ(`products/${name}/${side}`, named, inFolder(`products/${name}/${side}`));
      }),
      ...Object.entries(uses).flatMap(([name, { uses: used }]) =>
        used
          .filter((one) => !needed.has(`${side} ${name} ${one}`))
          .map((one) => `${part} ${name} names what it does not use, ${one}`),
      ),
    ]),
  ];
}

function repeated(names) {
  return names
    .filter((name, at) => names.indexOf(name) !== at)
    .map((name) => `two products have a part called ${name}`);
}

function partOf(path) {
  for (const [side, { folders }] of Object.entries(sides))
    for (const [name, folder] of Object.entries(folders))
      if (path.startsWith(`${folder}/`)) return { side, name, folder };
  return undefined;
}

function isIndex(path) {
  return partOf(path)?.folder === dirname(path) && /\/index\.tsx?$/.test(path);
}

function isManifest(path) {
  return /^products\/(?:list|product|[a-z]+\/product)\.ts$/.test(path);
}

/** Within the kit of the portal: session ← shared ← errors. */
function checkKit(path, target) {
  const [from, to] = [path, target].map((file) =>
    ['session', 'shared', 'errors'].indexOf(file.split('/')[3]),
  );
  return to > from ? `a lower part of the kit may not import a higher one (${target})` : undefined;
}

/** SQL in a module's store names only its own schema (platform functions and graphile_worker apart). */
function foreignSchema(path, text) {
  const own = partOf(path);
  if (own?.side !== 'server' || isTest(path)) return undefined;
  return Object.keys(sides.server.uses)
    .filter((name) => name !== own.name)
    .find((name) =>
      new RegExp(`\\b(from|join|into|update|using|table|truncate)\\s+${name}\\.[a-z_]+`, 'i').test(text),
    );
}

function packageOf(path) {
  const folder = Object.keys(packageFolders).find((name) => path === name || path.startsWith(`${name}/`));
  return folder ? packageFolders[folder] : undefined;
}

function isTest(path) {
  return /\.test\.tsx?$|^apps\/\w+\/test\//.test(path);
}
