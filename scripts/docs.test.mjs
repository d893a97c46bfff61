/** References in the documents exist: links with their anchors, paths of files, variables of the configuration. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './build/sources.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'products/*/*.md'], { cwd: root });
/** Decisions describe the code of their day. */
const current = pages.filter((page) => !page.startsWith('docs/adr/'));

/** GitHub's anchors. */
const anchorsOf = (text) =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );

/** The broken links of a page. */
function brokenLinks(page, text) {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  return links.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path, anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && !anchorsOf(read(file)).has(anchor);
  });
}

test('every link in the documents leads somewhere', () => {
  const broken = pages.flatMap((page) => brokenLinks(page, read(page)).map((target) => `${page}: ${target}`));
  expect(broken).toEqual([]);
});

test('control: a page, an anchor and a file that are not there are missed', () => {
  const text =
    '[a](nowhere.md) [b](tests.md#nothing) [c](#nothing) [d](tests.md#a-failure) [e](https://example.com/x)';
  expect(brokenLinks('docs/page.md', text)).toEqual(['nowhere.md', 'tests.md#nothing', '#nothing']);
});

const files = globSync('{apps,platform,providers,products,bench,docs,e2e,packages,scripts}/**/*', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
});
const isPath = (name) => /^[\w.@-]+(\/[\w.@-]+)+$/.test(name) && /\.(ts|tsx|mjs|sql|md|json|css)$/.test(name);
/** A page about a module names its files from the module's folder; the recipes create a module of notes. */
const isThere = (name) =>
  name.includes('notes.') ||
  name.startsWith('products/notes/') ||
  name.startsWith('.cache/') ||
  files.some((file) => `/${file}`.endsWith(`/${name}`));

/** The paths in backticks that do not exist. */
const missingPaths = (text) =>
  [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name).filter((name) => isPath(name) && !isThere(name));

test('every path in the documents is there', () => {
  const missing = current.flatMap((page) => missingPaths(read(page)).map((name) => `${page}: ${name}`));
  expect(missing).toEqual([]);
});

test('control: a path that was moved is missed', () => {
  expect(missingPaths('`platform/database.ts` and `platform/databases.ts`')).toEqual([
    'platform/databases.ts',
  ]);
});

const variables = [...read('platform/config/variables.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
  ([, name]) => name,
);
const inTable = [...read('docs/operations.md').matchAll(/^\| (`[A-Z][^|]*)\|/gm)].flatMap(([, cell]) =>
  [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
);

test('every variable of the server has its row, and every row its variable', () => {
  expect(variables.length).toBeGreaterThan(60);
  expect(variables.filter((name) => !inTable.includes(name))).toEqual([]);
  const code = globSync('{platform,providers,products,apps/*/src,scripts,bench/src,e2e}/**/*.{ts,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .map(read)
    .join('\n');
  expect(inTable.filter((name) => !code.includes(name))).toEqual([]);
});

/** Variables that the runners and the system set for each other. */
const ofRunners = [
  'CALMLY_CAMPAIGN',
  'CALMLY_FINDINGS',
  'CALMLY_TEST_BROWSER',
  'CALMLY_TEST_DATA',
  'HOME',
  'NODE_COMPILE_CACHE',
  'PATH',
  'PLAYWRIGHT_BROWSERS_PATH',
  'RECHECK_SYNC_BACKEND',
  'TEST_PARALLEL_INDEX',
];

test('every variable that the code reads is documented', () => {
  const code = globSync(
    [
      '{platform,providers,products,apps/*/src,apps/server/test,scripts,bench/src,e2e}/**/*.{ts,mjs}',
      'vitest.config.ts',
    ],
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  );
  const names = new Set(
    code.flatMap((path) =>
      [...read(path).matchAll(/process\.env\.([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name),
    ),
  );
  const text = current.map(read).join('\n');
  expect([...names].filter((name) => !ofRunners.includes(name) && !text.includes(`\`${name}`))).toEqual([]);
});

test('every queue of the desk has its row', () => {
  const desks = globSync('{products,providers,apps/server/src}/**/*{desk,queue}.ts', { cwd: root })
    .map(read)
    .join('\n');
  const kinds = [...desks.matchAll(/^ +kind: '([a-z-]+)',$/gm)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(10);
  const operations = read('docs/operations.md');
  expect(kinds.filter((kind) => !operations.includes(`| \`${kind}\` |`))).toEqual([]);
});
