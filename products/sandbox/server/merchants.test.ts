/** The desk's merchants: a tester charges cards, collects, releases and refunds; and the sandbox's automatic purchases. */
import {
  decideDeskPurchase,
  type EndpointInput,
  listDeskCards,
  listDeskMerchants,
  listDeskPurchases,
  payAtDesk,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { SingleJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { createSandboxPrices } from '@calmly/providers/price/index.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard, type TestCard } from '@calmly/server/test/support/cards.ts';
import { newPerson, type Person } from '@calmly/server/test/support/clients/clients.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCardPayments } from '../../cards/server/authorizations/module.ts';
import { verifyBooks } from '../../ledger/server/index.ts';
import { createPurchaseStream } from './purchase-stream.ts';

let app: TestApp;
let anna: Person;
beforeAll(async () => {
  app = await startTestApp();
  anna = await newPerson(app);
});
afterAll(async () => {
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  await app.close();
});

const annasCard = (more: Parameters<typeof addCard>[2] = {}): Promise<TestCard> =>
  addCard(app.database, { clientId: anna.clientId, holderId: anna.personId }, more);

type Purchase = EndpointInput<typeof payAtDesk>['body'];
const pay = (body: Partial<Purchase>) =>
  app.call(payAtDesk, {
    body: {
      id: newId(),
      cardId: newId(),
      merchant: '1',
      amount: '20.00',
      channel: 'CHIP',
      mistake: 'NONE',
      ...body,
    },
  });
const newest = async () => (await app.call(listDeskPurchases, { query: {} })).output.Items[0];
const decide = async (body: Partial<EndpointInput<typeof decideDeskPurchase>['body']>) =>
  app.call(decideDeskPurchase, {
    params: { id: (await newest())?.id ?? '' },
    body: { action: 'clear', isPartial: false, ...body },
  });

test('the cards are named by their last four digits alone', async () => {
  const { card } = await annasCard({ name: 'Sea trip', lastFour: '9021' });
  for (const search of ['9021', 'sea', 'anna tamm']) {
    const { output, text } = await app.call(listDeskCards, { query: { search, limit: 200 } });
    const found = output.Items.find(({ id }) => id === card.id);
    expect(found).toMatchObject({ number: '•••• 9021', available: '100.00', status: 'ACTIVE' });
    // The end of an id may consist of digits.
    expect(text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')).not.toMatch(/\d{12,}/);
  }
});

test('the merchants are of several countries and kinds', async () => {
  const { Items } = (await app.call(listDeskMerchants)).output;
  expect(Items.length).toBeGreaterThanOrEqual(25);
  expect(new Set(Items.map(({ country }) => country)).size).toBeGreaterThan(8);
});

test('a purchase is approved once, collected in parts, and refunded', async () => {
  const { card, balance } = await annasCard();
  const purchase = { id: newId(), cardId: card.id };
  for (const _ of [1, 2])
    expect((await pay(purchase)).output).toEqual({ approved: true, declineReason: null });
  expect(await newest()).toMatchObject({ status: 'HELD', amount: '20.00', held: '20.00', card: '•••• 4471' });
  await decide({ amount: '5.00', isPartial: true });
  expect(await balance()).toEqual({ posted: 9_500n, reserved: 1_500n });
  expect((await decide({})).status).toBe(204);
  expect(await balance()).toEqual({ posted: 8_000n, reserved: 0n });
  expect((await decide({})).body).toMatchObject({ code: 'payment_state' });
  await decide({ action: 'refund', amount: '8.00' });
  expect(await balance()).toEqual({ posted: 8_800n, reserved: 0n });
});

test('a purchase is given up, and may be collected late all the same', async () => {
  const { card, balance } = await annasCard();
  await pay({ cardId: card.id, merchant: '25', amount: '2000', channel: 'ONLINE' });
  await decide({ action: 'reverse' });
  expect([(await newest())?.status, await balance()]).toEqual([
    'RELEASED',
    { posted: 10_000n, reserved: 0n },
  ]);
  await decide({});
  expect((await balance()).posted).toBeLessThan(9_000n);
});

// Control, tried once: without the lock of the card all six are collected.
test('six decisions about a purchase at the same moment are carried out once', async () => {
  const { card, balance } = await annasCard();
  await pay({ cardId: card.id });
  const { id = '' } = (await newest()) ?? {};
  const six = async (action: 'clear' | 'refund') => {
    const body = { action, isPartial: false };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.call(decideDeskPurchase, { params: { id }, body })),
    );
    return answers.map(({ status }) => status).sort();
  };
  expect(await six('clear')).toEqual([204, 409, 409, 409, 409, 409]);
  expect(await balance()).toEqual({ posted: 8_000n, reserved: 0n });
  expect(await six('refund')).toEqual([204, 409, 409, 409, 409, 409]);
  expect(await balance()).toEqual({ posted: 10_000n, reserved: 0n });
});

test('a purchase at the same moment under one id is one purchase', async () => {
  const { card, balance } = await annasCard();
  const purchase = { id: newId(), cardId: card.id };
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay(purchase)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await balance()).toEqual({ posted: 10_000n, reserved: 2_000n });
});

