/** Two-factor codes on an order that names payee and amount. Large-scale figures are in `test/attacks/confirmation/codes.test.ts`. */
import type { Challenge } from '@calmly/contract';
import { keyId } from '@calmly/platform/http/calls/idempotency.ts';
import { newId } from '@calmly/platform/ids.ts';
import {
  ordersDone as doneBy,
  orderId as id,
  newCustomer,
  type Orders,
  problemOf,
  type Sending,
  sampleOrder as sample,
  sendOrder,
  startOrders,
  wrongCode,
} from '@calmly/server/test/support/clients/orders.ts';
import {
  type Browser,
  challengeOf,
  codeOf,
  type Login,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consumeApprovals } from '../index.ts';

let fixture: Orders;
let url: string;
let login: Login;
let browser: Browser;
let clientId: string;

beforeAll(async () => {
  fixture = await startOrders();
  url = fixture.url;
});
afterAll(() => fixture.close());

beforeEach(async () => {
  ({ login, browser, clientId } = await newCustomer(fixture));
  return () => {
    fixture.weaken.linking = false;
    fixture.weaken.oneUse = false;
  };
});

const send = ({ from = browser, ...sending }: Sending & { readonly from?: Browser }) =>
  sendOrder(from, sending);
const ordersDone = () => doneBy(fixture, clientId);

test('nothing is done without a code; the message names amount and payee in the language of the caller', async () => {
  const asked = await send({});
  expect(challengeOf(asked)).toMatchObject({
    summary: 'Pay 120.00 € to Hansa GmbH, DE33 ···· 4470',
    expires_in: 300,
  });
  expect(await ordersDone()).toBe(0);
  const inRussian = challengeOf(await send({ headers: { 'accept-language': 'ru' } }));
  expect(inRussian.summary).toBe('Оплатить 120.00 € to Hansa GmbH, DE33 ···· 4470');
});

test('asking in another language asks for the same code: its time and attempts do not start again', async () => {
  const code = codeOf(await send({}));
  await query`
    update identity.challenge set sent_at = now() + interval '1 hour', expires_at = now() + interval '100 seconds', tries = 2
    where client_id = ${clientId} and used_at is null`.execute(fixture.database.sql);
  for (const language of ['ru', 'en', 'ru']) {
    const { expires_in } = challengeOf(await send({ headers: { 'accept-language': language } }));
    expect(expires_in).toBeLessThanOrEqual(100);
  }
  const { rows } = await query`
    select tries, sends from identity.challenge where client_id = ${clientId} and used_at is null`.execute(
    fixture.database.sql,
  );
  expect(rows).toEqual([{ tries: 2, sends: 1 }]);
  expect((await send({ code, headers: { 'accept-language': 'ru' } })).status).toBe(200);
});

test('another language does not hide a changed summary: a new code is sent', async () => {
  const code = codeOf(await send({}));
  await query`
    update identity.challenge set summary = replace(summary, '120.00', '12.00') where client_id = ${clientId}`.execute(
    fixture.database.sql,
  );
  const asked = await send({ headers: { 'accept-language': 'ru' } });
  expect(challengeOf(asked).summary).toContain('120.00');
  expect(codeOf(asked)).not.toBe(code);
});

test('the order is executed once with its code; the same key again gets the same response without another code', async () => {
  const key = newId();
  const code = codeOf(await send({ key }));
  const done = await send({ key, code });
  expect(done.status).toBe(200);
  const again = await send({ key, code });
  expect([again.status, again.body]).toEqual([200, done.body]);
  expect((await send({ key: newId(), code })).status).toBe(203);
  expect(await ordersDone()).toBe(1);
});

/** Requests that differ from the sample in one respect. */
const mutations: readonly Sending[] = [
  { body: { ...sample, amount: '120.01' } },
  { body: { ...sample, amount: '120.0' } },
  { body: { ...sample, amount: ' 120.00' } },
  { body: { ...sample, payee: 'Hansa GmbH, DE33 ···· 4471' } },
  { body: { ...sample, memo: '' } },
  { path: `/test/orders/${newId()}` },
  { path: `/test/orders/${id}?urgent=yes` },
  { path: `/test/standing-orders/${id}` },
];

