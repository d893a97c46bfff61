/**
 * A server that dies while it judges thresholds tells once: what was judged and what is told commit together. Control, tried once: with `writeJudged`
 * on a connection of its own, the notice of the first sweep is lost.
 */
import { saveThreshold } from '@calmly/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepThresholds } from '../../src/modules/alerts/thresholds/sweep.ts';
import { statementAccounts } from '../../src/statement-accounts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createPayer, fund, systemWork } from '../support/clients/payments.ts';
import { until } from '../support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

const sweep = (end: () => void) =>
  systemWork(app.database, async (work) => {
    await sweepThresholds(statementAccounts)(work, {});
    end();
  });
const told = async () =>
  (await sql`select from notifications.notification where kind = 'large_amount_in'`.execute(app.database.sql))
    .rows.length;

test('a sweep that ends before its commit tells nothing, and the next one tells once', async () => {
  const payer = await createPayer(app);
  const body = { accountId: payer.account.id, kind: 'LARGE_IN', amount: '10.00' } as const;
  await app.call(saveThreshold, { body }, { token: payer.token });
  await systemWork(app.database, (work) => fund(work, payer.account, 5_000n));
  const dies = sweep(() => {
    throw new Error('the server died');
  });
  await expect(dies).rejects.toThrow('the server died');
  expect(await told()).toBe(0);
  await Promise.all([sweep(() => undefined), sweep(() => undefined)]);
  await sweep(() => undefined);
  expect(await until(told, (count) => count > 0)).toBe(1);
});
