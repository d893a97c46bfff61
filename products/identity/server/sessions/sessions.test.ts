import { once } from 'node:events';
import type { Token } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp, testIdentity } from '@calmly/server/test/support/app.ts';
import { cheapHash } from '@calmly/server/test/support/clients/clients.ts';
import {
  type Browser,
  createBrowser,
  type Login,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createPersonClient } from '../index.ts';
import { createAuthenticate } from './authenticate.ts';
import { createProofs } from './proofs/proof-keys.ts';

let app: TestApp;
let login: Login;
let browser: Browser;
let clientId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  login = { email: `anna.${newId()}@demo.calmly.example`, password: 'more-payments-less-stress' };
  const work = { sql: app.database.sql, now: new Date(), newId };
  await createPersonClient(work, {
    ...login,
    passwordHash: await cheapHash(),
    firstName: 'Anna',
    lastName: 'Ozola',
  });
  ({ browser, clientId } = await signIn(app.url, login));
});

const whoAmI = (from = browser, headers = {}) => from.send('POST', '/oauth/test-token', { headers });
const refresh = (from = browser, headers = {}) => from.send('POST', '/oauth/refresh', { headers });
const execute = (statement: string) => query.raw(statement).execute(app.database.sql);

/** The browser in its current state: a stolen copy, or another tab with the old cookie. */
function copyOf(original: Browser): Browser {
  const copy = createBrowser(app.url);
  for (const [name, value] of original.cookies) copy.cookies.set(name, value);
  copy.token = original.token;
  return copy;
}

test('a token identifies its person and has an expiry', async () => {
  await execute(`update identity.access_token t set expires_at = now() + interval '100.9 seconds'
    from identity.session s where s.id = t.session_id and s.client_id = '${clientId}'`);
  expect((await whoAmI()).body).toEqual({ ClientId: clientId, expires_in: 100 });
});

test('a token lives fifteen minutes, but never longer than its session', async () => {
  const first = await refresh();
  expect((first.body as Token).expires_in).toBe(900);
  await execute(
    `update identity.session set expires_at = now() + interval '60.9 seconds' where client_id = '${clientId}'`,
  );
  expect((await refresh()).body).toMatchObject({ expires_in: 60 });
  await execute(`update identity.session set expires_at = now() where client_id = '${clientId}'`);
  expect((await refresh()).status).toBe(401);
  expect((await whoAmI()).status).toBe(401);
});

