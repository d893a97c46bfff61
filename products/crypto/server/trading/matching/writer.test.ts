/** A process beside the market's writer: it waits idly for the lock, and gets it when the writer is gone. */
import { getBook } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { createApp } from '@calmly/server/src/app.ts';
import { createCall, createRawCall, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { createTestDatabase } from '@calmly/server/test/support/database.ts';
import { newTrader, orderOf, sendOrder, settled } from '@calmly/server/test/support/trading.ts';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockKey } from './writer.ts';

let bank: TestApp;
let asked = 0;
let becomeWriter: () => Promise<unknown>;
let close: () => Promise<void>;

/** The database, where `asked` counts how often the app asks for the lock. */
const counting = (database: Database): Database => ({
  ...database,
  async openConnection(name) {
    const client = await database.openConnection(name);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const counted = (...args: unknown[]) => {
      if (String(args[0]).includes('pg_try_advisory_lock')) asked += 1;
      return query(...args);
    };
    return Object.assign(client, { query: counted });
  },
});

beforeAll(async () => {
  const created = await createTestDatabase();
  const writer = await created.database.pool.connect();
  await writer.query('select pg_advisory_lock($1)', [lockKey]);
  const log = pino({ level: 'silent' });
  const app = await createApp({ database: counting(created.database), log, config: testConfig });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  bank = {
    app,
    database: created.database,
    log,
    url,
    call: createCall(url),
    callRaw: createRawCall(url),
    close: created.close,
  };
  becomeWriter = () => writer.query('select pg_advisory_unlock($1)', [lockKey]);
  close = async () => {
    await app.close();
    writer.release(true);
    await created.close();
  };
});
afterAll(() => close());

test('orders that another process is to match do not make it ask without a pause', async () => {
  const trader = await newTrader(bank, { EPI: '1000', BTC: '0' });
  const { token } = trader;
  const { id } = (await sendOrder(bank, trader, { operation: 'BUY', amount: '0.0001', price: '99990' }))
    .output;
  const before = asked;
  const reads = 200;
  for (let read = 0; read < reads; read += 1)
    await bank.call(getBook, { params: { instrument: 'BTCEPI' } }, { token });
  expect(asked - before).toBeLessThan(reads / 2);

  await becomeWriter();
  await settled(bank);
  expect((await orderOf(bank, trader, id)).status).toBe('PLACED');
  expect(asked).toBeGreaterThan(before);
});
