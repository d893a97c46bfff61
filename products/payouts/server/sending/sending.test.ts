/** Paying a payout over HTTP: preview, code, one hold, each row once, the released remainder, results. */
import {
  cancelPayout,
  changePayoutRows,
  confirmPayout,
  downloadPayoutResults,
  getPayment,
  getPayout,
  listActivity,
  listPayments,
  listPayouts,
  type PayoutDetails,
  previewPayout,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  callWithCode,
  createFirm,
  decide,
  inboxOf,
  moneyOf,
} from '@calmly/server/test/support/clients/firm.ts';
import { codeIn, createPayer, withSepaFee } from '@calmly/server/test/support/clients/payments.ts';
import {
  allRows,
  templateHeadings,
  typedPayout,
  uploadPayout,
} from '@calmly/server/test/support/clients/payouts.ts';
import {
  anna,
  closed,
  confirmBody,
  confirmWithCode,
  fileOf,
  hansa,
  paid,
  refusal,
  rowOf,
} from '@calmly/server/test/support/files/payout-rows.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../../ledger/server/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a payout is previewed, confirmed with a code, paid row by row, and the rest of its money is free again', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const inside = await createPayer(app, { fundedMinor: 0n, firstName: 'Mart', lastName: 'Kask' });
  const payout = await uploadPayout(
    app,
    payer,
    fileOf(
      rowOf('Anna Tamm', anna, '100.00', 'Wages', 'W-1'),
      rowOf('Hansa GmbH', hansa, '200.00'),
      rowOf('Gone GmbH', closed, '50.00'),
      rowOf('Mart Kask', inside.account.iban ?? '', '30.00'),
      rowOf('Wrong account', 'DE00', '10.00'),
    ),
  );
  expect(payout.summary).toMatchObject({ rows: 5, faulty: 1 });
  const params = { id: payout.id };
  const { token } = payer;

  const total = withSepaFee(10_000n) + withSepaFee(20_000n) + withSepaFee(5_000n) + 3_000n;
  const preview = await app.call(previewPayout, { params }, { token });
  expect(preview.output).toMatchObject({ leftOut: 1, payees: 4, newPayees: 3, version: payout.version });
  expect(preview.output.funding).toMatchObject([
    {
      rows: 4,
      amount: '380.00',
      balanceAfter: `${(1_000_000n - total) / 100n}.${(1_000_000n - total) % 100n}`.padEnd(7, '0'),
    },
  ]);

  const all = await app.call(
    confirmPayout,
    { params, body: confirmBody(payout) },
    { token, idempotencyKey: newId() },
  );
  expect(refusal(all)).toEqual([409, 'payout_faulty']);
  const confirmed = await confirmWithCode(app, payer, payout, { mode: 'READY' });
  expect([confirmed.status, confirmed.output.status]).toEqual([200, 'PAYING']);

  const done = await paid(app, payer, payout);
  expect(done.summary).toMatchObject({ paid: 3, failed: 1, pending: 0 });
  const rows = await allRows(app, payer, payout.id);
  expect(rows.map(({ status }) => status)).toEqual(['EXECUTED', 'EXECUTED', 'REJECTED', 'EXECUTED', null]);
  const first = await app.call(getPayment, { params: { id: rows[0]?.paymentId ?? '' } }, { token });
  expect(first.output).toMatchObject({ endToEndId: 'W-1', creditorName: 'Anna Tamm', reference: 'Wages' });
  expect(await inside.balance()).toMatchObject({ posted: 3_000n });
  const spent = withSepaFee(10_000n) + withSepaFee(20_000n) + 3_000n;
  expect(await payer.balance()).toEqual({
    posted: 1_000_000n - spent,
    reserved: 0n,
    available: 1_000_000n - spent,
  });
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);

  const results = await app.call(
    downloadPayoutResults,
    { params, query: { locale: 'en', format: 'csv' } },
    { token },
  );
  expect(
    results.text
      .split('\r\n')
      .slice(1, 6)
      .map((line) => line.split('","').slice(7, 9)),
  ).toEqual([
    ['Paid', ''],
    ['Paid', ''],
    ['Failed', 'The payee’s bank has closed this account.'],
    ['Paid', ''],
    ['Left out', 'Payments to this country need an IBAN.'],
  ]);
});

