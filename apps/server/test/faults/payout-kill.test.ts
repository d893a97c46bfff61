/**
 * L10: `kill -9` of the server that reads, repairs and pays a payout, at random moments: no row is lost or doubled while the file is read, a repair
 * of all rows and its undo reach each row once, each row is paid once or not at all, even if the payout waits for its day, and the summary, the
 * results, the line that replaces a confidential one and the ledger agree.
 * Negative controls, tried once: outcomes written in a separate transaction after the payments paid rows twice; a line that leaves out a
 * part had another sum than the payments; a repair that does not record its progress reached rows twice; a job that ignores
 * the payout's day paid before it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  cancelPayout,
  confirmPayout,
  createPayout,
  downloadPayoutResults,
  getPayout,
  type PayoutDetails,
  repairPayout,
  undoRepair,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import { callWithCode } from '../support/clients/colleagues.ts';
import { codeIn, createPayer, type Payer, withSepaFee } from '../support/clients/payments.ts';
import { allRows, templateHeadings } from '../support/clients/payouts.ts';
import { until } from '../support/processes/process.ts';

const chance = chanceOfRun('payout kill');
const payouts = sized(1, 2);
const rows = sized(4_000, 10_000);
/** A call repairs 3,000 of them, the job the rest. */
const repairedRows = sized(5_000, 10_000);
const killsWhileReading = sized(1, 5);
/** A dead server's job waits some seconds for the next one. */
const killsWhileRepairing = sized(1, 5);
const killsWhileUndoing = sized(0, 5);
const killsWhilePaying = sized(2, 10);

let app: TestApp;
let last: ChildProcess | undefined;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  last?.kill('SIGKILL');
  await app.close();
});

function startJobs(): ChildProcess {
  const script = fileURLToPath(new URL('./job-server.ts', import.meta.url));
  const { connectionString = '' } = app.database.pool.options;
  last = spawn(process.execPath, [script, connectionString], { stdio: ['ignore', 'ignore', 'inherit'] });
  return last;
}

