/**
 * Money of a confidential payment that comes back in an unusual way: under a reference that another credit has, or after staff have sent it back. It
 * stays as confidential as the payment when staff book it.
 */
import { getPayment, listPayments } from '@calmly/contract';
import type { DecisionOptions, DeskQueue } from '@calmly/platform/desk.ts';
import { newId } from '@calmly/platform/ids.ts';
import { suspenseQueue } from '@calmly/products/payments/server/clearing/suspense-queue.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, testClearing } from '../../support/app.ts';
import {
  type Confidential,
  createConfidential,
  salaries,
  secretsIn,
} from '../../support/clients/confidential.ts';
import { openAnotherAccount, systemWork } from '../../support/clients/payments.ts';

let app: TestApp;
let world: Confidential;
let exceptions: DeskQueue;
beforeAll(async () => {
  app = await startTestApp({ jobs: true, pollMs: 50 });
  world = await createConfidential(app);
  const queue = testClearing(app.database).desk?.find(({ kind }) => kind === 'exception');
  if (!queue) throw new Error('no queue of exceptions');
  exceptions = queue;
});
afterAll(() => app.close());

const suspense = suspenseQueue({ submit: async () => undefined });

async function salaryOf(name: string) {
  const { rows } = await query<{ id: string; amountMinor: string }>`
    select id, amount_minor::text as "amountMinor" from transactions.transaction
    where client_id = ${world.companyId} and direction = 'DEBIT' and creditor_name = ${name} and audience = 'CONFIDENTIAL'
  `.execute(app.database.sql);
  const [row] = rows;
  if (!row) throw new Error(`no salary of ${name}`);
  return { id: row.id, amountMinor: BigInt(row.amountMinor) };
}

/** The bank reports that money came back, under a reference of its choice. */
const bringBack = (paymentId: string, amountMinor: bigint, railReference = newId()) =>
  systemWork(app.database, (work) =>
    testClearing(app.database).sinks.report(work, [
      { paymentId, outcome: 'returned', reason: 'account_closed', railReference, amountMinor, at: work.now },
    ]),
  );

/** An ordinary credit of one euro for the company; its reference. */
async function usedReference(): Promise<string> {
  const railReference = newId();
  await systemWork(app.database, async (work) => {
    const credit = {
      railReference,
      scheme: 'SEPA',
      creditorAccount: world.account.iban ?? world.account.number,
      currency: 'EUR',
      amountMinor: 100n,
      debtorName: 'Somebody Else',
      debtorAccount: 'DE33200505501289447016',
      debtorCountry: 'DE',
      reference: 'Rent',
      endToEndId: 'R-1',
      at: work.now,
    } as const;
    expect(await testClearing(app.database).sinks.credit(work, [credit])).toEqual(['booked']);
  });
  return railReference;
}

async function decideOnly(queue: DeskQueue, decision: 'approve' | 'reject', options: DecisionOptions = {}) {
  const [item, ...others] = await queue.list(app.database.sql, { after: undefined, limit: 10 });
  expect(others).toEqual([]);
  await systemWork(app.database, (work) => queue.decide(work, item?.id ?? '', decision, options));
}

const credits = async ({ companyToken: token }: Confidential['otto']) => {
  const { output } = await app.call(listPayments, { query: { direction: 'CREDIT' } }, { token });
  return JSON.stringify(output);
};

async function expectHidden(salary: (typeof salaries)[keyof typeof salaries]) {
  expect(secretsIn(await credits(world.boris))).toEqual(expect.arrayContaining([salary.amount]));
  expect(secretsIn(await credits(world.otto))).toEqual([]);
}

/** The payout's line, as Otto sees it. */
async function lineAmount(): Promise<bigint> {
  const { rows } = await query<{ amountMinor: string }>`
    select amount_minor::text as "amountMinor" from transactions.transaction
    where payout_id = ${world.payout.id} and account_id = ${world.account.id} and audience = 'MASK'
  `.execute(app.database.sql);
  return BigInt(rows[0]?.amountMinor ?? 0);
}

test('a confidential payment that comes back under a used reference stays confidential when staff book it', async () => {
  const { id, amountMinor } = await salaryOf(salaries.paid.name);
  const before = await lineAmount();
  await bringBack(id, amountMinor, await usedReference());
  const { number: account } = await openAnotherAccount(app, world.companyId);
  await expect(
    systemWork(app.database, async (work) => {
      const [item] = await exceptions.list(work.sql, { after: undefined, limit: 10 });
      await exceptions.decide(work, item?.id ?? '', 'approve', { account });
    }),
  ).rejects.toThrow(/account that paid/);
  await decideOnly(exceptions, 'approve');
  await expectHidden(salaries.paid);
  expect(await lineAmount()).toBe(before - amountMinor);
  const { output } = await app.call(getPayment, { params: { id } }, { token: world.boris.companyToken });
  expect(output.returned).toMatchObject({ reason: 'account_closed' });
});

test('money of a confidential payment that staff send back and that returns again stays confidential', async () => {
  const { id, amountMinor } = await salaryOf(salaries.known.name);
  await query`update accounts.account set status = 'CLOSED', closed_at = now() where id = ${world.account.id}`.execute(
    app.database.sql,
  );
  await bringBack(id, amountMinor);
  const [item] = await suspense.list(app.database.sql, { after: undefined, limit: 10 });
  await decideOnly(suspense, 'reject');
  await query`update accounts.account set status = 'ACTIVE', closed_at = null where id = ${world.account.id}`.execute(
    app.database.sql,
  );
  await bringBack(item?.id ?? '', amountMinor, await usedReference());
  await decideOnly(exceptions, 'approve');
  await decideOnly(suspense, 'approve');
  await expectHidden(salaries.known);
});
