/**
 * L10: `kill -9` of the server that reads and pays a payout, at random moments: no row is lost or doubled while the file is read, each row is
 * paid once or not at all, and the summary, the results and the ledger say the same.
 *
 * Negative control, tried once: outcomes written in a transaction of their own, after that of the payments, paid rows twice and were caught.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  confirmPayout,
  createPayout,
  downloadPayoutResults,
  getPayout,
  type PayoutDetails,
} from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../src/modules/ledger/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import { codeIn, createPayer, type Payer, withSepaFee } from '../support/clients/payments.ts';
import { allRows, templateHeadings } from '../support/clients/payouts.ts';
import { until } from '../support/processes/process.ts';

const chance = chanceOfRun('payout kill');
const payouts = sized(1, 5);
const rows = sized(4_000, 10_000);
const killsWhileReading = sized(1, 10);
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
  const script = fileURLToPath(new URL('./payout-jobs.ts', import.meta.url));
  const { connectionString = '' } = app.database.pool.options;
  last = spawn(process.execPath, [script, connectionString], { stdio: ['ignore', 'ignore', 'inherit'] });
  return last;
}

async function kill(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

const numberOf = async (what: 'written' | 'paid'): Promise<number> => {
  const { rows: found } = await query<{ written: number; paid: number }>`
    select (select count(*)::int from payouts.row) as written, count(payment_id)::int as paid from payouts.outcome`.execute(
    app.database.sql,
  );
  return found[0]?.[what] ?? 0;
};

/** Kills servers that have begun to work; the last one lives until the payout has come this far. */
async function survive(
  payer: Payer,
  id: string,
  kills: number,
  what: 'written' | 'paid',
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
    const { reading, paying } = await payOne();
    killed.reading += reading;
    killed.paying += paying;
  }
  record({
    id: 'L10',
    what: `payouts of ${rows} rows, killed while they are read and paid`,
    figure: `${payouts} payouts, ${killed.reading} and ${killed.paying} kills; each row paid once`,
    control: 'outcomes written after the payments, in a transaction of their own',
  });
});

/** A payout from the upload to the last row; how often its server was killed. */
async function payOne(): Promise<{ readonly reading: number; readonly paying: number }> {
  const payer = await createPayer(app, { fundedMinor: 10_000_000_00n });
  const { token } = payer;
  const lines = Array.from(
    { length: rows },
    (_, at) =>
      `,Hansa GmbH,company,DE33200505501289447016,,,,,1.${String(at % 100).padStart(2, '0')},EUR,Wages ${at},,,,,,W-${at}`,
  );
  const content = Buffer.from([templateHeadings, ...lines, ''].join('\n')).toString('base64');
  const body = { fileName: 'wages.csv', content };
  const created = await app.call(createPayout, { body }, { token, idempotencyKey: newId() });
  const params = { id: created.output.id };

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

  const confirmation = { version: reading.payout.version, mode: 'ALL', payOn: null } as const;
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
    select count(*)::int as count, count(distinct end_to_end_id)::int as ids, sum(amount_minor + fee_minor)::text as spent
    from transactions.transaction where payout_id = ${params.id}`.execute(app.database.sql);
  const spent = lines.reduce((sum, _, at) => sum + withSepaFee(BigInt(100 + (at % 100))), 0n);
  expect(made.rows).toEqual([{ count: rows, ids: rows, spent: spent.toString() }]);
  expect(await payer.balance()).toMatchObject({ posted: 10_000_000_00n - spent, reserved: 0n });
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  return { reading: reading.killed, paying: paying.killed };
}
