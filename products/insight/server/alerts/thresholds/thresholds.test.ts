/** Thresholds over HTTP, and the sweep that evaluates them. Control, tried once: without `writeJudged`, the second sweep notifies again. */
import {
  closeAccount,
  listNotifications,
  listThresholds,
  removeThreshold,
  saveThreshold,
  type ThresholdKind,
  thresholdsMax,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { callWithCode, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import {
  createPayer,
  fund,
  openAnotherAccount,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveClient } from '../../../../identity/server/index.ts';
import { post } from '../../../../ledger/server/index.ts';
import { thresholdsTask } from './sweep.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

type Who = { readonly token: string };
const set = ({ token }: Who, accountId: string, kind: ThresholdKind, amount: string) =>
  app.call(saveThreshold, { body: { accountId, kind, amount } }, { token });
const read = async ({ token }: Who) => (await app.call(listThresholds, {}, { token })).output;
const remove = ({ token }: Who, id: string) => app.call(removeThreshold, { params: { id } }, { token });
const told = async ({ token }: Who) =>
  (await app.call(listNotifications, { query: { limit: 100 } }, { token })).output.Items.filter(
    ({ kind }) => kind === 'balance_low' || kind.startsWith('large_amount'),
  ).map(({ kind, params }) => [kind, params.amount]);

/** One sweep over every page, and the delivery of its notices. */
async function sweep(): Promise<void> {
  await addJobs(app.database.sql, [{ task: thresholdsTask, payload: {}, key: thresholdsTask }]);
  await drainJobs(app);
}

/** Moves money between two accounts of the same currency. */
const move = (from: string, to: string, amountMinor: bigint) =>
  systemWork(app.database, async (work) => {
    const id = newId();
    const [verdict] = await post(work.sql, [
      {
        id,
        subjectId: id,
        debitAccountId: from,
        creditAccountId: to,
        amountMinor,
        code: 'own',
        at: work.now,
      },
    ]);
    if (!verdict?.ok) throw new Error('not moved');
  });

async function withSavings(): Promise<{ payer: Payer; main: string; savings: string }> {
  const payer = await createPayer(app);
  const { id } = await openAnotherAccount(app, payer.clientId);
  return { payer, main: payer.account.id, savings: id };
}

/** Sets this many, three on each new account. Returns one of them. */
async function fill(payer: Payer, count: number): Promise<string> {
  const kinds = ['LOW_BALANCE', 'LARGE_IN', 'LARGE_OUT'] as const;
  let id = '';
  for (let left = count; left > 0; left -= kinds.length) {
    ({ id } = await openAnotherAccount(app, payer.clientId));
    for (const kind of kinds) expect((await set(payer, id, kind, '5')).status).toBe(200);
  }
  return id;
}

describe('settings', () => {
  test('are set, changed in place, listed with the accounts, and removed', async () => {
    const { payer, main, savings } = await withSavings();
    const { output } = await set(payer, main, 'LOW_BALANCE', '100');
    expect(output).toMatchObject({ accountId: main, amount: '100.00', currency: 'EUR' });
    expect((await set(payer, main, 'LOW_BALANCE', '250.50')).output.id).toBe(output.id);
    const { items, accounts } = await read(payer);
    expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([['LOW_BALANCE', '250.50']]);
    expect(accounts.map(({ id }) => id)).toEqual([main, savings]);
    expect((await remove(payer, output.id)).status).toBe(204);
    expect((await remove(payer, output.id)).status).toBe(404);
    expect((await read(payer)).items).toEqual([]);
  });

  test('refuse zero, digits that the currency lacks, strangers’ and closed accounts, and more than the maximum', async () => {
    const { payer, main, savings } = await withSavings();
    const stranger = await createPayer(app, { firstName: 'Otto' });
    for (const amount of ['0', '0.00', '1.234'])
      expect((await set(payer, main, 'LARGE_IN', amount)).status).toBe(400);
    expect((await set(stranger, main, 'LARGE_IN', '5')).status).toBe(404);
    expect((await set(payer, newId(), 'LARGE_IN', '5')).status).toBe(404);
    const { output } = await set(payer, savings, 'LOW_BALANCE', '5');
    expect((await remove(stranger, output.id)).status).toBe(404);
    expect((await read(stranger)).items).toEqual([]);
    await callWithCode(app, { token: payer.token }, closeAccount, { params: { id: savings }, query: {} });
    expect((await read(payer)).items).toEqual([]);
    expect(problemOf(await set(payer, savings, 'LARGE_IN', '5'))).toBe('account_closed');
    await fill(payer, thresholdsMax);
    expect(problemOf(await set(payer, main, 'LARGE_IN', '5'))).toBe('too_many_thresholds');
  });

  test('are a person’s own: a colleague neither sees nor removes them', async () => {
    const firm = await createFirm(app);
    const [boris, maria] = [{ token: firm.boris.companyToken }, { token: firm.maria.companyToken }];
    const { output } = await set(boris, firm.account.id, 'LOW_BALANCE', '5');
    expect((await read(maria)).items).toEqual([]);
    expect((await remove(maria, output.id)).status).toBe(404);
    expect((await read(boris)).items).toHaveLength(1);
  });

  test('of a closed account leave room for others, and are deleted', async () => {
    const { payer, main } = await withSavings();
    const closing = await fill(payer, thresholdsMax);
    await callWithCode(app, { token: payer.token }, closeAccount, { params: { id: closing }, query: {} });
    expect((await set(payer, main, 'LARGE_IN', '5')).status).toBe(200);
    await sweep();
    const { rows } = await sql`select from alerts.threshold where account_id = ${closing}`.execute(
      app.database.sql,
    );
    expect([rows.length, (await read(payer)).items.length]).toEqual([0, thresholdsMax - 2]);
  });
});

describe('the sweep', () => {
  test('reports a low balance once until it recovers, and not if it was low already', async () => {
    const { payer, main, savings } = await withSavings();
    await set(payer, main, 'LOW_BALANCE', '500.00');
    await set(payer, savings, 'LOW_BALANCE', '50.00');
    await sweep();
    expect(await told(payer)).toEqual([]);
    await move(main, savings, 60_000n);
    await sweep();
    await sweep();
    expect(await told(payer)).toEqual([['balance_low', '400.00']]);
    await move(main, savings, 100n);
    await sweep();
    expect(await told(payer)).toHaveLength(1);
    // Exactly the amount does not count as below.
    await move(savings, main, 10_100n);
    await sweep();
    expect(await told(payer)).toHaveLength(1);
    await move(main, savings, 1n);
    await sweep();
    expect(await told(payer)).toEqual([
      ['balance_low', '499.99'],
      ['balance_low', '400.00'],
    ]);
  });

  test('does not report a raised amount that the balance is below already, nor while the client is blocked', async () => {
    const { payer, main, savings } = await withSavings();
    await set(payer, main, 'LOW_BALANCE', '100.00');
    await set(payer, main, 'LOW_BALANCE', '5000.00');
    await sweep();
    expect(await told(payer)).toEqual([]);
    await set(payer, main, 'LARGE_OUT', '10.00');
    await systemWork(app.database, (work) => moveClient(work, payer.clientId, 'block'));
    await move(main, savings, 2_000n);
    await sweep();
    await systemWork(app.database, (work) => moveClient(work, payer.clientId, 'unblock'));
    await sweep();
    expect(await told(payer)).toEqual([]);
    await move(main, savings, 3_000n);
    await sweep();
    expect(await told(payer)).toEqual([['large_amount_out', '30.00']]);
  });

  test('counts reserved money as gone', async () => {
    const payer = await createPayer(app);
    await set(payer, payer.account.id, 'LOW_BALANCE', '1000.00');
    await sql`update ledger.accounts set reserved = 100 where id = ${payer.account.id}`.execute(
      app.database.sql,
    );
    await sweep();
    expect(await told(payer)).toEqual([['balance_low', '999.00']]);
    await sql`update ledger.accounts set reserved = 0 where id = ${payer.account.id}`.execute(
      app.database.sql,
    );
  });

  test('reports each large booking in and out once, and none before the threshold was set', async () => {
    const { payer, main, savings } = await withSavings();
    await move(main, savings, 20_000n);
    await set(payer, main, 'LARGE_OUT', '100.00');
    await set(payer, savings, 'LARGE_IN', '150.00');
    await sweep();
    expect(await told(payer)).toEqual([]);
    await move(main, savings, 9_999n);
    await move(main, savings, 10_000n);
    await move(main, savings, 15_000n);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect((await told(payer)).sort()).toEqual([
      ['large_amount_in', '150.00'],
      ['large_amount_out', '100.00'],
      ['large_amount_out', '150.00'],
    ]);
    // A changed amount counts from now on.
    await set(payer, main, 'LARGE_OUT', '1.00');
    await sweep();
    expect(await told(payer)).toHaveLength(3);
  });

  test('names the payer of incoming money and leads to the payment, also by email', async () => {
    const payer = await createPayer(app);
    await set(payer, payer.account.id, 'LARGE_IN', '300.00');
    await systemWork(app.database, (work) => fund(work, payer.account, 30_000n));
    await sweep();
    const { Items } = (await app.call(listNotifications, { query: { limit: 20 } }, { token: payer.token }))
      .output;
    const notice = Items.find(({ kind }) => kind === 'large_amount_in');
    expect(notice?.params).toMatchObject({ counterparty: 'Employer AS', account: payer.account.name });
    const { rows } = await sql<{ text: string }>`
      select m.text from outbox.message m join identity.person p on p.email = m.recipient
      join identity.client c on c.holder_id = p.id
      where c.id = ${payer.clientId} and m.subject like '%received on%'`.execute(app.database.sql);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).toContain(`/payments?payment=${notice?.subjectId}`);
  });

  test('takes up after a thousand entries in one run', async () => {
    const { payer, main, savings } = await withSavings();
    await set(payer, savings, 'LARGE_IN', '1.00');
    await systemWork(app.database, async (work) => {
      const transfers = Array.from({ length: 1_001 }, (_, index) => {
        const id = newId();
        const amountMinor = index === 1_000 ? 100n : 1n;
        const accounts = { debitAccountId: main, creditAccountId: savings };
        return { id, subjectId: id, ...accounts, amountMinor, code: 'own', at: work.now };
      });
      await post(work.sql, transfers);
    });
    // Also for an account closed before all of them are evaluated.
    await move(savings, main, 1_100n);
    await callWithCode(app, { token: payer.token }, closeAccount, { params: { id: savings }, query: {} });
    await sweep();
    expect(await told(payer)).toEqual([]);
    await sweep();
    expect(await told(payer)).toEqual([['large_amount_in', '1.00']]);
  });
});

test('a sweep writes nothing where nothing is new', async () => {
  const payer = await createPayer(app);
  await set(payer, payer.account.id, 'LOW_BALANCE', '1.00');
  await set(payer, payer.account.id, 'LARGE_IN', '1.00');
  await sweep();
  // A lock writes to the row too.
  const versions = async () =>
    (
      await sql`select id, xmin::text, xmax::text from alerts.threshold where client_id = ${payer.clientId} order by id`.execute(
        app.database.sql,
      )
    ).rows;
  const before = await versions();
  await sweep();
  expect(before).toHaveLength(2);
  expect(await versions()).toEqual(before);
});