test('a reference and a creditor reference travel together', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const { token } = payer;
  const creditorReference = 'RF18 5390 0754 7034';
  const long = await typedPayout(app, payer, { creditorReference, reference: 'x'.repeat(130) });
  expect(long.faults).toMatchObject([{ field: 'reference', code: 'text_too_long' }]);
  for (const [reference, sent] of [
    ['Invoice 17', 'Invoice 17 RF18 5390 0754 7034'],
    ['For RF18539007547034', 'For RF18539007547034'],
  ] as const) {
    const { id } = await typedPayout(app, payer, { creditorReference, reference });
    const payout = (await app.call(getPayout, { params: { id } }, { token })).output;
    expect((await confirmWithCode(app, payer, payout)).status).toBe(200);
    await paid(app, payer, payout);
    const [row] = await allRows(app, payer, id);
    const payment = await app.call(getPayment, { params: { id: row?.paymentId ?? '' } }, { token });
    expect(payment.output.reference).toBe(sent);
  }
});

test('a code confirms exactly the rows for which it was requested', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const payout = await uploadPayout(
    app,
    payer,
    fileOf(rowOf('Anna Tamm', anna, '100.00'), rowOf('Hansa GmbH', hansa, '200.00')),
  );
  const { token } = payer;
  const params = { id: payout.id };
  const body = confirmBody(payout);
  const options = { token, idempotencyKey: newId() };
  const asked = await app.call(confirmPayout, { params, body }, options);
  const [, second] = await allRows(app, payer, payout.id);
  await app.call(
    changePayoutRows,
    {
      params,
      body: {
        changed: [
          { position: 2, version: second?.version ?? 0, cells: { account: 'DE89370400440532013000' } },
        ],
        added: [],
        removed: [],
      },
    },
    { token },
  );
  const late = await app.call(confirmPayout, { params, body }, { ...options, code: codeIn(asked.body) });
  expect(refusal(late)).toEqual([409, 'payout_changed']);
  const now = (await app.call(getPayout, { params }, { token })).output;
  const other = await app.call(
    confirmPayout,
    { params, body: confirmBody(now) },
    { token, idempotencyKey: newId(), code: codeIn(asked.body) },
  );
  expect(other.status).not.toBe(200);
  expect(await payer.balance()).toMatchObject({ reserved: 0n });
  expect(
    (await app.call(listPayments, { query: { limit: 10 } }, { token })).output.Items.filter(
      ({ direction }) => direction === 'DEBIT',
    ),
  ).toEqual([]);
});

test('a payout that the account cannot cover is refused entirely, and nothing is held', async () => {
  const payer = await createPayer(app, { fundedMinor: 20_000n });
  const payout = await uploadPayout(
    app,
    payer,
    fileOf(rowOf('Anna Tamm', anna, '100.00'), rowOf('Hansa GmbH', hansa, '200.00')),
  );
  const answer = await confirmWithCode(app, payer, payout);
  expect(refusal(answer)).toEqual([422, 'insufficient_funds']);
  expect(await payer.balance()).toMatchObject({ reserved: 0n, available: 20_000n });
});

test('for a later day the money is held; taken back, it is free and the rows can be changed', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const payout = await uploadPayout(app, payer, fileOf(rowOf('Anna Tamm', anna, '100.00')));
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const confirmed = await confirmWithCode(app, payer, payout, { payOn: later });
  expect(confirmed.output).toMatchObject({ status: 'SCHEDULED', payOn: later });
  expect(await payer.balance()).toMatchObject({ reserved: withSepaFee(10_000n) });
  const { token } = payer;
  const canceled = await app.call(cancelPayout, { params: { id: payout.id } }, { token });
  expect(canceled.output).toMatchObject({ status: 'DRAFT', payOn: null });
  expect(await payer.balance()).toMatchObject({ reserved: 0n });
  const again = await app.call(cancelPayout, { params: { id: payout.id } }, { token });
  expect(refusal(again)).toEqual([409, 'payout_state']);
  const { output } = await app.call(listActivity, { query: { limit: 1 } }, { token });
  expect(output.Items).toMatchObject([{ text: `Payout taken back: ${payout.number}` }]);
});

