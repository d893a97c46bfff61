/**
 * Dead row versions are removed soon: hot tables are vacuumed long before a fifth of their rows is dead, and a metric shows what keeps versions
 * alive.
 */

import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

test.each([
  ['balances', 'ledger.accounts', 101_000],
  ['holds', 'ledger.reservations', 101_000],
  ['payments', 'transactions.transaction', 101_000],
  ['idempotency keys', 'platform.idempotency_key', 101_000],
  ['sessions', 'identity.session', 101_000],
  ['messages', 'outbox.message', 101_000],
  ['card payments', 'cards.authorization', 101_000],
  ['orders', 'trading.trade_order', 101_000],
  ['jobs', 'graphile_worker._private_jobs', 1_000],
  ['commands of the exchange', 'trading.command', 1_000],
  ['open orders', 'trading.open_order', 1_000],
  ['access tokens', 'identity.access_token', 1_000],
])('%s: vacuumed with at most so many dead rows of ten million', async (_what, table, most) => {
  const { rows } = await bank.database.pool.query<{ name: string; value: string }>(
    `select option_name as name, option_value as value from pg_class, pg_options_to_table(reloptions) where oid = $1::regclass`,
    [table],
  );
  // PostgreSQL's defaults, for tables without own settings.
  const options = { autovacuum_vacuum_threshold: 50, autovacuum_vacuum_scale_factor: 0.2 };
  for (const { name, value } of rows) Object.assign(options, { [name]: Number(value) });
  const { autovacuum_vacuum_threshold: threshold, autovacuum_vacuum_scale_factor: factor } = options;
  expect(threshold + factor * 10_000_000).toBeLessThanOrEqual(most);
});

async function figure(): Promise<number> {
  const text = await (await fetch(`${bank.url}/metrics`)).text();
  return Number(/^calmly_oldest_snapshot_transactions (\S+)$/m.exec(text)?.[1]);
}

test('the age of the oldest snapshot grows while one is open, and falls once it ends', async () => {
  const dump = await bank.database.openConnection('dump');
  await dump.query('begin isolation level repeatable read');
  await dump.query('select 1');
  for (let count = 0; count < 200; count += 1) await bank.database.pool.query('select pg_current_xact_id()');
  expect(await figure()).toBeGreaterThanOrEqual(200);
  await dump.end();
  await until(figure, (age) => age < 200);
});
