/**
 * Confirmations under mass attack: in full size a hundred thousand guesses and ten thousand changed requests, many concurrent uses, and where
 * codes appear. Each probe also fails visibly without its safeguard (`weaken`, or without the count).
 */
import { Writable } from 'node:stream';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApp, appCode } from '../../support/attackers/factors.ts';
import { record, sized } from '../../support/campaign.ts';
import { chanceOfRun } from '../../support/chance.ts';
import {
  mailedCode,
  newCustomer,
  type Orders,
  orderId,
  ordersDone,
  problemOf,
  type Sending,
  sampleOrder,
  sendOrder,
  sendOrderDirectly,
  startOrders,
} from '../../support/clients/orders.ts';
import { challengeOf, codeOf, signIn } from '../../support/processes/browser.ts';

let orders: Orders;
beforeAll(async () => {
  orders = await startOrders();
});
afterAll(() => orders.close());

/** Runs `work` for 0…count-1, this many at a time. */
async function inLanes(count: number, lanes: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const forgetWrongCodes = () => query`delete from identity.wrong_code`.execute(orders.database.sql);

/** How many guesses, sent over several pending codes at once, were compared with a code, and how many were right. */
async function guess(
  count: number,
  before: (index: number) => Promise<unknown>,
): Promise<{ compared: number; right: number }> {
  const { browser, personId, clientId } = await newCustomer(orders);
  const bodies = Array.from({ length: 4 }, (_, n) => ({ ...sampleOrder, amount: `${n}.00` }));
  for (const body of bodies) challengeOf(await sendOrder(browser, { body }));
  const { rows: pending } = await query<{ request_hash: string; session_id: string }>`
    select request_hash, session_id from identity.challenge where person_id = ${personId} and used_at is null`.execute(
    orders.database.sql,
  );
  let compared = 0;
  let right = 0;
  await inLanes(count, 16, async (index) => {
    await before(index);
    // Requesting the codes again in between grants no new tries.
    if (index % 2_000 === 1_000) await sendOrder(browser, { body: bodies[index % 4] });
    const { request_hash: hash, session_id: sessionId } = pending[index % pending.length] ??
      pending[0] ?? {
        request_hash: '',
        session_id: '',
      };
    const code = String(index % 1_000_000).padStart(6, '0');
    const request = { endpointId: 'testOrder', hash, locale: 'en', code } as RequestContext;
    const actor = { kind: 'client', personId, clientId, sessionId } as Parameters<
      typeof orders.identity.checkCode
    >[0];
    try {
      if (await orders.identity.checkCode(actor, request)) right += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'code_wrong') compared += 1;
    }
  });
  return { compared, right };
}

const guesses = sized(5_000, 100_000);

test(`of ${guesses.toLocaleString('en')} guesses over all pending codes five are compared`, async () => {
  const { compared, right } = await guess(guesses, async () => undefined);
  expect(compared).toBeLessThanOrEqual(5);
  // A right guess resets the count of wrong ones: five chances in a million.
  if (right === 0) expect(compared).toBe(5);
  record({
    id: 'D1',
    what: `${guesses} guesses over four pending codes at once`,
    figure: `${compared} compared, ${right} right`,
    control: 'without the count per person more are compared',
  });
});

test('control: without the count per person more guesses are compared', async () => {
  const { compared } = await guess(40, (index) => (index % 4 === 0 ? forgetWrongCodes() : Promise.resolve()));
  expect(compared).toBeGreaterThan(5);
});

const letters = 'aGmM0159 .,·-€\u0430\u00e9\u200b"\\';

/** The sample order with one change: a character of a field, another field, the path, the query, the call. */
function mutate(chance: (below: number) => number): Sending {
  const change = (text: string) => {
    const at = chance(text.length + 1);
    const letter = letters[chance(letters.length)] ?? 'x';
    const cut = text.slice(0, at) + (chance(3) === 0 ? '' : letter) + text.slice(at + chance(2));
    return cut === text ? `${text}0` : cut;
  };
  switch (chance(8)) {
    case 0:
    case 1:
    case 2:
      return { body: { ...sampleOrder, amount: change(sampleOrder.amount) } };
    case 3:
    case 4:
    case 5:
      return { body: { ...sampleOrder, payee: change(sampleOrder.payee) } };
    case 6:
      return { body: { ...sampleOrder, memo: change('Invoice') } };
    default: {
      const id = `${orderId.slice(0, -4)}${(chance(60_000) + 1_000).toString(16).padStart(4, '0')}`;
      const paths = [
        `/test/orders/${id === orderId ? orderId.replace(/.$/, '0') : id}`,
        `/test/orders/${orderId}?urgent=${chance(1_000)}`,
        `/test/standing-orders/${orderId}`,
      ];
      return { path: paths[chance(paths.length)] ?? '' };
    }
  }
}

/** Changed requests, all different: a repeated one would have its own challenge by then, and the code would be a wrong guess at it. */
function mutations(): () => Sending {
  const { below: chance } = chanceOfRun('changed requests');
  const seen = new Set<string>();
  return function newMutation(): Sending {
    const mutation = mutate(chance);
    const text = JSON.stringify(mutation);
    if (seen.has(text)) return newMutation();
    seen.add(text);
    return mutation;
  };
}

/** It needs its own code, whatever codes are bound to. */
const isOtherCall = ({ path }: Sending) => path?.startsWith('/test/standing') ?? false;

/** This many times 98 changed requests. */
const batches = sized(12, 103);
const changes = batches * 98;

