/**
 * L8: `kill -9` of the process that matches orders, at random moments under load, while another process takes over. No acknowledged order is lost,
 * nothing is filled twice, and orders, trades and money equal those of a naive model for the same commands.
 * Negative control, tried once: a writer that keeps its memory although another one has written (without the comparison of `seq`) is refused by
 * the number of the next trade, and its commands stay undone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cancelOrder } from '@calmly/contract';
import { formatDecimal, parseDecimal } from '@calmly/domain';
import { verifyTrading } from '@calmly/products/crypto/server/trading/index.ts';
import { TradingModel } from '@calmly/products/crypto/server/trading/testing/trading-model.ts';
import { bankBalances, verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { type Call, createCall, testConfig } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { fundsOf, newTrader, sendOrder, settled, type Trader } from '../support/trading.ts';

const chance = chanceOfRun('trading kill');
/** `CALMLY_KILLS=200` sets the count; `SEED` repeats a run's choices. */
const kills = Number(process.env.CALMLY_KILLS ?? sized(8, 60));
const ordersBeforeKill = 15;
const callersPerServer = 6;
/** For four traders, each of whom may have 200 open orders. */
const mostResting = 300;
/** If no order is acknowledged for this long, the test fails. */
const stallsMs = 120_000;
const start = { EPI: '100000000', BTC: '1000' };

let bank: TestDatabase;
let traders: readonly Trader[];
/** The oldest matches, because it got the lock first. */
const servers: Array<{ readonly process: ChildProcess; readonly call: Call }> = [];

beforeAll(async () => {
  bank = await createTestDatabase();
  // Signs the traders in, and ends before the others start.
  const app = await createApp({
    database: bank.database,
    config: testConfig,
    log: pino({ level: 'silent' }),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const some = { database: bank.database, url };
  traders = await Promise.all([0, 1, 2, 3].map(() => newTrader(some, start)));
  await app.close();
  // A long run takes longer than an access token lasts.
  await bank.database.pool.query(`
    update identity.session set expires_at = now() + interval '1 day';
    update identity.access_token set expires_at = now() + interval '1 day'`);
  // Commands in the order in which they were applied.
  await bank.database.pool.query(`
    create table public.done (place bigint generated always as identity, kind text, order_number bigint);
    create function public.keep_done() returns trigger language plpgsql as $$ begin
      insert into public.done (kind, order_number) select kind, order_number from gone order by id;
      return null;
    end $$;
    create trigger keep_done after delete on trading.command referencing old table as gone
      for each statement execute function public.keep_done()`);
});
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGKILL');
  await bank.close();
});

async function startServer(): Promise<void> {
  const script = fileURLToPath(new URL('./trading-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, bank.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const died = once(child, 'exit').then(() => {
    throw new Error('a server ended before it listened');
  });
  const [url] = await Promise.race([once(child.stdout, 'data'), died]);
  died.catch(() => undefined);
  servers.push({ process: child, call: createCall(String(url).trim()) });
}

async function killOldest(): Promise<void> {
  const [oldest] = servers.splice(0, 1);
  if (!oldest) throw new Error('no server runs');
  const gone = once(oldest.process, 'exit');
  oldest.process.kill('SIGKILL');
  await gone;
}

