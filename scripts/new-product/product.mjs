/** Writes a product from the skeleton, which is called `notes`, one of which is a `note`. */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { products } from '../../products/list.ts';

const root = join(import.meta.dirname, '../..');
const skeleton = join(import.meta.dirname, 'skeleton');
const list = join(root, 'products/list.ts');

/** One of what a plural names, where that is its name without the s: `notes` → `note`. Otherwise the name itself. */
export const oneOf = (name) => (/(?:ie|[szx]e|[cs]he|s)s$/.test(name) ? name : name.replace(/s$/, ''));

/** Why no product may have this name, or undefined. */
export function faultOf(name, one, all = products) {
  const odd = [name, one].find((word) => !/^[a-z]{3,20}$/.test(word));
  if (odd !== undefined) return `A name has 3 to 20 small letters from a to z; “${odd}” does not.`;
  if (name === one) return `Say what one of ${name} is called: npm run new:product -- ${name} <one of it>.`;
  const taken = all.flatMap((product) => [
    product.name,
    ...Object.keys(product.modules),
    ...Object.keys(product.features ?? {}),
  ]);
  if (taken.includes(name)) return `There is already a product, module or feature called ${name}.`;
  if (existsSync(join(root, 'products', name))) return `The folder products/${name} already exists.`;
  const used = [name, one].find((word) => wordsInUse().has(word));
  if (used !== undefined) return `“${used}” already means something in the files of a product.`;
  const other = usedElsewhere(name, one);
  return other && `“${other}” already exists elsewhere in the bank.`;
}

/** JavaScript's own words, and those of the skeleton, which a name would change or repeat. */
function wordsInUse() {
  const reserved =
    'arguments await break case catch class const continue debugger default delete else enum eval export extends false finally for function if implements import instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield';
  const code = skeletonFiles()
    .map(
      (file) =>
        `${file} ${readFileSync(join(skeleton, file), 'utf8').replaceAll(/^ *(?:\/\*\*|\*|\/\/|--).*$/gm, '')}`,
    )
    .join(' ');
  const words = new Set([...reserved.split(' '), ...(code.match(/\b[a-z]+\b/g) ?? [])]);
  return words.difference(new Set(['note', 'notes']));
}

/** A schema, an address, a call or an export that the product would have a second time; undefined if there is none. */
function usedElsewhere(name, one) {
  const read = (pattern) =>
    globSync(pattern, { cwd: root })
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n');
  const tables = read('{products/*/schema,providers,platform/postgres}/tables.ts');
  if (new RegExp(`^ {4}${name}: \\{`, 'm').test(tables)) return name;
  if (new RegExp(`'/${name}['/]`).test(read('packages/contract/src/*screens.ts'))) return `/${name}`;
  const contracts = read('{products/*/contract,packages/contract/src,packages/contract-kit/src}/**/*.ts');
  if (new RegExp(`path: '/${name}['/]`).test(contracts)) return `/api/${name}`;
  const [Names, One] = [capital(name), capital(one)];
  return [
    `list${Names}`,
    `add${One}`,
    `delete${One}`,
    One,
    `New${One}`,
    `${one}TextLength`,
    `${name}Problems`,
  ].find((exported) =>
    new RegExp(`\\bexport (?:const|type|interface|function) ${exported}\\b`).test(contracts),
  );
}

/** Writes the files and the line of the list; returns the paths of the files. */
export function createProduct(name, one) {
  const number = nextMigration();
  const rename = renamed(name, one);
  const files = skeletonFiles().map((file) => {
    const path = join('products', name, rename(file.slice(0, -'.txt'.length)).replace('NNNN', number));
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), rename(readFileSync(join(skeleton, file), 'utf8')), { flag: 'wx' });
    return path;
  });
  writeFileSync(list, withProduct(readFileSync(list, 'utf8'), name));
  return files;
}

/** Takes away what `createProduct` has written. */
export function removeProduct(name) {
  rmSync(join(root, 'products', name), { recursive: true, force: true });
  writeFileSync(list, withoutProduct(readFileSync(list, 'utf8'), name));
}

const skeletonFiles = () => globSync('**/*.txt', { cwd: skeleton });

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
export function withProduct(text, name) {
  const lines = text.split('\n');
  const own = importOf(name);
  const isAfter = (line) => line.startsWith('import ') && pathIn(line) > pathIn(own);
  const last = lines.findLastIndex((line) => line.startsWith('import '));
  const found = lines.findIndex(isAfter);
  lines.splice(found < 0 ? last + 1 : found, 0, own);
  lines.splice(lines.lastIndexOf('];'), 0, `  ${name},`);
  return lines.join('\n');
}

/** The way back. */
export const withoutProduct = (text, name) =>
  text
    .split('\n')
    .filter((line) => line !== importOf(name) && line !== `  ${name},`)
    .join('\n');

const importOf = (name) => `import { ${name} } from './${name}/product.ts';`;
const pathIn = (line) => /from '([^']+)'/.exec(line)?.[1] ?? '';

function nextMigration() {
  const numbers = globSync('{products/*/schema,apps/server/migrations}/*.sql', { cwd: root }).map((path) =>
    Number(/(\d{4})_\w+\.sql$/.exec(path)?.[1]),
  );
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);
