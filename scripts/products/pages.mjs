/** Pages of docs/ with a part that is written from the products: the map of the modules, the tables of the database, the personal data in them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { products } from '../../products/list.ts';
import { root } from './assembled.mjs';
import { mapOf } from './map.mjs';
import { allTables, personalDataIn, schemasOf } from './tables.mjs';

const [begin, end] = ['<!-- products: written by `npm run products` -->', '<!-- products end -->'];

/** Each page as it should be, by its path from the root of the repository. */
export async function pages(all = products, base = root) {
  const tables = await allTables(all, base);
  const parts = {
    'docs/architecture.md': mapOf(all),
    'docs/schema.md': schemasOf(tables),
    'docs/retention.md': personalDataIn(tables),
  };
  return new Map(
    Object.entries(parts).map(([page, part]) => [
      page,
      withPart(page, readFileSync(join(root, page), 'utf8'), part),
    ]),
  );
}

/** The page's text with its part written anew. */
export function withPart(page, text, part) {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${page} has no place for its part: ${begin}`);
  return `${text.slice(0, before)}${begin}\n\n${part}\n\n${text.slice(after)}`;
}

export async function writePages() {
  for (const [page, text] of await pages()) writeFileSync(join(root, page), text);
}
