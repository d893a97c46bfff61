/** Writes a product from the skeleton, which is called `notes`, one of which is a `note`. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { products } from '../../products/list.ts';

const root = join(import.meta.dirname, '../..');
const skeleton = join(import.meta.dirname, 'skeleton');

/** One of what a plural names: `notes` → `note`. The same where it ends in no s. */
export const oneOf = (name) => name.replace(/s$/, '');

/** Why no product may have this name, or undefined. */
export function faultOf(name, one, all = products) {
  const odd = [name, one].find((word) => !/^[a-z]{3,20}$/.test(word));
  if (odd !== undefined) return `A name has 3 to 20 small letters from a to z; “${odd}” does not.`;
  if (name === one) return `Say what one of ${name} is called: “${name}” is no plural.`;
  const taken = all.flatMap((product) => [
    product.name,
    ...Object.keys(product.modules),
    ...Object.keys(product.features ?? {}),
  ]);
  if (taken.includes(name)) return `There is already a product, module or feature called ${name}.`;
  if (existsSync(join(root, 'products', name))) return `The folder products/${name} already exists.`;
  return undefined;
}

/** Writes the files and the line of the list; returns the paths of the files. Overwrites none. */
export function createProduct(name, one) {
  const number = nextMigration();
  const rename = renamed(name, one);
  const files = globSync('**/*.txt', { cwd: skeleton }).map((file) => {
    const path = join('products', name, rename(file.slice(0, -'.txt'.length)).replace('NNNN', number));
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), rename(readFileSync(join(skeleton, file), 'utf8')), { flag: 'wx' });
    return path;
  });
  const list = join(root, 'products/list.ts');
  writeFileSync(list, withProduct(readFileSync(list, 'utf8'), name));
  return files;
}

/** Replaces the names in a text of the skeleton; “a note” becomes “an invoice”. */
export function renamed(name, one) {
  const words = { notes: name, note: one, Notes: capital(name), Note: capital(one) };
  const article = /^[aeio]/.test(one) ? 'n' : '';
  return (text) =>
    text
      .replaceAll(/\b([Aa])(?= note\b)/g, `$1${article}`)
      .replaceAll(/notes?|Notes?/g, (word) => words[word]);
}

/** `products/list.ts` with another product: an import in its place, and the last of the list. */
export function withProduct(list, name) {
  const lines = list.split('\n');
  const own = `import { ${name} } from './${name}/product.ts';`;
  const isAfter = (line) => line.startsWith('import ') && pathIn(line) > pathIn(own);
  const last = lines.findLastIndex((line) => line.startsWith('import '));
  const found = lines.findIndex(isAfter);
  lines.splice(found < 0 ? last + 1 : found, 0, own);
  lines.splice(lines.lastIndexOf('];'), 0, `  ${name},`);
  return lines.join('\n');
}

const pathIn = (line) => /from '([^']+)'/.exec(line)?.[1] ?? '';

function nextMigration() {
  const numbers = globSync('{products/*/schema,apps/server/migrations}/*.sql', { cwd: root }).map((path) =>
    Number(/(\d{4})_\w+\.sql$/.exec(path)?.[1]),
  );
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