test('a day that is past or more than a year ahead is refused, and the code names the day', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const payout = await uploadPayout(app, payer, fileOf(rowOf('Anna Tamm', anna, '100.00')));
  const far = dayIn(400);
  const refused = await confirmWithCode(app, payer, payout, { payOn: far });
  expect(refused.body).toMatchObject({
    code: 'invalid_request',
    detail: [{ field: 'Date', message: 'Choose a date within the next 1 year.' }],
  });
  const past = await confirmWithCode(app, payer, payout, { payOn: dayIn(-2) });
  expect(past.body).toMatchObject({ code: 'invalid_request', detail: [{ field: 'Date' }] });
  expect(await payer.balance()).toMatchObject({ reserved: 0n });
  const payOn = dayIn(5);
  const asked = await app.call(
    confirmPayout,
    { params: { id: payout.id }, body: confirmBody(payout, { payOn }) },
    { token: payer.token, idempotencyKey: newId() },
  );
  const shown = new Date(payOn).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  expect(JSON.stringify(asked.body)).toContain(`of payout ${payout.number} on ${shown}`);
});

test('rows of later days: the payout waits and says for which day, and can be taken back before and after its first row', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const { token } = payer;
  const call = { params: { id: '' } };
  const confirmed = async (...days: number[]) => {
    const rows = days.map(
      (ahead, at) => `${rowOf('Anna Tamm', anna, `${10 + at}.00`, newId())},${dayIn(ahead)}`,
    );
    const file = [`${templateHeadings},Payment date`, ...rows, ''].join('\n');
    const payout = await uploadPayout(app, payer, file);
    await confirmWithCode(app, payer, payout);
    call.params.id = payout.id;
    return payout;
  };
  const read = async () => (await app.call(getPayout, call, { token })).output;

  // Nothing is due, so the payout is scheduled for its first row.
  await confirmed(9, 4);
  expect(await read()).toMatchObject({ status: 'SCHEDULED', progress: { nextOn: dayIn(4) } });
  const { output: open } = await app.call(listPayouts, { query: { state: 'open' } }, { token });
  expect(open.Items[0]).toMatchObject({ status: 'SCHEDULED', progress: { nextOn: dayIn(4) } });
  const draft = await app.call(cancelPayout, call, { token });
  expect(draft.output).toMatchObject({ status: 'DRAFT', progress: null });

  // One row is due: the others wait, and are not paid once they are cancelled.
  await confirmed(0, 9, 4);
  await expect.poll(read).toMatchObject({
    status: 'PAYING',
    summary: { paid: 1 },
    progress: { done: 1, of: 3, nextOn: dayIn(4) },
  });
  expect(await payer.balance()).toMatchObject({ reserved: withSepaFee(1_100n) + withSepaFee(1_200n) });
  const done = await app.call(cancelPayout, call, { token });
  expect(done.output).toMatchObject({ status: 'DONE', summary: { paid: 1, failed: 2, pending: 0 } });
  expect(await payer.balance()).toMatchObject({ reserved: 0n });
  const csv = await app.call(
    downloadPayoutResults,
    { ...call, query: { locale: 'en', format: 'csv' } },
    { token },
  );
  expect(csv.text.split('This row was taken back before its payment date.')).toHaveLength(3);
  expect(refusal(await app.call(cancelPayout, call, { token }))).toEqual([409, 'payout_state']);
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});

test('thousands of rows are paid once each, in one hold', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000_000n });
  const count = 1_200;
  const rows = Array.from({ length: count }, (_, at) =>
    rowOf('Hansa GmbH', hansa, `${(1 + at / 100).toFixed(2)}`, `Wages ${at + 1}`),
  );
  const payout = await uploadPayout(app, payer, fileOf(...rows));
  expect(payout.summary).toMatchObject({ rows: count, faulty: 0 });
  await confirmWithCode(app, payer, payout);
  const done = await paid(app, payer, payout);
  expect(done.summary).toMatchObject({ paid: count, failed: 0 });
  const made = await query<{ count: number; references: number }>`
    select count(*)::int as count, count(distinct reference)::int as references from transactions.transaction
    where payout_id = ${payout.id}
  `.execute(app.database.sql);
  expect(made.rows).toEqual([{ count, references: count }]);
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});

test('a member’s payout waits for an approver, holds nothing until then, and is paid once it is approved', async () => {
  const firm = await createFirm(app);
  const clara = { token: firm.clara.companyToken };
  const boris = { token: firm.boris.companyToken };
  const payout = await uploadPayout(
    app,
    clara,
    fileOf(rowOf('Anna Tamm', anna, '100.00'), rowOf('Hansa GmbH', hansa, '200.00')),
  );
  const params = { id: payout.id };
  const sent = await callWithCode(app, confirmPayout, { params, body: confirmBody(payout) }, clara.token);
  expect(sent.status).toBe(202);
  const read = async () => (await app.call(getPayout, { params }, { token: boris.token })).output;
  expect((await read()).status).toBe('WAITING');
  expect(await moneyOf(app, firm)).toMatchObject({ reserved: 0n });

  const [waiting] = await inboxOf(app, firm.boris);
  if (!waiting) throw new Error('nothing waits');
  expect(waiting).toMatchObject({
    kind: 'payout',
    amount: '300.00',
    facts: { name: 'payments.csv', rows: '2', payees: '2', amounts: '300.00 EUR' },
  });
  expect(await decide(app, firm.boris.token, [waiting])).toEqual(['APPROVED']);
  await expect.poll(async () => (await read()).summary.paid).toBe(2);
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});

