/**
 * `npm run restore`: to the end of the archived log and to a time, into a new directory and in place of a database; and everything that it refuses.
 * Controls: a missing and a damaged segment of the log, a changed byte of the backup and a wrong key are noticed before anything is started.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups, writeManifest } from '@calmly/platform/postgres/backup/backup-manifest.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BackedUpBank, startBackedUpBank, transfersIn } from '../../test/support/backups/bank.ts';
import { until } from '../../test/support/processes/process.ts';

let bank: BackedUpBank;
/** A transfer in each of five segments, and the moment between the first two. */
const moved: string[] = [];
const segments: string[] = [];
let moment: string;
beforeAll(async () => {
  bank = await startBackedUpBank();
  moved.push(await bank.move());
  expect((await bank.backup()).code).toBe(0);
  for (let count = 0; count < 4; count += 1) {
    moved.push(await bank.move());
    segments.push(await bank.archive());
    if (count === 0) moment = String(await bank.ask("select to_json(clock_timestamp())#>>'{}'"));
  }
}, 120_000);
const target = () => join(bank.directory, 'new');
afterEach(() => rm(target(), { recursive: true, force: true }));
afterAll(() => bank.close());

const restore = (to: string, ...more: string[]) =>
  bank.restore(['--to', to, '--data-dir', target(), ...more]);
/** Nothing that looks like a database, nor a part of one. */
const nothingThere = async () =>
  expect((await readdir(target()).catch(() => [])).filter((name) => name.startsWith('postgres'))).toEqual([]);

/** Runs with a file of the archive or backup changed, then puts it back. */
async function withChanged(file: string, change: () => Promise<unknown>, run: () => Promise<void>) {
  await cp(file, `${file}.kept`);
  await change();
  try {
    await run();
  } finally {
    await rename(`${file}.kept`, file);
  }
}
const archived = (index: number) => join(bank.wal, `${segments[index]}.gz`);

test('a backup and the whole archived log become a database with all transfers, which verify finds correct', async () => {
  const { code, out, error } = await restore('latest');
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toContain('The books are correct.');
  expect(out).toContain('ok      the secret key opens the sealed secrets');
  expect(out).toContain(`The archived log ends with the segment ${segments.at(-1)}.`);
  expect([...(await transfersIn(target()))].sort()).toEqual([...moved].sort());
});

test('a database restored to a time has what was committed before it and nothing later, and the answer names its last transaction', async () => {
  const { code, out } = await restore(moment);
  expect(code).toBe(0);
  expect([...(await transfersIn(target()))].sort()).toEqual(moved.slice(0, 2).sort());
  const [, last = ''] =
    /The last transaction in it is of (\S+)\. What was committed after (\S+) is not/.exec(out) ?? [];
  expect(Date.parse(last)).toBeLessThanOrEqual(Date.parse(moment));
});

describe('a segment that is missing', () => {
  test('between others is named, and nothing is started; a time before it can still be restored', async () => {
    await withChanged(
      archived(2),
      () => rm(archived(2)),
      async () => {
        const latest = await restore('latest');
        expect(latest).toMatchObject({
          code: 1,
          error: expect.stringContaining(`The archived log has a gap: ${segments[2]} is missing`),
        });
        await nothingThere();
        expect((await restore(moment)).code).toBe(0);
        expect((await transfersIn(target())).size).toBe(2);
      },
    );
  });

  test('before the wanted time is named, with the last transaction before it', async () => {
    const now = new Date().toISOString();
    await withChanged(
      archived(2),
      () => rm(archived(2)),
      async () => {
        const { code, error } = await restore(now);
        expect(code).toBe(1);
        expect(error).toMatch(
          /The archived log ends before that time, after the transaction of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\+00: the segment/,
        );
        expect(error).toContain(`the segment ${segments[2]} is missing. Nothing was started.`);
        await nothingThere();
      },
    );
  });
});

test('a segment that is damaged is named, and nothing is started', async () => {
  const { size } = await stat(archived(1));
  await withChanged(
    archived(1),
    () => truncate(archived(1), size - 10),
    async () => {
      expect(await restore('latest')).toMatchObject({
        code: 1,
        error: `The archived log is damaged: ${segments[1]} cannot be read. Nothing was started.\n`,
      });
      await nothingThere();
    },
  );
});

