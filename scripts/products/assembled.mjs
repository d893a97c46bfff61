/**
 * The files that assemble all products on one side: contract, problems, texts, navigation. They are written from the manifests, because static imports are what
 * TypeScript and the bundler read.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { products } from '../../products/list.ts';
import { moduleFolders } from '../../products/product.ts';

export const root = join(import.meta.dirname, '../..');
const note = 'Written by `npm run products` from the manifests of the products.';

/** The text of each assembled file, by its path from the root of the repository. */
export function assembledFiles(all = products, base = root) {
  const sorted = all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return new Map(
    Object.entries({
      'packages/contract/src/products.ts': contracts(sorted, base),
      'packages/contract/src/staff/products.ts': staffContracts(sorted, base),
      'packages/contract/src/problems/products.ts': problems(sorted, base),
      'packages/contract/src/product-screens.ts': screenAddresses(sorted, base),
      'packages/texts/src/en/index.ts': englishTexts(sorted),
      'packages/texts/src/ru/index.ts': russianTexts(sorted),
      'packages/texts/src/parts.ts': textParts(sorted),
      'packages/portal-kit/src/session/sign-in-targets.ts': signInTargets(sorted),
      'apps/web/src/app/routes/products.ts': routes(sorted, base),
      'apps/web/src/app/screens/products.ts': listsOfScreens(sorted, base),
      'apps/web/src/app/shell/menu.ts': lists(sorted, base, 'menu', {
        menu: 'MenuEntry',
        subEntries: 'SubEntry',
      }),
      'apps/server/src/plain-modules.ts': plainModules(all, base),
      'apps/server/test/support/attackers/sample-bodies.ts': sampleBodies(sorted, base),
      'apps/web/src/app/shell/places.ts': lists(sorted, base, 'places', {
        places: 'Place',
        actions: 'Place',
      }),
    }).map(([path, text]) => [path, formatted(path, text)]),
  );
}

const lines = (...parts) => `${parts.flat().join('\n')}\n`;
const withContract = (all) => all.filter(({ contract }) => contract);

const contracts = (all, base) =>
  lines(`/** The contract of every product. ${note} */`, exportsAll(all, base, 'contract/index.ts'));

/** The calls of the bank's own people, which are not in the clients' contract. */
const staffContracts = (all, base) =>
  lines(
    `/** The calls of the office, of every product. ${note} */`,
    exportsAll(all, base, 'contract/staff/index.ts'),
  );

const exportsAll = (all, base, file) =>
  withContract(all)
    .filter(({ name }) => existsSync(join(base, `products/${name}/${file}`)))
    .map(({ name }) => `export * from '@calmly/products/${name}/${file}';`);

/** Every `…Problems` and `…FieldProblems` of the products. */
function problems(all, base) {
  const tables = withContract(all).flatMap(({ name }) =>
    problemFiles(`products/${name}/contract`, base).map((path) => {
      const exported = readFileSync(join(base, path), 'utf8').matchAll(/^export const (\w+Problems)\b/gm);
      return { path: `@calmly/${path}`, names: Array.from(exported, ([, table]) => table) };
    }),
  );
  const names = tables.flatMap((table) => table.names).toSorted();
  const isOfFields = (name) => name.endsWith('FieldProblems');
  return lines(
    `/** The problems of every product. ${note} */`,
    tables.map(({ path, names: own }) => `import { ${own.join(', ')} } from '${path}';`),
    '',
    'export const productProblems = {',
    names.filter((name) => !isOfFields(name)).map((name) => `...${name},`),
    '} as const;',
    '',
    'export const productFieldProblems = {',
    names.filter(isOfFields).map((name) => `...${name},`),
    '} as const;',
  );
}

function problemFiles(folder, base) {
  if (existsSync(join(base, folder, 'problems.ts'))) return [`${folder}/problems.ts`];
  const areas = join(base, folder, 'problems');
  if (!existsSync(areas)) return [];
  return readdirSync(areas)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted()
    .map((file) => `${folder}/problems/${file}`);
}

/** The texts of the shell that belong to no product, and where they stand. */
const ownTexts = [
  ['comingSoon', './coming-soon.ts'],
  ['editing', './editing.ts'],
];