async function kill(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

type Progress = 'written' | 'repaired' | 'paid';

const numberOf = async (what: Progress): Promise<number> => {
  const { rows: found } = await query<Record<Progress, number>>`
    select (select count(*)::int from payouts.row) as written, (select count(*)::int from payouts.repaired_row) +
      (select coalesce(sum(next), 0)::int from payouts.repair) as repaired, count(payment_id)::int as paid from payouts.outcome`.execute(
    app.database.sql,
  );
  return found[0]?.[what] ?? 0;
};

/** Kills servers after they have started work; the last one lives until the payout has come this far. */
async function survive(
  payer: Payer,
  id: string,
  kills: number,
  what: Progress,
  isDone: (payout: PayoutDetails) => boolean,
) {
  const read = async () => (await app.call(getPayout, { params: { id } }, { token: payer.token })).output;
  for (let killed = 0; killed < kills; killed += 1) {
    const server = startJobs();
    const before = await numberOf(what);
    let isOver = false;
    await until(async () => {
      isOver = isDone(await read());
      return isOver || (await numberOf(what)) !== before;
    });
    if (isOver) {
      await kill(server);
      return { killed, payout: await read() };
    }
    await sleep(chance.below(60));
    await kill(server);
  }
  const server = startJobs();
  await until(async () => isDone(await read()));
  await kill(server);
  return { killed: kills, payout: await read() };
}

test('a payout whose server is killed pays each row once, and its summary, its results and the ledger agree', async () => {
  const killed = { reading: 0, paying: 0 };
  for (let payout = 0; payout < payouts; payout += 1) {
    const { reading, paying } = await payOne({ confidential: payout % 2 === 0 });
    killed.reading += reading;
    killed.paying += paying;
  }
  // A payout may be finished before its last kills.
  expect(killed.reading).toBeGreaterThanOrEqual((payouts * killsWhileReading) / 2);
  expect(killed.paying).toBeGreaterThanOrEqual((payouts * killsWhilePaying) / 2);
  record({
    id: 'L10',
    what: `payouts of ${rows} rows, confidential ones too, killed while they are read and paid`,
    figure: `${payouts} payouts, ${killed.reading} and ${killed.paying} kills; each row paid once`,
    controlByHand: 'outcomes written after the payments, in a transaction of their own',
  });
});

/** Different amounts, so that a sum shows which rows it includes. */
const amountOf = (at: number): bigint => BigInt(100 + (at % 100));
const lineOf = (at: number, currency: string): string =>
  `,Hansa GmbH,company,DE33200505501289447016,,,,,1.${String(at % 100).padStart(2, '0')},${currency},Wages ${at},,,,,,W-${at}`;

async function upload({ token }: Payer, lines: readonly string[], confidential = false) {
  const content = Buffer.from([templateHeadings, ...lines, ''].join('\n')).toString('base64');
  const body = { fileName: 'wages.csv', content, confidential };
  const { output } = await app.call(createPayout, { body }, { token, idempotencyKey: newId() });
  return { id: output.id };
}

/** A payout from the upload to the last row; returns how often its server was killed. */
async function payOne({ confidential }: { readonly confidential: boolean }) {
  const payer = await createPayer(app, { fundedMinor: 10_000_000_00n });
  const { token } = payer;
  const amounts = Array.from({ length: rows }, (_, at) => amountOf(at));
  const params = await upload(
    payer,
    amounts.map((_, at) => lineOf(at, 'EUR')),
    confidential,
  );

  const reading = await survive(
    payer,
    params.id,
    killsWhileReading,
    'written',
    ({ status }) => status === 'DRAFT',
  );
  expect(reading.payout.summary).toMatchObject({ rows, faulty: 0 });
  const before = await allRows(app, payer, params.id);
  expect(new Set(before.map(({ cells }) => cells.endToEndId)).size).toBe(rows);

  const confirmation = {
    version: reading.payout.version,
    mode: 'ALL',
    payOn: null,
    skipNameCheck: true,
  } as const;
  const options = { token, idempotencyKey: newId() };
  const asked = await app.call(confirmPayout, { params, body: confirmation }, options);
  const confirmed = await app.call(
    confirmPayout,
    { params, body: confirmation },
    { ...options, code: codeIn(asked.body) },
  );
  expect(confirmed.output.status).toBe('PAYING');
  const paying = await survive(
    payer,
    params.id,
    killsWhilePaying,
    'paid',
    ({ status, summary: { paid } }) => status === 'DONE' && paid === rows,
  );

  const { summary } = paying.payout;
  expect(summary).toMatchObject({ paid: rows, pending: 0, failed: 0 });
  const after = await allRows(app, payer, params.id);
  expect(new Set(after.map(({ paymentId }) => paymentId)).size).toBe(rows);
  const results = (
    await app.call(downloadPayoutResults, { params, query: { locale: 'en', format: 'csv' } }, { token })
  ).text;
  expect(results.split('"Paid"').length - 1).toBe(rows);
  const made = await query<{ count: number; ids: number; spent: string }>`
    select count(*)::int as count, count(distinct coalesce(end_to_end_id, id::text))::int as ids, sum(amount_minor + fee_minor)::text as spent
    from transactions.transaction where payout_id = ${params.id} and audience <> 'MASK'`.execute(
    app.database.sql,
  );
  const spent = amounts.reduce((sum, amountMinor) => sum + withSepaFee(amountMinor), 0n);
  expect(made.rows).toEqual([{ count: rows, ids: rows, spent: spent.toString() }]);
  const masks = await query<{ spent: string; status: string }>`
    select (amount_minor + fee_minor)::text as spent, status from transactions.transaction
    where payout_id = ${params.id} and audience = 'MASK'`.execute(app.database.sql);
  expect(masks.rows).toEqual(confidential ? [{ spent: spent.toString(), status: 'EXECUTED' }] : []);
  expect(await payer.balance()).toMatchObject({ posted: 10_000_000_00n - spent, reserved: 0n });
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  return { reading: reading.killed, paying: paying.killed };
}

test('a repair of all rows whose server is killed reaches each row once, and can be undone', async () => {
  const payer = await createPayer(app);
  const { token } = payer;
  const { id } = await upload(
    payer,
    Array.from({ length: repairedRows }, (_, at) => lineOf(at, 'eur')),
  );
  const params = { id };
  const isDraft = ({ status }: PayoutDetails) => status === 'DRAFT';
  const read = await survive(payer, id, 0, 'written', isDraft);
  expect(read.payout.summary).toMatchObject({ rows: repairedRows, faulty: repairedRows });
  const currencies = async () =>
    new Set((await allRows(app, payer, id)).map(({ cells, version }) => `${cells.currency} ${version}`));

  const repair = {
    version: read.payout.version,
    repair: 'suggestions',
    preview: false,
    overwrite: false,
  } as const;
  const { output } = await app.call(repairPayout, { params, body: repair }, { token });
  expect(output.payout.status).toBe('REPAIRING');
  const repaired = await survive(payer, id, killsWhileRepairing, 'repaired', isDraft);
  expect(repaired.payout.summary).toMatchObject({ rows: repairedRows, faulty: 0 });
  expect(await currencies()).toEqual(new Set(['EUR 2']));

  const [done] = repaired.payout.repairs;
  const body = { version: repaired.payout.version, repairId: done?.id ?? '' };
  await app.call(undoRepair, { params, body }, { token });
  const undone = await survive(payer, id, killsWhileUndoing, 'repaired', isDraft);
  expect(undone.payout).toMatchObject({
    summary: { faulty: repairedRows },
    repairs: [
      { isUndo: true, rows: repairedRows, left: 0 },
      { rows: repairedRows, canUndo: false },
    ],
  });
  expect(await currencies()).toEqual(new Set(['eur 3']));
  expect(repaired.killed).toBeGreaterThanOrEqual(killsWhileRepairing / 2);
  expect(undone.killed).toBeGreaterThanOrEqual(killsWhileUndoing / 2);
  record({
    id: 'L10',
    what: `a repair of ${repairedRows} rows and its undo, killed`,
    figure: `${repaired.killed} and ${undone.killed} kills; each row changed once and brought back`,
    controlByHand: 'a repair that does not note how far it has come',
  });
});

const runNow = ({ id }: { readonly id: string }) =>
  query`update graphile_worker._private_jobs set run_at = now() where key = ${`payouts_pay ${id}`}`.execute(
    app.database.sql,
  );

/** Waits until a server has seen that nothing is due. */
async function awaitLook({ id }: { readonly id: string }): Promise<void> {
  await runNow({ id });
  await until(async () => {
    const { rows: found } = await query<{ later: boolean }>`
      select run_at > now() and locked_at is null as later from graphile_worker._private_jobs
      where key = ${`payouts_pay ${id}`}`.execute(app.database.sql);
    return found.length === 1 && found.every(({ later }) => later);
  });
}

// Last, because it moves the bank's calendar.
test('a payout that waits for its day outlives its server: it is paid once on that day, or still taken back', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const { token } = payer;
  const read = async (id: string) => (await app.call(getPayout, { params: { id } }, { token })).output;
  const payOn = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const schedule = async (...rowsOfFile: number[]) => {
    const { id } = await upload(
      payer,
      rowsOfFile.map((at) => lineOf(at, 'EUR')),
    );
    const { payout } = await survive(payer, id, 0, 'written', ({ status }) => status === 'DRAFT');
    const body = { version: payout.version, mode: 'ALL', payOn, skipNameCheck: true } as const;
    const { output } = await callWithCode(app, { token }, confirmPayout, { params: { id }, body });
    expect(output).toMatchObject({ status: 'SCHEDULED' });
    return { id };
  };
  const [kept, stopped] = [await schedule(1, 2), await schedule(3, 4)];

  const server = startJobs();
  await awaitLook(kept);
  await kill(server);
  expect(await read(kept.id)).toMatchObject({ status: 'SCHEDULED', progress: { nextOn: payOn } });
  const draft = await app.call(cancelPayout, { params: stopped }, { token });
  expect(draft.output.status).toBe('DRAFT');
  await app.database.sql.transaction().execute((sql) => advanceBusinessTime(sql, 48));
  await runNow(kept);
  const isPaid = ({ status, summary: { paid } }: PayoutDetails) => status === 'DONE' && paid === 2;
  const { payout, killed } = await survive(payer, kept.id, 1, 'paid', isPaid);

  expect(payout.summary).toMatchObject({ paid: 2, pending: 0, failed: 0 });
  const made = await query<{ payout: string; count: number }>`
    select payout_id as payout, count(*)::int as count from transactions.transaction
    where payout_id in (${kept.id}, ${stopped.id}) group by payout_id`.execute(app.database.sql);
  expect(made.rows).toEqual([{ payout: kept.id, count: 2 }]);
  expect((await read(stopped.id)).status).toBe('DRAFT');
  const spent = withSepaFee(amountOf(1)) + withSepaFee(amountOf(2));
  expect(await payer.balance()).toMatchObject({ posted: 100_000n - spent, reserved: 0n });
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  record({
    id: 'L10',
    what: 'a payout that waits for its day, its server killed before it and on it',
    figure: `${1 + killed} kills; each row paid once, the payout that was taken back not`,
    controlByHand: 'a job that does not look at the payout’s day',
  });
});
