/** `npm run backup`: what is whole, what is not, and what is deleted. Control: a changed byte, a half backup and a wrong manifest are noticed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type BackedUpBank,
  bankKey,
  startBackedUpBank,
  transfersIn,
} from '../../test/support/backups/bank.ts';
import { temporaryDirectory, until } from '../../test/support/processes/process.ts';

let bank: BackedUpBank;
beforeAll(async () => {
  bank = await startBackedUpBank();
});
afterEach(() => rm(join(bank.backups, 'base'), { recursive: true, force: true }));
afterAll(() => bank.close());

const bases = () => join(bank.backups, 'base');

async function namesOfBackups(): Promise<string[]> {
  return (await bank.backup(['--list'])).out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ')[0] ?? '');
}

/** Not at a page's beginning: by a position there, PostgreSQL would take the page for one written during the backup. */
async function flipByte(file: string): Promise<void> {
  const place = Math.floor((await stat(file)).size / 2) + 100;
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, place);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await handle.write(byte, 0, 1, place);
  await handle.close();
}

test('a backup says what it holds and which key a restore needs, and does not hold that key', async () => {
  const { code, out, error } = await bank.backup();
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(
    /Its files were read back and compared\.\nThe secret key is not in it\. A restore needs the key [0-9a-f]{8}\.\n$/,
  );
  const [name = ''] = await namesOfBackups();
  const files = await readdir(join(bases(), name));
  expect(files.sort()).toEqual(['backup_manifest.gz', 'base.tar.gz', 'manifest.json']);
  const manifest = JSON.parse(await readFile(join(bases(), name, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({
    kind: 'embedded',
    postgres: 18,
    timeline: 1,
    secretKeys: [expect.stringMatching(/^[0-9a-f]{8}$/)],
  });
  const tar = gunzipSync(await readFile(join(bases(), name, 'base.tar.gz')));
  expect(tar.includes('base/1/')).toBe(true);
  expect(tar.includes(bankKey)).toBe(false);
});

test('a backup with a changed byte is not verified, and the failure names its file', async () => {
  await bank.backup();
  const [name = ''] = await namesOfBackups();
  await flipByte(join(bases(), name, 'base.tar.gz'));
  const { code, error } = await bank.backup(['--verify']);
  expect(code).toBe(1);
  expect(error).toContain(`${name} is damaged: base.tar.gz: `);
  expect(await readdir(bank.backups)).toEqual(['base', 'wal']);
  await flipByte(join(bases(), name, 'base.tar.gz'));
  expect((await bank.backup(['--verify'])).code).toBe(0);
  expect((await bank.backup(['--list'])).out).toContain('  verified 20');

  await flipByte(join(bases(), name, 'manifest.json'));
  expect(await bank.backup(['--verify'])).toMatchObject({
    code: 1,
    error: `There is no backup in ${bank.backups}.\n`,
  });
  expect((await bank.backup(['--list'])).error).toContain('is no backup: its manifest.json is damaged');
});

test('a backup with other bytes than its manifest says is not verified', async () => {
  await bank.backup();
  const [name = ''] = await namesOfBackups();
  const list = join(bases(), name, 'backup_manifest.gz');
  const bytes = await readFile(list);
  // The ninth byte of a gzip file says how it was compressed; the content is the same.
  bytes[8] = (bytes[8] ?? 0) ^ 2;
  await writeFile(list, bytes);
  const { code, error } = await bank.backup(['--verify']);
  expect(code).toBe(1);
  expect(error).toContain(`${name} is damaged: backup_manifest.gz: its bytes have changed.`);
});

test('a backup that was killed is never taken for whole, and the next one removes it', async () => {
  const child = spawn(process.execPath, ['apps/server/src/backup/backup.ts'], {
    env: { ...process.env, ...bank.env },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const half = async () => (await readdir(bases()).catch(() => [])).find((name) => name.startsWith('.new-'));
  await until(async () => (await half()) !== undefined || child.exitCode !== null);
  child.kill('SIGKILL');
  await ended;
  expect(await half()).toBeDefined();
  expect(await namesOfBackups()).toEqual([]);
  expect((await bank.backup(['--verify'])).error).toBe(`There is no backup in ${bank.backups}.\n`);

  // The killed one's session may still hold the lock.
  await until(async () => (await bank.backup()).code === 0);
  expect(await half()).toBeUndefined();
  expect(await namesOfBackups()).toHaveLength(1);
});

test('a database with a damaged page is not backed up', async () => {
  await bank.ask('create table public.damaged as select generate_series(1, 1000) as figure');
  await bank.ask('checkpoint');
  const file = join(bank.data, 'postgres', String(await bank.ask("select pg_relation_filepath('damaged')")));
  await flipByte(file);
  const { code, error } = await bank.backup();
  expect(code).toBe(1);
  expect(error).toBe(
    'The database does not send a base backup: checksum verification failure during base backup.\n',
  );
  expect(await namesOfBackups()).toEqual([]);
  await bank.ask('drop table public.damaged');
  expect((await bank.backup()).code).toBe(0);
});

test('two backups of one database are not made at once', async () => {
  const client = new pg.Client({ connectionString: bank.url() });
  await client.connect();
  await client.query('select pg_advisory_lock(4207002)');
  expect(await bank.backup()).toMatchObject({
    code: 1,
    error: 'Another backup of this database is running.\n',
  });
  await client.end();
});

test('old backups and the log before them are deleted, and the last one before the days that are kept stays', async () => {
  for (let count = 0; count < 3; count += 1) {
    await bank.backup();
    await bank.move();
    await bank.archive();
  }
  const before = await readdir(bank.wal);
  const names = await namesOfBackups();
  expect(names).toHaveLength(3);
  expect((await bank.backup(['--keep', '30d'])).out).toContain('Deleted: 0 older backups');
  const id = await bank.move();
  await bank.archive();
  expect((await bank.backup(['--keep', '2'])).out).toContain('Deleted: 3 older backups');
  const kept = await namesOfBackups();
  expect(kept).toHaveLength(2);
  const after = await readdir(bank.wal);
  expect(after.length).toBeLessThan(before.length);
  // What remains of the log suffices, also for the older one.
  const target = join(bank.directory, 'oldest');
  const restored = await bank.restore(['--to', 'latest', '--data-dir', target, '--backup', kept[0] ?? '']);
  expect(restored).toMatchObject({ code: 0, error: '' });
  expect((await transfersIn(target)).has(id)).toBe(true);
  await rm(target, { recursive: true });
});

test('the directory of another database is refused, by the command and at the start of a server', async () => {
  await bank.backup();
  const other = await temporaryDirectory();
  try {
    const postgres = await startEmbeddedPostgres({ dataDirectory: other.path });
    await postgres.stop();
    const refused = await bank.backup([], { DATA_DIR: other.path, BACKUP_DIR: '', SECRET_KEY: bankKey });
    expect(refused).toMatchObject({
      code: 2,
      error: expect.stringContaining('Say where to with --to, or set BACKUP_DIR.'),
    });
    expect(
      await bank.backup(['--to', bank.backups], {
        DATA_DIR: other.path,
        BACKUP_DIR: '',
        SECRET_KEY: bankKey,
      }),
    ).toMatchObject({
      code: 1,
      error: `${bank.backups} holds backups of another database. Give each database a directory of its own.\n`,
    });
    await expect(
      startEmbeddedPostgres({ dataDirectory: other.path, walDirectory: bank.wal }),
    ).rejects.toThrow('holds the log of another database');
  } finally {
    await other.remove();
  }
});

test.each([
  [['--keep', '0'], '--keep takes a number of backups such as 7, or days such as 14d.'],
  [['--keep', 'week'], '--keep takes'],
  [['here'], 'Unexpected argument: here.'],
  [['--all'], "Unknown option '--all'"],
])('npm run backup %j is not understood', async (parameters, sentence) => {
  const { code, error } = await bank.backup(parameters);
  expect(code).toBe(2);
  expect(error).toContain(sentence);
});

test('a database given by DATABASE_URL is backed up and verified, by a role that may replicate', async () => {
  await bank.ask('create role plain login');
  const address = new URL(bank.url());
  address.username = 'plain';
  const server = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: bankKey });
  const refused = await bank.backup([], server(address.href));
  expect(refused.code).toBe(1);
  expect(refused.error).toMatch(
    /^The database does not send a base backup: .+ Its user needs REPLICATION, and pg_hba\.conf a line for "replication"\.\n$/,
  );

  await bank.ask('alter role plain replication');
  expect(await bank.backup([], server(address.href))).toMatchObject({ code: 0, error: '' });
  const verified = await bank.backup(['--verify'], server(bank.url()));
  expect(verified).toMatchObject({ code: 0, error: '' });
  const target = join(bank.directory, 'server');
  const restored = await bank.restore(['--to', 'latest', '--data-dir', target], server(bank.url()));
  expect(restored).toMatchObject({ code: 0, error: '' });
  expect(restored.out).toContain(`${join(target, 'postgres')} is a data directory of PostgreSQL`);
  expect(await readdir(join(target, 'postgres'))).not.toContain('calmly.restore.conf');
});

test('a backup directory that cannot be written is one line', async () => {
  const file = join(bank.directory, 'file');
  await writeFile(file, '');
  const { code, error } = await bank.backup(['--to', file]);
  expect(code).toBe(1);
  expect(error).toMatch(/^The backup directory \S+file cannot be used: it is not a directory \(\w+\)\.\n$/);
});
