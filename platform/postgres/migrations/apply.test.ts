/**
 * Migrations beside servers at work. Clients wait for a lock at most as long as the server lets them (3 seconds).
 * Control, tried once: if servers wait for each other inside a statement, two that build an index together end in a deadlock.
 */
import { type Migrating, startMigrating } from '@calmly/server/test/support/migrating.ts';
import { until } from '@calmly/server/test/support/until.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';

let bank: Migrating;
/** A report that takes long. */
let report: pg.Client;
beforeEach(async () => {
  bank = await startMigrating();
  await bank.write(
    '0001_one.sql',
    'create table one (id int); insert into one select generate_series(1, 100)',
  );
  await migrate(bank.url, [bank.directory]);
  report = new pg.Client({ connectionString: bank.url, application_name: 'nightly report' });
  await report.connect();
});
afterEach(async () => {
  await report.end();
  await bank.close();
});

const start = (patienceMs?: number) => migrate(bank.url, [bank.directory], { patienceMs });

/** The session that migrates, once it waits for a lock. */
async function waitingMigration(): Promise<number> {
  const look = async () => {
    const { rows } = await bank.client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'calmly migrations' and wait_event_type = 'Lock'`,
    );
    return rows[0]?.pid ?? 0;
  };
  return until(look, (pid) => pid > 0);
}

const indexes = async () => {
  const { rows } = await bank.client.query<{ index: string; valid: boolean }>(
    `select indexrelid::regclass::text as index, indisvalid as valid from pg_index where indrelid = 'one'::regclass order by 1`,
  );
  return rows;
};

const applied = async () => {
  const { rows } = await bank.client.query<{ name: string }>(
    'select name from public.migrations order by name',
  );
  return rows.map(({ name }) => name);
};

test('clients read and write a table while a migration waits for a long report on it, and the migration is done after the report', async () => {
  await report.query('begin');
  await report.query('select * from one');
  await bank.write('0002_two.sql', 'alter table one add column two int');
  const migrated = start();
  await bank.client.query(`set lock_timeout = '3s'`);
  // Each behind another try of the migration.
  for (let call = 0; call < 3; call += 1) {
    await waitingMigration();
    await bank.client.query('update one set id = id where id = $1', [call]);
  }
  await report.query('commit');
  expect(await migrated).toEqual(['0002_two.sql']);
});

test('a migration that never gets its lock is given up, names the transaction in its way, and changes nothing', async () => {
  await report.query('begin');
  await report.query('select * from one');
  await bank.write('0002_two.sql', 'create table two (); alter table one add column two int');
  await expect(start(0)).rejects.toThrow(
    /^migration 0002_two\.sql did not get its locks within 1 minutes \(canceling statement due to lock timeout\)\. The oldest transaction is that of process \d+ \(nightly report\), since /,
  );
  await report.query('commit');
  const { rows } = await bank.client.query(`select to_regclass('two') as two`);
  expect(rows).toEqual([{ two: null }]);
  expect(await start()).toEqual(['0002_two.sql']);
});

const concurrently = '-- transaction: none\ncreate index concurrently one_id on one (id);\n';

test('an index is built while clients write, and two servers that start together build it once', async () => {
  await report.query('begin');
  await report.query('insert into one values (101)');
  await bank.write('0002_index.sql', concurrently);
  const migrated = Promise.all([start(), start()]);
  await waitingMigration();
  await bank.client.query('insert into one values (102)');
  await report.query('commit');
  expect((await migrated).flat()).toEqual(['0002_index.sql']);
  expect(await indexes()).toEqual([{ index: 'one_id', valid: true }]);
});

test('an index whose build was interrupted is dropped at the next start and built again', async () => {
  await report.query('begin');
  await report.query('insert into one values (101)');
  await bank.write('0002_index.sql', concurrently);
  const migrated = start();
  const pid = await waitingMigration();
  await bank.client.query('select pg_terminate_backend($1)', [pid]);
  await expect(migrated).rejects.toThrow();
  expect(await indexes()).toEqual([{ index: 'one_id', valid: false }]);
  expect(await applied()).toEqual(['0001_one.sql']);
  await report.query('commit');

  expect(await start()).toEqual(['0002_index.sql']);
  expect(await indexes()).toEqual([{ index: 'one_id', valid: true }]);
});

test('an index that was built but not recorded is kept, and what follows it is done', async () => {
  await bank.client.query('create index one_id on one (id)');
  await bank.write('0002_index.sql', `${concurrently}create index concurrently one_twice on one ((2 * id));`);
  expect(await start()).toEqual(['0002_index.sql']);
  expect(await indexes()).toEqual([
    { index: 'one_id', valid: true },
    { index: 'one_twice', valid: true },
  ]);
});

test('a unique index that the rows do not allow fails with its migration’s name and leaves no index', async () => {
  await bank.client.query('insert into one values (1)');
  await bank.write('0002_index.sql', concurrently.replace('create', 'create unique'));
  await expect(start()).rejects.toThrow('migration 0002_index.sql failed: could not create unique index');
  expect(await indexes()).toEqual([]);
  await bank.client.query('delete from one where id = 1');
  expect(await start()).toEqual(['0002_index.sql']);
  expect(await indexes()).toEqual([{ index: 'one_id', valid: true }]);
});

test('an index is dropped without a transaction too, whether or not it is still there', async () => {
  await bank.client.query('create index one_id on one (id)');
  await bank.write(
    '0002_drop.sql',
    '-- transaction: none\ndrop index concurrently one_id;\ndrop index concurrently gone',
  );
  expect(await start()).toEqual(['0002_drop.sql']);
  expect(await indexes()).toEqual([]);
});

test('a new database takes indexes that are built concurrently in its one transaction', async () => {
  await bank.client.query('drop table public.migrations, one');
  await bank.write('0002_index.sql', concurrently);
  await bank.write('0003_three.sql', 'select 1 / 0');
  await expect(start()).rejects.toThrow('migration 0003_three.sql failed: division by zero');
  expect(await applied()).toEqual([]);
  await bank.write('0003_three.sql', 'create table three ()');
  expect(await start()).toEqual(['0001_one.sql', '0002_index.sql', '0003_three.sql']);
  expect(await indexes()).toEqual([{ index: 'one_id', valid: true }]);
});

test.each([
  ['another statement', 'create index concurrently one_id on one (id); update one set id = 1'],
  ['an index without a name', 'create index concurrently on one (id)'],
  [
    'an index that is skipped if an invalid one is there',
    'create index concurrently if not exists one_id on one (id)',
  ],
])('%s is refused outside a transaction, before anything is done', async (_, text) => {
  await bank.write('0002_index.sql', `-- transaction: none\n${text}`);
  await expect(start()).rejects.toThrow('may only create or drop named indexes concurrently, not: ');
  expect(await indexes()).toEqual([]);
});
