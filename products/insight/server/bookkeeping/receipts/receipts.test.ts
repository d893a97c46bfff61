/** Missing receipts over HTTP: the client's rule, the list of missing ones, its sums and its export. */

import {
  attachReceipt,
  changeReceiptRule,
  getReceiptRule,
  listAnnotations,
  listPayments,
  listReceipts,
  type ReceiptRuleInput,
  summarisePayments,
} from '@calmly/contract';
import { isFinal } from '@calmly/domain';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newColleague, noRights, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { writeHistory } from '@calmly/server/test/support/clients/past/history.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  openAnotherAccount,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { pageObjects, pdfOf } from '@calmly/server/test/support/files/files.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

type Who = { readonly token: string };
const setRule = ({ token }: Who, rule: Partial<ReceiptRuleInput>) =>
  app.call(changeReceiptRule, { body: { above: null, from: null, ...rule } }, { token });
const missing = async ({ token }: Who) =>
  (await app.call(listPayments, { query: { receipt: 'MISSING' } }, { token })).output.Items.map(
    ({ id }) => id,
  );
const attach = ({ token }: Who, id: string) =>
  app.call(
    attachReceipt,
    {
      params: { id },
      body: { fileName: 'bill.pdf', content: pdfOf(pageObjects()).toString('base64') },
    },
    { token },
  );

async function ended(payer: Payer, input: Parameters<Payer['payWithCode']>[0]): Promise<string> {
  const { output } = await payer.payWithCode(input);
  await awaitPayment(app, payer, output.id, ({ status }) => isFinal(status));
  return output.id;
}

test('executed payments to others above the amount need one until it is attached; without a rule none do', async () => {
  const payer = await createPayer(app);
  const hansa = await addPayee(app, payer.clientId, { trusted: true });
  const savings = await openAnotherAccount(app, payer.clientId);
  const closed = await addPayee(app, payer.clientId, { trusted: true, iban: 'DE48200505500000000041' });
  const small = await ended(payer, { beneficiaryId: hansa.id, amount: '50.00' });
  const large = await ended(payer, { beneficiaryId: hansa.id, amount: '50.01' });
  const own = await ended(payer, { creditorAccount: savings.number, amount: '60.00' });
  const rejected = await ended(payer, { beneficiaryId: closed.id, amount: '70.00' });
  expect(await missing(payer)).toEqual([]);
  expect((await app.call(getReceiptRule, {}, payer)).output).toEqual({ above: null, from: null });

  expect((await setRule(payer, { above: '50.00' })).output.above).toBe('50.00');
  expect(await missing(payer)).toEqual([large]);
  const { Currencies } = (await app.call(summarisePayments, { query: { receipt: 'MISSING' } }, payer)).output;
  expect(Currencies).toMatchObject([{ currency: 'EUR', count: 1, out: '50.01' }]);
  const states = await Promise.all(
    [small, large, own, rejected].map(
      async (id) => (await app.call(listReceipts, { params: { id } }, payer)).output.status,
    ),
  );
  expect(states).toEqual(['NOT_NEEDED', 'MISSING', 'NOT_NEEDED', 'NOT_NEEDED']);
  expect((await setRule(payer, { above: '0.00' })).status).toBe(200);
  expect(await missing(payer)).toEqual([large, small]);

  expect((await attach(payer, large)).status).toBe(201);
  expect(await missing(payer)).toEqual([small]);
  const paymentIds = [large, small].join(',');
  expect((await app.call(listAnnotations, { query: { paymentIds } }, payer)).output.items).toMatchObject([
    { receipts: 1, receiptMissing: false },
    { receipts: 0, receiptMissing: true },
  ]);
  const answer = await fetch(`${app.url}/api/transactions/export?format=csv&locale=en`, {
    headers: { authorization: `Bearer ${payer.token}` },
  });
  expect(await answer.text()).toContain('"","1","bill.pdf"');

  // With a later start day, earlier payments do not count.
  await setRule(payer, { above: '0.00', from: '2099-01-01' });
  expect(await missing(payer)).toEqual([]);
  await setRule(payer, {});
  expect((await app.call(getReceiptRule, {}, payer)).output).toEqual({ above: null, from: null });
  expect((await setRule(payer, { above: '1.001' })).status).toBe(400);
});

