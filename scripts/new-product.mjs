/**
 * `npm run new:product -- <name> [<one of it>]`: a product that lists, adds and deletes, whole, from `new-product/skeleton`: `npm run new:product -- notes`,
 * `npm run new:product -- diaries diary`. docs/recipes.md says what to do with it then.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createProduct, faultOf, oneOf, removeProduct } from './new-product/product.mjs';

const root = join(import.meta.dirname, '..');
const usage = `Usage: npm run new:product -- <name> [<one of it>]
  name: of its folder and of its PostgreSQL schema, a plural: notes, diaries
  one of it: unless given, the name without its s: note; npm run new:product -- diaries diary`;

const [name = '', one = oneOf(name), ...rest] = process.argv.slice(2);
const fault = rest.length > 0 ? `“${rest.join(' ')}” is too much.` : faultOf(name, one);
if (name === '' || name === '--help') {
  console.log(usage);
  process.exit(name === '' ? 1 : 0);
}
if (fault) {
  console.error(`${fault}\n\n${usage}`);
  process.exit(1);
}

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/package.json');
const commands = [
  // Lines are as long as the names in them.
  [join(biome, '../bin/biome'), 'check', '--write', '--log-level=warn', `products/${name}`],
  ['scripts/products.mjs'],
  ['apps/server/src/rights.ts'],
];
// The manifests change, so each command reads them in a process of its own.
const run = (command) =>
  execFileSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

let files = [];
try {
  files = createProduct(name, one);
  commands.forEach(run);
} catch (error) {
  removeProduct(name);
  commands.slice(1).forEach(run);
  console.error(`Nothing was written. ${error.message}`);
  process.exit(1);
}
console.log(`${files.length} files in products/${name}, and its line in products/list.ts.

  npm run build && npm start       the screen is /${name}
  npm test -- --changed            its tests, and what the change reaches
  docs/recipes.md                  what to change first, and how to take it out again`);