/** How many of the changed requests the sample's code lets through. */
async function passedMutations(): Promise<number> {
  let passed = 0;
  for (const mutation of mutations) {
    const code = codeOf(await send({}));
    const reply = await send({ ...mutation, code });
    if (reply.status === 200) passed += 1;
    else expect(reply.status).toBe(mutation.path?.startsWith('/test/standing') ? 203 : 401);
  }
  return passed;
}

test('a code confirms no changed request: 401, and 203 from another call; control: bound to its session only it would', async () => {
  expect(await passedMutations()).toBe(0);
  expect(await ordersDone()).toBe(0);
  await query`delete from identity.challenge where client_id = ${clientId}`.execute(fixture.database.sql);
  fixture.weaken.linking = true;
  expect(await passedMutations()).toBeGreaterThan(0);
});

test('key order and whitespace do not change a request', async () => {
  const code = codeOf(await send({}));
  const body = `{ "amount" : "120.00",\n "payee":${JSON.stringify(sample.payee)} }`;
  expect((await send({ body, code })).status).toBe(200);
});

test('another session of the same client cannot use the code', async () => {
  const code = codeOf(await send({}));
  const other = await signIn(url, login);
  expect((await send({ from: other.browser, code })).status).toBe(203);
  expect(await ordersDone()).toBe(0);
});

test('a change of the underlying data after the code was sent makes the code void', async () => {
  const code = codeOf(await send({}));
  await query`update public.test_payee set version = version + 1`.execute(fixture.database.sql);
  expect(problemOf(await send({ code }))).toEqual([401, 'code_expired']);
  expect(await ordersDone()).toBe(0);
  expect((await send({ code: codeOf(await send({})) })).status).toBe(200);
});

/** How many of 64 simultaneous requests, each with its own key, one correct code lets through. */
async function passedOf64(): Promise<number> {
  const code = codeOf(await send({}));
  const replies = await Promise.all(Array.from({ length: 64 }, () => send({ code })));
  expect(replies.every(({ status }) => status < 500 || fixture.weaken.oneUse)).toBe(true);
  return replies.filter(({ status }) => status === 200).length;
}

test('of 64 requests with one correct code exactly one is executed; control: with check-then-mark more would be', async () => {
  expect(await passedOf64()).toBe(1);
  expect(await ordersDone()).toBe(1);
  fixture.weaken.oneUse = true;
  expect(await passedOf64()).toBeGreaterThan(1);
});

/** Answers to a used code sent repeatedly while a new one is being requested. */
async function answersToUsedCode({ longAgo }: { longAgo: boolean }): Promise<unknown[][]> {
  const code = codeOf(await send({}));
  expect((await send({ code })).status).toBe(200);
  const used = query`update identity.challenge set used_at = used_at - interval '1 hour' where client_id = ${clientId}`;
  if (longAgo) await used.execute(fixture.database.sql);
  await send({});
  return (await Promise.all(Array.from({ length: 12 }, () => send({ code })))).map(problemOf);
}

test('a repeated used code is not a guess at the next one; control: counted as one it would lock the person', async () => {
  const answers = await answersToUsedCode({ longAgo: false });
  expect(new Set(answers.map(String))).toEqual(new Set(['401,code_expired']));
  const next = codeOf(await send({}));
  expect((await send({ code: next })).status).toBe(200);
  expect((await answersToUsedCode({ longAgo: true })).map(String)).toContain('429,codes_locked');
});

