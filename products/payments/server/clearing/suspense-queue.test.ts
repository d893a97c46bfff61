/**
 * Unmatched money at the desk: given to an account or sent back once and in full, with simultaneous decisions and any later
 * report of the rail. Control, tried once: a decision that does not ask where the credit stands (`moveSuspense` without its state)
 * gives it away and sends it back.
 */

import type { Decision, DecisionOptions } from '@calmly/platform/desk.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { IncomingCredit, RailInstruction, RailReport } from '@calmly/providers/rail/rail.ts';
import { startTestApp, type TestApp, testClearing } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifySuspense } from './index.ts';
import { suspenseQueue } from './suspense-queue.ts';

let app: TestApp;
let payer: Payer;
let other: Payer;
beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app, { fundedMinor: 0n });
  other = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
});
afterAll(() => app.close());

const refused = { code: 'payment_state' };
const sent: RailInstruction[] = [];
/** The desk with a line to the rail on which one can listen. */
const desk = suspenseQueue({ submit: async (_work, instructions) => void sent.push(...instructions) });
const settle = (id: string, decision: Decision, options: DecisionOptions = {}) =>
  systemWork(app.database, (work) => desk.decide(work, id, decision, options));
const waiting = async () =>
  (await desk.list(app.database.sql, { after: undefined, limit: 100 })).map(({ id }) => id);
const report = (...reports: RailReport[]) =>
  systemWork(app.database, (work) => testClearing(app.database).sinks.report(work, reports));

/** Ten euro for an account that is not there; the id under which they wait. */
async function stranded(change: Partial<Pick<IncomingCredit, 'scheme' | 'currency'>> = {}): Promise<string> {
  const before = new Set(await waiting());
  await systemWork(app.database, async (work) => {
    const credit = {
      railReference: newId(),
      scheme: 'SEPA',
      creditorAccount: 'LT601010012345678901',
      currency: 'EUR',
      amountMinor: 1_000n,
      debtorName: 'Hansa GmbH',
      debtorAccount: 'DE33200505501289447016',
      debtorCountry: 'DE',
      reference: 'Rent',
      endToEndId: 'R-1',
      at: work.now,
      ...change,
    } as const;
    expect(await testClearing(app.database).sinks.credit(work, [credit])).toEqual(['suspended']);
  });
  const [id] = (await waiting()).filter((each) => !before.has(each));
  if (!id) throw new Error('nothing waits');
  return id;
}
const balanced = async () => expect(await verifySuspense(app.database.sql)).toEqual([]);

test('unmatched money is credited or sent back once, even with simultaneous decisions, and never more than came', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await stranded();
    sent.length = 0;
    const before = [await payer.balance(), await other.balance()].map(({ posted }) => posted);
    const outcomes = await Promise.allSettled([
      settle(id, 'approve', { account: payer.account.number }),
      settle(id, 'reject'),
      settle(id, 'approve', { account: other.account.number }),
      settle(id, 'reject'),
    ]);
    const [first, second, third, fourth] = outcomes.map(({ status }) => status === 'fulfilled');
    expect([first, second, third, fourth].filter(Boolean)).toHaveLength(1);
    const after = [await payer.balance(), await other.balance()].map(({ posted }) => posted);
    expect(after.map((posted, place) => posted - (before[place] ?? 0n))).toEqual([
      first ? 1_000n : 0n,
      third ? 1_000n : 0n,
    ]);
    expect(
      sent.map(({ instructedAmountMinor, currency, creditorAccount }) => [
        instructedAmountMinor,
        currency,
        creditorAccount,
      ]),
    ).toEqual(second || fourth ? [['1000', 'EUR', 'DE33200505501289447016']] : []);
    for (const decision of ['approve', 'reject'] as const)
      await expect(settle(id, decision, { account: payer.account.number })).rejects.toMatchObject(refused);
    await balanced();
  }
});

// An instant transfer may find the other bank away.
test.each([
  ['SEPA', 'SEPA', 'EUR'],
  ['SEPA_INSTANT', 'SEPA', 'EUR'],
  ['SWIFT', 'SWIFT', 'USD'],
] as const)('what came by %s is sent back by %s', async (scheme, back, currency) => {
  const id = await stranded({ scheme, currency });
  sent.length = 0;
  await settle(id, 'reject');
  expect(sent).toMatchObject([{ paymentId: id, scheme: back, currency, instructedAmountMinor: '1000' }]);
  await balanced();
});

test('money that is neither a return nor a reversal is not kept by the bank', async () => {
  const id = await stranded();
  await expect(settle(id, 'approve', { account: 'bank' })).rejects.toThrow(/can keep only returns/);
  expect(await waiting()).toContain(id);
  await balanced();
});

test('unmatched money is not credited in another currency and keeps waiting', async () => {
  const dollars = await createPayer(app, { currency: 'USD', fundedMinor: 0n });
  const id = await stranded();
  await expect(settle(id, 'approve', { account: dollars.account.number })).rejects.toMatchObject({
    code: 'account_cannot_take',
  });
  expect(await waiting()).toContain(id);
  await balanced();
});

