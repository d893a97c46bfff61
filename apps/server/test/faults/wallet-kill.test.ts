/**
 * `kill -9` of the server that sends and settles withdrawals, at random moments: the network pays each of them once, and wallets, fees and custody
 * match the
 * chain.
 * Negative control, tried once: a withdrawal that is prepared again after a kill, instead of sending the stored transaction, is paid twice.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listWithdrawals } from '@calmly/contract';
import { releaseDeadJobs } from '@calmly/platform/jobs/job-leases.ts';
import { proveReserves, reserveFaults } from '@calmly/products/crypto/server/wallets/index.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChains } from '../../src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import { until } from '../support/processes/process.ts';
import { chainsOf, createFundedHolder, outside, walletOf, withdraw } from '../support/wallets.ts';

const chance = chanceOfRun('wallet kill');
const ordered = sized(12, 60);
const kills = sized(3, 40);

let bank: TestApp;
let server: ChildProcess | undefined;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await bank.close();
});

function startServer(): ChildProcess {
  const script = fileURLToPath(new URL('./job-server.ts', import.meta.url));
  const { connectionString = '' } = bank.database.pool.options;
  server = spawn(process.execPath, [script, connectionString], { stdio: ['ignore', 'ignore', 'inherit'] });
  return server;
}

async function kill(running: ChildProcess): Promise<void> {
  const gone = once(running, 'exit');
  running.kill('SIGKILL');
  await gone;
  // Another server would release its jobs within some seconds. A job that was running in each of many dead servers would wait for up to an hour,
  // which is
  // the subject of jobs.test.
  await until(async () => {
    await query`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by is not null`.execute(
      bank.database.sql,
    );
    await releaseDeadJobs(bank.database.sql);
    const { rows } =
      await query`select from graphile_worker._private_jobs where locked_by is not null`.execute(
        bank.database.sql,
      );
    return rows.length === 0;
  });
  await query`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(
    bank.database.sql,
  );
}

/** Changes with every step of a withdrawal. */
const progress = async (): Promise<string> => {
  const { rows } = await query<{ text: string }>`
    select string_agg(state || coalesce(left(tx_id, 4), ''), ',' order by id) as text from wallets.withdrawal`.execute(
    bank.database.sql,
  );
  return rows[0]?.text ?? '';
};

test('withdrawals whose server is killed are paid once', async () => {
  const chains = chainsOf(bank);
  for (const network of ['bitcoin', 'evm'] as const) await chains.settle(network);
  const holders = {
    BTC: await createFundedHolder(bank, 'BTC', '1'),
    ETH: await createFundedHolder(bank, 'ETH', '9'),
  };
  const sent: string[] = [];
  for (let place = 0; place < ordered; place += 1) {
    const asset = place % 2 === 0 ? 'BTC' : 'ETH';
    const address = asset === 'BTC' ? outside.bitcoin : outside.evm;
    const amount = `0.0${100 + place}`;
    const { output } = await withdraw(bank, holders[asset], { asset, amount, address });
    sent.push(output.id);
  }
  const confirmed = async () => {
    const { rows } = await query<{ count: number }>`
      select count(*)::int as count from wallets.withdrawal where state = 'CONFIRMED'`.execute(
      bank.database.sql,
    );
    return rows[0]?.count ?? 0;
  };
  /** Mines blocks while the server keeps up: a chain that grows during a read is read again later. */
  const mine = async () => {
    const { rows } = await query<{ network: 'bitcoin' | 'evm' }>`
      select network from wallets.chain c
      where height = (select max(b.height) from chain.block b where b.network = c.network)
        and exists (select from chain.transaction t where t.network = c.network and t.is_ours and (t.height is null or t.height + 12 > c.height))
        and not exists (select from wallets.withdrawal w where w.network = c.network and w.state in ('QUEUED', 'SIGNING'))`.execute(
      bank.database.sql,
    );
    for (const { network } of rows) await chains.mine(network, 4);
    return (await confirmed()) === ordered;
  };

  let killed = 0;
  for (; killed < kills && (await confirmed()) < ordered; killed += 1) {
    const before = await progress();
    const running = startServer();
    await until(async () => (await mine()) || (await progress()) !== before);
    await sleep(chance.below(60));
    await kill(running);
  }
  const last = startServer();
  await until(mine);
  await kill(last);

  const { rows: paid } = await query<{ id: string; count: number }>`
    select w.id, count(m.*)::int as count from wallets.withdrawal w
      left join chain.movement m on m.address = w.address and m.index = 0 and m.asset = w.asset and m.amount_minor = w.amount_minor
    group by w.id order by w.id`.execute(bank.database.sql);
  expect(paid).toEqual(sent.toSorted().map((id) => ({ id, count: 1 })));
  for (const asset of ['BTC', 'ETH'] as const) {
    const { Items } = (await bank.call(listWithdrawals, { query: { limit: 200 } }, holders[asset])).output;
    expect(new Set(Items.map(({ status }) => status))).toEqual(new Set(['CONFIRMED']));
    expect(Number((await walletOf(bank, holders[asset], asset)).reserved)).toBe(0);
  }
  const { networks } = createChains(testConfig, bank.database).wallets;
  expect(reserveFaults(await proveReserves(bank.database.sql, networks))).toEqual([]);
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  record({
    id: 'L8',
    what: 'withdrawals on two chains whose server is killed while it sends and settles them',
    figure: `${ordered} withdrawals, ${killed} kills; each paid once, reserves proven`,
    controlByHand: 'a withdrawal prepared again after a kill was paid twice',
  });
});
