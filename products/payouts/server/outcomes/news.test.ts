/** Notices about payouts: one when a payout is done, and one for all payments that were rejected or returned within a quarter of an hour. */
import { getPayout, listNotifications } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { startTestApp, type TestApp, testClearing, testPayments } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { allRows, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import {
  anna,
  closed,
  confirmWithCode,
  fileOf,
  hansa,
  paidPayout,
  rowOf,
} from '@calmly/server/test/support/files/payout-rows.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAccounts } from '../../../ledger/server/index.ts';
import { payoutNewsTask } from '../../../payments/server/payments/index.ts';
import { payTask } from '../sending/confirm.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

/** The payer's notices about their own payments. */
const noticesOf = async ({ token }: Payer) =>
  (await app.call(listNotifications, { query: { limit: 50 } }, { token })).output.Items.map(
    ({ kind, params, subjectId }) => ({ kind, params, subjectId }),
  ).filter(({ kind }) => kind !== 'new_device' && kind !== 'payment_received');

const mailsTo = async ({ clientId }: Payer) =>
  (
    await query<{ subject: string; text: string }>`
      select m.subject, m.text from outbox.message m
      join identity.person p on p.email = m.recipient join identity.client c on c.holder_id = p.id
      where c.id = ${clientId} and m.subject like '%ayout%' order by m.id`.execute(app.database.sql)
  ).rows;

// Control: with one notice per rejected payment, the list has three more entries.
test('a payout is announced once when it is done and once for all rejected or returned rows, in numbers only', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const { id, number } = await paidPayout(
    app,
    payer,
    rowOf('Anna Tamm', anna, '10.00'),
    rowOf('Wrong account', 'DE00', '10.00'),
    ...[1, 2, 3].map((at) => rowOf('Gone GmbH', closed, `${at}.00`)),
  );
  // Runs both jobs again, as after a restart, and the scheduled one now.
  await addJobs(app.database.sql, [
    { task: payTask, payload: id },
    { task: payoutNewsTask, payload: id },
    { task: payoutNewsTask, payload: id, key: `${payoutNewsTask} ${id}` },
  ]);
  await expect.poll(() => noticesOf(payer)).toMatchObject([{}, {}]);
  await drainJobs(app);
  const [later, first] = await noticesOf(payer);
  expect(first).toMatchObject({ kind: 'payout_done', subjectId: id, params: { number, leftOut: '1' } });
  const early = Number(first?.params.failed);
  expect(Number(first?.params.paid) + Number(first?.params.pending) + early).toBe(4);
  expect(later).toEqual({
    kind: 'payout_rows_unpaid',
    subjectId: id,
    params: { number, count: `${3 - early}` },
  });
  const mails = await mailsTo(payer);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Payout ${number} is done`,
    expect.stringMatching(new RegExp(`payments? of payout ${number} w`)),
  ]);
  expect(mails[0]?.text).toContain(`/payments/payouts/${id}`);
  expect(JSON.stringify(mails)).not.toMatch(/Gone|Anna|EUR/);
});

/** Runs the job that waits for its quarter of an hour; returns how many there were. */
const tellNow = async (id: string) =>
  (
    await query`
      update graphile_worker._private_jobs set run_at = now() where key = ${`${payoutNewsTask} ${id}`}`.execute(
      app.database.sql,
    )
  ).numAffectedRows;

const setStatus = ({ account }: Payer, status: 'ACTIVE' | 'CLOSED') =>
  query`
    update accounts.account set status = ${status}, closed_at = case when ${status} = 'CLOSED' then now() end where id = ${account.id}
  `.execute(app.database.sql);

// Controls: without the payout of a credit that is released from suspense, the list has a notice about it; with a notice for each return, two more.
test('returned payments are announced together, also one that the bank’s desk releases from suspense', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const payout = await paidPayout(
    app,
    payer,
    ...[1, 2, 3].map((at) => rowOf('Hansa GmbH', hansa, `${at}.00`)),
  );
  const { id, number } = payout;
  const [one, two, three] = (await allRows(app, payer, id)).map(({ paymentId }) => paymentId ?? '');
  const comeBack = (...payments: ReadonlyArray<readonly [string | undefined, bigint]>) =>
    systemWork(app.database, (work) =>
      testClearing(app.database).sinks.report(
        work,
        payments.map(([paymentId = '', amountMinor]) => ({
          paymentId,
          outcome: 'returned',
          reason: 'account_closed',
          railReference: newId(),
          amountMinor,
          at: work.now,
        })),
      ),
    );
  const before = (await payer.balance()).posted;
  await comeBack([one, 100n], [two, 200n]);
  await setStatus(payer, 'CLOSED');
  await comeBack([three, 300n]);
  await setStatus(payer, 'ACTIVE');
  const desk = testClearing(app.database).desk?.find(({ kind }) => kind === 'suspense');
  if (!desk) throw new Error('the desk has no queue of suspense');
  const [waiting] = await desk.list(app.database.sql, { after: undefined, limit: 10 });
  await systemWork(app.database, (work) => desk.decide(work, waiting?.id ?? '', 'approve', {}));
  expect((await payer.balance()).posted).toBe(before + 600n);

  expect(await tellNow(id)).toBe(1n);
  await expect.poll(() => noticesOf(payer)).toMatchObject([{}, {}]);
  expect(await noticesOf(payer)).toEqual([
    { kind: 'payout_rows_unpaid', subjectId: id, params: { number, count: '3' } },
    { kind: 'payout_done', subjectId: id, params: expect.anything() },
  ]);
});

test('rows that the bank’s desk refuses are announced, and so are those whose payee has closed the account meanwhile', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const boris = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
  const listed = 'Blocked Trading House Ltd';
  await query`update accounts.account set holder = ${listed} where id = ${boris.account.id}`.execute(
    app.database.sql,
  );
  const accounts = [hansa, boris.account.iban ?? ''];
  const upload = await uploadPayout(
    app,
    payer,
    fileOf(...accounts.map((iban) => rowOf(listed, iban, '1.00'))),
  );
  expect((await confirmWithCode(app, payer, upload)).status).toBe(200);
  const payout = async () =>
    (await app.call(getPayout, { params: { id: upload.id } }, { token: payer.token })).output;
  await expect.poll(payout).toMatchObject({ status: 'DONE', summary: { pending: 2, failed: 0 } });
  const desk = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
  if (!desk?.ofPayout) throw new Error('the desk has no queue of payments');
  const held = async () => (await desk.ofPayout?.(app.database.sql, upload.id)) ?? [];
  await expect.poll(held).toHaveLength(2);

  await app.database.inTransaction((sql) => closeAccounts(sql, [boris.account.id], new Date()));
  const [outside, inside] = (await allRows(app, payer, upload.id)).map(({ paymentId }) => paymentId ?? '');
  const unpaid = async () =>
    (await noticesOf(payer)).filter(({ kind }) => kind === 'payout_rows_unpaid').map(({ params }) => params);
  for (const [id, decision] of [
    [inside, 'approve'],
    [outside, 'reject'],
  ] as const) {
    const before = (await unpaid()).length;
    await systemWork(app.database, (work) => desk.decide(work, id ?? '', decision, {}));
    expect(await tellNow(upload.id)).toBe(1n);
    await expect.poll(unpaid).toHaveLength(before + 1);
  }
  expect(await unpaid()).toEqual([1, 2].map(() => ({ number: upload.number, count: '1' })));
});