test('money that could not be sent back, or comes back less charges, waits again once', async () => {
  const id = await stranded();
  await settle(id, 'reject');
  expect(await waiting()).not.toContain(id);
  const at = new Date();
  const rejected: RailReport = { paymentId: id, outcome: 'rejected', reason: 'account_closed', at };
  await report(rejected, rejected);
  await report(rejected);
  expect((await waiting()).filter((each) => each === id)).toHaveLength(1);
  await balanced();

  await settle(id, 'reject');
  const before = await waiting();
  const returned: RailReport = {
    paymentId: id,
    outcome: 'returned',
    reason: 'account_closed',
    railReference: newId(),
    amountMinor: 900n,
    at,
  };
  await report(returned, returned);
  await report(returned);
  const [again, ...more] = (await waiting()).filter((each) => !before.includes(each));
  expect(more).toEqual([]);
  expect((await desk.find(app.database.sql, again ?? ''))?.facts).toContainEqual([
    'Amount',
    '9.00 EUR by SEPA',
  ]);
  await balanced();
});

test('a credit from a listed name reaches no client before the desk assigns it', async () => {
  const before = await payer.balance();
  await systemWork(app.database, async (work) => {
    const verdicts = await testClearing(app.database).sinks.credit(work, [
      {
        railReference: newId(),
        scheme: 'SEPA',
        creditorAccount: payer.account.number,
        currency: 'EUR',
        amountMinor: 700n,
        debtorName: 'Forbidden Shipping Lines',
        debtorAccount: 'DE33200505501289447016',
        debtorCountry: 'DE',
        reference: 'Freight',
        endToEndId: 'F-1',
        at: work.now,
      },
    ]);
    expect(verdicts).toEqual(['suspended']);
  });
  expect(await payer.balance()).toEqual(before);
  const items = await desk.list(app.database.sql, { after: undefined, limit: 100 });
  const item = items.find(({ subject }) => subject.includes('watch list'));
  await settle(item?.id ?? '', 'approve');
  expect((await payer.balance()).available).toBe(before.available + 700n);
});

const exceptions = () => {
  const queue = testClearing(app.database).desk?.find(({ kind }) => kind === 'exception');
  if (!queue) throw new Error('there is no queue of exceptions');
  return queue;
};
const listed = async () =>
  (await exceptions().list(app.database.sql, { after: undefined, limit: 100 })).map(({ id }) => id);
const returnOf = (
  paymentId: string,
  more: Partial<Extract<RailReport, { outcome: 'returned' }>> = {},
): RailReport => ({
  paymentId,
  outcome: 'returned',
  reason: 'account_closed',
  railReference: newId(),
  amountMinor: 900n,
  at: new Date(),
  ...more,
});

const decideOn = (exceptionId: string, decision: Decision) =>
  systemWork(app.database, (work) => exceptions().decide(work, exceptionId, decision, {}));
const effectOf = async (exceptionId: string) =>
  (await exceptions().find(app.database.sql, exceptionId))?.facts.find(
    ([name]) => name === 'To approve',
  )?.[1];

// Control: with `reopenRefused` for every refusal, the money waits again although it has left.
test('money sent back that has left is not put back by a late refusal: the desk decides', async () => {
  const id = await stranded();
  const before = await listed();
  await settle(id, 'reject');
  const at = new Date();
  const rejected: RailReport = { paymentId: id, outcome: 'rejected', reason: 'account_closed', at };
  await report({ paymentId: id, outcome: 'settled', at });
  await report(rejected, rejected);
  // Told again at another time it has left once, and is refused once.
  await report({ paymentId: id, outcome: 'settled', at: new Date(at.getTime() + 60_000) });
  await report(rejected);
  expect(await waiting()).not.toContain(id);
  await balanced();

  const [raised = '', ...more] = (await listed()).filter((each) => !before.includes(each));
  expect(more).toEqual([]);
  expect(await effectOf(raised)).toBe('puts the money back into suspense');
  await decideOn(raised, 'approve');
  expect((await waiting()).filter((each) => each === id)).toHaveLength(1);
  await expect(decideOn(raised, 'approve')).rejects.toMatchObject(refused);
  await balanced();
  // Sent back anew, it can be refused like the first time.
  await settle(id, 'reject');
  await report(rejected);
  expect(await waiting()).toContain(id);
  await balanced();
});

