/**
 * What screening holds, from the hit to the end, with the bank's staff at their desk (`npm run ops`) and the client at the API: approved,
 * refused, put off for a document, taken back; by two at once; the list itself.
 */
import {
  addAttachment,
  cancelPayment,
  createQuote,
  listNotifications,
  type PaymentDetails,
} from '@calmly/contract';
import type { Decision, DecisionOptions } from '@calmly/platform/desk.ts';
import { newId } from '@calmly/platform/ids.ts';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import { startTestApp, type TestApp, testPayments } from '@calmly/server/test/support/app.ts';
import {
  createFirm,
  decide as decideAs,
  inboxOf,
  order as orderAs,
} from '@calmly/server/test/support/clients/firm.ts';
import { entriesWithoutTransaction } from '@calmly/server/test/support/clients/ledger.ts';
import {
  addPayee,
  awaitPayment,
  codeIn,
  createPayer,
  type Payer,
  readPayment,
  systemWork,
  withSepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { pageObjects, pdfOf } from '@calmly/server/test/support/files/files.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const listed = 'Blocked Trading House Ltd';

let app: TestApp;
let payer: Payer;
let other: Payer;
let payeeId: string;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app, { fundedMinor: 100_000_000n });
  other = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
  payeeId = (await addPayee(app, payer.clientId, { name: listed, trusted: true })).id;
});
afterAll(async () => {
  expect(await entriesWithoutTransaction(app.database.sql)).toEqual([]);
  await app.close();
});

const read = (id: string) => readPayment(app, payer, id);

const reached = (id: string, status: string) =>
  until(
    () => read(id),
    (payment) => payment.status === status,
  );

async function held(): Promise<string> {
  const { output } = await payer.pay({ beneficiaryId: payeeId });
  await reached(output.id, 'HOLD_AML');
  return output.id;
}

const steps = ({ timeline }: PaymentDetails) => timeline.map(({ status }) => status);
const reasonOf = ({ timeline }: PaymentDetails) => timeline.at(-1)?.reason;

/** The desk without the command in front of it. */
const queue = () => {
  const found = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
  if (!found?.hold) throw new Error('there is no queue for held payments');
  return { ...found, hold: found.hold };
};
const decide = (id: string, decision: Decision, options: DecisionOptions = {}) =>
  systemWork(app.database, (work) => queue().decide(work, id, decision, options));
const hold = (id: string) => systemWork(app.database, (work) => queue().hold(work, id, {}));
const refused = { code: 'payment_state' };
const document = () => ({ content: pdfOf(pageObjects()).toString('base64') });

test('a payment that waited for approval arrives by the day of the decision', async () => {
  const firm = await createFirm(app);
  const { boris, clara } = firm;
  const ordered = async () => (await orderAs(app, firm, clara)).output.id;
  const arrivalOf = async (id: string) =>
    (await readPayment(app, { token: clara.companyToken }, id)).expectedAt;
  const id = await ordered();
  const before = await arrivalOf(id);
  await systemWork(app.database, (work) => advanceBusinessTime(work.sql, 14 * 24));
  expect(await decideAs(app, boris.token, await inboxOf(app, boris))).toEqual(['APPROVED']);
  await awaitPayment(app, { token: clara.companyToken }, id, ({ status }) => status === 'EXECUTED');
  const today = await arrivalOf(await ordered());
  expect(await arrivalOf(id)).toBe(today);
  expect(today).not.toBe(before);
});

