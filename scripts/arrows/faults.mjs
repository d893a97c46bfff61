/** All rules on a tree of files, real or invented. */
import { findCycles } from './cycles.mjs';
import { importsOf } from './imports.mjs';
import { manifestFaults } from './manifests.mjs';
import { isTest } from './packages.mjs';
import { partsOf } from './parts.mjs';
import { importRules, resolved } from './rules.mjs';

/** Folders without import cycles; imports of types count. */
const cycleRoots = [
  'platform',
  'providers',
  'products',
  'apps/office/src',
  'apps/server/src',
  'apps/signer/src',
  'apps/web/src',
  'packages',
];

/**
 * @param {{ paths: readonly string[], read: (path: string) => string, products: readonly import('../../products/product.ts').Product[] }} tree
 * `paths`: of all files in the packages, from the root; `products`: their manifests
 * @returns {{ faults: readonly string[], importsSeen: number }}
 */
export function findFaults({ paths, read, products }) {
  const parts = partsOf(products);
  const { check, needed } = importRules(parts);
  const faults = [];
  const graph = new Map();
  let importsSeen = 0;
  for (const path of paths.filter((each) => /\.(ts|tsx|mjs)$/.test(each))) {
    const text = read(path);
    const imports = importsOf(path, text);
    importsSeen += imports.length;
    if (cycleRoots.some((root) => path.startsWith(`${root}/`))) graph.set(path, filesLoaded(path, imports));
    for (const each of imports) {
      const fault = check(path, each);
      if (fault) faults.push(`${path}: ${fault}`);
    }
    const schema = foreignSchema(path, text, parts);
    if (schema) faults.push(`${path}: SQL names the schema of another module, ${schema}`);
  }
  for (const cycle of findCycles(graph)) faults.push(`files import each other: ${cycle.join(' → ')}`);
  faults.push(...manifestFaults({ products, ...parts, folders: foldersOf(paths), needed }));
  if (importsSeen === 0) faults.push('no import was read: the check itself is broken');
  return { faults, importsSeen };
}

function filesLoaded(path, imports) {
  return new Set(
    imports
      .filter(({ specifier, kind }) => kind === 'static' && specifier.startsWith('.'))
      .map(({ specifier }) => resolved(path, specifier)),
  );
}

/** SQL in a module's store names only its own schema (except platform functions and graphile_worker). */
function foreignSchema(path, text, { sides, partOf }) {
  const own = partOf(path);
  if (own?.side !== 'server' || isTest(path)) return undefined;
  return Object.keys(sides.server.uses)
    .filter((name) => name !== own.name)
    .find((name) =>
      new RegExp(`\\b(from|join|into|update|using|table|truncate)\\s+${name}\\.[a-z_]+`, 'i').test(text),
    );
}

/** The subfolders of a folder, by the paths of their files. */
function foldersOf(paths) {
  const inside = new Map();
  for (const path of paths) {
    const names = path.split('/').slice(0, -1);
    for (const [depth, name] of names.entries()) {
      const parent = names.slice(0, depth).join('/');
      inside.set(parent, (inside.get(parent) ?? new Set()).add(name));
    }
  }
  return (folder) => [...(inside.get(folder) ?? [])];
}
