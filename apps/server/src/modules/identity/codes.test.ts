/**
 * Two-factor codes on calls of our own making: an order that names payee and amount. The app here is the real edge with
 * the real identity; `weaken` switches single safeguards off, so that each probe is seen to fail without its safeguard.
 */
import { type Challenge, endpoint, zId } from '@calmly/contract';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { testIdentity } from '../../../test/support/app.ts';
import {
  type Browser,
  challengeOf,
  codeOf,
  type Login,
  type Reply,
  signIn,
} from '../../../test/support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { createEdge, type Edge } from '../../platform/http/edge.ts';
import { collectRoutes } from '../../platform/http/router.ts';
import { StepUp } from '../../platform/http/step-up.ts';
import { newId } from '../../platform/ids.ts';
import { migrationsDirectory } from '../../platform/migrate.ts';
import type { RequestContext, Work } from '../../platform/work.ts';
import { consumeApprovals, createPersonClient, requireCode } from './index.ts';

const order = endpoint({
  id: 'testOrder',
  method: 'POST',
  path: '/test/orders/{id}',
  tag: 'Test',
  summary: 'An order that needs a code',
  access: 'client',
  twoFactor: 'always',
  idempotent: true,
  params: z.strictObject({ id: zId }),
  query: z.strictObject({ urgent: z.string().optional() }),
  body: z.strictObject({ payee: z.string(), amount: z.string(), memo: z.string().optional() }),
  response: z.strictObject({ done: z.literal(true) }),
});

/** Safeguards that a control switches off. */
const weaken = { linking: false, oneUse: false, recentUse: false };

let fixture: TestDatabase;
let edge: Edge;
let url: string;
let login: Login;
let browser: Browser;
let clientId: string;

beforeAll(async () => {
  fixture = await createTestDatabase();
  const { database } = fixture;
  await query`create table public.test_order (client_id uuid, payee text, amount text)`.execute(database.sql);
  await query`create table public.test_payee (version integer)`.execute(database.sql);
  await query`insert into public.test_payee values (1)`.execute(database.sql);
  const identity = testIdentity(database);
  edge = await createEdge({
    ...collectRoutes((router) => {
      identity.routes(router);
      router.write(order, async (work, { body }) => {
        await confirm(work, body);
        const actor = work.actor.kind === 'client' ? work.actor.clientId : null;
        await query`insert into public.test_order values (${actor}, ${body.payee}, ${body.amount})`.execute(
          work.sql,
        );
        return { done: true as const };
      });
    }),
    authenticate: identity.authenticate,
    redeemTicket: identity.redeemTicket,
    checkCode: (actor, request) => identity.checkCode(actor, linked(request)),
    requirePresence: identity.requirePresence,
    database,
    log: pino({ level: 'silent' }),
    publicUrl: undefined,
    rateLimits: { anonymousPerMinute: 0, clientPerMinute: 0 },
    trustedProxies: [],
    metricsToken: undefined,
    sandbox: true,
    newestMigration: '',
    portalDirectory: migrationsDirectory,
    version: '0',
  });
  url = await edge.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await edge.drain();
  await fixture.close();
});

/** The control of dynamic linking: every request has the same hash, so a code is bound to its session only. */
const linked = (request: RequestContext) => (weaken.linking ? { ...request, hash: 'any' } : request);

async function confirm(work: Work, body: { payee: string; amount: string }): Promise<void> {
  const { rows } = await query<{ version: number }>`select version from public.test_payee`.execute(work.sql);
  const text = `${body.amount} € to ${body.payee}`;
  const confirmation = {
    summary: { en: `Pay ${text}`, ru: `Оплатить ${text}` },
    snapshot: `payee ${rows[0]?.version}`,
  };
  const approval = work.request?.approval;
  if (weaken.oneUse && approval) {
    // The control of one use: looks first, marks later.
    const { rows: unused } = await query`
      select 1, pg_sleep(0.05) from identity.challenge where id = ${approval.challengeId} and used_at is null`.execute(
      work.sql,
    );
    if (unused.length === 0) throw new Error('used');
    await query`update identity.challenge set used_at = now() where id = ${approval.challengeId}`.execute(
      work.sql,
    );
    return;
  }
  try {
    await requireCode(work, confirmation);
  } catch (error) {
    if (!(error instanceof StepUp)) throw error;
    throw new StepUp((fresh) =>
      error.challenge(fresh.request ? { ...fresh, request: linked(fresh.request) } : fresh),
    );
  }
}

beforeEach(async () => {
  login = { email: `anna.${newId()}@demo.calmly.example`, password: 'more-payments-less-stress' };
  const work = { sql: fixture.database.sql, now: new Date(), newId };
  await createPersonClient(work, { ...login, firstName: 'Anna', lastName: 'Ozola', phone: '+37120000678' });
  ({ browser, clientId } = await signIn(url, login));
  return () => {
    weaken.linking = false;
    weaken.oneUse = false;
    weaken.recentUse = false;
  };
});

