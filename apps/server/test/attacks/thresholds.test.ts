/**
 * A threshold or a digest shows a person no more than the portal does: the payments of a confidential payout are one sum to people without the right,
 * and a
 * removed member gets nothing. Control, tried once: without `isVisible` in `largeNotices` and the notice's `audience`, Otto sees
 * each salary. Clara is the control of the second test.
 */
import { listNotifications, listThresholds, saveDigest, saveThreshold } from '@calmly/contract';
import { removeMember } from '@calmly/products/identity/server/index.ts';
import { sendDigests } from '@calmly/products/insight/server/alerts/digest/send.ts';
import { sweepThresholds } from '@calmly/products/insight/server/alerts/thresholds/sweep.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementAccounts } from '../../src/statement-accounts.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Confidential, createConfidential, secretsIn } from '../support/clients/confidential.ts';
import { systemWork } from '../support/clients/payments.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let firm: Confidential;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  firm = await createConfidential(app);
});
afterAll(() => app.close());

const sweep = () => systemWork(app.database, (work) => sweepThresholds(statementAccounts)(work, {}));
/** All past entries are judged again. */
const startOver = () => sql`update alerts.threshold set judged_seq = 0`.execute(app.database.sql);
const queueIsEmpty = () =>
  until(
    async () =>
      (
        await sql`
          select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'notify'`.execute(app.database.sql)
      ).rows,
    (waiting) => waiting.length === 0,
  );
const told = async (token: string) =>
  (await app.call(listNotifications, { query: { limit: 200 } }, { token })).output.Items.filter(
    ({ kind }) => kind === 'large_amount_out',
  );
async function watch(token: string): Promise<void> {
  const { accounts } = (await app.call(listThresholds, {}, { token })).output;
  for (const { id: accountId, currency } of accounts)
    if (currency === 'EUR')
      await app.call(saveThreshold, { body: { accountId, kind: 'LARGE_OUT', amount: '1000.00' } }, { token });
}

test('a confidential payout is one sum without the right, reported once, and single payments with it', async () => {
  const [otto, clara] = [firm.otto.companyToken, firm.clara.companyToken];
  await watch(otto);
  await watch(clara);
  for (let round = 0; round < 2; round += 1) {
    await startOver();
    await sweep();
    await queueIsEmpty();
  }
  const [one, ...more] = await told(otto);
  expect(more).toEqual([]);
  expect(one?.params.payout).toBeDefined();
  expect(one?.params.counterparty).toBeUndefined();
  expect(secretsIn(JSON.stringify(await told(otto)))).toEqual([]);
  const { rows } = await sql<{ text: string }>`
    select m.subject || m.text as text from outbox.message m join identity.person p on p.email = m.recipient
    where p.id = ${firm.otto.personId}`.execute(app.database.sql);
  expect(rows.some(({ text }) => text.includes('confidential payout'))).toBe(true);
  expect(secretsIn(rows.map(({ text }) => text).join('\n'))).toEqual([]);
  // The control: Clara holds the right.
  const own = await told(clara);
  expect(own.some(({ params }) => params.counterparty === 'Zebulon Quartzman')).toBe(true);
  expect(own.every(({ params }) => params.payout === undefined)).toBe(true);
});

test('a digest has sums and counts, and nothing of a confidential payout', async () => {
  const body = { frequency: 'DAILY', weekday: 1, hour: 8, timeZone: 'UTC' } as const;
  await app.call(saveDigest, { body }, { token: firm.otto.companyToken });
  // It contains the whole past.
  await sql`update alerts.digest set covered = '{}', covered_to = '2000-01-01', due_at = now() - interval '1 minute'`.execute(
    app.database.sql,
  );
  await systemWork(
    app.database,
    sendDigests({ portalUrl: 'https://portal.example', sources: statementAccounts }),
  );
  const { rows } = await sql<{ text: string }>`
    select m.subject || m.text as text from outbox.message m join identity.person p on p.email = m.recipient
    where p.id = ${firm.otto.personId} and m.subject like '%daily summary%'`.execute(app.database.sql);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).toMatch(/in \d.* out \d/);
  expect(secretsIn(rows[0]?.text ?? '')).toEqual([]);
});

test('a removed member is not notified', async () => {
  const before = (await told(firm.clara.companyToken)).length;
  const notices = async () =>
    (
      await sql`select from notifications.notification where person_id = ${firm.otto.personId} and kind = 'large_amount_out'`.execute(
        app.database.sql,
      )
    ).rows.length;
  const earlier = await notices();
  await systemWork(app.database, (work) =>
    removeMember(work, { clientId: firm.companyId, personId: firm.otto.personId }),
  );
  await sql`delete from notifications.notification where person_id = ${firm.otto.personId}`.execute(
    app.database.sql,
  );
  await startOver();
  await sweep();
  await queueIsEmpty();
  expect(earlier).toBe(1);
  expect(await notices()).toBe(0);
  expect((await told(firm.clara.companyToken)).length).toBeGreaterThan(before);
});
