/**
 * L11: `kill -9` of the servers that make official statements, at random moments: each account has each month once, with its own number, both
 * servers' work adds up, no partial file is kept permanently, and each person is notified once. A file prepared in the background survives as well.
 * A kill rarely hits the moment between two transactions, so the database itself records each statement committed without its file and its code.
 * Control: a statement written in one transaction whose files are kept in the next.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listPreparedFiles, prepareStatements } from '@calmly/contract';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { verifyStatements } from '@calmly/products/accounts/server/statements/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import {
  bookAt,
  dayOf,
  endMonth,
  isAllMade,
  monthAgo,
  openLongAgo,
} from '../support/clients/past/past-books.ts';
import { createPayer, openAnotherAccount, type Payer } from '../support/clients/payments.ts';
import { holdWrites } from '../support/held-writes.ts';
import { until } from '../support/processes/process.ts';

const chance = chanceOfRun('statements kill');
const clients = sized(6, 40);
const kills = sized(3, 20);
/** The running month is ended too. */
const months = 4;

let app: TestApp;
const payers: Payer[] = [];
const servers = new Set<ChildProcess>();
beforeAll(async () => {
  app = await startTestApp();
  for (let client = 0; client < clients; client += 1) {
    const payer = await createPayer(app, { fundedMinor: 0n });
    const other = await openAnotherAccount(app, payer.clientId);
    for (const account of [payer.account, other]) {
      await openLongAgo(app.database, account);
      const times = [3, 2, 1].flatMap((ago) => [3, 12].map((day) => dayOf(monthAgo(ago), day)));
      await bookAt(app.database, account, times);
    }
    payers.push(payer);
  }
  await noteUnkept();
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await app.close();
});

/** When a statement is committed, its file must be permanently kept and its code stored. */
async function noteUnkept(): Promise<void> {
  await query`
    create table statements.unkept (id uuid);
    create function statements.note_unkept() returns trigger language plpgsql as $$
    begin
      insert into statements.unkept select new.id
      where not exists (select from documents.kept_file where id = new.file_id and kept_until is null)
        or not exists (select from documents.issued where code_hash = new.code_hash);
      return null;
    end $$;
    create constraint trigger noted after insert on statements.official deferrable initially deferred
      for each row execute function statements.note_unkept();
  `.execute(app.database.sql);
}

function startServer(): ChildProcess {
  const script = fileURLToPath(new URL('./job-server.ts', import.meta.url));
  const { connectionString = '' } = app.database.pool.options;
  const server = spawn(process.execPath, [script, connectionString], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  servers.add(server);
  return server;
}

async function kill(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
  servers.delete(server);
}

async function numberOf(text: string): Promise<number> {
  const { rows } = await query<{ n: number }>`select (${query.raw(text)})::int as n`.execute(
    app.database.sql,
  );
  return rows[0]?.n ?? 0;
}
const parts = () => numberOf('select count(*) from documents.kept_part');

test('each month of each account is made once, however often servers are killed', async () => {
  await until(async () => (await numberOf('select count(*) from statements.sweep')) === 0);
  // The first server starts with the earlier months; then the running one ends too.
  let first = startServer();
  await until(async () => (await numberOf('select count(*) from statements.sweep')) === 3);
  await endMonth(app);
  let second = startServer();
  for (let killed = 0; killed < kills; killed += 1) {
    const before = await parts();
    await until(async () => (await parts()) !== before || (await isAllMade(app.database)));
    await sleep(chance.below(40));
    if (chance.happens(0.5)) {
      await kill(first);
      first = startServer();
    } else {
      await kill(second);
      second = startServer();
    }
  }
  await until(() => isAllMade(app.database));
  const expected = clients * 2 * months;
  expect(await numberOf('select count(*) from statements.unkept')).toBe(0);
  expect(await numberOf('select count(*) from statements.official')).toBe(expected);
  expect(
    await numberOf('select count(distinct (account_id, month)) from statements.official where version = 1'),
  ).toBe(expected);
  // Numbers have no gaps, so the last of a year is their count.
  const gaps = `select count(*) from (select max(serial) as last, count(*) as made from statements.official group by account_id, year) y where last <> made`;
  expect(await numberOf(gaps)).toBe(0);
  expect(await numberOf('select count(*) from documents.issued')).toBe(expected);
  expect(await numberOf('select count(*) from documents.kept_file where kept_until is null')).toBe(expected);
  const lost =
    'select count(*) from statements.official o left join documents.kept_part p on p.file_id = o.file_id where p.file_id is null';
  expect(await numberOf(lost)).toBe(0);
  expect(await verifyStatements(app.database.sql)).toEqual([]);
  const told = "select count(*) from notifications.notification where kind = 'statements_ready'";
  await until(async () => (await numberOf(told)) >= clients);
  expect(await numberOf(told)).toBe(clients);
  record({
    id: 'L11',
    what: `official statements of ${clients} clients and ${months} months, made by two servers that are killed`,
    figure: `${expected} statements, ${kills} kills; each made once, none without its file`,
    controlByHand: 'a statement that is committed before its files are kept',
  });
  await Promise.all([kill(first), kill(second)]);
});

test('a file that is prepared when its server is killed is made by the next one', async () => {
  const [payer] = payers;
  if (!payer) throw new Error('there is no client');
  const today = new Date().toISOString().slice(0, 10);
  const account = await openAnotherAccount(app, payer.clientId);
  await openLongAgo(app.database, account);
  const start = Date.now() - 80 * 86_400_000;
  const entries = sized(15_000, 60_000);
  await bookAt(
    app.database,
    account,
    Array.from({ length: entries }, (_, at) => new Date(start + at * 1_000)),
  );
  const body = {
    accountId: account.id,
    from: addDays(today, -100),
    to: today,
    timeZone: 'UTC',
    format: 'xlsx',
    locale: 'en',
  } as const;
  const { output } = await app.call(prepareStatements, { body }, { token: payer.token });
  const read = async () =>
    (await app.call(listPreparedFiles, {}, { token: payer.token })).output.files.find(
      ({ id }) => id === output.id,
    );
  const place = chance.pick([
    'update of account_ids on statements.prepared',
    'insert on documents.kept_file',
    'insert on documents.kept_part',
    'update of sha256 on documents.kept_file',
  ]);
  const writes = await holdWrites(app.database, place);
  let server = startServer();
  await writes.untilOneWaits();
  await kill(server);
  expect((await read())?.state).toBe('RUNNING');
  await writes.release();
  server = startServer();
  await until(async () => (await read())?.state === 'READY');
  const kept = "select count(*) from documents.kept_file where kept_until > now() + interval '2 days'";
  expect(await numberOf(kept)).toBe(1);
  await kill(server);
});
