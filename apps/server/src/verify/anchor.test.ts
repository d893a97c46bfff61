/** The anchor: `verify` and a server notice that their database was restored and lacks the newest hours, and leave the anchor unchanged. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '@calmly/platform/audit.ts';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { bankAccount, post } from '@calmly/products/ledger/server/index.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { transferOf } from '../../test/support/clients/ledger.ts';
import {
  createTestDatabase,
  execute,
  type TestDatabase,
  urlOfDatabase,
} from '../../test/support/database.ts';
import { runHere } from '../../test/support/processes/commands.ts';
import { temporaryDirectory } from '../../test/support/processes/process.ts';
import { runVerify } from '../run-verify.ts';
import { keepAnchor, moveAnchor } from './anchor.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let file: string;
beforeAll(async () => {
  directory = await temporaryDirectory();
  file = join(directory.path, 'anchor.json');
});
afterAll(() => directory.remove());

async function move(database: Database, amountMinor: bigint) {
  const { sql } = database;
  const [nostro, fees] = [await bankAccount(sql, 'nostro', 'EUR'), await bankAccount(sql, 'fees', 'EUR')];
  await post(sql, [transferOf(nostro, fees, amountMinor)]);
  const actor = { kind: 'system', name: 'test' } as const;
  await database.inTransaction((open) =>
    audit({ sql: open, now: new Date(), newId, actor }, { action: 'test.moved' }),
  );
}

/** A transfer of a trade, whose id is above all that begin with a time. */
async function trade({ sql }: Database) {
  const [nostro, fees] = [await bankAccount(sql, 'nostro', 'EUR'), await bankAccount(sql, 'fees', 'EUR')];
  await post(sql, [transferOf(nostro, fees, 1n, { id: '7ade0001-0000-8000-8000-000000010001' })]);
}

/** A bank a few hours old, and a backup of its database from in between. */
async function withBackup(run: (now: TestDatabase, backup: TestDatabase) => Promise<void>) {
  const now = await createTestDatabase();
  await move(now.database, 100n);
  await trade(now.database);
  const backup = await copyOf(now.url);
  await move(now.database, 200n);
  try {
    await run(now, backup);
  } finally {
    await now.close();
    await backup.close();
    await rm(file, { force: true });
  }
}

async function copyOf(url: string): Promise<TestDatabase> {
  const [name, copy] = [new URL(url).pathname.slice(1), `copy_${newId().replaceAll('-', '')}`];
  const clusterUrl = inject('clusterUrl');
  await execute(
    clusterUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await execute(clusterUrl, `create database ${copy} template ${name} strategy file_copy`);
  const database = openDatabase(urlOfDatabase(clusterUrl, copy), { poolSize: 2 });
  const close = async () => {
    await database.close();
    await execute(clusterUrl, `drop database ${copy} with (force)`);
  };
  return { url: urlOfDatabase(clusterUrl, copy), database, close };
}

const verify = (url: string) => runHere(runVerify, [], { DATABASE_URL: url, ANCHOR_FILE: file });
const line = 'the database has all that its anchor says it had';

test('verify finds a database that lacks the newest hours, each time, until the anchor is deleted', async () => {
  await withBackup(async (now, backup) => {
    expect((await verify(now.url)).out).toContain(`ok      ${line}\n          first written now: ${file}`);
    // Control: the bank itself continues.
    await move(now.database, 300n);
    expect(await verify(now.url)).toMatchObject({ code: 0, error: '' });

    for (const _ of [1, 2]) {
      const restored = await verify(backup.url);
      expect(restored.code).toBe(1);
      expect(restored.out).toContain(`WRONG   ${line}\n          older than the anchor of `);
      for (const lost of [
        /the transfer [0-9a-f-]{36} is missing/,
        /the bank’s account [0-9a-f-]{36} has 2 entries, it had 4/,
        /the entry [0-9a-f-]{36} of the audit log is missing/,
        /there are 4 entries, there were 8/,
      ])
        expect(restored.out).toMatch(lost);
    }
    await rm(file);
    expect(await verify(backup.url)).toMatchObject({ code: 0, error: '' });
  });
});

test('a server updates the anchor while it runs; on an older database it leaves it and reports this', async () => {
  await withBackup(async (now, backup) => {
    const lines: string[] = [];
    const log = pino({}, { write: (text: string) => void lines.push(text) });
    const stop = await keepAnchor(now.database.sql, { file, log });
    const first = await readFile(file, 'utf8');
    await move(now.database, 300n);
    await stop();
    const last = await readFile(file, 'utf8');
    expect(last).not.toBe(first);
    expect(lines).toEqual([]);

    await (await keepAnchor(backup.database.sql, { file, log }))();
    expect(lines.join('')).toContain('the database is older than its anchor');
    expect(await readFile(file, 'utf8')).toBe(last);
  });
});

test.each([
  ['{"at": 1', 'is not an anchor'],
  ['', 'is empty'],
])('a file that is no anchor is a fault, with advice, and stays: %s', async (content, fault) => {
  await withBackup(async (now) => {
    await writeFile(file, content);
    const { faults } = await moveAnchor(now.database.sql, file);
    expect(faults).toEqual([
      `${file} ${fault}, so nothing says how far the database went: check that it has its newest payments, then delete the file, and the next verify writes it anew`,
    ]);
    expect(await readFile(file, 'utf8')).toBe(content);
  });
});

test('writers with the same process id do not interfere with each other, and leave no drafts', async () => {
  await withBackup(async ({ database: { sql } }) => {
    const moved = await Promise.all(Array.from({ length: 20 }, () => moveAnchor(sql, file)));
    expect(moved.flatMap(({ faults }) => faults)).toEqual([]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('books');
    expect(await readdir(directory.path)).toEqual(['anchor.json']);
  });
});
