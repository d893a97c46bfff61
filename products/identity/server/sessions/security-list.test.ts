/** The security page: a person sees and ends sessions, known browsers and the history of sign-ins. */
import { once } from 'node:events';
import type { Device, Session, SignIn } from '@calmly/contract';
import * as contract from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { audited, isIn, lastMail, newAnna } from '@calmly/server/test/support/attackers/security.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import {
  type Browser,
  createBrowser,
  type Login,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';

let app: TestApp;
let login: Login;
let browser: Browser;
let personId: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

beforeEach(async () => {
  ({ login, personId, browser, token } = await newAnna(app));
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const sessions = async (as = token) =>
  (await app.call(contract.listSessions, { query: {} }, { token: as })).output.Items as Session[];
const devices = async (as = token) =>
  (await app.call(contract.listDevices, { query: {} }, { token: as })).output.Items as Device[];

test('sessions are listed with browser, address and profile, newest first, the current one marked', async () => {
  const other = createBrowser(app.url);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  const reply = await other.send('POST', '/oauth/token', {
    body: { remember: true },
    headers: {
      authorization: `Basic ${Buffer.from(`${login.email}:${login.password}`).toString('base64')}`,
      'user-agent': firefox,
    },
  });
  expect(reply.status).toBe(200);
  const listed = await sessions();
  expect(listed).toMatchObject([
    { browser: 'Firefox', system: 'Linux', ip: '127.0.0.1', remembered: true, current: false },
    { current: true, remembered: false, clientName: 'Anna Ozola' },
  ]);
  const first = await app.call(contract.listSessions, { query: { limit: 1 } }, { token });
  const cursor = first.output.NextCursor ?? '';
  const second = await app.call(contract.listSessions, { query: { limit: 1, cursor } }, { token });
  expect([...first.output.Items, ...second.output.Items]).toEqual(listed);
  expect(second.output.NextCursor).toBeNull();
});

test('a session is ended from another one: token, cookie and websocket within a second', async () => {
  const other = await signIn(app.url, login);
  const { ticket } = (await other.browser.send('POST', '/oauth/live-ticket')).body as { ticket: string };
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/live`, ['calmly', `calmly.${ticket}`], {
    origin: app.url,
  });
  await once(socket, 'open');
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(1000) });
  const victim = (await sessions()).find(({ current }) => !current);
  const ended = await app.call(contract.endSession, { params: { id: victim?.id ?? '' } }, { token });
  expect(ended.status).toBe(204);
  expect((await closed)[0]).toBe(4001);
  expect(await isIn(other.browser)).toBe(false);
  expect((await other.browser.send('POST', '/oauth/refresh')).status).toBe(401);
  expect(await isIn(browser)).toBe(true);
  expect(await audited(app, personId)).toContain('session.ended');
});

test('a session is ended and its browser forgotten in one call; not offered for the current browser and a forgotten one', async () => {
  const other = await signIn(app.url, login);
  const listed = await sessions();
  expect(listed.map(({ current, forgettable }) => [current, forgettable])).toEqual([
    [false, true],
    [true, false],
  ]);
  const params = { id: listed[0]?.id ?? '' };
  const ended = await app.call(contract.endSession, { params, query: { forget: 'browser' } }, { token });
  expect(ended.status).toBe(204);
  expect(await isIn(other.browser)).toBe(false);
  expect(await devices()).toMatchObject([{ current: true }]);
  expect((await requestToken(other.browser, login)).status).toBe(203);
  expect(await audited(app, personId)).toEqual(expect.arrayContaining(['session.ended', 'device.forgotten']));
  expect(await isIn(browser)).toBe(true);
});

test('all other sessions are ended at once', async () => {
  const others = [await signIn(app.url, login), await signIn(app.url, login)];
  expect((await app.call(contract.endOtherSessions, {}, { token })).status).toBe(204);
  for (const other of others) expect(await isIn(other.browser)).toBe(false);
  expect(await sessions()).toMatchObject([{ current: true }]);
});

test("another person's sessions and browsers are neither listed nor touched", async () => {
  const stranger = await newClient(app);
  const theirs = await signIn(app.url, stranger.login);
  const [session] = await sessions(theirs.token);
  const [device] = await devices(theirs.token);
  for (const refused of [
    await app.call(contract.endSession, { params: { id: session?.id ?? '' } }, { token }),
    await app.call(contract.forgetDevice, { params: { id: device?.id ?? '' } }, { token }),
    await app.call(
      contract.renameDevice,
      { params: { id: device?.id ?? '' }, body: { name: 'Mine' } },
      { token },
    ),
  ])
    expect(refused.status).toBe(404);
  expect(await isIn(theirs.browser)).toBe(true);
  expect(await sessions()).toHaveLength(1);
});

test('a known browser is named, keeps its name when its cookie changes, and is forgotten with its sessions', async () => {
  const other = await signIn(app.url, login);
  const [device] = await devices(other.token);
  const id = device?.id ?? '';
  const params = { params: { id } };
  const named = await app.call(contract.renameDevice, { ...params, body: { name: 'Kitchen' } }, { token });
  expect(named.output).toMatchObject({ name: 'Kitchen', current: false });
  expect((await devices(other.token))[0]).toMatchObject({ id, current: true });
  expect((await app.call(contract.forgetDevice, params, { token })).status).toBe(204);
  expect(await isIn(other.browser)).toBe(false);
  expect(await isIn(browser)).toBe(true);
  expect((await requestToken(other.browser, login)).status).toBe(203);
  expect((await app.call(contract.forgetDevice, params, { token })).status).toBe(404);
});

test('the history shows each attempt, newest first, page by page', async () => {
  await requestToken(browser, { ...login, password: 'not-the-password' });
  const all = await app.call(contract.listSignIns, { query: {} }, { token });
  expect(all.output.Items.map(({ outcome: what }: SignIn) => what)).toEqual([
    'bad_credentials',
    'signed_in',
    'code_sent',
  ]);
  const page = await app.call(contract.listSignIns, { query: { limit: 2 } }, { token });
  const rest = await app.call(
    contract.listSignIns,
    { query: { limit: 2, cursor: page.output.NextCursor ?? '' } },
    { token },
  );
  expect([...page.output.Items, ...rest.output.Items]).toEqual(all.output.Items);
});

test('the owner is notified when a browser becomes known', async () => {
  const { subject, text } = await lastMail(app, login.email);
  expect(subject).toBe('Sign-in from a new browser');
  expect(text).toContain('127.0.0.1');
});