test('one correct code in many concurrent requests leaves no wrong attempts', async () => {
  for (let round = 0; round < 3; round += 1) {
    const code = codeOf(await send({}));
    const replies = await Promise.all(Array.from({ length: 32 }, () => send({ code })));
    const answers = replies.map((reply) => String(reply.status < 400 ? reply.status : problemOf(reply)));
    const others = answers.filter((answer) => !['200', '203', '401,code_expired'].includes(answer));
    expect(others).toEqual([]);
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1);
  }
  const { rows } = await query`
    select 1 from identity.wrong_code t join identity.person p on t.person_id = p.id where p.email = ${login.email}`.execute(
    fixture.database.sql,
  );
  expect(rows).toEqual([]);
});

/** Guesses in parallel at several orders, requesting new codes in between; returns how many guesses were compared. */
async function comparedGuesses(beforeRound: () => Promise<unknown>): Promise<number> {
  let compared = 0;
  for (let round = 0; round < 4; round += 1) {
    await beforeRound();
    const bodies = Array.from({ length: 3 }, (_, n) => ({ ...sample, amount: `${round}.${n}` }));
    const asked = await Promise.all(bodies.map((body) => send({ body })));
    const guesses = bodies.flatMap((body, n) => {
      const reply = asked[n];
      const code = reply?.status === 203 ? wrongCode(codeOf(reply)) : '000000';
      return Array.from({ length: 8 }, () => send({ body, code }));
    });
    const replies = await Promise.all(guesses);
    compared += replies.filter((reply) => problemOf(reply)[1] === 'code_wrong').length;
  }
  return compared;
}

test('of a hundred guesses over new codes five are compared; control: without the count per person more would be', async () => {
  expect(await comparedGuesses(async () => undefined)).toBe(5);
  const forget = () => query`delete from identity.wrong_code`.execute(fixture.database.sql);
  expect(await comparedGuesses(forget)).toBeGreaterThan(5);
});

test('the owner is notified of wrong codes by email', async () => {
  const code = codeOf(await send({}));
  for (let guess = 0; guess < 5; guess += 1) await send({ code: wrongCode(code) });
  const { rows } = await query`
    select 1 from outbox.message where recipient = ${login.email} and subject = 'Too many wrong codes'`.execute(
    fixture.database.sql,
  );
  expect(rows).toHaveLength(1);
});

test('a correct code clears earlier wrong ones', async () => {
  const code = codeOf(await send({}));
  for (let guess = 0; guess < 4; guess += 1) await send({ code: wrongCode(code) });
  expect((await send({ code })).status).toBe(200);
  const next = codeOf(await send({ body: { ...sample, amount: '1.00' } }));
  const refused = await send({ body: { ...sample, amount: '1.00' }, code: wrongCode(next) });
  expect(refused.body).toMatchObject({ detail: expect.stringContaining('4 attempts left') });
});

test('a 203 is not stored and has no effect: not in caches, not under the key, which stays free for another request', async () => {
  const key = newId();
  const asked = await send({ key });
  expect(asked.headers.get('cache-control')).toBe('no-store');
  expect(asked.headers.get('x-tfa-required')).toBe('1');
  const stored = () =>
    query`select 1 from platform.idempotency_key where id = ${keyId({ clientId, endpointId: 'testOrder', key })}`.execute(
      fixture.database.sql,
    );
  expect((await stored()).rows).toEqual([]);
  const other = { ...sample, amount: '1.00' };
  const code = codeOf(await send({ key, body: other }));
  expect((await send({ key, body: other, code })).status).toBe(200);
  expect((await stored()).rows).toHaveLength(1);
  // The control: a stored answer makes the key unusable for any other request.
  expect(problemOf(await send({ key }))).toEqual([422, 'idempotency_key_reused']);
  expect(await ordersDone()).toBe(1);
});

test('two requests within the countdown send one message and one code', async () => {
  const [first, second] = [challengeOf(await send({})), challengeOf(await send({}))];
  expect(second).toMatchObject({ challenge_id: first.challenge_id, code: first.code });
  const { rows } = await query<{ count: bigint }>`
    select count(*) from outbox.message where recipient = ${login.email} and text like 'Pay 120.00%'`.execute(
    fixture.database.sql,
  );
  expect(rows[0]?.count).toBe(1n);
});