test('a backup with a changed byte is not restored', async () => {
  const [backup] = (await listBackups(bank.backups)).whole;
  const file = join(backup?.directory ?? '', 'base.tar.gz');
  const change = async () => {
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 4;
    await writeFile(file, bytes);
  };
  await withChanged(file, change, async () => {
    const { code, error } = await restore('latest');
    expect(code).toBe(1);
    expect(error).toContain('is damaged: base.tar.gz');
    await nothingThere();
  });
});

test('another secret key is refused, and a lost one is accepted on request', async () => {
  const other = { SECRET_KEY: Buffer.alloc(32, 'another').toString('base64') };
  const parameters = ['--to', 'latest', '--data-dir', target()];
  const { code, error } = await bank.restore(parameters, other);
  expect(code).toBe(1);
  expect(error).toMatch(
    /^The secret key [0-9a-f]{8} is not the one of the backup: its secrets are sealed with the key [0-9a-f]{8}\./,
  );
  await nothingThere();
  const none = await bank.restore(parameters, { DATA_DIR: join(bank.directory, 'lost') });
  expect(none.error).toContain('There is no secret key in');
  const lost = await bank.restore([...parameters, '--without-key'], {
    DATA_DIR: join(bank.directory, 'lost'),
  });
  expect(lost).toMatchObject({ code: 0, error: '' });
});

test.each([
  ['a time before the oldest backup', '2020-01-01T00:00:00Z', 'An earlier time cannot be restored.'],
  ['a time in the future', '2999-01-01T00:00:00Z', '2999-01-01T00:00:00.000Z is in the future.'],
])('%s is refused', async (_, time, sentence) => {
  expect(await restore(time)).toMatchObject({ code: 1, error: expect.stringContaining(sentence) });
});

test.each([
  [['--to', 'yesterday'], '--to takes "latest" or a time with its zone'],
  [['--to', '2026-11-30T10:00:00'], '--to takes "latest" or a time with its zone'],
  [['--to', '2026-13-30T10:00:00Z'], '--to takes "latest" or a time with its zone'],
  [[], 'Say to which time with --to.'],
])('npm run restore %j is not understood', async (parameters, sentence) => {
  const { code, error } = await bank.restore(parameters);
  expect(code).toBe(2);
  expect(error).toContain(sentence);
});

test('a backup of another PostgreSQL or of a newer Calmly is refused', async () => {
  const [backup] = (await listBackups(bank.backups)).whole;
  if (!backup) throw new Error('there is no backup');
  const cases = [
    [{ postgres: 14 }, 'PostgreSQL 14, which wrote the data, was not found'],
    [
      { schema: '9999_later.sql', serves: '9999' },
      'The backup is of a newer version of Calmly (migration 9999_later.sql).',
    ],
  ] as const;
  for (const [change, sentence] of cases) {
    await writeManifest(backup.directory, { ...backup.manifest, ...change });
    expect(await restore('latest')).toMatchObject({ code: 1, error: expect.stringContaining(sentence) });
    await nothingThere();
  }
  await writeManifest(backup.directory, backup.manifest);
});

test('a second restore into a directory is refused while the first one runs', async () => {
  await mkdir(target());
  const other = spawn('sleep', ['600']);
  try {
    await writeFile(join(target(), 'restore.lock'), String(other.pid));
    expect((await restore('latest')).error).toContain(`is running (process ${other.pid}).`);
  } finally {
    other.kill('SIGKILL');
  }
});

