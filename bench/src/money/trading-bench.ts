/**
 * P9: orders of the exchange per second through HTTP against TPC-B on the same PostgreSQL in the same round.
 * An order is complete: signed in, idempotent, its money held, matched, and its trades settled, with rows, candles and the published book. A round
 * ends when every accepted order has been matched, so counted orders are settled too. Orders are for one instrument. Seven in ten rest, three in ten
 * meet a resting order.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { verifyTrading } from '@calmly/products/crypto/server/trading/index.ts';
import { ensureWallet } from '@calmly/products/crypto/server/wallets/opening/open-wallet.ts';
import { insertUser } from '@calmly/products/crypto/server/wallets/wallet-store.ts';
import { createPersonClient } from '@calmly/products/identity/server/index.ts';
import { bankAccount, postAll } from '@calmly/products/ledger/server/index.ts';
import { idToCome, postRequest, send } from '../support/load.ts';
import { password, signIn } from '../support/payments-fixture.ts';
import { prepareTpcb } from '../support/pgbench.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, benchPort, startServer } from '../support/server-process.ts';

const connections = 128;
/** Enough that none of them reaches a client's maximum of open orders, even on a fast machine. */
const traders = 768;
const loadSeconds = 5;
const warmUpSeconds = 10;
const ordersOfTrader = 20;

interface Round {
  readonly ordersPerSecond: number;
  readonly tradesPerSecond: number;
  readonly tpcb: number;
}

/** Throws if the books of the exchange do not match its orders afterwards. */
export async function benchTrading(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  const server = await startServer(directory, { ...bankUnderLoad, DATABASE_URL: postgres.url });
  const database = openDatabase(postgres.url, { poolSize: 2 });
  try {
    const requests = await prepareOrders(database, server.url);
    const tpcb = await prepareTpcb(postgres.url, loadSeconds);
    await send({ port: benchPort, connections, seconds: warmUpSeconds, requests });
    await matched(database);
    const taken: Round[] = [];
    for (let round = 0; round < rounds; round += 1)
      taken.push({ tpcb: await tpcb(), ...(await measure(database, requests)) });
    const faults = await verifyTrading(database.sql);
    if (faults.length > 0) throw new Error(faults.join('; '));
    return [resultOf(taken)];
  } finally {
    await database.close();
    await server.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure(database: Database, requests: readonly string[]): Promise<Omit<Round, 'tpcb'>> {
  const before = await count(database);
  const load = await send({ port: benchPort, connections, seconds: loadSeconds, requests });
  const startedMs = performance.now();
  await matched(database);
  // Matching the orders still waiting at the end of the load is part of the time.
  const seconds = load.seconds + (performance.now() - startedMs) / 1000;
  const after = await count(database);
  return {
    ordersPerSecond: load.requests / seconds,
    tradesPerSecond: (after.trades - before.trades) / (load.sent / load.requests) / seconds,
  };
}

async function matched({ pool }: Database): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(5)) {
    const { rowCount } = await pool.query('select from trading.command limit 1');
    if (rowCount === 0) return;
  }
  throw new Error('the orders of a round were not matched within a minute');
}

async function count({ pool }: Database): Promise<{ readonly trades: number }> {
  const { rows } = await pool.query('select sum(trades)::integer as trades from trading.book');
  return rows[0];
}

/** Orders of clients with more money than they can spend. */
async function prepareOrders(database: Database, serverUrl: string): Promise<string[]> {
  const requests: string[] = [];
  for (let index = 0; index < traders; index += 1) {
    const email = `trader${index}@bench.example`;
    await database.inTransaction(async (sql) => {
      const work = { sql, now: new Date(), newId };
      const person = { email, password, firstName: 'Anna', lastName: 'Tamm' };
      const { clientId } = await createPersonClient(work, person);
      await insertUser(sql, clientId, work.now);
      for (const [asset, amountMinor] of [
        ['BTC', 10n ** 14n],
        ['EPI', 10n ** 20n],
      ] as const) {
        const { id } = await ensureWallet(work, { clientId, asset });
        const debitAccountId = await bankAccount(sql, 'custody', asset);
        const transfer = { id: newId(), debitAccountId, creditAccountId: id, amountMinor };
        await postAll(sql, [{ ...transfer, code: 'funding', at: work.now }]);
      }
    });
    const token = await signIn(serverUrl, email);
    for (let order = 0; order < ordersOfTrader; order += 1) {
      const isBuy = order % 2 === 0;
      const isCrossing = order % 10 < 3;
      requests.push(
        postRequest(
          '/api/crypto/orders',
          { Authorization: `Bearer ${token}`, 'Idempotency-Key': idToCome },
          {
            Instrument: 'BTCEPI',
            Operation: isBuy ? 'BUY' : 'SELL',
            Type: 'LIMIT',
            Amount: `0.00${1 + (index % 9)}`,
            Price: String(
              50_000 + (isBuy === isCrossing ? 1 : -1) * (isCrossing ? 100 : 1 + (index % 90) * 0.5),
            ),
          },
        ),
      );
    }
  }
  // As if each had confirmed a large order; otherwise most orders would need a code.
  await database.pool.query('update identity.session set orders_confirmed_at = now()');
  return requests;
}

const resultOf = (taken: readonly Round[]): BenchResult => ({
  id: 'P9',
  what: `orders/s through HTTP, matched and settled, ${connections} connections, against TPC-B`,
  value: median(taken.map(({ ordersPerSecond, tpcb }) => ordersPerSecond / tpcb)),
  unit: '×',
  must: 1,
  aim: 2,
  better: 'higher',
  details: {
    orders: taken.map(({ ordersPerSecond }) => Math.round(ordersPerSecond)),
    trades: taken.map(({ tradesPerSecond }) => Math.round(tradesPerSecond)),
    tpcb: taken.map(({ tpcb }) => Math.round(tpcb)),
  },
});
