/** Changes of orders and their list over HTTP, and the end of a blocked client's orders. */
import { amendOrder, listInstruments, listTradeOrders } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { newTrader, orderOf, place, settled, type Trader } from '@calmly/server/test/support/trading.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockedClientJobs, endOrdersOf } from './blocked-clients.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

const buy = { operation: 'BUY', amount: '0.1', price: '50000' } as const;

test('a change to less than an order may be worth is refused', async () => {
  const anna = await newTrader(bank, { EPI: '100000', BTC: '0' });
  const { id } = await place(bank, anna, buy);
  const amend = (body: { amount?: string; price?: string }) =>
    bank.call(amendOrder, { params: { id }, body }, { token: anna.token, idempotencyKey: newId() });
  // The minimum is 5 EPI.
  for (const body of [{ amount: '0.0001', price: '49000' }, { price: '49' }]) {
    const { status, text } = await amend(body);
    expect([status, text.includes('at least')]).toEqual([400, true]);
  }
  expect((await amend({ amount: '0.0002' })).status).toBe(200);
});

test('open orders are listed by instrument', async () => {
  const anna = await newTrader(bank, { EPI: '100000', BTC: '0', ETH: '0' });
  const bitcoin = await place(bank, anna, buy);
  const ether = await place(bank, anna, { ...buy, instrument: 'ETHEPI', price: '2000' });
  const listed = async (search: object) =>
    (await bank.call(listTradeOrders, { query: { status: 'PLACED', ...search } }, anna)).output.Items.map(
      ({ id }) => id,
    );
  expect(await listed({})).toEqual([ether.id, bitcoin.id]);
  expect(await listed({ instrument: 'ETHEPI' })).toEqual([ether.id]);
});

test('orders of a blocked client end, also those of that minute, unless the block was lifted', async () => {
  const anna = await newTrader(bank, { EPI: '100000', BTC: '0' });
  const statusOf = async (trader: Trader, id: string) => {
    await settled(bank);
    const { status, endReason } = await orderOf(bank, trader, id);
    return [status, endReason];
  };
  const setState = (state: string) =>
    query`update identity.client set state = ${state} where id = ${anna.clientId}`.execute(bank.database.sql);
  const aMinuteLater = () =>
    systemWork(bank.database, async (work) => {
      for (const lookAgain of Object.values(blockedClientJobs)) await lookAgain(work, anna.clientId);
    });
  const first = await place(bank, anna, buy);
  await systemWork(bank.database, (work) => endOrdersOf(work, anna.clientId));
  const { rows } = await query<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs where run_at > now()`.execute(bank.database.sql);
  expect(rows.map(({ task }) => task)).toEqual(expect.arrayContaining(Object.keys(blockedClientJobs)));
  expect(await statusOf(anna, first.id)).toEqual(['CANCELED', 'client_blocked']);
  const second = await place(bank, anna, buy);
  await aMinuteLater();
  expect(await statusOf(anna, second.id)).toEqual(['PLACED', null]);
  await setState('BLOCKED');
  await aMinuteLater();
  await setState('ACTIVE');
  expect(await statusOf(anna, second.id)).toEqual(['CANCELED', 'client_blocked']);
});

test('the figures of a day leave out earlier trades', async () => {
  const [maker, taker] = [
    await newTrader(bank, { BTC: '1', EPI: '0' }),
    await newTrader(bank, { BTC: '0', EPI: '100000' }),
  ];
  await place(bank, maker, { operation: 'SELL', amount: '0.5', price: '50000' });
  await place(bank, taker, { operation: 'BUY', amount: '0.5', price: '50000' });
  const figures = async () => {
    const { output } = await bank.call(listInstruments, {}, taker);
    const { low, volume } = output.find(({ code }) => code === 'BTCEPI') ?? {};
    return [low, volume];
  };
  const today = await figures();
  const candle = (hours: number) =>
    query`
      insert into trading.candle (instrument, starts_at, open, high, low, close, volume, value)
      select instrument, starts_at - ${hours} * interval '1 hour', open, high, 1, close, 1000000, value from trading.candle
      where instrument = 'BTCEPI' order by starts_at desc limit 1`.execute(bank.database.sql);
  await candle(25);
  expect(await figures()).toEqual(today);
  await candle(23);
  expect(await figures()).not.toEqual(today);
});
