/**
 * `npm run verify` and `npm run ops` as staff run them: on the data directory of a server, while it runs and after it has stopped. The
 * modules test the effect of each decision. Cases about wording run inside this process; each exit code is also tested with a real process.
 */
import { access, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testKeys } from '@calmly/platform/config/config.ts';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { bankAccount, post } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { at, transferOf } from '../test/support/clients/ledger.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { npmRun, runHere, runScript, runUnread } from '../test/support/processes/commands.ts';
import {
  postmasterOf,
  type ServerProcess,
  startServerProcess,
  temporaryDirectory,
  withoutSandbox,
} from '../test/support/processes/process.ts';
import { operate } from './ops/operate.ts';
import { runVerify } from './run-verify.ts';
import { checks } from './verify/checks.ts';

let directory: { path: string; remove: () => Promise<void> };
let server: ServerProcess;
let database: Database;
let fees: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  server = startServerProcess({ DATA_DIR: directory.path });
  await server.ready;
  const socket = encodeURIComponent(join(directory.path, 'postgres'));
  database = openDatabase(`postgres://calmly@localhost/postgres?host=${socket}`, { poolSize: 2 });
  // Not the nostro account, whose movements need an entry of the bank.
  const fx = await bankAccount(database.sql, 'fx', 'EUR');
  fees = await bankAccount(database.sql, 'fees', 'EUR');
  await post(database.sql, [transferOf(fx, fees, 100n), transferOf(fees, fx, 7n)]);
});
afterAll(async () => {
  await database.close();
  server.kill('SIGTERM');
  await server.ended;
  await directory.remove();
});

const here = () => ({ ...withoutSandbox(directory.path), DATA_DIR: directory.path });
const verify = (env: Record<string, string> = here(), ...parameters: string[]) =>
  runHere(runVerify, parameters, env);
const ops = (...parameters: string[]) => runHere(operate, parameters, here());
const id = '01932f6e-8a1c-7d40-9b52-3f0e6c1a7d21';
const dashes = ' Put two dashes before options: npm run ops <command> -- --option';
/** Lines of the ledger itself; one more for each check, and one for the secret key. */
const bookLines = 6;
const outcomes = (out: string) => [...out.matchAll(/^ {2}(ok|WRONG) /gm)].map(([, outcome]) => outcome);

/** Changes the books as a superuser who switches their guards off, and changes them back afterwards. */
async function tamperedWith<Result>(
  change: string,
  undo: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const unguarded = (statement: string) =>
    database.inTransaction(async (sql) => {
      await query`alter table ledger.entries disable trigger all`.execute(sql);
      await query.raw(statement).execute(sql);
      await query`alter table ledger.entries enable trigger all`.execute(sql);
    });
  await unguarded(change);
  try {
    return await work();
  } finally {
    await unguarded(undo);
  }
}

