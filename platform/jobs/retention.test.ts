/** For every table, docs/retention.md says which personal data it holds and when it is deleted, and must agree with the database and the purges. */
import { readFile } from 'node:fs/promises';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptFor } from './retention.ts';

const page = new URL('../../docs/retention.md', import.meta.url);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Columns of personal data, recognised by their names. */
const isPersonal = (column: string) =>
  /(^|_)(name|email|phone|street|town|city|iban|birth|citizenship|ip|user_agent|address|address_line\d|post_code)$/.test(
    column,
  ) || /^(person_id|recipient|text|note|label)$/.test(column);

/** Columns with similar names that are not about people. */
const notOfPeople = new Set([
  'clearing.inbox_file.name',
  'platform.backfill.name',
  'platform.purge.name',
  'price.source.name',
  'public.migrations.name',
  'sandbox.seed.name',
  // The address of a bank wallet, or of a public transfer.
  'chain.movement.address',
  'wallets.uncollected.address',
]);

interface Kept {
  readonly tables: readonly string[];
  readonly period: string;
  readonly by: string;
}

const tablesIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name = '']) => name);

/** The rows of the page, and the tables that it lists as having no personal data. */
async function readPage(): Promise<{ rows: Kept[]; without: string[] }> {
  const [above = '', below = ''] = (await readFile(page, 'utf8')).split('\n## Without personal data\n');
  const rows = above.split('\n').flatMap((line): Kept | [] => {
    const [, tables = '', , , period = '', by = ''] = line.split('|').map((cell) => cell.trim());
    return tables.startsWith('`') ? { tables: tablesIn(tables), period, by } : [];
  });
  return { rows, without: tablesIn(below) };
}

/** Errors of the page about the database's tables. */
async function faults(): Promise<string[]> {
  const { rows, without } = await readPage();
  const { rows: columns } = await query<{ table: string; column: string }>`
    select table_schema || '.' || table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')
  `.execute(app.database.sql);
  const tables = new Set(columns.map(({ table }) => table));
  const said = [...rows.flatMap((row) => row.tables), ...without];
  return [
    ...[...tables].filter((table) => !said.includes(table)).map((table) => `${table} is missing`),
    ...said.filter((table) => !tables.has(table)).map((table) => `${table} does not exist`),
    ...said.filter((table, place) => said.indexOf(table) !== place).map((table) => `${table} is there twice`),
    ...columns
      .filter(({ table, column }) => without.includes(table) && isPersonal(column))
      .filter(({ table, column }) => !notOfPeople.has(`${table}.${column}`))
      .map(({ table, column }) => `${table} has ${column}`),
  ];
}

test('every table is on the page, and those without personal data have no column named like it', async () => {
  expect(await faults()).toEqual([]);
});

test('control: a new table, and a new column of one without personal data, are found', async () => {
  await query
    .raw(`create table onboarding.visitor (email text); alter table trading.book add column owner_name text`)
    .execute(app.database.sql);
  expect((await faults()).sort()).toEqual(['onboarding.visitor is missing', 'trading.book has owner_name']);
  await query
    .raw(`drop table onboarding.visitor; alter table trading.book drop column owner_name`)
    .execute(app.database.sql);
});

test('what the page calls purged is purged, after the period that it says', async () => {
  const { rows } = await readPage();
  const { rows: purges } = await query<{ name: string }>`select name from platform.purge`.execute(
    app.database.sql,
  );
  const purged = rows.filter(({ by }) => by === 'purge').flatMap(({ tables }) => tables);
  const ofPeople = rows.flatMap(({ tables }) => tables);
  expect(purged.sort()).toEqual(
    purges
      .map(({ name }) => name)
      .filter((name) => ofPeople.includes(name))
      .sort(),
  );
  for (const [table, period] of Object.entries(keptFor)) {
    const row = rows.find(({ tables }) => tables.includes(table));
    expect([table, row?.by, row?.period.startsWith(period)]).toEqual([table, 'purge', true]);
  }
  expect(rows.filter(({ period }) => period === '')).toEqual([]);
});
