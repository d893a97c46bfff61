/**
 * A server that dies while it judges thresholds notifies once, because judging and notifying commit together. It dies between the two, where the
 * notice gets
 * its id. Control, tried once: with the sweep outside a transaction, the notice is lost.
 */
import { saveThreshold } from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';
import { sweepThresholds } from '@calmly/products/insight/server/alerts/thresholds/sweep.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementAccounts } from '../../src/statement-accounts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createPayer, fund, systemWork } from '../support/clients/payments.ts';
import { until } from '../support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

const sweep = (more: Partial<Work> = {}) =>
  systemWork(app.database, (work) => sweepThresholds(statementAccounts)({ ...work, ...more }, {}));
const told = async () =>
  (await sql`select from notifications.notification where kind = 'large_amount_in'`.execute(app.database.sql))
    .rows.length;

test('a sweep that dies before its commit is repeated, and notifies once', async () => {
  const payer = await createPayer(app);
  const body = { accountId: payer.account.id, kind: 'LARGE_IN', amount: '10.00' } as const;
  await app.call(saveThreshold, { body }, { token: payer.token });
  await systemWork(app.database, (work) => fund(work, payer.account, 5_000n));
  const dies = sweep({
    newId: () => {
      throw new Error('the server died');
    },
  });
  await expect(dies).rejects.toThrow('the server died');
  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await until(told, (count) => count > 0)).toBe(1);
});
