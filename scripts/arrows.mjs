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
import { moduleFolders } from '../products/product.ts';
import { findCycles } from './cycles.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Server modules, and which others each may use: the manifests of the products. */
const modules = Object.assign({}, ...products.map((product) => product.modules));
const folders = moduleFolders(products);

/** Packages, and which others each may use. */
const packages = {
  '@calmly/domain': [],
  '@calmly/contract': ['@calmly/domain'],
  '@calmly/help': [],
  '@calmly/matching': [],
  '@calmly/platform': ['@calmly/domain', '@calmly/contract'],
  '@calmly/providers': ['@calmly/domain', '@calmly/contract', '@calmly/platform'],
  '@calmly/products': [
    '@calmly/domain',
    '@calmly/contract',
    '@calmly/matching',
    '@calmly/platform',
    '@calmly/providers',
  ],
  '@calmly/server': [
    '@calmly/domain',
    '@calmly/contract',
    '@calmly/help',
    '@calmly/platform',
    '@calmly/providers',
    '@calmly/products',
  ],
  '@calmly/signer': ['@calmly/domain'],
  '@calmly/web': ['@calmly/domain', '@calmly/contract', '@calmly/help'],
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
  'packages/contract': '@calmly/contract',
  'packages/help': '@calmly/help',
  'packages/matching': '@calmly/matching',
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
    if (from === '@calmly/products' && users && !users.includes(moduleOf(path)))
      return `only the modules ${users.join(', ')} may import ${target}`;
    if (!packages[from].includes(target)) return `${from} may not import ${target}`;
    return target === '@calmly/products' ? checkUse(path, specifier.slice('@calmly/'.length)) : undefined;
  }
  if (!specifier.startsWith('.')) return undefined;
  const target = relative(root, resolve(root, dirname(path), specifier));
  const runsTheBank = /^@calmly\/(e2e|bench)$/.test(from) || path.startsWith('apps/server/test/');
  if (target.startsWith('scripts/') && runsTheBank) return undefined;
  if (packageOf(target) !== from) return `reaches into another package by path, ${specifier}`;
  if (from === '@calmly/products') return checkModule(path, target);
  if (from === '@calmly/web') return checkWeb(path, target);
  return undefined;
}

/** A module only through its index, and only one that its manifest names. */
function checkModule(path, target) {
  const [from, to] = [moduleOf(path), moduleOf(target)];
  if (from === to || isTest(path)) return undefined;
  if (!from) return isManifest(target) ? undefined : `a manifest is pure data (${target})`;
  if (!to) return isManifest(target) ? `module ${from} may not read manifests (${target})` : undefined;
  if (!modules[from].uses.includes(to)) return `module ${from} may not use module ${to}`;
  return isIndex(target) ? undefined : `uses module ${to} past its index.ts (${target})`;
}

/** Others use a module through its index too; benchmarks and tests measure what is inside. */
function checkUse(path, target) {
  if (isTest(path) || packageOf(path) === '@calmly/bench') return undefined;
  return isIndex(target) || isManifest(target) ? undefined : `uses a product past its index.ts (${target})`;
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
  const several = products.filter((product) => Object.keys(product.modules).length > 1);
  return [
    ...differ(
      'products',
      products.map(({ name }) => name),
      inFolder('products'),
    ),
    ...several.flatMap(({ name, modules: own }) =>
      differ(`products/${name}/server`, Object.keys(own), inFolder(`products/${name}/server`)),
    ),
    ...Object.entries(modules).flatMap(([name, { uses }]) =>
      uses
        .filter((used) => !modules[used])
        .map((used) => `module ${name} names a module that is not there, ${used}`),
    ),
  ];
}

function moduleOf(path) {
  return Object.keys(folders).find((name) => path.startsWith(`${folders[name]}/`));
}

function isIndex(path) {
  return Object.values(folders).includes(dirname(path)) && path.endsWith('/index.ts');
}

function isManifest(path) {
  return /^products\/(?:list|product|[a-z]+\/product)\.ts$/.test(path);
}

/** i18n ← ui ← session ← shared ← features ← app; a feature uses another feature only through its index. */
function checkWeb(path, target) {
  const [from, to] = [path, target].map(
    (file) => /^apps\/web\/src\/(features\/[^/]+|[^/]+)/.exec(file)?.[1] ?? '',
  );
  if (from === to) return undefined;
  if (webRank(to) > webRank(from)) return `${from} may not import ${to} (${target})`;
  if (from.startsWith('features/') && to.startsWith('features/') && !/\/index\.tsx?$/.test(target))
    return `uses ${to} past its index (${target})`;
  return undefined;
}

/** Layers of the portal, lowest first; files outside them (main.tsx, the service worker) may use any. */
function webRank(name) {
  const rank = ['i18n', 'ui', 'session', 'shared', 'features', 'app'].indexOf(name.split('/')[0]);
  return rank < 0 ? Infinity : rank;
}

/** SQL in a module's store names only its own schema (platform functions and graphile_worker apart). */
function foreignSchema(path, text) {
  const own = moduleOf(path);
  if (!own || isTest(path)) return undefined;
  return Object.keys(modules)
    .filter((name) => name !== own)
    .find((name) => new RegExp(`\\b(from|join|into|update)\\s+${name}\\.[a-z_]+`, 'i').test(text));
}

function packageOf(path) {
  const folder = Object.keys(packageFolders).find((name) => path === name || path.startsWith(`${name}/`));
  return folder ? packageFolders[folder] : undefined;
}

function isTest(path) {
  return /\.test\.tsx?$|\/test\//.test(path);
}
