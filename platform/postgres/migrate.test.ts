/**
 * Migrations on real databases: what a failed one leaves behind, several servers at once, and which databases are refused.
 * Controls, tried once: with one transaction for each file, a new database keeps the first file of two; without the lock, the second server fails
 * because the table already exists.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Migrating, startMigrating } from '@calmly/server/test/support/migrating.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

let bank: Migrating;
let url: string;
let directory: string;

beforeEach(async () => {
  bank = await startMigrating();
  ({ url, directory } = bank);
});
afterEach(() => bank.close());

const write = (file: string, text: string) => bank.write(file, text);

async function tables(): Promise<string[]> {
  const { rows } = await bank.client.query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  );
  return rows.map((row) => row.name);
}

test('a new database gets all migrations or none, and the failed one is named', async () => {
  await write('0001_one.sql', 'create table one ()');
  await write('0002_two.sql', 'create table two (); select 1 / 0');
  await expect(migrate(url, [directory])).rejects.toThrow('migration 0002_two.sql failed: division by zero');
  expect(await tables()).toEqual([]);

  await write('0002_two.sql', 'create table two ()');
  expect(await migrate(url, [directory])).toEqual(['0001_one.sql', '0002_two.sql']);
  expect(await tables()).toEqual(['one', 'two']);
  expect(await migrate(url, [directory])).toEqual([]);
});

test('a database in use keeps the migrations that succeeded and resumes at the one that failed', async () => {
  await write('0001_one.sql', 'create table one ()');
  await migrate(url, [directory]);
  await write('0002_two.sql', 'create table two ()');
  await write('0003_three.sql', 'create table three (); create table one ()');
  await expect(migrate(url, [directory])).rejects.toThrow('migration 0003_three.sql failed');
  expect(await tables()).toEqual(['one', 'two']);

  await write('0003_three.sql', 'create table three ()');
  expect(await migrate(url, [directory])).toEqual(['0003_three.sql']);
});

test('a deferred constraint that fails at commit is reported with the name of its migration', async () => {
  await write('0001_one.sql', 'create table one (id int primary key)');
  await migrate(url, [directory]);
  await write(
    '0002_two.sql',
    'create table two (id int references one deferrable initially deferred); insert into two values (1)',
  );
  await expect(migrate(url, [directory])).rejects.toThrow('migration 0002_two.sql failed');
  expect(await tables()).toEqual(['one']);
});

test('of two servers that start together, one migrates', async () => {
  await write('0001_one.sql', 'create table one (); select pg_sleep(0.3)');
  const applied = await Promise.all([migrate(url, [directory]), migrate(url, [directory])]);
  expect(applied.flat()).toEqual(['0001_one.sql']);
});

test('a file that changed, and a database that is newer than the code, are refused', async () => {
  await write('0001_one.sql', 'create table one ()');
  await write('0002_two.sql', 'create table two ()');
  await migrate(url, [directory]);

  await rm(join(directory, '0002_two.sql'));
  await expect(migrate(url, [directory])).rejects.toThrow('which this version of Calmly does not know');
  await write('0002_two.sql', 'create table other ()');
  await expect(migrate(url, [directory])).rejects.toThrow('Migration 0002_two.sql was changed');
  expect(await tables()).toEqual(['one', 'two']);
});

test('several folders are one sequence, in which no number stands twice', async () => {
  const other = await mkdtemp(join(tmpdir(), 'calmly-migrations-'));
  await write('0001_one.sql', 'create table one (id int primary key)');
  await write('0003_three.sql', 'create table three (id int references two)');
  await writeFile(join(other, '0002_two.sql'), 'create table two (id int primary key references one)');
  await writeFile(join(other, 'tables.ts'), 'no migration');
  expect(await migrate(url, [directory, other])).toEqual(['0001_one.sql', '0002_two.sql', '0003_three.sql']);

  await write('0002_other.sql', 'create table other ()');
  await expect(migrate(url, [directory, other])).rejects.toThrow(
    'The migrations 0002_other.sql and 0002_two.sql have the same number.',
  );
  await rm(other, { recursive: true });
});

test('a new file with a number below an applied one is refused, and the message asks for the next number', async () => {
  await write('0001_one.sql', 'create table one ()');
  await write('0003_three.sql', 'create table three ()');
  await migrate(url, [directory]);
  await write('0002_two.sql', 'create table two ()');
  await expect(migrate(url, [directory])).rejects.toThrow(
    'Migration 0002_two.sql comes before 0003_three.sql, which the database already has; give it the next number.',
  );
  expect(await tables()).toEqual(['one', 'three']);
});