describe('npm run verify', () => {
  test('reports what it checked when the books are correct, beside a running server', async () => {
    const { code, out, error } = await npmRun('verify', [], here());
    expect([code, error]).toEqual([0, '']);
    expect(outcomes(out)).toEqual(Array(bookLines + checks.length + 1).fill('ok'));
    expect(out).toContain(`${join(directory.path, 'anchor.json')} of `);
    expect(out).toMatch(/^The books are correct\. \(\d+ accounts, 2 transfers, 4 entries, /m);
  });

  test('names the account and the transfer of a changed entry', async () => {
    const entry = `account_id = '${fees}' and seq = 2`;
    const { rows } = await query<{ transferId: string }>`
      select transfer_id as "transferId" from ledger.entries where ${query.raw(entry)}`.execute(database.sql);
    const { code, out, error } = await tamperedWith(
      `update ledger.entries set amount = amount + 1 where ${entry}`,
      `update ledger.entries set amount = amount - 1 where ${entry}`,
      verify,
    );
    expect([code, error]).toEqual([1, '']);
    expect(out).toContain('The books are WRONG.');
    expect(out).toContain(`WRONG   each account's balance is the sum of its entries\n          ${fees}\n`);
    expect(out).toContain(`WRONG   each transfer has two entries\n          ${at(rows, 0).transferId}\n`);
    expect(outcomes(out)).toEqual(['ok', ...Array(3).fill('WRONG'), ...Array(3 + checks.length).fill('ok')]);
  });

  test('says in one line why it cannot read the books', async () => {
    const { code, out, error } = await tamperedWith(
      'alter table ledger.entries rename column amount to sum',
      'alter table ledger.entries rename column sum to amount',
      verify,
    );
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(/^The books cannot be read: .*amount.* \(42703\)\.\n$/);
  });

  test('reports a lost secret key when the books are correct', async () => {
    const key = join(directory.path, 'secret.key');
    await query`insert into connections.keys (sealed) values ('\\x01deadbeef')`.execute(database.sql);
    await rename(key, `${key}.away`);
    const { code, out } = await verify();
    await rename(`${key}.away`, key);
    await query`delete from connections.keys`.execute(database.sql);
    expect(code).toBe(1);
    expect(out).toContain(
      'WRONG   the secret key opens the sealed secrets\n          The secret key of this',
    );
    expect(out).toContain('The books are correct. The secret key is WRONG.');
  });

  test('checks the database of DATABASE_URL, and says that it cannot check a key that it does not have', async () => {
    const external = await createTestDatabase();
    const { code, out } = await verify({ DATABASE_URL: external.url });
    await external.close();
    expect(code).toBe(0);
    // Skipped: the file rail, kept files, the anchor.
    expect(outcomes(out)).toEqual(Array(bookLines + checks.length - 5).fill('ok'));
    expect(out).toContain('says it had: ANCHOR_FILE is not set\n');
    expect(out).toContain('skipped the secret key opens the sealed secrets: SECRET_KEY is not set\n');
  });

  test('--help explains the command', async () => {
    const { code, out, error } = await verify({}, '--help');
    expect([code, error]).toEqual([0, '']);
    expect(out).toContain('no account is overdrawn without permission');
  });

  test('an unknown option prints the help and checks nothing', async () => {
    const { code, out, error } = await npmRun('verify', ['--loud'], here());
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain("Unknown option '--loud'.\n\nnpm run verify: checks the books");
  });

  test('says where it looked for a database, and creates none', async () => {
    const nowhere = join(directory.path, 'nowhere');
    const { code, out, error } = await verify({ DATA_DIR: nowhere });
    expect([code, out]).toEqual([1, '']);
    expect(error).toBe(
      `There is no Calmly database in ${nowhere}. Set DATA_DIR or DATABASE_URL to yours; "npm start" creates a new one.\n`,
    );
    await expect(access(nowhere)).rejects.toThrow('ENOENT');
  });

  test.each([
    [
      'is away',
      () => 'postgres://calmly:canary@localhost:1/calmly',
      'The database cannot be reached: nothing listens',
    ],
    [
      'has no books',
      () => inject('clusterUrl'),
      'This database has no books. Check DATABASE_URL and DATA_DIR.\n',
    ],
  ])('says in one line that a database %s', async (_, url, sentence) => {
    const { code, out, error } = await verify({ DATABASE_URL: url() });
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain(sentence);
    expect(error.trimEnd().split('\n')).toHaveLength(1);
    expect(error).not.toContain('canary');
  });
});

describe('npm run ops', () => {
  test('ends with 1 if it is refused', async () => {
    const { code, out, error } = await npmRun('ops', ['show', id], here());
    expect([code, out, error]).toEqual([1, '', `There is no open item with the id ${id}.\n`]);
  });

  test('without arguments lists the open items', async () => {
    expect(await npmRun('ops', [], here())).toEqual({ code: 0, out: 'No open items.\n', error: '' });
  });

  const all = 'Commands: list, show,';
  test.each([
    [['bless', id], 'There is no command bless.', all],
    [['--loud'], "Unknown option '--loud'.", all],
    [['approve'], 'The id is missing: <id>.', '  approve <id> --as <your name>'],
    [['show', 'payments'], 'payments is not an id.', '  show <id>'],
    [['list', 'payments'], `Unexpected argument: payments.${dashes}`, '  list\n'],
    // The arguments that npm passes on for `--as Maija` without the two dashes.
    [['reject', id, 'Maija'], `Unexpected argument: Maija.${dashes}`, '  reject <id>'],
    [['approve', id], 'Your name is missing: --as <your name>.', '  approve <id>'],
    [['reject', id, '--as', 'Maija'], 'The reason is missing: --reason <why>.', '  reject <id>'],
    [['documents', id], 'The directory is missing: --out <directory>.', '  documents <id>'],
    [['forget-sealed', '--as', 'Maija'], 'The id of the lost key is missing: --key <id>.', '  forget-sealed'],
    [['forget-sealed', '--as', 'Maija', '--key', 'all'], 'all is not the id of a key.', '  forget-sealed'],
  ])('%j is refused with the correct usage', async (parameters, sentence, usage) => {
    const { code, out, error } = await ops(...parameters);
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(`${sentence}\n\n${usage}`);
  });

  test.each([[['show', id]], [['approve', id, '--as', 'Maija']]])(
    '%j finds no such item',
    async (parameters) => {
      const error = `There is no open item with the id ${id}.\n`;
      expect(await ops(...parameters)).toEqual({ code: 1, out: '', error });
    },
  );

  test('a name is added to the watch list, listed and removed', async () => {
    const file = join(directory.path, 'names.csv');
    await writeFile(file, 'Ivan Ivanov;EU 2026/118\n');
    const staff = ['--as', 'Maija'];
    expect(await ops('watchlist', ...staff, '--file', file)).toMatchObject({ code: 0, error: '' });
    const list = await ops('watchlist');
    expect(list.out).toMatch(/ {2}Ivan Ivanov {2}EU 2026\/118 {2}.* {2}Maija\n1 name on the watch list\.\n$/);
    const [id = ''] = list.out.split(' ');
    expect(await ops('unlist', id, ...staff)).toEqual({
      code: 0,
      out: 'Ivan Ivanov is off the list.\n',
      error: '',
    });
  });

  test('--help explains one command', async () => {
    const { code, out } = await npmRun('ops', ['unlist', '--help']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^ {2}unlist <id> --as <your name>\n/)]);
  });

  test('says in one line that a file does not exist', async () => {
    const file = join(directory.path, 'nothing.csv');
    expect(await ops('watchlist', '--as', 'Maija', '--file', file)).toEqual({
      code: 1,
      out: '',
      error: `The file ${file} cannot be used: it does not exist (ENOENT).\n`,
    });
  });
});

