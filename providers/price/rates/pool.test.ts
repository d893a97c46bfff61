/** Rates are asked for within transactions, each of which has a connection of the pool. Control, tried once: read through the pool, the reading waits for its own caller and fails. */

import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpPrices } from './http-prices.ts';

let created: TestDatabase;
let database: Database;

beforeAll(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await created.close();
});

/** It is never asked here. */
const source = { url: 'http://127.0.0.1:9', pollMs: 1_000, maxAgeMs: 120_000, timeoutMs: 200 };

test('rates are read while every connection of the pool is in a transaction that asks for them', async () => {
  await query`insert into price.rate (source, currency, rate, as_of) values ('market', 'USD', 1.1, now())`.execute(
    database.sql,
  );
  const config = {
    reference: source,
    market: { ...source, authorization: undefined },
    mostJumpPercent: 10,
  };
  const { provider } = createHttpPrices({ database, config, log: pino({ level: 'silent' }) });
  const { rates } = await database.inTransaction(async (sql) => {
    await query`select 1`.execute(sql);
    return provider.marketRates(new Date());
  });
  expect(rates).toEqual({ EUR: '1', USD: '1.1' });
});