describe('a payment to a listed name', () => {
  test('waits at the desk with what was found, which the client never learns, and goes when it is approved', async () => {
    const id = await held();
    const [item] = await queue().list(app.database.sql, { after: undefined, limit: 10 });
    expect(item).toMatchObject({ id, clientId: payer.clientId });
    expect((await queue().find(app.database.sql, id))?.facts).toContainEqual([
      'Resembles',
      'Blocked Trading House (sandbox)',
    ]);
    expect(JSON.stringify(await read(id))).not.toContain('(sandbox)');

    const approved = await ops(app, 'approve', id, '--as', 'Mari');
    expect(approved).toMatchObject({ code: 0, out: 'Approved by Mari.\n' });
    await reached(id, 'EXECUTED');
    expect(steps(await read(id))).toEqual([
      'SUBMITTED',
      'TO_AML_REVIEW',
      'HOLD_AML',
      'AML_APPROVED',
      'IN_PROCESS',
      'PENDING_FINANCE_INSTITUTION',
      'EXECUTED',
    ]);
    expect(await queue().find(app.database.sql, id)).toBeUndefined();
  });

  // Control: with the day of the order kept, the payment is late before it leaves.
  test('arrives by the day of its approval, not of its order', async () => {
    const id = await held();
    const before = (await read(id)).expectedAt;
    await systemWork(app.database, (work) => advanceBusinessTime(work.sql, 14 * 24));
    await decide(id, 'approve');
    const other = await held();
    const today = (await read(other)).expectedAt;
    await app.call(cancelPayment, { params: { id: other } }, { token: payer.token });
    expect((await read(id)).expectedAt).toBe(today);
    expect(today).not.toBe(before);
  });

  test('is refused: the money is free at once, the reason stays with the bank', async () => {
    const before = await payer.balance();
    const id = await held();
    expect((await payer.balance()).available).toBe(before.available - withSepaFee(1_000n));
    await decide(id, 'reject', { reason: 'On list EU 7' });
    const payment = await read(id);
    expect([payment.status, reasonOf(payment)]).toEqual(['AML_REJECTED', 'not_permitted']);
    expect(JSON.stringify(payment)).not.toContain('EU 7');
    expect(await payer.balance()).toEqual(before);
    const { rows } = await sql<{ details: unknown; actor: string }>`
      select actor, details from platform.audit where action = 'held_payment.rejected' and client_id = ${payer.clientId}
    `.execute(app.database.sql);
    expect(rows).toEqual([{ actor: 'test', details: { number: payment.number, reason: 'On list EU 7' } }]);
  });

  test('waits for a document, which brings it back to the desk with the document', async () => {
    const id = await held();
    const command = await ops(app, 'hold', id, '--as', 'Mari');
    expect(command).toMatchObject({ code: 0, out: 'Held by Mari.\n' });
    const waiting = await read(id);
    expect([waiting.status, reasonOf(waiting)]).toEqual(['HOLD_OTHER', 'document_needed']);
    await expect(hold(id)).rejects.toMatchObject(refused);
    const { rows } = await sql`
      select details ->> 'number' as number from platform.audit
      where action = 'held_payment.held' and client_id = ${payer.clientId}`.execute(app.database.sql);
    expect(rows).toEqual([{ number: waiting.number }]);

    const added = await app.call(addAttachment, { params: { id }, body: document() }, { token: payer.token });
    expect(added.status).toBe(201);
    expect((await read(id)).status).toBe('UNDER_REVIEW');
    expect((await queue().find(app.database.sql, id))?.documentIds).toEqual([added.output.id]);
    await decide(id, 'approve');
    await reached(id, 'EXECUTED');
  });

  test('is withdrawn by the client and leaves the desk; then it cannot be decided', async () => {
    const id = await held();
    const canceled = await app.call(cancelPayment, { params: { id } }, { token: payer.token });
    expect(canceled.output.status).toBe('CANCELED');
    const after = await payer.balance();
    const again = await app.call(cancelPayment, { params: { id } }, { token: payer.token });
    expect([again.status, again.output]).toEqual([200, canceled.output]);
    expect(await payer.balance()).toEqual(after);
    expect(await queue().find(app.database.sql, id)).toBeUndefined();
    await expect(decide(id, 'approve')).rejects.toMatchObject(refused);
    await drainJobs(app);
    const news = await app.call(listNotifications, { query: { limit: 50 } }, { token: payer.token });
    expect(news.output.Items.filter(({ kind }) => kind === 'payment_canceled')).toEqual([]);
  });

  test('is decided once when the client and two of the staff are at it at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await held();
      const outcomes = await Promise.allSettled([
        decide(id, 'approve'),
        decide(id, 'reject'),
        app.call(cancelPayment, { params: { id } }, { token: payer.token }).then(({ status }) => {
          if (status !== 200) throw new Error(`refused: ${status}`);
        }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const decisions = steps(await read(id)).filter((status) =>
        ['AML_APPROVED', 'AML_REJECTED', 'CANCELED'].includes(status),
      );
      expect(decisions).toHaveLength(1);
    }
  });
});

test('another client of the bank is paid when the desk has approved it', async () => {
  await sql`update accounts.account set holder = ${listed} where id = ${other.account.id}`.execute(
    app.database.sql,
  );
  const { output } = await payer.payWithCode({ creditorAccount: other.account.number });
  expect(output.status).toBe('HOLD_AML');
  expect((await other.balance()).posted).toBe(0n);
  await decide(output.id, 'approve');
  expect((await read(output.id)).status).toBe('EXECUTED');
  expect((await other.balance()).posted).toBe(1000n);
});

test('what is paid in a day without a look is together less than the limit, inside the bank and out of it', async () => {
  const clara = await createPayer(app, { firstName: 'Clara', fundedMinor: 30_000_000n });
  const hansa = (await addPayee(app, clara.clientId, { trusted: true })).id;
  const out = (await clara.payWithCode({ beneficiaryId: hansa, amount: '49999.99' })).output;
  await until(
    () => readPayment(app, clara, out.id),
    ({ status }) => status === 'EXECUTED',
  );
  const within = async (amount: string) =>
    (await clara.payWithCode({ creditorAccount: payer.account.number, amount })).output;
  expect(await within('50000.00')).toMatchObject({ status: 'EXECUTED' });
  const reaching = await readPayment(app, clara, (await within('0.01')).id);
  expect([reaching.status, reasonOf(reaching)]).toEqual(['UNDER_REVIEW', 'under_review']);
  expect((await queue().find(app.database.sql, reaching.id))?.facts).toContainEqual([
    'Rule',
    'screening_day_sum',
  ]);
  await decide(reaching.id, 'approve');
  expect((await readPayment(app, clara, reaching.id)).status).toBe('EXECUTED');
});

// Control: an approval that does not look at the market carries both out.
test('a conversion that waited is approved only at a price by which the bank does not lose', async () => {
  const dollars = await addPayee(app, payer.clientId, { name: listed, currency: 'USD', trusted: true });
  const heldAt = async (percent: number) => {
    const body = {
      fromAccount: payer.account.number,
      toCurrency: 'USD',
      amount: '100.00',
      side: 'SELL',
    } as const;
    const { output: quote } = await app.call(createQuote, { body }, { token: payer.token });
    await sql`
      update exchange.quote set buy_minor = round(buy_minor * ${percent}::numeric / 100) where id = ${quote.id}
    `.execute(app.database.sql);
    const order = { beneficiaryId: dollars.id, amount: quote.sellAmount, quoteId: quote.id };
    const idempotencyKey = newId();
    const asked = await payer.pay(order, { idempotencyKey });
    const { output } = await payer.pay(order, { idempotencyKey, code: codeIn(asked.body) });
    await reached(output.id, 'HOLD_AML');
    return output.id;
  };
  const moved = await heldAt(101);
  await expect(decide(moved, 'approve')).rejects.toMatchObject({ code: 'rate_moved' });
  expect((await read(moved)).status).toBe('HOLD_AML');
  await decide(moved, 'reject');
  const near = await heldAt(100);
  await decide(near, 'approve');
  expect(steps(await read(near))).toContain('AML_APPROVED');
});
