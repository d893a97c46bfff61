/**
 * S6: a bank is restored to noted moments from backups that were made and a log that was archived while payments ran. What was acknowledged before a
 * moment is there, what was sent after it is not, and `verify` finds nothing wrong. CALMLY_RESTORES=20 restores twenty moments.
 *
 * Controls: the same comparison finds a moment that was restored too early and one too late; a missing segment of the log, a changed byte and a half
 * backup are in `src/backup/backup.test.ts`.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { runBackup } from '../../src/backup/run-backup.ts';
import { runRestore } from '../../src/backup/run-restore.ts';
import { createCall, type TestApp } from '../support/app.ts';
import { record } from '../support/campaign.ts';
import { at } from '../support/clients/ledger.ts';
import { addPayee, createPayer, openAnotherAccount } from '../support/clients/payments.ts';
import { runHere } from '../support/processes/commands.ts';
import { sandbox, startServerProcess, temporaryDirectory, until } from '../support/processes/process.ts';

const restores = Number(process.env.CALMLY_RESTORES ?? 3);
const callers = 8;
const paymentsBetween = 20;

const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

interface Sent {
  readonly reference: string;
  readonly sentMs: number;
  /** Undefined while it is not acknowledged. */
  acknowledgedMs?: number;
}

async function startBank() {
  const directory = await temporaryDirectory();
  closing.push(directory.remove);
  const data = join(directory.path, 'data');
  const backups = join(directory.path, 'backups');
  const env = {
    ...sandbox,
    RATE_LIMIT_ANONYMOUS: '0',
    RATE_LIMIT_CLIENT: '0',
    SANDBOX_PAYMENTS_PER_HOUR: '0',
    SANDBOX_RAIL_DELAY_MS: '50',
    METRICS_TOKEN: 'metrics-of-the-test',
    DATA_DIR: data,
    BACKUP_DIR: backups,
  };
  const server = startServerProcess(env);
  closing.push(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });
  const address = await server.ready;
  const database = openDatabase((await findRunningPostgres(data)) ?? '', { poolSize: 2 });
  closing.push(database.close);
  const beside = { database, url: address, call: createCall(address) } as TestApp;
  const payer = await createPayer(beside, { fundedMinor: 100_000_000n });
  const payee = (await addPayee(beside, payer.clientId, { trusted: true })).id;
  await openAnotherAccount(beside, payer.clientId);
  const pay = async (reference: string) =>
    (await payer.pay({ beneficiaryId: payee, amount: '1.00', reference }, { idempotencyKey: reference }))
      .status;
  const metric = async (name: string) => {
    const text = await (
      await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${env.METRICS_TOKEN}` } })
    ).text();
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  };
  const backup = async (...parameters: string[]) => {
    const result = await runHere(runBackup, parameters, env);
    expect(result).toMatchObject({ code: 0, error: '' });
    return result.out;
  };
  return { directory: directory.path, data, backups, env, database, pay, metric, backup };
}
type Bank = Awaited<ReturnType<typeof startBank>>;

/** Payments until it is stopped. */
function startLoad({ pay }: Bank) {
  const sent: Sent[] = [];
  const wrong: number[] = [];
  let going = true;
  async function call(): Promise<void> {
    while (going) {
      const one: Sent = { reference: `load-${newId()}`, sentMs: Date.now() };
      sent.push(one);
      const status = await pay(one.reference);
      if (status === 201) one.acknowledgedMs = Date.now();
      else wrong.push(status);
    }
  }
  const ended = Promise.all(Array.from({ length: callers }, call));
  const acknowledged = () => sent.filter(({ acknowledgedMs }) => acknowledgedMs !== undefined).length;
  return {
    sent,
    wrong,
    async more(count: number) {
      const before = acknowledged();
      await until(() => wrong.length > 0 || acknowledged() >= before + count);
      expect(wrong).toEqual([]);
    },
    async stop() {
      going = false;
      await ended;
    },
  };
}

/** The payments that a restored bank lacks, and those that it should not have yet. */
function compare(found: ReadonlySet<string>, sent: readonly Sent[], momentMs: number) {
  const before = sent.filter(({ acknowledgedMs = Number.POSITIVE_INFINITY }) => acknowledgedMs < momentMs);
  const after = sent.filter(({ sentMs }) => sentMs > momentMs);
  return {
    before: before.length,
    after: after.length,
    lacks: before.filter(({ reference }) => !found.has(reference)).length,
    exceeds: after.filter(({ reference }) => found.has(reference)).length,
  };
}

async function paymentsIn(dataDirectory: string): Promise<ReadonlySet<string>> {
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  const database = openDatabase(postgres.url, { poolSize: 1 });
  try {
    const { rows } = await sql<{ reference: string }>`
      select reference from transactions.transaction
      where direction = 'DEBIT' and reference like 'load-%'`.execute(database.sql);
    // None twice.
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(rows.length);
    return new Set(rows.map(({ reference }) => reference));
  } finally {
    await database.close();
    await postgres.stop();
  }
}

test(`a bank is restored to ${restores} noted moments, with all that was acknowledged before and nothing that was sent after`, async () => {
  const bank = await startBank();
  const load = startLoad(bank);
  closing.push(load.stop);
  const moments: number[] = [];
  for (let count = 0; count < restores; count += 1) {
    // Some moments are restored from an older backup than others.
    if (count % 5 === 0) await bank.backup();
    await load.more(paymentsBetween);
    moments.push(Date.now());
    await load.more(paymentsBetween);
    if (count % 2 === 0) await sql`select pg_switch_wal()`.execute(bank.database.sql);
  }
  await load.stop();
  await sql`select pg_switch_wal()`.execute(bank.database.sql);
  await until(async () => (await bank.metric('calmly_wal_archive_waiting')) === 0);

  const total = { before: 0, after: 0, lacks: 0, exceeds: 0 };
  const seconds: number[] = [];
  let last: ReadonlySet<string> = new Set();
  for (const moment of moments) {
    const target = join(bank.directory, 'restored');
    const startedMs = performance.now();
    const parameters = ['--to', new Date(moment).toISOString(), '--data-dir', target];
    const result = await runHere(runRestore, parameters, bank.env);
    seconds.push((performance.now() - startedMs) / 1000);
    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toContain('verify found nothing wrong.');
    last = await paymentsIn(target);
    const found = compare(last, load.sent, moment);
    expect(found).toMatchObject({ lacks: 0, exceeds: 0 });
    for (const name of ['before', 'after'] as const) {
      expect(found[name]).toBeGreaterThan(0);
      total[name] += found[name];
    }
    await rm(target, { recursive: true });
  }
  // Controls: the last restored bank, compared with an earlier and with a later moment.
  expect(compare(last, load.sent, at(moments, 0)).exceeds).toBeGreaterThan(0);
  expect(compare(last, load.sent, Date.now()).lacks).toBeGreaterThan(0);
  record({
    id: 'S6',
    what: 'restored to noted moments under load',
    figure: `${moments.length} of ${moments.length}: ${total.before} acknowledged payments there, ${total.after} later ones not; ${Math.max(...seconds).toFixed(1)} s at most`,
    control: 'a moment too early, one too late',
  });
});

test('a bank whose archive is away keeps serving, says so in its metrics, and archives all of it later', async () => {
  const bank = await startBank();
  const backup = await bank.backup();
  expect(backup).toContain('were read back and compared');
  const [wal, away] = [join(bank.backups, 'wal'), join(bank.backups, 'away')];
  await rename(wal, away);
  await writeFile(wal, 'no directory');
  for (let count = 0; count < 3; count += 1) {
    expect(await bank.pay(`load-${newId()}`)).toBe(201);
    await sql`select pg_switch_wal()`.execute(bank.database.sql);
  }
  await until(async () => (await bank.metric('calmly_wal_archive_failures')) > 0);
  expect(await bank.metric('calmly_wal_archive_waiting')).toBeGreaterThan(2);
  expect(await bank.pay(`load-${newId()}`)).toBe(201);

  await rm(wal);
  await rename(away, wal);
  await until(async () => (await bank.metric('calmly_wal_archive_waiting')) === 0);
  expect(await bank.metric('calmly_wal_archive_dropped')).toBe(0);
  expect(await bank.metric('calmly_backup_last_verified_timestamp_seconds')).toBe(0);
  expect(await bank.backup('--verify')).toContain('was restored and is correct');
  const now = Date.now() / 1000;
  for (const name of ['success', 'verified'])
    expect(await bank.metric(`calmly_backup_last_${name}_timestamp_seconds`)).toBeGreaterThan(now - 600);
});
