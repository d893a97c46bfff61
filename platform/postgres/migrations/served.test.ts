/** Which versions a migrated database serves: a server of the version before starts, or is refused with the reason. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Migrating, startMigrating } from '@calmly/server/test/support/migrating.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../database.ts';
import { migrate } from '../migrate.ts';
import { upgradeLines } from './served.ts';

let bank: Migrating;
beforeEach(async () => {
  bank = await startMigrating();
  await bank.write('0001_one.sql', 'create table one ()');
  await bank.write('0002_two.sql', 'create table two ()');
  await migrate(bank.url, [bank.directory]);
});
afterEach(() => bank.close());

/** A newer version migrates, then the files of these migrations are taken away again, as the version before has them. */
async function migrateNewer(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) await bank.write(file, text);
  expect(await migrate(bank.url, [bank.directory])).toEqual(Object.keys(files));
  for (const file of Object.keys(files)) await rm(join(bank.directory, file));
}

const startOld = () => migrate(bank.url, [bank.directory]);

test('a server of the version before starts on a schema that serves it, and changes nothing', async () => {
  await migrateNewer({
    '0003_three.sql': '-- Why.\n-- serves: 0002\n\ncreate table three ()',
    '0004_four.sql': '-- serves: 0001\ncreate table four ()',
  });
  expect(await startOld()).toEqual([]);
  const { rows } = await bank.client.query('select name, serves from public.migrations order by name');
  expect(rows).toEqual([
    { name: '0001_one.sql', serves: '0001' },
    { name: '0002_two.sql', serves: '0002' },
    { name: '0003_three.sql', serves: '0002' },
    { name: '0004_four.sql', serves: '0001' },
  ]);
});

test('a migration that declares nothing serves its own version only: the version before is refused, and told what the database has and needs', async () => {
  await migrateNewer({ '0003_three.sql': 'create table three ()' });
  await expect(startOld()).rejects.toThrow(
    'The database has migration 0003_three.sql, which this version of Calmly does not know: the database has schema 0003, which needs a server of 0003 or newer, and this one is of 0002.',
  );
});

test('one that serves nobody before it also binds what comes after it', async () => {
  await migrateNewer({
    '0003_three.sql': 'create table three ()',
    '0004_four.sql': '-- serves: 0002\ncreate table four ()',
  });
  await expect(startOld()).rejects.toThrow(
    'has schema 0004, which needs a server of 0003 or newer, and this one is of 0002',
  );
});

test('a declaration counts only at the top of the file', async () => {
  await migrateNewer({ '0003_three.sql': 'create table three ();\n-- serves: 0002\n' });
  await expect(startOld()).rejects.toThrow('needs a server of 0003 or newer');
});

test('a file of the version before that changed is refused on a newer schema too', async () => {
  await migrateNewer({ '0003_three.sql': '-- serves: 0002\ncreate table three ()' });
  await bank.write('0002_two.sql', 'create table other ()');
  await expect(startOld()).rejects.toThrow('Migration 0002_two.sql was changed');
});

test('a migration cannot serve a version that comes after it', async () => {
  await bank.write('0003_three.sql', '-- serves: 0004\ncreate table three ()');
  await expect(startOld()).rejects.toThrow(
    'Migration 0003_three.sql cannot serve 0004, which comes after it.',
  );
});

test('a database from before migrations declared anything gets the column and keeps its rows', async () => {
  await bank.client.query('alter table public.migrations drop column serves');
  await migrateNewer({ '0003_three.sql': '-- serves: 0002\ncreate table three ()' });
  const { rows } = await bank.client.query('select serves from public.migrations order by name');
  expect(rows).toEqual([{ serves: null }, { serves: null }, { serves: '0002' }]);
  expect(await startOld()).toEqual([]);
});

test('before its first start a version says what it would do, and which servers may run meanwhile', async () => {
  const { sql, close } = openDatabase(bank.url, { poolSize: 1 });
  const lines = () => upgradeLines(sql, [bank.directory]);
  const has = 'The database has schema 0002 and serves servers of 0002 and newer.';
  expect(await lines()).toEqual([has, 'This version has no further migrations.']);
  await bank.write('0003_three.sql', '-- serves: 0002\ncreate table three ()');
  expect(await lines()).toEqual([
    has,
    'This version has 1 further migration, to schema 0003, which serves servers of 0002 and newer.',
    'Servers of 0002 may run while this version starts: upgrade one after the other.',
  ]);
  await bank.write('0004_four.sql', 'create table four ()');
  expect(await lines()).toEqual([
    has,
    'This version has 2 further migrations, to schema 0004, which serves servers of 0004 and newer.',
    'Servers of 0002 do not work on it: stop all of them before this version starts.',
  ]);
  await close();
});
