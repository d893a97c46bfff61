/** docs/schema.md lists every table of the database under its schema, and no others. */
import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@calmly/server/test/support/database.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const map = new URL('../../docs/schema.md', import.meta.url);

/** `schema.table` for each row of each schema's list. */
function tablesIn(text: string): string[] {
  let schema = '';
  return text.split('\n').flatMap((line) => {
    schema = /^## `([a-z_]+)`/.exec(line)?.[1] ?? schema;
    const table = /^\| `([a-z_]+)` \| \S/.exec(line)?.[1];
    return table === undefined ? [] : [`${schema}.${table}`];
  });
}

test('every table of the database is in the map of the schema', async () => {
  const { database, close } = await createTestDatabase();
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')
  `.execute(database.sql);
  await close();
  expect(tablesIn(await readFile(map, 'utf8')).sort()).toEqual(rows.map(({ name }) => name).sort());
});