test('no more is refunded than was collected, and no more collected late than was freed', async () => {
  const { card, balance } = await annasCard();
  await pay({ cardId: card.id });
  const { id = '' } = (await newest()) ?? {};
  const act = async (action: 'clear' | 'refund' | 'reverse', amount?: string) => {
    const body = { action, isPartial: false, ...(amount !== undefined && { amount }) };
    return (await app.call(decideDeskPurchase, { params: { id }, body })).status;
  };
  await act('clear');
  expect(await act('refund', '12.00')).toBe(204);
  expect(await act('refund', '8.01')).toBe(400);
  // The remaining amount, if none is given.
  expect(await act('refund')).toBe(204);
  expect(await act('refund')).toBe(409);
  expect(await balance()).toEqual({ posted: 10_000n, reserved: 0n });

  await pay({ cardId: card.id });
  const freed = (await newest())?.id ?? '';
  const actOnFreed = (action: 'clear' | 'reverse', amount?: string) =>
    app.call(decideDeskPurchase, {
      params: { id: freed },
      body: { action, isPartial: false, ...(amount !== undefined && { amount }) },
    });
  await actOnFreed('reverse');
  expect((await actOnFreed('clear', '15.00')).status).toBe(204);
  expect((await actOnFreed('clear', '5.01')).status).toBe(400);
  expect((await actOnFreed('clear')).status).toBe(204);
  expect((await actOnFreed('clear')).status).toBe(409);
  expect(await balance()).toEqual({ posted: 8_000n, reserved: 0n });
});

test('a purchase with a wrong entry is declined, and OFFLINE is collected without a decision', async () => {
  const { card, balance } = await annasCard({ fundedMinor: 1_000n });
  const reasonOf = async (body: Partial<Purchase>) =>
    (await pay({ cardId: card.id, amount: '1.00', ...body })).output.declineReason;
  expect(await reasonOf({ mistake: 'SECURITY_CODE', channel: 'ONLINE' })).toBe('wrong_security_code');
  expect(await reasonOf({ mistake: 'PIN' })).toBe('wrong_pin');
  expect(await reasonOf({ amount: '10.01' })).toBe('insufficient_balance');
  expect((await pay({ cardId: card.id, channel: 'OFFLINE' })).output.approved).toBe(true);
  expect(await balance()).toEqual({ posted: 0n, reserved: 0n });
});

test.each([
  ['an unknown merchant', { merchant: '99' }, 404],
  ['an unknown card offline', { channel: 'OFFLINE' }, 404],
  ['more decimals than the currency has', { amount: '1.005' }, 400],
  ['nothing', { amount: '0.00' }, 400],
] as const)('%s is refused', async (_what, body, status) => {
  expect((await pay(body)).status).toBe(status);
});

test('the sandbox makes purchases automatically with a card that has money, once in each span of time', async () => {
  const { card } = await annasCard({ fundedMinor: 500_000n });
  const { sink } = createCardPayments(app.database, createSandboxPrices('tests'));
  const { jobs } = createPurchaseStream(sink, { perHour: 3_600, seed: 'tests' });
  const buy = jobs.sandbox_purchase as SingleJobHandler;
  const at = (second: number) =>
    app.database.inTransaction((sql) =>
      buy({ ...systemWork(sql), now: new Date(Date.UTC(2026, 10, 23, 12, 0, second)) }, {}),
    );
  const count = async () =>
    (await app.call(listDeskPurchases, { query: { limit: 200 } })).output.Items.length;
  const before = await count();
  await at(1);
  await at(1);
  expect(await count()).toBe(before + 1);
  await at(2);
  expect(await count()).toBe(before + 2);
  expect(card.status).toBe('ACTIVE');
  // It does not try a blocked card.
  await query`update cards.card set status = 'BLOCKED' where status = 'ACTIVE'`.execute(app.database.sql);
  await at(3);
  expect(await count()).toBe(before + 2);
});