// Control: put back as well, what came back waits twice, and each can be given to an account.
test('money sent back that has come back waits once, whatever is refused before or after', async () => {
  const at = new Date();
  for (const order of ['returned first', 'refused first'] as const) {
    const id = await stranded();
    const [waitingBefore, listedBefore] = [await waiting(), await listed()];
    await settle(id, 'reject');
    const rejected: RailReport = { paymentId: id, outcome: 'rejected', reason: 'account_closed', at };
    const reports = [returnOf(id), rejected];
    await report({ paymentId: id, outcome: 'settled', at });
    for (const each of order === 'returned first' ? reports : reports.toReversed()) await report(each);

    const [raised = '', ...more] = (await listed()).filter((each) => !listedBefore.includes(each));
    expect(more).toEqual([]);
    expect(await effectOf(raised)).toBe('not possible: the money has come back and is booked. Reject this');
    await expect(decideOn(raised, 'approve')).rejects.toMatchObject(refused);
    const now = await waiting();
    expect(now).not.toContain(id);
    expect(now.filter((each) => !waitingBefore.includes(each))).toHaveLength(1);
    await balanced();
    await decideOn(raised, 'reject');
    expect(await waiting()).toEqual(now);
  }
});

test('a settlement and a refusal in one list are no reason to put money back', async () => {
  const id = await stranded();
  await settle(id, 'reject');
  const at = new Date();
  await report(
    { paymentId: id, outcome: 'rejected', reason: 'account_closed', at },
    { paymentId: id, outcome: 'settled', at },
  );
  expect(await waiting()).not.toContain(id);
  await balanced();
});

test('money sent back that returns under two references waits once', async () => {
  const id = await stranded();
  await settle(id, 'reject');
  const before = await waiting();
  const [notified, stated] = [newId(), newId()];
  const entry = { bankAccount: 'DE89370400440532013000', bookedOn: '2026-11-20' };
  await report(returnOf(id, { railReference: notified, entry: { ...entry, otherReference: stated } }));
  await report(returnOf(id, { railReference: stated, entry: { ...entry, otherReference: notified } }));
  await report(returnOf(id, { railReference: stated, entry: { ...entry, otherReference: null } }));
  expect((await waiting()).filter((each) => !before.includes(each))).toHaveLength(1);
  await balanced();
});

/** As if what waits brought back a payment of ours. */
async function bringsBack(id: string): Promise<string> {
  const paymentId = newId();
  await sql`update clearing.suspense set return_of = ${paymentId} where id = ${id}`.execute(app.database.sql);
  return paymentId;
}
const waitingFor = async (paymentId: string) =>
  (
    await sql<{ id: string }>`
      select id from clearing.suspense where return_of = ${paymentId} and state = 'waiting'`.execute(
      app.database.sql,
    )
  ).rows.map(({ id }) => id);

test('a payment whose money was sent back comes back with the first credit only, however many the bank returns', async () => {
  const id = await stranded();
  const paymentId = await bringsBack(id);
  await settle(id, 'reject');
  const before = await waiting();
  await report(returnOf(id), returnOf(id));
  await report(returnOf(id));
  const added = (await waiting()).filter((each) => !before.includes(each));
  expect(added).toHaveLength(3);
  expect(await waitingFor(paymentId)).toHaveLength(1);
  await balanced();
});

// The account shows a refused payment as a debit and a credit.
test('money that waits again after a refusal is the return, and a credit after it is not', async () => {
  const id = await stranded();
  const paymentId = await bringsBack(id);
  await settle(id, 'reject');
  await report({ paymentId: id, outcome: 'rejected', reason: 'account_closed', at: new Date() });
  const before = await waiting();
  await report(returnOf(id));
  expect((await waiting()).filter((each) => !before.includes(each))).toHaveLength(1);
  expect(await waitingFor(paymentId)).toEqual([id]);
  await balanced();
});

test('a credit for money that was given to an account is no return of the payment', async () => {
  const id = await stranded();
  const paymentId = await bringsBack(id);
  await settle(id, 'approve', { account: payer.account.number });
  await report(returnOf(id));
  expect(await waitingFor(paymentId)).toEqual([]);
  await balanced();
});

// Control, tried three times: without the lock the second approval fails in two of them.
test('of two credits that the desk approves at once as the return, one is it', async () => {
  const used = newId();
  await report(returnOf(await sentBack(), { railReference: used }));
  const id = await stranded();
  const paymentId = await bringsBack(id);
  await settle(id, 'reject');
  const before = await listed();
  await report(returnOf(id, { railReference: used, amountMinor: 800n }));
  await report(returnOf(id, { railReference: used, amountMinor: 700n }));
  const raised = (await listed()).filter((each) => !before.includes(each));
  expect(raised).toHaveLength(2);
  await Promise.all(raised.map((each) => decideOn(each, 'approve')));
  expect(await waitingFor(paymentId)).toHaveLength(1);
  await balanced();
});

async function sentBack(): Promise<string> {
  const id = await stranded();
  await settle(id, 'reject');
  return id;
}

// The last test: it leaves the books wrong.
test('control: money that is decided twice is found by the check that every test ends with', async () => {
  const id = await stranded();
  await settle(id, 'approve', { account: payer.account.number });
  // As if the first decision had not looked where the money is, nor noted where it went.
  await sql`update clearing.suspense set state = 'waiting' where id = ${id}`.execute(app.database.sql);
  expect(await verifySuspense(app.database.sql)).toEqual(['EUR']);
  await settle(id, 'reject');
  expect(await verifySuspense(app.database.sql)).toEqual(['EUR']);
});
