/** Orders of a company's member under its approval rules, and the code for the first large order of a session. */
import { amendOrder, cancelOrder, placeOrder } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, password } from '@calmly/server/test/support/clients/clients.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  callWithCode,
  createFirm,
  type Firm,
  order as pay,
  setPolicy,
} from '@calmly/server/test/support/clients/firm.ts';
import { codeIn } from '@calmly/server/test/support/clients/payments.ts';
import { signIn } from '@calmly/server/test/support/processes/browser.ts';
import {
  giveWallets,
  newTrader,
  orderBody,
  place,
  sendOrder,
  settled,
} from '@calmly/server/test/support/trading.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** 0.01 BTC for this many euro; no one sells at that price. */
const buyFor = (euro: number) => ({ operation: 'BUY', amount: '0.01', price: String(euro * 100) }) as const;

async function firmWithRule(measure: 'PAYMENT' | 'DAY', above: string): Promise<Firm> {
  const firm = await createFirm(app);
  await giveWallets(app, firm.companyId, { EPI: '100000', BTC: '1' });
  const rule = { requesterIds: [], currency: 'EUR', measure };
  const one = [{ personIds: [] }];
  await setPolicy(app, firm, {
    paymentRules: [
      { ...rule, above: '0', steps: [] },
      { ...rule, above, steps: one },
    ],
  });
  return firm;
}

const placed = async ({ clara }: Firm, terms: Parameters<typeof orderBody>[0]) => {
  const answer = await callWithCode(app, placeOrder, { body: orderBody(terms) }, clara.companyToken);
  return answer.status === 201 ? answer.output.id : problemOf(answer);
};
const refused = 'order_needs_approval';

test('an order above the company’s amount is refused, whether it buys or sells', async () => {
  const firm = await firmWithRule('PAYMENT', '500');
  // The market's price is 40,000 from here on.
  expect(await placed(firm, buyFor(400))).not.toBe(refused);
  expect(await placed(firm, buyFor(501))).toBe(refused);
  // Before the market has a price, the worth of coins is unknown.
  expect(await placed(firm, { operation: 'SELL', amount: '0.0001', price: '100000' })).toBe(refused);
});

test('orders count towards the day like payments, both ways, and refused ones do not', async () => {
  const firm = await firmWithRule('DAY', '1000');
  expect(await placed(firm, buyFor(600))).not.toBe(refused);
  expect(await placed(firm, buyFor(600))).toBe(refused);
  expect(await placed(firm, buyFor(300))).not.toBe(refused);
  const payment = await pay(app, firm, firm.clara, { amount: '200.00' });
  expect(payment.output.status, 'a payment after orders of 900').toBe('CREATED');
  expect(await placed(firm, buyFor(50)), 'an order after 1,100').toBe(refused);
});

test('a change counts with its increase, and a lower amount with nothing', async () => {
  const firm = await firmWithRule('DAY', '1000');
  const id = await placed(firm, buyFor(600));
  const { companyToken } = firm.clara;
  const amend = async (body: { amount?: string; price?: string }) =>
    problemOf(await callWithCode(app, amendOrder, { params: { id: id ?? '' }, body }, companyToken));
  expect(await amend({ price: '65000' })).toBeUndefined();
  expect(await amend({ amount: '0.02' })).toBe(refused);
  expect(await amend({ amount: '0.005' })).toBeUndefined();
  const cancelled = await app.call(cancelOrder, { params: { id: id ?? '' } }, { token: companyToken });
  expect(cancelled.status).toBe(200);
});

test('the first large order of a session takes a code; small ones and further ones take none', async () => {
  const client = await newClient(app);
  await giveWallets(app, client.clientId, { EPI: '100000', BTC: '0' });
  expect((await sendOrder(app, client, buyFor(900))).status).toBe(201);

  const key = newId();
  const asked = await sendOrder(app, client, buyFor(1000), key);
  expect(asked.status).toBe(203);
  expect(asked.text).toMatch(/Buy 0\.01\sBTC at 100\s000\.00\sEPI or less/);
  const together = await Promise.all(Array.from({ length: 8 }, () => sendOrder(app, client, buyFor(1000))));
  expect(together.map(({ status }) => status)).toEqual(Array(8).fill(203));

  const body = orderBody(buyFor(1000));
  const code = codeIn(asked.body);
  const confirmed = await app.call(placeOrder, { body }, { token: client.token, idempotencyKey: key, code });
  expect(confirmed.status).toBe(201);
  expect((await sendOrder(app, client, buyFor(5000))).status).toBe(201);

  // Another session has confirmed nothing.
  const other = await signIn(app.url, { email: client.email, password });
  expect((await sendOrder(app, other, buyFor(1000))).status).toBe(203);
});