test('a rejected payout is a draft again; one whose payee has changed meanwhile cannot be approved', async () => {
  const firm = await createFirm(app);
  const clara = { token: firm.clara.companyToken };
  const ask = async () => {
    const payout = await uploadPayout(app, clara, fileOf(rowOf('Hansa GmbH', hansa, '200.00', newId())));
    await callWithCode(
      app,
      confirmPayout,
      { params: { id: payout.id }, body: confirmBody(payout, { payOn: dayIn(5) }) },
      clara.token,
    );
    const waiting = (await inboxOf(app, firm.boris)).find(({ subjectId }) => subjectId === payout.id);
    if (!waiting) throw new Error('nothing waits');
    return { payout, waiting };
  };
  const statusOf = async ({ id }: PayoutDetails) =>
    (await app.call(getPayout, { params: { id } }, clara)).output.status;

  const first = await ask();
  expect(await decide(app, firm.boris.token, [first.waiting], 'REJECT')).toEqual(['REJECTED']);
  const { output } = await app.call(getPayout, { params: { id: first.payout.id } }, clara);
  expect(output).toMatchObject({ status: 'DRAFT', payOn: null });

  const second = await ask();
  await query`update beneficiaries.beneficiary set version = version + 1 where id = ${firm.payeeId}`.execute(
    app.database.sql,
  );
  expect(await decide(app, firm.boris.token, [second.waiting])).toEqual(['approval_changed']);
  expect(await statusOf(second.payout)).toBe('WAITING');
});

test.for([
  ['en', 1, 'Pay 1 row of payout', '10.20\u00a0€ with fees to 1 account'],
  ['en', 2, 'Pay 2 rows of payout', '20.40\u00a0€ with fees to 2 accounts'],
  ['ru', 1, 'Оплатить выплату', '10.20\u00a0€ с комиссией, 1 строка на 1 счёт'],
  ['ru', 2, 'Оплатить выплату', '20.40\u00a0€ с комиссией, 2 строки на 2 счёта'],
] as const)('the code counts in %s words: %i', async ([locale, count, begins, ends]) => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const rows = [anna, hansa].slice(0, count).map((iban) => rowOf(`Payee ${iban}`, iban, '10.00', newId()));
  const payout = await uploadPayout(app, payer, fileOf(...rows));
  const asked = await app.call(
    confirmPayout,
    { params: { id: payout.id }, body: confirmBody(payout) },
    { token: payer.token, idempotencyKey: newId(), headers: { 'accept-language': locale } },
  );
  const { summary } = (asked.body as { detail: { summary: string } }).detail;
  expect(summary).toContain(begins);
  expect(summary.endsWith(ends)).toBe(true);
});

// Control: without the job for the rest, 2,000 rows are paid.
test('a large payout is paid in turns, each row once', async () => {
  const turns = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return Number(/^calmly_jobs_total\{task="payouts_pay",outcome="done"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const payer = await createPayer(app, { fundedMinor: 300_000n });
  const inside = await createPayer(app, { fundedMinor: 0n, firstName: 'Mart', lastName: 'Kask' });
  const rows = Array.from({ length: 2_100 }, () => rowOf('Mart Kask', inside.account.iban ?? '', '1.00'));
  const payout = await uploadPayout(app, payer, fileOf(...rows));
  const before = await turns();
  expect((await confirmWithCode(app, payer, payout, { mode: 'READY' })).status).toBe(200);
  const read = async () =>
    (await app.call(getPayout, { params: { id: payout.id } }, { token: payer.token })).output;
  const done = await until(read, ({ status, summary }) => status === 'DONE' && summary?.pending === 0);
  expect(done.summary).toMatchObject({ paid: 2_100, failed: 0 });
  await until(turns, (count) => count >= before + 2);
  expect(await inside.balance()).toMatchObject({ posted: 210_000n });
  expect(await payer.balance()).toMatchObject({ posted: 90_000n, reserved: 0n });
});