test('another currency counts by its worth in euros', async () => {
  const payer = await createPayer(app);
  const yen = async (amountMinor: number) => {
    const { rows } = await query<{ id: string }>`
      insert into transactions.transaction (id, number, client_id, account_id, direction, scheme, status, version, currency, amount_minor,
        fee_minor, reference, charge_bearer, end_to_end_id, debtor_name, debtor_account, creditor_name, creditor_account, account_name,
        created_at, updated_at)
      select gen_random_uuid(), 'PAY-' || ${amountMinor}, client_id, account_id, 'DEBIT', 'SWIFT', 'EXECUTED', 1, 'JPY', ${amountMinor}, 0, 'Tea',
        'SHA', 'E', debtor_name, debtor_account, 'Tea KK', 'JP1', account_name, created_at, updated_at
      from transactions.transaction where client_id = ${payer.clientId} limit 1 returning id`.execute(
      app.database.sql,
    );
    return rows[0]?.id ?? '';
  };
  // 100 euros are between 5,000 and 50,000 yen at any rate of the sandbox.
  await yen(5_000);
  const much = await yen(50_000);
  await setRule(payer, { above: '100.00', from: '2020-01-01' });
  expect(await missing(payer)).toEqual([much]);
});

test('card payments count by the client’s rule too, and only administrators change it', async () => {
  const firm = await createFirm(app);
  const boris = { token: firm.boris.companyToken };
  const { card } = await addCard(app.database, {
    clientId: firm.companyId,
    holderId: firm.boris.personId,
  });
  const { take } = processorOf(app.database);
  const paid = (await take(paymentWith(card).clear('20.00'))).transactionId ?? '';
  const clerk = await newColleague(
    app,
    { companyId: firm.companyId },
    { rights: { ...noRights, can_view_statements: true } },
  );
  expect(problemOf(await setRule(clerk, { above: '10.00' }))).toBe('boss_needed');
  await setRule(boris, { above: '10.00', from: '2020-01-01' });
  for (const who of [boris, clerk]) expect(await missing(who)).toEqual([paid]);
  await attach(boris, paid);
  expect(await missing(boris)).toEqual([]);
});

test('a returned payment needs no receipt', async () => {
  const payer = await createPayer(app);
  const [kept, returned] = await writeHistory(app, payer, [
    { name: 'Hansa', account: 'DE1', at: new Date(Date.now() - 60_000), amount: 20_000 },
    { name: 'Hansa', account: 'DE1', at: new Date(Date.now() - 50_000), amount: 20_000 },
  ]);
  await setRule(payer, { above: '100.00', from: '2020-01-01' });
  expect(await missing(payer)).toEqual([returned, kept]);
  await query`
    insert into transactions.returned (payment_id, reason, at) values (${returned}, 'account_closed', now())`.execute(
    app.database.sql,
  );
  expect(await missing(payer)).toEqual([kept]);
});

test('the rule counts from its own first day, and ends for the client that removes it only', async () => {
  const [payer, other] = [await createPayer(app), await createPayer(app)];
  const at = new Date('2026-02-10T00:00:00Z');
  const [before, first] = await writeHistory(app, payer, [
    { name: 'Hansa', account: 'DE1', at: new Date(at.getTime() - 1), amount: 20_000 },
    { name: 'Hansa', account: 'DE1', at, amount: 20_000 },
  ]);
  await setRule(payer, { above: '100.00', from: '2026-02-10' });
  expect(await missing(payer)).toEqual([first]);
  expect(before).toBeDefined();
  await setRule(other, { above: '1.00', from: '2026-02-10' });
  await setRule(other, {});
  expect(await missing(payer)).toEqual([first]);
});

test('a rule and a receipt show on the client’s open pages at once', async () => {
  const payer = await createPayer(app);
  const [id = ''] = await writeHistory(app, payer, [
    { name: 'Hansa', account: 'DE1', at: new Date(), amount: 20_000 },
  ]);
  const page = await openPage(app, payer);
  expect(await page.heardDuring(() => setRule(payer, { above: '100.00' }))).toContain('payments');
  expect(await page.heardDuring(() => attach(payer, id))).toContain('payments');
  page.close();
});