test('an order that grows by small changes is measured as a whole', async () => {
  const firm = await firmWithRule('PAYMENT', '500');
  const id = (await placed(firm, buyFor(400))) ?? '';
  const amend = async (amount: string) =>
    problemOf(
      await callWithCode(app, amendOrder, { params: { id }, body: { amount } }, firm.clara.companyToken),
    );
  expect(await amend('0.012')).toBeUndefined();
  expect(await amend('0.02')).toBe(refused);
});

test('another person’s sale cannot be made cheaper without the approval that the sale would need', async () => {
  const instrument = 'ETHEPI' as const;
  // The market has a price of 2,000 from here on.
  const seller = await newTrader(app, { ETH: '1', EPI: '0' });
  const buyer = await newTrader(app, { ETH: '0', EPI: '10000' });
  const traded = { instrument, amount: '0.1', price: '2000' };
  await place(app, seller, { operation: 'SELL', ...traded });
  expect((await place(app, buyer, { operation: 'BUY', ...traded })).status).toBe('EXECUTED');

  const firm = await createFirm(app);
  await giveWallets(app, firm.companyId, { EPI: '0', ETH: '1' });
  const { boris, clara } = firm;
  const sale = orderBody({ instrument, operation: 'SELL', amount: '0.5', price: '3000' });
  const { output } = await callWithCode(app, placeOrder, { body: sale }, boris.companyToken);
  const cheaper = { params: { id: output.id }, body: { price: '1700' } };
  expect(problemOf(await callWithCode(app, amendOrder, cheaper, clara.companyToken))).toBe(refused);
  // The control: the person who placed it may.
  expect((await callWithCode(app, amendOrder, cheaper, boris.companyToken)).status).toBe(200);
});

test('small orders take a code once they add up to a large one, from whichever session', async () => {
  const client = await newClient(app);
  await giveWallets(app, client.clientId, { EPI: '100000', BTC: '0' });
  const statuses = async (count: number, { token }: { readonly token: string }) =>
    (await Promise.all(Array.from({ length: count }, () => sendOrder(app, { token }, buyFor(300))))).map(
      ({ status }) => status,
    );
  expect((await statuses(5, client)).toSorted()).toEqual([201, 201, 201, 203, 203]);
  const other = await signIn(app.url, { email: client.email, password });
  expect(await statuses(1, other)).toEqual([203]);
});

test('a first order of exactly a thousand euro takes a code', async () => {
  const client = await newClient(app);
  await giveWallets(app, client.clientId, { EPI: '100000', BTC: '0' });
  expect((await sendOrder(app, client, buyFor(1000))).status).toBe(203);
  expect((await sendOrder(app, client, buyFor(999))).status).toBe(201);
});

test('orders of an earlier day count towards no code', async () => {
  const client = await newClient(app);
  await giveWallets(app, client.clientId, { EPI: '100000', BTC: '0' });
  const old = (await sendOrder(app, client, buyFor(800))).output;
  expect((await sendOrder(app, client, buyFor(300))).status).toBe(203);
  await query`update trading.trade_order set created_at = now() - interval '25 hours' where id = ${old.id}`.execute(
    app.database.sql,
  );
  expect((await sendOrder(app, client, buyFor(300))).status).toBe(201);
});

// Control: a sum that ignores pending changes and those of the same moment lets all of them pass.
test('changes of small orders at one moment count together too', async () => {
  const client = await newClient(app);
  await giveWallets(app, client.clientId, { EPI: '100000', BTC: '0' });
  const orders = await Promise.all(Array.from({ length: 8 }, () => sendOrder(app, client, buyFor(20))));
  await settled(app);
  const amended = await Promise.all(
    orders.map(({ output: { id } }) =>
      app.call(
        amendOrder,
        { params: { id }, body: { amount: '0.25' } },
        { token: client.token, idempotencyKey: newId() },
      ),
    ),
  );
  // From 160 euro on, one of them adds 480.
  expect(amended.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(203)]);
});