const shellTexts = (all, language) =>
  all.flatMap(({ name, texts }) =>
    (texts?.shell ?? []).map((key) => [key, `@calmly/products/${name}/texts/${language}/${kebab(key)}.ts`]),
  );

const textsOfParts = (all, language) =>
  all.flatMap(({ name, texts }) =>
    Object.entries(texts?.parts ?? {}).map(([part, file]) => [
      part,
      `@calmly/products/${name}/texts/${language}/${file}.ts`,
    ]),
  );

function catalogue(all, language, { before = [], opening, after = [] }) {
  const own = [...shellTexts(all, language), ...ownTexts];
  const ofShell = new Set(all.flatMap(({ texts }) => texts?.partsOfShell ?? []));
  const parts = textsOfParts(all, language).filter(([part]) => ofShell.has(part));
  return lines(
    before,
    parts.map(([part, path]) => `import { messages as ${partName(part)} } from '${path}';`),
    own.map(([key, path]) => `import { ${key} } from '${path}';`),
    "import { messages as entry } from './entry.ts';",
    '',
    `export const messages${opening} {`,
    '...entry,',
    parts.map(([part]) => `...${partName(part)},`),
    own.map(([key]) => `${key},`),
    after,
  );
}

function englishTexts(all) {
  const ofShell = new Set(all.flatMap(({ texts }) => texts?.partsOfShell ?? []));
  const parts = textsOfParts(all, 'en').filter(([part]) => !ofShell.has(part));
  return catalogue(all, 'en', {
    before: [
      `/** The English texts that arrive with the shell, and the type of all texts. ${note} */`,
      parts.map(([part, path]) => `import type { messages as ${partName(part)} } from '${path}';`),
    ].flat(),
    opening: ' =',
    after: [
      '} as const;',
      'export type PortalMessages = typeof messages;',
      '/** All: those of the parts once their routes are open. */',
      `export type Messages = PortalMessages & ${parts.map(([part]) => `typeof ${partName(part)}`).join(' & ')};`,
    ],
  });
}

const partName = (part) => `${part}Part`;

const russianTexts = (all) =>
  catalogue(all, 'ru', {
    before: [
      `/** The Russian texts that arrive with the shell. ${note} */`,
      "import type { PortalMessages } from '../en/index.ts';",
      "import type { Translated } from '../translated.ts';",
    ],
    opening: ': Translated<PortalMessages> =',
    after: ['};'],
  });

function textParts(all) {
  const inRussian = new Map(textsOfParts(all, 'ru'));
  return lines(
    `/** The parts of the texts, each loaded with the first route that needs it; \`portal\` is the shell's. ${note} */`,
    'export const parts = {',
    [...textsOfParts(all, 'en'), ['portal', './en/index.ts']].map(
      ([part, path]) =>
        `${part}: { en: () => import('${path}'), ru: () => import('${inRussian.get(part) ?? './ru/index.ts'}') },`,
    ),
    '} as const;',
  );
}

/** The addresses that a sign-in may open, with the one screen that belongs to no product. */
const signInTargets = (all) =>
  lines(
    `/** How the addresses of the screens behind the sign-in begin. ${note} */`,
    'export const signInTargets: readonly string[] = [',
    [...all.flatMap(({ addresses = [] }) => addresses), '/coming-soon']
      .toSorted()
      .map((address) => `'${address}',`),
    '];',
  );

/** Modules that need nothing but their own files: `export const module` in their `index.ts`. */
function plainModules(all, base) {
  const found = Object.entries(moduleFolders(all)).flatMap(([name, folder]) =>
    exportsIn(`${folder}/index.ts`, base, ['module'], name),
  );
  return lines(
    `/** The server modules that need no other part. ${note} */`,
    "import type { Module } from '@calmly/platform/module.ts';",
    imported(found),
    '',
    `export const plainModules: readonly Module[] = [${found.map(({ as }) => as).join(', ')}];`,
  );
}

