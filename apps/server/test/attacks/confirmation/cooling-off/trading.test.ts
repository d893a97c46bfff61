/**
 * D8: after a change of access a client's money is not given away by trading. A thief with the client's access and their own account makes
 * the client sell to them below the price and buy from them above it. Negative control, tried once: if `judgeOutflows` finds
 * nothing, the first of these orders is placed (201).
 */
import { amendOrder } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { cancel, fundsOf, newTrader, type OrderTerms, place, sendOrder } from '../../../support/trading.ts';
import { changeEmail, codeOf, personOf } from './victims.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('after a change of access a client’s money is not given away by trading', () => {
  test('larger orders and changes of orders wait, small ones are added up, cancelling is free', async () => {
    const victim = await newTrader(app, { BTC: '2', EPI: '100000' });
    const thief = await newTrader(app, { BTC: '2', EPI: '100000' });
    const victimsPerson = await personOf(app, victim);
    await place(app, thief, { operation: 'SELL', amount: '0.01', price: '60000' });
    await place(app, victim, { operation: 'BUY', amount: '0.01', price: '60000' });
    const resting = await place(app, victim, { operation: 'SELL', amount: '0.5', price: '66000' });
    const doomed = await place(app, victim, { operation: 'SELL', amount: '0.5', price: '67000' });
    await place(app, thief, { operation: 'BUY', amount: '1', price: '48000' });
    const before = await fundsOf(app, victim);

    await changeEmail(app, victimsPerson, 3);
    const wanted: OrderTerms[] = [
      { operation: 'SELL', amount: '0.5', price: '48000' },
      // The value counts, not the seller's price.
      { operation: 'SELL', amount: '0.001', price: '48000', timeInForce: 'IOC' },
      { operation: 'BUY', amount: '0.1', price: '72000' },
      { operation: 'SELL', amount: '0.5' },
      { operation: 'SELL', amount: '0.5', price: '48000', stopPrice: '59000' },
    ];
    for (const terms of wanted) {
      const refused = await sendOrder(app, victim, terms);
      expect([refused.status, codeOf(refused.body)]).toEqual([409, 'cooling_off_orders']);
      expect(refused.text).toContain('unlock in 21 hours');
    }
    const amended = await app.call(
      amendOrder,
      { params: { id: resting.id }, body: { price: '49000' } },
      { token: victim.token, idempotencyKey: newId() },
    );
    expect([amended.status, codeOf(amended.body)]).toEqual([409, 'cooling_off_orders']);
    expect((await cancel(app, victim, doomed.id)).status).toBe('CANCELED');
    expect((await fundsOf(app, victim)).EPI).toEqual(before.EPI);

    // 18 EPI each: two of them are within 50.00.
    const small = { operation: 'BUY', amount: '0.0003', price: '60000' } as const;
    const replies = await Promise.all(Array.from({ length: 32 }, () => sendOrder(app, victim, small)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(new Set(replies.map(({ body }) => codeOf(body)))).toEqual(
      new Set([undefined, 'cooling_off_orders']),
    );

    await changeEmail(app, victimsPerson, null);
    const first = wanted[0];
    if (!first) throw new Error('an order is tried');
    expect((await sendOrder(app, victim, first)).status, 'the control').toBe(201);
  });

  // Control, tried once: valued at the seller's price, the order is within the allowance.
  test('before a market has a price, a seller’s price says nothing of the value', async () => {
    const victim = await newTrader(app, { TON: '1000', EPI: '0' });
    const victimsPerson = await personOf(app, victim);
    const given: OrderTerms = { instrument: 'TONEPI', operation: 'SELL', amount: '1000', price: '0.02' };
    await changeEmail(app, victimsPerson, 3);
    const refused = await sendOrder(app, victim, given);
    expect([refused.status, codeOf(refused.body)]).toEqual([409, 'cooling_off_orders']);
    await changeEmail(app, victimsPerson, null);
    expect((await sendOrder(app, victim, given)).status, 'the control').toBe(201);
  });

  test('in calm days too a price far from the market is refused, however it is given', async () => {
    const victim = await newTrader(app, { BTC: '2', EPI: '100000' });
    const resting = await place(app, victim, { operation: 'SELL', amount: '0.5', price: '69000' });
    const far = await sendOrder(app, victim, {
      operation: 'SELL',
      amount: '0.5',
      type: 'MARKET',
      price: '1000',
    });
    expect([far.status, far.text]).toEqual([400, expect.stringContaining('more than 20%')]);
    const amended = await app.call(
      amendOrder,
      { params: { id: resting.id }, body: { price: '1000' } },
      { token: victim.token, idempotencyKey: newId() },
    );
    expect([amended.status, amended.text]).toEqual([400, expect.stringContaining('more than 20%')]);
  });
});