test('codes are sent by SMS to a client who chose it', async () => {
  await query`update identity.person set sms_codes = true, preferred_method = 'sms' where email = ${login.email}`.execute(
    fixture.database.sql,
  );
  expect(challengeOf(await send({}))).toMatchObject({ sent_via: 'sms', sent_to: '+371•••••678' });
});

/** Lets all of the client's waiting codes expire. */
const expire = () =>
  query`update identity.challenge set expires_at = now() where client_id = ${clientId}`.execute(
    fixture.database.sql,
  );

test('an expired code confirms nothing: a new one is sent', async () => {
  const code = codeOf(await send({}));
  await expire();
  const asked = await send({ code });
  expect(asked.status).toBe(203);
  expect(codeOf(asked)).not.toBe(code);
  expect(await ordersDone()).toBe(0);
});

test('a code that expires between its check and its use confirms nothing', async () => {
  const { challenge_id: challengeId }: Challenge = challengeOf(await send({}));
  const { rows } = await query<{ sessionId: string; snapshot: string }>`
    select session_id as "sessionId", snapshot from identity.challenge where id = ${challengeId}`.execute(
    fixture.database.sql,
  );
  const [stored] = rows;
  if (!stored) throw new Error('no challenge');
  await expire();
  const approval = { challengeId, ...stored, factorsBefore: null };
  expect(await consumeApprovals(fixture.database.sql, [approval])).toEqual([false]);
});

test('a list of approvals is consumed in order: of two for one challenge the first gets it', async () => {
  const { challenge_id: challengeId }: Challenge = challengeOf(await send({}));
  const { rows } = await query<{ session_id: string; snapshot: string }>`
    select session_id, snapshot from identity.challenge where id = ${challengeId}`.execute(
    fixture.database.sql,
  );
  const one = {
    challengeId,
    sessionId: rows[0]?.session_id ?? '',
    snapshot: rows[0]?.snapshot ?? '',
    factorsBefore: null,
  };
  const { sql } = fixture.database;
  expect(
    await consumeApprovals(sql, [
      { ...one, snapshot: 'other' },
      { ...one, sessionId: newId() },
    ]),
  ).toEqual([false, false]);
  expect(await consumeApprovals(sql, [one, one])).toEqual([true, false]);
  expect(await consumeApprovals(sql, [one])).toEqual([false]);
  expect(await consumeApprovals(sql, [])).toEqual([]);
});

/** For each text, the tables with a row that contains it as a separate word. */
async function tablesWith(texts: readonly string[]): Promise<string[][]> {
  const { sql } = fixture.database;
  const { rows: tables } = await query<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(sql);
  const found = texts.map((): string[] => []);
  for (const { name } of tables) {
    const { rows } = await query<{ row: string }>`select t::text as row from ${query.raw(name)} as t`.execute(
      sql,
    );
    for (const [index, text] of texts.entries()) {
      const word = new RegExp(`(^|[^0-9A-Za-z._-])${text.replaceAll(/[.+]/g, '\\$&')}([^0-9A-Za-z_-]|$)`);
      if (rows.some(({ row }) => word.test(row))) found[index]?.push(name);
    }
  }
  return found;
}

test('no table but the outbox holds a code, and none a token, a cookie or a password', async () => {
  const code = codeOf(await send({}));
  await send({ code });
  const secrets = [browser.token ?? '', login.password, ...browser.cookies.values()];
  const [codeIn, emailIn, ...secretsIn] = await tablesWith([code, login.email, ...secrets]);
  expect(codeIn).toEqual(['outbox.message']);
  expect(secretsIn).toEqual(secrets.map(() => []));
  // The control: stored data is found.
  expect(emailIn).toEqual(expect.arrayContaining(['identity.person', 'outbox.message']));
});