const sample = { payee: 'Hansa GmbH, DE33 ···· 4470', amount: '120.00' };
const id = newId();

interface Sending {
  readonly path?: string;
  readonly body?: unknown;
  readonly code?: string;
  readonly key?: string;
  readonly from?: Browser;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = ({
  path = `/test/orders/${id}`,
  body = sample,
  code,
  key = newId(),
  from = browser,
  headers,
}: Sending) =>
  from.send('POST', path, {
    body,
    headers: { 'idempotency-key': key, ...(code === undefined ? {} : { 'x-tfa-code': code }), ...headers },
  });

const problemOf = ({ status, body }: Reply) => [status, (body as { code?: string }).code];
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

async function ordersDone(): Promise<number> {
  const { rows } = await query<{ count: bigint }>`
    select count(*) from public.test_order where client_id = ${clientId}`.execute(fixture.database.sql);
  return Number(rows[0]?.count);
}

test('without a code nothing is done; the message names amount and payee in the language of the caller', async () => {
  const asked = await send({});
  expect(challengeOf(asked)).toMatchObject({
    summary: 'Pay 120.00 € to Hansa GmbH, DE33 ···· 4470',
    expires_in: 300,
  });
  expect(await ordersDone()).toBe(0);
  const inRussian = challengeOf(await send({ headers: { 'accept-language': 'ru' } }));
  expect(inRussian.summary).toBe('Оплатить 120.00 € to Hansa GmbH, DE33 ···· 4470');
});

test('with its code the order is done once; the same key again gets the same answer without another code', async () => {
  const key = newId();
  const code = codeOf(await send({ key }));
  const done = await send({ key, code });
  expect(done.status).toBe(200);
  const again = await send({ key, code });
  expect([again.status, again.body]).toEqual([200, done.body]);
  expect((await send({ key: newId(), code })).status).toBe(203);
  expect(await ordersDone()).toBe(1);
});

/** Requests that differ from the sample in one thing. */
function mutations(): Sending[] {
  const digits = Array.from({ length: 40 }, (_, cents) => ({
    ...sample,
    amount: `120.${String(cents + 1).padStart(2, '0')}`,
  }));
  const payees = [...sample.payee].map((_, index) => ({
    ...sample,
    payee: `${sample.payee.slice(0, index)}¤${sample.payee.slice(index + 1)}`,
  }));
  const shapes = [
    { ...sample, memo: '' },
    { ...sample, amount: '120.0' },
    { ...sample, amount: ' 120.00' },
  ];
  return [
    ...[...digits, ...payees, ...shapes].map((body) => ({ body })),
    { path: `/test/orders/${newId()}` },
    { path: `/test/orders/${id}?urgent=yes` },
  ];
}

/** How many of the changed requests the code of the sample lets through. */
async function passedMutations(): Promise<number> {
  let passed = 0;
  for (const mutation of mutations()) {
    const code = codeOf(await send({}));
    const reply = await send({ ...mutation, code });
    if (reply.status === 200) passed += 1;
    else expect(reply.status).toBe(203);
    await query`delete from identity.challenge where client_id = ${clientId}`.execute(fixture.database.sql);
    await query`delete from identity.throttle`.execute(fixture.database.sql);
  }
  return passed;
}

test('a code lets no changed request through; bound to its session only (the control) it would', async () => {
  expect(await passedMutations()).toBe(0);
  expect(await ordersDone()).toBe(0);
  weaken.linking = true;
  expect(await passedMutations()).toBe(mutations().length);
});

test('the same request in other words is the same: order of keys and space', async () => {
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

test('what changed behind the request after the code was sent makes the code void', async () => {
  const code = codeOf(await send({}));
  await query`update public.test_payee set version = version + 1`.execute(fixture.database.sql);
  expect(problemOf(await send({ code }))).toEqual([401, 'code_expired']);
  expect(await ordersDone()).toBe(0);
  expect((await send({ code: codeOf(await send({})) })).status).toBe(200);
});

/** How many of 64 simultaneous requests, each with its own key, one right code lets through. */
async function passedOf64(): Promise<number> {
  const code = codeOf(await send({}));
  const replies = await Promise.all(Array.from({ length: 64 }, () => send({ code })));
  expect(replies.every(({ status }) => status < 500 || weaken.oneUse)).toBe(true);
  return replies.filter(({ status }) => status === 200).length;
}

test('of 64 requests with one right code exactly one is done; with look-then-mark (the control) more would be', async () => {
  expect(await passedOf64()).toBe(1);
  expect(await ordersDone()).toBe(1);
  weaken.oneUse = true;
  expect(await passedOf64()).toBeGreaterThan(1);
});

/** What a code that was used up answers, as often as it comes again while a new one is asked for. */
async function answersToUsedCode(): Promise<unknown[][]> {
  const code = codeOf(await send({}));
  expect((await send({ code })).status).toBe(200);
  const used = query`update identity.challenge set used_at = used_at - interval '1 hour' where client_id = ${clientId}`;
  if (weaken.recentUse) await used.execute(fixture.database.sql);
  await send({});
  return (await Promise.all(Array.from({ length: 12 }, () => send({ code })))).map(problemOf);
}

test('a used code that comes again is no guess at the next one; taken for one (the control) it would lock the person', async () => {
  const answers = await answersToUsedCode();
  expect(new Set(answers.map(String))).toEqual(new Set(['401,code_expired']));
  const next = codeOf(await send({}));
  expect((await send({ code: next })).status).toBe(200);
  weaken.recentUse = true;
  expect((await answersToUsedCode()).map(String)).toContain('429,codes_locked');
});

test('one right code in many requests at once leaves no wrong tries behind', async () => {
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

/** Guesses in parallel at several orders at once, asking for new codes in between; how many guesses were compared. */
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

test('of a hundred guesses over new codes five are compared; without the count per person (the control) more would be', async () => {
  expect(await comparedGuesses(async () => undefined)).toBe(5);
  const forget = () => query`delete from identity.wrong_code`.execute(fixture.database.sql);
  expect(await comparedGuesses(forget)).toBeGreaterThan(5);
});

test('who did not type the wrong codes is told by e-mail', async () => {
  const code = codeOf(await send({}));
  for (let guess = 0; guess < 5; guess += 1) await send({ code: wrongCode(code) });
  const { rows } = await query`
    select 1 from outbox.message where recipient = ${login.email} and subject = 'Wrong codes were entered'`.execute(
    fixture.database.sql,
  );
  expect(rows).toHaveLength(1);
});

test('a right code after wrong ones counts as a fresh start', async () => {
  const code = codeOf(await send({}));
  for (let guess = 0; guess < 4; guess += 1) await send({ code: wrongCode(code) });
  expect((await send({ code })).status).toBe(200);
  const next = codeOf(await send({ body: { ...sample, amount: '1.00' } }));
  const refused = await send({ body: { ...sample, amount: '1.00' }, code: wrongCode(next) });
  expect(refused.body).toMatchObject({ detail: expect.stringContaining('4 tries are left') });
});

test('asking twice within the countdown is one message and one code', async () => {
  const [first, second] = [challengeOf(await send({})), challengeOf(await send({}))];
  expect(second).toMatchObject({ challenge_id: first.challenge_id, code: first.code });
  const { rows } = await query<{ count: bigint }>`
    select count(*) from outbox.message where recipient = ${login.email} and text like 'Pay 120.00%'`.execute(
    fixture.database.sql,
  );
  expect(rows[0]?.count).toBe(1n);
});

test('codes go by SMS to a client who chose it', async () => {
  await query`update identity.person set sms_codes = true, preferred_method = 'sms' where email = ${login.email}`.execute(
    fixture.database.sql,
  );
  expect(challengeOf(await send({}))).toMatchObject({ sent_via: 'sms', sent_to: '+371•••••678' });
});

test('a list of approvals is used up in order: of two for one challenge the first gets it', async () => {
  const { challenge_id: challengeId }: Challenge = challengeOf(await send({}));
  const { rows } = await query<{ session_id: string; snapshot: string }>`
    select session_id, snapshot from identity.challenge where id = ${challengeId}`.execute(
    fixture.database.sql,
  );
  const one = { challengeId, sessionId: rows[0]?.session_id ?? '', snapshot: rows[0]?.snapshot ?? '' };
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

/** Every table, outside the outbox, with a row that shows the text as a word of its own. */
async function tablesWith(text: string): Promise<string[]> {
  const { sql } = fixture.database;
  const { rows: tables } = await query<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(sql);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await query`
      select 1 from ${query.raw(name)} as t where t::text ~ ${`(^|[^0-9A-Za-z._-])${text}([^0-9A-Za-z_-]|$)`} limit 1`.execute(
      sql,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('no table but the outbox holds a code, and none a token, a cookie or a password', async () => {
  const code = codeOf(await send({}));
  await send({ code });
  expect(await tablesWith(code)).toEqual(['outbox.message']);
  const secrets = [browser.token, login.password, ...browser.cookies.values()];
  for (const secret of secrets) expect(await tablesWith(secret ?? '')).toEqual([]);
  // The control: what is stored is found.
  expect(await tablesWith(login.email)).toEqual(
    expect.arrayContaining(['identity.person', 'outbox.message']),
  );
});