/** The bodies that tests send, and the calls by which a victim owns something. */
function sampleBodies(all, base) {
  const found = exportsOf(all, base, 'fixtures/calls', ['sampleBodies', 'ownedBy', 'movesNoMoney']);
  const named = (exported) => found.filter((each) => each.exported === exported);
  const owned = (owner) => named('ownedBy').map(({ as }) => `...${as}.${owner}`);
  return lines(
    `/** A wire-format body for every call that takes one, the calls by which a person and a company own an object of each kind, and those with a key that move no money. ${note} */`,
    imported(found),
    '',
    'export const sampleBodies: Readonly<Record<string, object>> = {',
    named('sampleBodies').map(({ as }) => `...${as},`),
    '};',
    '',
    'export const ownedBy: Readonly<Record<"person" | "company", readonly string[]>> = {',
    `person: [${owned('person')}], company: [${owned('company')}],`,
    '};',
    '',
    `export const movesNoMoney: readonly string[] = [${named('movesNoMoney').map(({ as }) => `...${as}`)}];`,
  );
}

/** What products export from a file of theirs. */
function exportsOf(all, base, file, names) {
  return all.flatMap(({ name }) => exportsIn(`products/${name}/${file}.ts`, base, names, name));
}

function exportsIn(path, base, names, owner) {
  const text = existsSync(join(base, path)) ? readFileSync(join(base, path), 'utf8') : '';
  return names
    .filter((exported) => new RegExp(`^export const ${exported}\\b`, 'm').test(text))
    .map((exported) => ({
      exported,
      path: `@calmly/${path}`,
      as: `${exported}Of${owner[0].toUpperCase()}${owner.slice(1)}`,
    }));
}

const imported = (found) =>
  found.map(({ exported, path, as }) => `import { ${exported} as ${as} } from '${path}';`);

const joined = (found) => `[${found.map(({ as }) => `...${as}`).join(', ')}]`;

function routes(all, base) {
  const found = exportsOf(all, base, 'portal/routes', ['routes']);
  return lines(
    `/** The screens that products bring to the shell. ${note} */`,
    imported(found),
    '',
    `export const productRoutes = ${joined(found)} as const;`,
  );
}

/** The addresses of the products' routes, in the form of `packages/contract/src/screens.ts`. */
function screenAddresses(all, base) {
  const addresses = all
    .map(({ name }) => join(base, `products/${name}/portal/routes.ts`))
    .filter((path) => existsSync(path))
    .flatMap((path) => addressesIn(readFileSync(path, 'utf8')));
  return lines(
    `/** The addresses of the products' screens. ${note} */`,
    'export const productScreens = [',
    addresses.toSorted().map((address) => `'${address}',`),
    '] as const;',
  );
}

function addressesIn(text) {
  const route = /(?:const (\w+) = )?createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']+)'/g;
  const known = new Map();
  return Array.from(text.matchAll(route), ([, name, parent, path]) => {
    const address = path.startsWith('/') ? path : `${known.get(parent)}/${path}`;
    known.set(name, address);
    return address.replace(/\{-\$(\w+)\}/g, '{$1?}').replace(/\$(\w+)/g, '{$1}');
  });
}

const listsOfScreens = (all, base) =>
  lines(
    `/** The lists of the screens that the products' routes load. ${note} */`,
    all
      .map(({ name }) => `products/${name}/portal/screens.ts`)
      .filter((path) => existsSync(join(base, path)))
      .map((path) => `export * from '@calmly/${path}';`),
  );

/** Lists of entries, each joined to one: `{ name: type }`. */
function lists(all, base, file, types) {
  const found = exportsOf(all, base, `portal/${file}`, Object.keys(types));
  return lines(
    `/** The \`${file}\` of every product. ${note} */`,
    `import type { ${[...new Set(Object.values(types))].join(', ')} } from '@calmly/portal-kit/shared/navigation/menu.ts';`,
    imported(found),
    Object.entries(types).map(
      ([name, type]) =>
        `\nexport const ${name}: readonly ${type}[] = ${joined(found.filter(({ exported }) => exported === name))};`,
    ),
  );
}

const kebab = (key) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** As `npm run format` leaves it: imports in order, lines broken. */
function formatted(path, text) {
  const biome = join(createRequire(import.meta.url).resolve('@biomejs/biome/package.json'), '../bin/biome');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'check', '--write', `--stdin-file-path=${path}`],
    { cwd: root, input: text, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`);
  return stdout;
}

/** Writes those that differ. */
export function writeAssembled(files = assembledFiles()) {
  for (const [path, text] of files) {
    const file = join(root, path);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}
