/** What docs/schema.md and docs/retention.md say of the tables, from `platform/postgres/tables.ts`, `providers/tables.ts` and each product's `schema/tables.ts`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Those of every owner, the products in their order first. */
export async function allTables(products, base) {
  const files = [
    ...products.map(({ name }) => `products/${name}/schema/tables.ts`),
    'providers/tables.ts',
    'platform/postgres/tables.ts',
  ].filter((file) => existsSync(join(base, file)));
  return Promise.all(files.map(async (file) => (await import(join(base, file))).tables));
}

/** A heading and a table for each schema. */
export const schemasOf = (all) =>
  all
    .flatMap(({ schemas }) => Object.entries(schemas))
    .map(([schema, { about, tables }]) =>
      [
        `## \`${schema}\`: ${about}`,
        '',
        '| table | holds |',
        '|---|---|',
        ...Object.entries(tables).map(([table, holds]) => `| \`${table}\` | ${holds} |`),
      ].join('\n'),
    )
    .join('\n\n');

/** A row for all tables of which the same is said, and the names of those without personal data. */
export function personalDataIn(all) {
  const rows = all
    .flatMap(({ personal }) => personal)
    .map(
      ({ tables, data, reason, kept, deletedBy = '' }) =>
        `| ${tables.map((table) => `\`${table}\``).join(' ')} | ${data} | ${reason} | ${kept} | ${deletedBy} |`,
    );
  const named = new Set(all.flatMap(({ personal }) => personal.flatMap(({ tables }) => tables)));
  const without = all
    .flatMap(({ schemas }) => Object.entries(schemas))
    .map(([schema, { tables }]) => Object.keys(tables).map((table) => `${schema}.${table}`))
    .map((tables) => tables.filter((table) => !named.has(table)).map((table) => `\`${table}\``))
    .filter((tables) => tables.length > 0)
    .map((tables) => `- ${tables.join(', ')}`);
  return [
    '| tables | data | reason | kept | deleted by |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '## Without personal data',
    '',
    ...without,
  ].join('\n');
}