describe('a shell that is not set up as the server is', () => {
  test.each([
    [{ BANK_NAME: 'Another Bank' }, 'BANK_NAME is not set, here Another Bank'],
    [{ PUBLIC_URL: 'https://other.example' }, 'PUBLIC_URL is not set, here https://other.example'],
    [{ RAIL_INBOX: '/elsewhere' }, /RAIL_INBOX is \/.*\/rail\/inbox, here \/elsewhere/],
  ])('decides nothing with %o', async (env, difference) => {
    const { code, out, error } = await runHere(operate, ['list'], { ...here(), ...env });
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(/^The server runs with other variables: /);
    expect(error).toMatch(difference);
    expect(error).toMatch(/Set those of the server\.\n$/);
  });

  test('learns which rail the server uses', async () => {
    const { error } = await runHere(operate, ['list'], { DATA_DIR: directory.path });
    expect(error).toMatch(/RAIL is files, here not set; .*; SANDBOX is off, here on\. Set/);
  });

  test('reads the books if only the chains are the same', async () => {
    expect((await verify({ DATA_DIR: directory.path })).code).toBe(0);
    const chain = { CHAIN_BITCOIN: 'esplora', CHAIN_BITCOIN_URL: 'http://127.0.0.1:9', SIGNER_SOCKET: '/x' };
    const { code, error } = await verify({ ...here(), ...chain, CRYPTO_BITCOIN_KEY: testKeys.bitcoin });
    expect(code).toBe(1);
    expect(error).toMatch(/^The server runs with other variables: CHAIN_BITCOIN_NETWORK is not set, here /);
  });

  test.each([
    [
      'newer',
      `insert into public.migrations (name, checksum) values ('9999_newer', '')`,
      /9999_newer.*does not know/,
    ],
    [
      'older',
      `delete from public.migrations where name = (select max(name) from public.migrations)`,
      /Start the server once/,
    ],
    [
      'another',
      `update public.migrations set checksum = '' where name like '0001%'`,
      /was changed after it was applied/,
    ],
  ])('with the code of another version refuses a database of a %s one', async (_, change, sentence) => {
    const { rows } = await query<{ name: string; checksum: string }>`select * from public.migrations`.execute(
      database.sql,
    );
    await query.raw(change).execute(database.sql);
    for (const result of [await ops('list'), await verify()]) {
      expect(result).toMatchObject({ code: 1, out: '' });
      expect(result.error).toMatch(sentence);
    }
    await query`delete from public.migrations`.execute(database.sql);
    await query`insert into public.migrations select * from jsonb_populate_recordset(null::public.migrations, ${JSON.stringify(rows)}::jsonb)`.execute(
      database.sql,
    );
    expect((await ops('list')).code).toBe(0);
  });
});