test('the session cookie cannot be read by scripts or sent by other sites, and is kept only when asked for', async () => {
  const [cookie] = (await refresh()).headers.getSetCookie();
  expect(cookie).toMatch(/^rt=cal_rt_[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/);
  const remembered = await requestToken(browser, login, { remember: true });
  expect(remembered.headers.getSetCookie()[0]).toMatch(/; Max-Age=(604800|604799)$/);
  const kept = await refresh();
  expect(kept.headers.getSetCookie()[0]).toMatch(/; Max-Age=6047\d\d$/);
});

test('behind an unlisted proxy the cookies are those of https if the public address is https', async () => {
  const behindProxy = await startTestApp({ config: { publicUrl: 'https://bank.example' } });
  try {
    const work = { sql: behindProxy.database.sql, now: new Date(), newId };
    await createPersonClient(work, {
      ...login,
      passwordHash: await cheapHash(),
      firstName: 'Anna',
      lastName: 'Ozola',
    });
    const signedIn = await signIn(behindProxy.url, login);
    expect([...signedIn.browser.cookies.keys()].sort()).toEqual(['__Host-device', '__Host-rt']);
    const refreshed = await refresh(signedIn.browser);
    expect(refreshed.headers.getSetCookie()[0]).toMatch(/^__Host-rt=.*; Secure$/);
    expect(refreshed.headers.get('strict-transport-security')).toMatch(/^max-age=/);
  } finally {
    await behindProxy.close();
  }
});

test('each sign-in creates a new session with new secrets, whatever cookies the browser has', async () => {
  const before = { rt: browser.cookies.get('rt'), token: browser.token };
  const again = await requestToken(browser, login);
  expect(browser.cookies.get('rt')).not.toBe(before.rt);
  expect((again.body as Token).access_token).not.toBe(before.token);
  const { rows } = await query<{ count: bigint }>`
    select count(*) from identity.session where client_id = ${clientId}`.execute(app.database.sql);
  expect(rows[0]?.count).toBe(2n);
});

test('a refresh changes the cookie; a copy of the old one ends the session for thief and owner', async () => {
  const thief = copyOf(browser);
  const renewed = await refresh();
  browser.token = (renewed.body as Token).access_token;
  expect((await whoAmI()).status).toBe(200);
  await execute(
    `update identity.refresh_token set used_at = used_at - interval '11 seconds' where used_at is not null`,
  );

  const refused = await refresh(thief);
  expect(refused.status).toBe(401);
  expect(refused.body).toMatchObject({ code: 'session_expired' });
  expect(thief.cookies.has('rt')).toBe(false);
  expect((await whoAmI()).status).toBe(401);
  expect((await refresh()).status).toBe(401);
});

test('a lost response or a second tab within ten seconds gets its own cookie, and both work', async () => {
  const tab = copyOf(browser);
  const replies = await Promise.all([refresh(), refresh(tab)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(tab.cookies.get('rt')).not.toBe(browser.cookies.get('rt'));
  expect((await refresh()).status).toBe(200);
  expect((await refresh(tab)).status).toBe(200);
});

test('refresh is refused without a cookie, with garbage, and from another site', async () => {
  expect((await refresh(createBrowser(app.url))).status).toBe(401);
  browser.cookies.set('rt', 'cal_rt_garbage');
  expect((await refresh()).status).toBe(401);
  expect((await refresh(browser, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

const letPass = (seconds: number) =>
  execute(`update identity.session set last_seen_at = last_seen_at - interval '${seconds} seconds'
    where client_id = '${clientId}'`);

test('after 900 seconds of inactivity the session is over, unless it is remembered', async () => {
  await letPass(935);
  expect((await whoAmI()).status).toBe(401);
  expect((await refresh()).status).toBe(401);
  const kept = await requestToken(browser, login, { remember: true });
  browser.token = (kept.body as Token).access_token;
  await letPass(935);
  expect((await whoAmI()).status).toBe(200);
});

test('a call is activity; an automatic call of the page is not', async () => {
  await letPass(600);
  await whoAmI(browser, { 'x-background': '1' });
  await refresh(browser, { 'x-background': '1' });
  await letPass(200);
  await whoAmI();
  await letPass(800);
  expect((await whoAmI(browser, { 'x-background': '1' })).status).toBe(200);
  await letPass(200);
  expect((await whoAmI()).status).toBe(401);
});

test('activity is written once in thirty seconds, not with each call', async () => {
  const authenticate = createAuthenticate(app.database, createProofs({}));
  const versions = async () => {
    const { rows } = await query<{ version: string }>`
      select xmin::text as version from identity.session where client_id = ${clientId}`.execute(
      app.database.sql,
    );
    return rows[0]?.version;
  };
  const before = await versions();
  for (let call = 0; call < 5; call += 1) await authenticate(browser.token ?? '');
  expect(await versions()).toBe(before);
  await letPass(31);
  const passed = await versions();
  await authenticate(browser.token ?? '');
  expect(await versions()).not.toBe(passed);
});

test('logout ends the session at once: token, cookie and tickets', async () => {
  const copy = copyOf(browser);
  const { ticket } = (await browser.send('POST', '/oauth/live-ticket')).body as { ticket: string };
  const out = await browser.send('POST', '/oauth/logout');
  expect(out.status).toBe(204);
  expect(out.headers.get('clear-site-data')).toBe('"storage"');
  expect(browser.cookies.has('rt')).toBe(false);
  expect((await whoAmI(copy)).status).toBe(401);
  expect((await refresh(copy)).status).toBe(401);
  const { redeemTicket } = testIdentity(app.database);
  expect(await redeemTicket(ticket)).toBeUndefined();
  expect((await browser.send('POST', '/oauth/logout')).status).toBe(204);
  // After a timeout, form entries are kept for the person.
  const timedOut = await browser.send('POST', '/oauth/logout?reason=timeout');
  expect([timedOut.status, timedOut.headers.get('clear-site-data')]).toEqual([204, null]);
});

test('logout closes the open websocket of its session and no other', async () => {
  const other = await signIn(app.url, login);
  const open = async (from: Browser) => {
    const { ticket } = (await from.send('POST', '/oauth/live-ticket')).body as { ticket: string };
    const socket = new WebSocket(
      `${app.url.replace('http', 'ws')}/api/live`,
      ['calmly', `calmly.${ticket}`],
      {
        origin: app.url,
      },
    );
    await once(socket, 'open');
    return socket;
  };
  const [own, others] = [await open(browser), await open(other.browser)];
  const closed = once(own, 'close');
  const told = once(own, 'message');
  await browser.send('POST', '/oauth/logout');
  expect(JSON.parse(String((await told)[0]))).toEqual({ topic: 'session', ended: true });
  expect((await closed)[0]).toBe(4001);
  expect(others.readyState).toBe(WebSocket.OPEN);
  others.terminate();
});

test('logout with the cookie alone ends the session as well, and leaves other sessions alone', async () => {
  const other = await signIn(app.url, login);
  const cookieOnly = copyOf(browser);
  cookieOnly.token = undefined;
  await cookieOnly.send('POST', '/oauth/logout');
  expect((await whoAmI()).status).toBe(401);
  expect((await whoAmI(other.browser)).status).toBe(200);
});

test('a ticket works once for its client, and only for thirty seconds', async () => {
  const { redeemTicket } = testIdentity(app.database);
  const getTicket = async () =>
    ((await browser.send('POST', '/oauth/live-ticket')).body as { ticket: string }).ticket;
  const ticket = await getTicket();
  const answers = await Promise.all(Array.from({ length: 8 }, () => redeemTicket(ticket)));
  expect(answers.filter((actor) => actor !== undefined)).toMatchObject([{ clientId }]);
  const late = await getTicket();
  await execute(`update identity.live_ticket set expires_at = expires_at - interval '30 seconds'`);
  expect(await redeemTicket(late)).toBeUndefined();
});

test('a withdrawn membership and a changed right take effect with the next call', async () => {
  const authenticate = createAuthenticate(app.database, createProofs({}));
  const token = browser.token ?? '';
  expect(await authenticate(token)).toMatchObject({
    clientId,
    displayName: 'Anna Ozola',
    rights: { is_boss: true },
  });
  await execute(`update identity.membership set is_boss = false where client_id = '${clientId}'`);
  expect(await authenticate(token)).toMatchObject({ rights: { is_boss: false } });
  await execute(`delete from identity.membership where client_id = '${clientId}'`);
  expect(await authenticate(token)).toBeUndefined();
  expect((await whoAmI()).status).toBe(401);
});

test('each token in a group gets its own answer', async () => {
  const authenticate = createAuthenticate(app.database, createProofs({}));
  const other = await signIn(app.url, login);
  const actors = await Promise.all(
    [browser.token ?? '', 'garbage', other.token, browser.token ?? ''].map((token) => authenticate(token)),
  );
  expect(actors[0]).toEqual(actors[3]);
  expect(actors[1]).toBeUndefined();
  expect(actors[2]?.sessionId).not.toBe(actors[0]?.sessionId);
});
