/**
 * The tests and stories that uncommitted changes can affect (`npm test -- --changed`). Vitest follows imports; this adds the files that others start,
 * read or
 * list: a worker, a page of the docs, a folder of migrations.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../build/sources.mjs';

/** Vitest's `vcsProvider`. `npx vitest --changed=main` also counts what the commits since then changed. */
export default {
  async findChangedFiles({ changedSince }) {
    const isCommit = typeof changedSince === 'string';
    const committed = isCommit ? git(root, 'diff', '--name-only', `${changedSince}...HEAD`) : [];
    return reachedFrom([...committed, ...changedFiles()]).map((name) => join(root, name));
  },
};

/** Paths of the files that differ from the last commit: new, changed, moved (both names) or deleted. */
export function changedFiles(folder = root) {
  const changes = git(folder, 'status', '--porcelain', '--no-renames', '--untracked-files=all');
  return changes.map((line) => line.slice(3));
}

/** One sequence with those of the products, whose folders nobody names one by one. */
const migrations = 'apps/server/migrations/';
const isMigrationOfProduct = (name) => /^products\/\w+\/schema\/\w+\.sql$/.test(name);

/** The changed files and those that name them, directly or through others. */
export function reachedFrom(changed) {
  const namedBy = findNames();
  const reached = new Set(changed);
  for (const name of reached)
    for (const path of [name, `${dirname(name)}/`, ...(isMigrationOfProduct(name) ? [migrations] : [])])
      for (const by of namedBy.get(path) ?? []) if (leads(name, by)) reached.add(by);
  return [...reached].filter((name) => name !== 'package.json' || changed.includes(name));
}

/** Code that a script builds or starts has its own tests, and the bank reads no commands. A changed configuration makes Vitest run everything. */
function leads(name, by) {
  if (by.endsWith('.config.ts')) return false;
  if (isCommand(by)) return !isBank(name);
  return name !== 'package.json' || !isBank(by) || by.includes('.test.');
}

const isCommand = (name) => name === 'package.json' || name.startsWith('scripts/');
const isBank = (name) => /^(apps|packages|platform|providers|products)\//.test(name);

/**
 * The stories that the changed files can affect, as a pattern of their paths and tags: the journeys if a browser could see the change, and all
 * stories of
 * a changed file. Undefined if there are none.
 */
export function storiesReachedFrom(changed) {
  const stories = changed.filter(
    (name) => /^(?:e2e|products\/\w+)\/stories\/.*\.spec\.ts$/.test(name) && existsSync(join(root, name)),
  );
  const others = changed.filter((name) => !/\.(test|spec)\.\w+$|^apps\/\w+\/test\//.test(name));
  const reachesAll = others.some((name) =>
    /^(apps|packages|platform|providers|products|e2e|scripts\/(?!test\b)|package)/.test(name),
  );
  const patterns = stories.map((name) =>
    name.replace(/^e2e\/stories\/|^products\//, '').replaceAll('.', '\\.'),
  );
  return reachesAll ? ['@journey', ...patterns].join('|') : patterns.join('|') || undefined;
}

/** The files that name a file or a folder, by its path; a folder's ends in a slash. */
function findNames() {
  const files = new Set(git(root, 'ls-files', '--cached', '--others', '--exclude-standard'));
  const folders = new Set([...files].map((name) => `${dirname(name)}/`));
  const namedBy = new Map();
  for (const file of files) {
    if (!/\.(ts|tsx|mjs)$|^package\.json$/.test(file) || !existsSync(join(root, file))) continue;
    for (const word of wordsOf(readFileSync(join(root, file), 'utf8'))) {
      const path = placesOf(word, file).find((place) => files.has(place) || folders.has(place));
      if (path === undefined || path === file) continue;
      if (!namedBy.has(path)) namedBy.set(path, new Set());
      namedBy.get(path).add(file);
    }
  }
  return namedBy;
}

/** Quoted words that may be paths. Type-only imports are gone at run time; comments do not count. */
function wordsOf(text) {
  const code = text
    .replaceAll(/^(import|export) type [^;]*;/gm, '')
    .replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, '');
  return [...code.matchAll(/['"`]([^'"`\n]+)['"`]/g)]
    .flatMap(([, quoted]) => quoted.split(/[\s;&]+/))
    .filter((word) => word === 'package.json' || (word.includes('/') && /\w\/?$/.test(word)));
}

/** Possible places of a named file: from the naming file, in the named package, or from a parent folder. */
function placesOf(word, file) {
  if (word.startsWith('.')) {
    const place = join(dirname(file), word);
    return [place, place.endsWith('/') ? place : `${place}/`];
  }
  const [, owner, path] = /^@calmly\/(\w+)\/(.+)$/.exec(word) ?? [];
  if (path && isBank(file))
    return [`${owner}/${path}`, `apps/${owner}/${path}`, `packages/${owner}/src/${path}`];
  const places = [word];
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) places.push(join(folder, word));
  return places;
}

function git(folder, ...args) {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  return execFileSync('git', [args[0], '-z', ...args.slice(1)], options)
    .split('\0')
    .filter(Boolean);
}