test('nothing that a key sealed is deleted while a server runs, from a shell without that key', async () => {
  const elsewhere = await temporaryDirectory();
  const socket = encodeURIComponent(join(directory.path, 'postgres'));
  const withoutKey = {
    ...here(),
    DATA_DIR: elsewhere.path,
    DATABASE_URL: `postgres://calmly@localhost/postgres?host=${socket}`,
  };
  const { keyId } = await countSealed();
  await query`insert into notifications.push_key (sealed) select proof from platform.sealing_key`.execute(
    database.sql,
  );
  const parameters = ['forget-sealed', '--as', 'Maija', '--key', keyId, '--count', '1'];
  expect(await runHere(operate, parameters, withoutKey)).toEqual({
    code: 1,
    out: '',
    error:
      'A server runs on this database, so its keys are not lost. Look for them there; to delete, stop it first.\n',
  });
  expect(await countSealed()).toEqual({ keyId, count: 1 });
  await elsewhere.remove();
});

/** The server's key, and the number of browser notification keys that it sealed. */
async function countSealed() {
  const { rows } = await query<{ keyId: string; count: number }>`
    select encode(id, 'hex') as "keyId", (select count(*)::int from notifications.push_key) as count
    from platform.sealing_key`.execute(database.sql);
  return at(rows, 0);
}

test('nothing is sealed with a key that only the shell of an operator has, whatever was run there before', async () => {
  const own = await readFile(join(directory.path, 'secret.key'), 'utf8');
  const fresh = Buffer.alloc(32, 'typed').toString('base64');
  const typed = { ...here(), SECRET_KEY: `${fresh},${own.trim()}` };
  expect(await runHere(operate, ['list'], typed)).toMatchObject({ code: 0, error: '' });
  const before = await countSealed();
  expect(await runHere(operate, ['reseal', '--as', 'Maija'], typed)).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringMatching(/^No server has started with this key yet \(key id [0-9a-f]{8}\)\. /),
  });
  expect(await countSealed()).toEqual(before);
  // Control: with the server's key, the command runs.
  expect(await ops('reseal', '--as', 'Maija')).toEqual({
    code: 0,
    out: 'Nothing is sealed with an older key.\n',
    error: '',
  });
});

test('both commands work on a stopped server, and leave its database stopped', async () => {
  server.kill('SIGTERM');
  await server.ended;
  const verified = await runScript('apps/server/src/verify.ts', [], here());
  expect([verified.code, verified.error]).toEqual([0, '']);
  expect(verified.out).toContain('The books are correct.');
  expect(await runScript('scripts/ops.mjs', [], here())).toMatchObject({ code: 0, out: 'No open items.\n' });
  expect(await postmasterOf(directory.path)).toBeUndefined();
});

test('a command whose reader has gone, as in `npm run ops | head`, ends quietly', async () => {
  expect(await runUnread('scripts/ops.mjs', ['help'])).toEqual({ code: 0, out: '', error: '' });
});

test('values sealed with a lost key are deleted once they are counted and the number is confirmed', async () => {
  const withoutKey = { ...here(), SECRET_KEY: Buffer.alloc(32, 'another').toString('base64') };
  const { error } = await runHere(operate, ['list'], withoutKey);
  const [, keyId = ''] =
    error.match(/^The secret key of this database is missing \(key id ([0-9a-f]{8})\)\. /) ?? [];
  const forget = (...count: string[]) =>
    runHere(operate, ['forget-sealed', '--as', 'Maija', '--key', keyId, ...count], withoutKey);

  expect(await forget()).toEqual({
    code: 0,
    out: 'Would be deleted: keys of browser notifications (1).\nNothing was deleted. This cannot be undone: add --count 1 to do it.\n',
    error: '',
  });
  expect(await forget('--count', '2')).toEqual({
    code: 1,
    out: '',
    error: 'The number of values sealed with these keys is 1, not 2: nothing was deleted.\n',
  });
  expect((await forget('--count', '1')).out).toBe('Deleted: keys of browser notifications (1).\n');
  expect(await runHere(operate, ['list'], withoutKey)).toMatchObject({ code: 0, error: '' });
});
