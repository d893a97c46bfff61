/**
 * Checks the allowed imports: the arrows of docs/architecture.md. Reads every import of every source file (including types and file
 * addresses) and refuses those that go against an arrow or a product's manifest, bypass a module's `index.ts`, or name another module's SQL schema.
 * Import cycles are refused too. The rules are in `arrows/`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { products } from '../products/list.ts';
import { findFaults } from './arrows/faults.mjs';
import { packageFolders } from './arrows/packages.mjs';
import { root } from './build/sources.mjs';

const { faults, importsSeen } = findFaults({
  paths: Object.keys(packageFolders).flatMap(filesIn),
  read: (path) => readFileSync(join(root, path), 'utf8'),
  products,
});
for (const fault of faults) console.error(fault);
console.log(`${importsSeen} imports read, ${faults.length} against the rules`);
process.exitCode = faults.length > 0 ? 1 : 0;

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !/node_modules|\/dist\//.test(path));
}