test(`of ${changes.toLocaleString('en')} changed requests a code confirms none, and then the unchanged one`, async () => {
  const { browser, login, clientId } = await newCustomer(orders);
  const others = [(await signIn(orders.url, login)).browser, (await newCustomer(orders)).browser];
  const newMutation = mutations();
  let { challenge_id: id, code = '' } = challengeOf(await sendOrder(browser));
  for (let batch = 0; batch < batches; batch += 1) {
    // Each changed request has its own challenge: the limits of messages are not under test here.
    await query`delete from identity.throttle`.execute(orders.database.sql);
    // Requested again after the countdown, the code stays valid; the other ten thousand challenges are not touched.
    await query`update identity.challenge set sent_at = now() - interval '1 hour' where id = ${id}`.execute(
      orders.database.sql,
    );
    ({ challenge_id: id, code = '' } = challengeOf(await sendOrder(browser)));
    await inLanes(98, 8, async () => {
      const mutation = newMutation();
      const status = await sendOrderDirectly(orders, browser, { ...mutation, code });
      if (status !== (isOtherCall(mutation) ? 203 : 401))
        throw new Error(`${JSON.stringify(mutation)} got ${status}`);
    });
  }
  for (const other of others) expect((await sendOrder(other, { code })).status).toBe(203);
  expect(await ordersDone(orders, clientId)).toBe(0);
  const reordered = `{ "amount":\n"120.00" ,\t"payee": ${JSON.stringify(sampleOrder.payee)} }`;
  expect((await sendOrder(browser, { body: reordered, code })).status).toBe(200);

  record({
    id: 'D2',
    what: `${changes} requests with one thing changed, sent with the code of another`,
    figure: 'none confirmed; the unchanged one in other words was',
    control: 'a code bound to its session only confirms a changed request',
  });
});

test('control: a code that is bound to its session only confirms a changed request', async () => {
  const { browser } = await newCustomer(orders);
  const newMutation = mutations();
  const changed = newMutation();
  const code = codeOf(await sendOrder(browser));
  expect((await sendOrder(browser, { ...changed, code })).status).not.toBe(200);
  orders.weaken.linking = true;
  const weak = codeOf(await sendOrder(browser));
  let other = newMutation();
  while (isOtherCall(other)) other = newMutation();
  const passed = (await sendOrder(browser, { ...other, code: weak })).status;
  orders.weaken.linking = false;
  expect(passed).toBe(200);
});

test('the app’s code confirms one thing once: of 64 concurrent uses for one order, and of 64 for different orders', async () => {
  const { browser, clientId } = await newCustomer(orders);
  const { secret } = await addApp(browser);
  challengeOf(await sendOrder(browser));
  const code = appCode(secret);
  const same = await Promise.all(Array.from({ length: 64 }, () => sendOrder(browser, { code })));
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await ordersDone(orders, clientId)).toBe(1);

  const bodies = Array.from({ length: 64 }, (_, n) => ({ ...sampleOrder, amount: `${n}.50` }));
  await inLanes(64, 8, async (n) => void challengeOf(await sendOrder(browser, { body: bodies[n] })));
  const next = appCode(secret, 1);
  const different = await Promise.all(bodies.map((body) => sendOrder(browser, { body, code: next })));
  expect(different.filter(({ status }) => status === 200)).toHaveLength(1);
  const refusals = new Set(
    different.filter(({ status }) => status !== 200).map((reply) => String(problemOf(reply))),
  );
  expect([...refusals]).toEqual(['401,code_used']);

  // The control: if the step is forgotten after each use, the same code keeps confirming.
  const again = bodies.filter((_, n) => different[n]?.status !== 200).slice(0, 3);
  const forgotten: number[] = [];
  for (const body of again) {
    await query`update identity.totp set last_step = 0`.execute(orders.database.sql);
    forgotten.push((await sendOrder(browser, { body, code: appCode(secret) })).status);
  }
  expect(forgotten).toEqual([200, 200, 200]);
});

test('outside the sandbox a code is only in its message: no response, no log line, no push; control: in the sandbox it shows', async () => {
  const logged: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        logged.push(String(chunk));
        done();
      },
    }),
  );
  const real = await startOrders({ sandbox: false, log });
  const pushed: string[] = [];
  const stop = await real.database.listen('calmly_live', (payload) => void pushed.push(payload));
  try {
    const { replies, code } = await placeOrder(real);
    const shown = [...replies, ...logged, ...pushed].filter((text) => text.includes(code));
    expect(shown).toEqual([]);
  } finally {
    await stop();
    await real.close();
  }
  const { replies, code } = await placeOrder(orders);
  expect(replies.some((text) => text.includes(code))).toBe(true);
});

/** Signs in and orders with the codes from the messages; returns all answers and the order's code. */
async function placeOrder({ database, url }: Orders): Promise<{ replies: string[]; code: string }> {
  const customer = await newCustomer({ database, url });
  const replies: string[] = [];
  const order = async (sending: Sending) => {
    const reply = await sendOrder(customer.browser, sending);
    replies.push(JSON.stringify([reply.status, [...reply.headers], reply.body]));
    return reply;
  };
  expect((await order({})).status).toBe(203);
  const code = await mailedCode(database, customer.login.email);
  expect((await order({ code: code === '000000' ? '000001' : '000000' })).status).toBe(401);
  expect((await order({ code })).status).toBe(200);
  return { replies, code };
}