test(
  'a writer killed under load loses nothing and does nothing twice',
  async () => {
    const acknowledged: string[] = [];
    /** Acknowledged and not cancelled, so that cancels hit open orders and no trader reaches the limit of open orders in a long run. */
    const resting: Array<{ readonly id: string; readonly trader: Trader }> = [];
    let isOver = false;
    let lastStatus = 0;
    /** Orders and cancels at one of the running servers; a lost answer is not an error. */
    async function trade(place: number): Promise<void> {
      while (!isOver) {
        const { call } = servers[place % servers.length] ?? {};
        const trader = chance.pick(traders);
        if (!call) await sleep(5);
        else if (resting.length > mostResting || (resting.length > 0 && chance.happens(0.15))) {
          const [canceled] = resting.splice(chance.below(resting.length), 1);
          if (canceled)
            await call(cancelOrder, { params: { id: canceled.id } }, canceled.trader).catch(() => undefined);
        } else {
          const answer = await sendOrder({ call }, trader, {
            operation: chance.pick(['BUY', 'SELL'] as const),
            amount: formatDecimal(BigInt(10 + chance.below(300)) * 10_000n, 'BTC'),
            price: formatDecimal(BigInt(99_995 + chance.below(11)) * 50_000_000n, 'EPI'),
          }).catch(() => undefined);
          lastStatus = answer?.status ?? lastStatus;
          if (answer?.status === 201) {
            acknowledged.push(answer.output.id);
            resting.push({ id: answer.output.id, trader });
          }
        }
      }
    }

    await startServer();
    await startServer();
    const trading = Array.from({ length: 2 * callersPerServer }, (_, place) => trade(place));
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = acknowledged.length + ordersBeforeKill;
      const stalledAt = performance.now() + stallsMs;
      while (acknowledged.length < enough) {
        if (performance.now() > stalledAt)
          throw new Error(`no order is taken after ${kill} kills; last status ${lastStatus}`);
        await sleep(5);
      }
      await sleep(chance.below(60));
      await killOldest();
      await startServer();
    }
    isOver = true;
    await Promise.all(trading);
    await settled(bank);

    const { rows } = await query<{
      id: string;
      number: bigint;
      clientId: string;
      side: 'BUY' | 'SELL';
      price: bigint;
      quantity: bigint;
      filled: bigint;
      fee: string;
      status: string;
    }>`
    select id, number, client_id as "clientId", side, price, quantity, filled, fee_minor::text as fee, status
    from trading.trade_order`.execute(bank.database.sql);
    const known = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([]);

    const model = new TradingModel();
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    const { rows: done } = await query<{ kind: string; number: bigint }>`
    select kind, order_number as number from public.done order by place`.execute(bank.database.sql);
    for (const { kind, number } of done) {
      const { clientId, side, price, quantity } = byNumber.get(number) ?? {};
      const orderId = Number(number);
      if (kind === 'cancel') model.cancel(orderId);
      else if (clientId && side)
        model.place({
          kind: 'place',
          type: 'LIMIT',
          orderId,
          accountId: clientId,
          side,
          price: Number(price),
          quantity: Number(quantity),
        });
    }
    for (const { number, filled, fee, status } of rows) {
      const expected = model.orders.get(Number(number));
      expect({ number, filled: Number(filled), fee, status }).toEqual({
        number,
        filled: expected?.filled,
        fee: String(expected?.fee),
        status: expected?.status,
      });
    }
    for (const trader of traders) {
      const moved = model.wallets.get(trader.clientId) ?? { epi: 0n, btc: 0n };
      const held = model.held(trader.clientId);
      expect(await fundsOf(bank, trader)).toEqual({
        EPI: {
          posted: formatDecimal((parseDecimal(start.EPI, 'EPI') ?? 0n) + moved.epi, 'EPI'),
          held: formatDecimal(held.epi, 'EPI'),
        },
        BTC: {
          posted: formatDecimal((parseDecimal(start.BTC, 'BTC') ?? 0n) + moved.btc, 'BTC'),
          held: formatDecimal(held.btc, 'BTC'),
        },
      });
    }
    expect((await bankBalances(bank.database.sql, 'fees')).get('EPI')).toBe(model.fees);
    expect(model.trades).toBeGreaterThan(0);
    expect(await verifyTrading(bank.database.sql)).toEqual([]);
    expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
    record({
      id: 'L8',
      what: 'kill -9 of the process that matches, another takes over',
      figure: `${kills} kills, ${acknowledged.length} acknowledged orders, ${model.trades} trades equal to the model`,
      controlByHand: 'a writer that does not notice that another has written',
    });
  },
  600_000 + kills * 10_000,
);
