/**
 * A session that was left alone (D6): after 300 s without activity an active client's session only reads until a code proves that
 * somebody is there; after 900 s it is over unless it is remembered. Every call of the contract is walked.
 *
 * The times are the database's: tests move `last_seen_at`. Control, tried once: a `leftAlone` that believes the page, that is one
 * which is always false, lets every write through and fails the walk.
 */

import * as contract from '@calmly/contract';
import { type EndpointSpec, endpoints, isReadLevel, type Token } from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { type Browser, codeOf, type Login, requestToken, signIn } from '../../../../test/support/browser.ts';
import { createPayer, systemWork } from '../../../../test/support/payments.ts';
import { sampleBodies } from '../../../../test/support/sample-bodies.ts';
import { newId } from '../../../platform/ids.ts';
import { defaultBank, openAccounts } from '../../accounts/index.ts';
import { createPersonClient } from '../index.ts';

let app: TestApp;
let login: Login;
let browser: Browser;
let clientId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  await query`delete from identity.throttle`.execute(app.database.sql);
  login = { email: `anna.${newId()}@demo.calmly.example`, password: 'more-payments-less-stress' };
  const work = { sql: app.database.sql, now: new Date(), newId };
  await createPersonClient(work, { ...login, firstName: 'Anna', lastName: 'Ozola' });
  ({ browser, clientId } = await signIn(app.url, login, { remember: true }));
  await browser.send('PUT', '/accessmgmt/termsconditions', {
    body: { main: { version: contract.termsVersions.main, read: true } },
  });
});

const letPass = (seconds: number) =>
  query`update identity.session set last_seen_at = last_seen_at - ${seconds} * interval '1 second'
    where client_id = ${clientId} and ended_at is null`.execute(app.database.sql);

const rename = (name: string, code?: string) =>
  browser.send('PUT', '/factors/preferred', {
    body: { Preferred: name },
    headers: code === undefined ? {} : { 'x-tfa-code': code },
  });
const refresh = async () => {
  const reply = await browser.send('POST', '/oauth/refresh');
  browser.token = (reply.body as Token).access_token;
};

test('after 300 s without activity a write asks for a code first, and reading goes on', async () => {
  expect((await rename('email')).status).toBe(200);
  await letPass(335);
  expect((await browser.send('GET', contract.listAccounts.path)).status).toBe(200);
  const asked = await rename('email');
  expect(asked.status).toBe(203);
  expect(asked.body).toMatchObject({ detail: { summary: 'Go on after a while without activity' } });
  expect((await rename('email', codeOf(asked))).status).toBe(200);
});

test('reading is activity, but does not make the session fresh again', async () => {
  await letPass(335);
  for (let read = 0; read < 3; read += 1) await browser.send('GET', contract.listAccounts.path);
  expect((await rename('email')).status).toBe(203);
  await refresh();
  expect((await rename('email')).status).toBe(203);
});

test('the code makes the session fresh, and the token that was lying around is worth nothing any more', async () => {
  await letPass(335);
  const asked = await rename('email');
  const lyingAround = browser.token;
  expect((await rename('email', codeOf(asked))).status).toBe(200);
  expect((await browser.send('GET', contract.listAccounts.path)).status).toBe(401);
  await refresh();
  expect(browser.token).not.toBe(lyingAround);
  expect((await rename('email')).status).toBe(200);
});

test('a wrong code leaves the session as it was', async () => {
  await letPass(335);
  const code = codeOf(await rename('email'));
  expect((await rename('email', code === '000000' ? '000001' : '000000')).status).toBe(401);
  expect((await rename('email')).status).toBe(203);
});

test('a client who is not active yet is not held up: there is nothing to take', async () => {
  await query`update identity.client set state = 'SMS_CONFIRMED' where id = ${clientId}`.execute(
    app.database.sql,
  );
  await letPass(335);
  expect((await rename('email')).status).toBe(200);
});

test('whoever was left alone may still shut everybody out', async () => {
  await letPass(335);
  expect((await browser.send('DELETE', '/sessions')).status).toBe(204);
  expect((await browser.send('POST', '/freeze')).status).toBe(204);
});

/** They end the session that walks; each has a test of its own. */
const ending = new Set(['freezeAccess', 'endSession', 'endOtherSessions']);
const walked = Object.values(endpoints).filter(({ access, id }) => access !== 'public' && !ending.has(id));

const callOf = (endpoint: EndpointSpec) =>
  browser.send(endpoint.method, endpoint.path.replaceAll(/\{\w+\}/g, newId()), {
    ...(endpoint.method === 'GET' ? {} : { body: sampleBodies[endpoint.id] ?? {} }),
    headers: { 'idempotency-key': newId() },
  });

test('every call reads, or asks for a code of its own, or is asked for one: no other writes in a session that was left alone', async () => {
  await letPass(335);
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const printed = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).map((each) => each.operationId)),
  );
  for (const endpoint of walked.filter(({ id }) => printed.has(id))) {
    if (!isReadLevel(endpoint) && endpoint.twoFactor !== undefined) continue;
    const { status } = await callOf(endpoint);
    expect([endpoint.id, status === 203]).toEqual([endpoint.id, !isReadLevel(endpoint)]);
  }
});

test('a transfer between own accounts, which needs no code, needs one in a session that was left alone', async () => {
  const payer = await createPayer(app);
  let number = '';
  await systemWork(app.database, async (work) => {
    const wanted = { clientId: payer.clientId, currency: 'EUR', name: 'Savings', withIban: true } as const;
    const [savings] = await openAccounts(work, defaultBank, [wanted]);
    number = savings?.number ?? '';
  });
  expect((await payer.pay({ creditorAccount: number })).status).toBe(201);
  await query`update identity.session set last_seen_at = now() - interval '335 seconds'
    where client_id = ${payer.clientId}`.execute(app.database.sql);
  expect((await payer.pay({ creditorAccount: number })).status).toBe(203);
  expect((await payer.balance()).posted).toBe(99_000n);
});

test('900 s end a session that is not remembered, and none that is', async () => {
  const kept = browser.token;
  const plain = await requestToken(browser, login);
  browser.token = (plain.body as Token).access_token;
  await letPass(935);
  expect((await browser.send('GET', contract.listAccounts.path)).status).toBe(401);
  browser.token = kept;
  expect((await browser.send('GET', contract.listAccounts.path)).status).toBe(200);
  expect((await rename('email')).status).toBe(203);
});