test('a restore that was killed leaves no database, and the next one removes what it left', async () => {
  const parameters = ['apps/server/src/backup/restore.ts', '--to', 'latest', '--data-dir', target()];
  const child = spawn(process.execPath, parameters, {
    env: { ...process.env, ...bank.env },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const half = async () => {
    const names = await readdir(target()).catch(() => []);
    return names.find((name) => name.startsWith('postgres.new-'));
  };
  // When its PostgreSQL has begun, which outlives it.
  await until(
    async () => existsSync(join(target(), (await half()) ?? '', 'postmaster.pid')) || child.exitCode !== null,
  );
  child.kill('SIGKILL');
  await ended;
  const left = join(target(), (await half()) ?? 'none');
  expect(await readdir(target())).not.toContain('postgres');
  expect(await restore('latest')).toMatchObject({ code: 0, error: '' });
  expect(existsSync(left)).toBe(false);
  expect((await readdir(target())).sort()).toEqual(['postgres']);
});

test('a directory with other files is left alone', async () => {
  await mkdir(target());
  await writeFile(join(target(), 'letters.txt'), 'mine');
  expect((await restore('latest')).error).toContain('is not empty: it holds letters.txt.');
  expect(await readdir(target())).toEqual(['letters.txt']);
});

test('an anchor that knows more is quoted, and goes along', async () => {
  const anchor = join(bank.data, 'anchor.json');
  const books = { newestTransfers: [moved.at(-1)], entries: {} };
  await writeFile(
    anchor,
    JSON.stringify({ at: new Date().toISOString(), books, newestTransaction: null, newestAudit: null }),
  );
  const early = await restore(moment);
  expect(early).toMatchObject({ code: 0, error: '' });
  expect(early.out).toContain('It lacks what its anchor records:');
  expect(early.out).toContain(`the transfer ${moved.at(-1)} is missing`);
  expect(await readFile(join(target(), 'anchor.json'), 'utf8')).toBe(await readFile(anchor, 'utf8'));
  await rm(target(), { recursive: true });
  const latest = await restore('latest');
  expect(latest.out).toContain('It has everything that its anchor records.');
  await rm(anchor);
});

test('a database in use is not replaced; a stopped one is on request, with what it had not archived, and is kept', async () => {
  const replace = () => bank.restore(['--to', 'latest', '--replace']);
  expect((await replace()).error).toBe(`The database in ${bank.data} is in use. Stop its server first.\n`);
  const unarchived = await bank.move();
  await bank.crash();
  // Control: the archive alone does not have it.
  expect((await restore('latest')).code).toBe(0);
  expect((await transfersIn(target())).has(unarchived)).toBe(false);
  await rm(target(), { recursive: true });
  expect((await bank.restore(['--to', 'latest'])).error).toContain(`${bank.data} holds a database.`);

  const { code, out } = await replace();
  expect(code).toBe(0);
  const [, aside = ''] = /The replaced database is kept in (\S+)\.\n/.exec(out) ?? [];
  expect(await readFile(join(aside, 'PG_VERSION'), 'utf8')).toBe('18\n');

  // A new timeline, whose history is archived, so that later restores find their way.
  await bank.start();
  const after = await bank.move();
  expect((await bank.archive()).startsWith('00000002')).toBe(true);
  expect(await readdir(bank.wal)).toContain('00000002.history.gz');
  const again = await restore('latest');
  expect(again).toMatchObject({ code: 0, error: '' });
  const found = await transfersIn(target());
  for (const id of [...moved, unarchived, after]) expect(found.has(id)).toBe(true);
});

test('a restored copy and a command without BACKUP_DIR archive where the bank does, or nowhere', async () => {
  await bank.stop();
  const as = async (walDirectory: string | null | undefined) => {
    const postgres = await startEmbeddedPostgres({ dataDirectory: bank.data, walDirectory });
    await postgres.stop();
    return readFile(join(bank.data, 'postgres/calmly.archive'), 'utf8').catch(() => 'none');
  };
  expect(await as(undefined)).toBe(`${bank.wal}\n`);
  expect(await as(null)).toBe('none');
  expect(await as(undefined)).toBe('none');
  expect(await as(bank.wal)).toBe(`${bank.wal}\n`);
  await bank.start();
  expect((await restore('latest')).code).toBe(0);
  expect(await readdir(join(target(), 'postgres'))).not.toContain('calmly.archive');
});

test('settings of an earlier recovery do not end this one', async () => {
  await bank.ask("alter system set recovery_target_time = '2020-01-01 00:00:00+00'");
  await bank.ask("alter system set recovery_end_command = 'false'");
  expect((await bank.backup()).code).toBe(0);
  const id = await bank.move();
  await bank.archive();
  expect(await restore('latest')).toMatchObject({ code: 0, error: '' });
  expect((await transfersIn(target())).has(id)).toBe(true);
  await bank.ask('alter system reset all');
});

test('a backup of an older version of Calmly is restored without verify, and does not count as verified', async () => {
  await bank.ask('delete from public.migrations where name = (select max(name) from public.migrations)');
  expect((await bank.backup()).code).toBe(0);
  const { code, out } = await restore('latest');
  expect(code).toBe(0);
  expect(out).toContain('It is of an older version of Calmly: start the server, which migrates it');
  expect(out).not.toContain('verify found');
  expect((await bank.backup(['--verify'])).error).toContain('is of an older version of Calmly');
});
