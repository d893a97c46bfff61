import { once } from 'node:events';
import type { Device, Session, SignIn } from '@calmly/contract';
import * as contract from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  type Browser,
  createBrowser,
  type Login,
  type Reply,
  requestToken,
  signIn,
} from '../../../test/support/browser.ts';
import { newId } from '../../platform/ids.ts';
import { createPersonClient } from './index.ts';

let app: TestApp;
let login: Login;
let browser: Browser;
let personId: string;
let token: string;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

beforeEach(async () => {
  await query`delete from identity.throttle`.execute(app.database.sql);
  ({ login, personId } = await newPerson());
  ({ browser, token } = await signIn(app.url, login));
});

async function newPerson() {
  const made = { email: `anna.${newId()}@demo.calmly.example`, password: 'more-payments-less-stress' };
  const work = { sql: app.database.sql, now: new Date(), newId };
  const { personId: id } = await createPersonClient(work, { ...made, firstName: 'Anna', lastName: 'Ozola' });
  return { login: made, personId: id };
}

const outcome = ({ status, body }: Reply) => [status, (body as { code?: string } | undefined)?.code];
const isIn = async (who: Browser) => (await who.send('POST', '/oauth/test-token')).status === 200;
const sessions = async (as = token) =>
  (await app.call(contract.listSessions, { query: {} }, { token: as })).output.Items as Session[];
const devices = async (as = token) =>
  (await app.call(contract.listDevices, { query: {} }, { token: as })).output.Items as Device[];

/** The newest mail to an address. */
async function lastMail(to: string): Promise<{ subject: string; text: string }> {
  const { rows } = await query<{ subject: string; text: string }>`
    select subject, text from outbox.message where recipient = ${to} order by at desc, id desc limit 1
  `.execute(app.database.sql);
  if (!rows[0]) throw new Error(`no mail to ${to}`);
  return rows[0];
}
const linkToken = (text: string) => /token=(\S+)/.exec(text)?.[1] ?? '';

async function audited(): Promise<string[]> {
  const { rows } = await query<{ action: string }>`
    select action from platform.audit where person_id = ${personId} order by id`.execute(app.database.sql);
  return rows.map(({ action }) => action);
}

test('sessions are listed with browser, address and profile, newest first, the own one marked', async () => {
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
  expect(await audited()).toContain('session.ended');
});

test('all other sessions are ended at once', async () => {
  const others = [await signIn(app.url, login), await signIn(app.url, login)];
  expect((await app.call(contract.endOtherSessions, {}, { token })).status).toBe(204);
  for (const other of others) expect(await isIn(other.browser)).toBe(false);
  expect(await sessions()).toMatchObject([{ current: true }]);
});

test("somebody else's sessions and browsers are neither listed nor touched", async () => {
  const stranger = await newPerson();
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

test('the history tells each attempt, newest first, page by page', async () => {
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

test('a browser that becomes known is news to the owner', async () => {
  const { subject, text } = await lastMail(login.email);
  expect(subject).toBe('A sign-in from a new browser');
  expect(text).toContain('127.0.0.1');
});

const changed = { oldPassword: 'more-payments-less-stress', newPassword: 'a kettle on the windowsill' };
const change = (body: typeof changed, code?: string) =>
  app.call(contract.changePassword, { body }, { token, ...(code === undefined ? {} : { code }) });
const codeIn = (body: unknown) => (body as { detail: { code: string } }).detail.code;

test('the password is changed with the old one and a code; all other sessions end, the owner is told', async () => {
  const other = await signIn(app.url, login);
  const asked = await change(changed);
  expect(asked.status).toBe(203);
  expect((await change(changed, codeIn(asked.body))).status).toBe(204);
  expect(await isIn(browser)).toBe(true);
  expect(await isIn(other.browser)).toBe(false);
  expect(outcome(await requestToken(browser, login))).toEqual([400, 'bad_credentials']);
  expect((await requestToken(browser, { ...login, password: changed.newPassword })).status).toBe(200);
  expect((await lastMail(login.email)).subject).toBe('Your password has changed');
  expect(await audited()).toContain('password.changed');
});

test('a wrong old password, a weak and the same new one are refused before a code is sent', async () => {
  const fieldOf = (body: unknown) => (body as { detail: { field: string }[] }).detail[0]?.field;
  const wrong = await change({ ...changed, oldPassword: 'not-the-password' });
  expect([wrong.status, fieldOf(wrong.body)]).toEqual([400, 'OldPassword']);
  for (const newPassword of ['short', 'password1234', login.email, changed.oldPassword]) {
    const refused = await change({ ...changed, newPassword });
    expect([refused.status, fieldOf(refused.body)]).toEqual([400, 'NewPassword']);
  }
});

test('guesses at the old password are counted: a stolen session does not learn it', async () => {
  for (let guess = 0; guess < 5; guess += 1)
    expect((await change({ ...changed, oldPassword: `guess number ${guess}` })).status).toBe(400);
  expect((await change(changed)).status).toBe(429);
});

test('passwords are in no hash that is stored: the challenge of a change does not depend on them', async () => {
  const hashes = async () => {
    const { rows } = await query<{ request_hash: string }>`
      select distinct request_hash from identity.challenge where person_id = ${personId} and endpoint_id = 'changePassword'
    `.execute(app.database.sql);
    return rows;
  };
  await change(changed);
  await change({ ...changed, newPassword: 'a teapot on the windowsill' });
  expect(await hashes()).toHaveLength(1);
});

const ask = (email: string) => app.call(contract.requestPasswordReset, { body: { email } });

async function resetLink(): Promise<string> {
  const before = await query<{ id: string }>`select id from outbox.message`.execute(app.database.sql);
  await ask(login.email);
  await expect.poll(async () => (await lastMail(login.email)).subject).toBe('A new password for Calmly');
  expect(before.rows).not.toHaveLength(0);
  return linkToken((await lastMail(login.email)).text);
}
const reset = (linked: string, password = 'a kettle on the windowsill') =>
  app.call(contract.resetPassword, { body: { token: linked, password } });

test('a mailed link sets a new password once: every session ends, every browser is forgotten, the code is still asked for', async () => {
  const linked = await resetLink();
  expect((await app.call(contract.checkPasswordReset, { body: { token: linked } })).status).toBe(204);
  expect((await reset(linked)).status).toBe(204);
  expect(await isIn(browser)).toBe(false);
  const fresh = { ...login, password: 'a kettle on the windowsill' };
  expect((await requestToken(browser, fresh)).status).toBe(203);
  expect(outcome(await requestToken(browser, login))).toEqual([400, 'bad_credentials']);
  const again = await reset(linked, 'another one altogether');
  expect([again.status, (again.body as { code: string }).code]).toEqual([422, 'reset_link_expired']);
  expect((await app.call(contract.checkPasswordReset, { body: { token: linked } })).status).toBe(422);
  expect(await audited()).toEqual(expect.arrayContaining(['password.reset_link_sent', 'password.reset']));
});

test('an expired, a replaced and an invented link set nothing', async () => {
  const first = await resetLink();
  await query`delete from outbox.message`.execute(app.database.sql);
  await ask(login.email);
  await expect
    .poll(() =>
      lastMail(login.email).then(
        ({ text }) => linkToken(text),
        () => '',
      ),
    )
    .not.toBe('');
  const second = linkToken((await lastMail(login.email)).text);
  expect((await reset(first)).status).toBe(422);
  await query`update identity.mailed_link set expires_at = now()`.execute(app.database.sql);
  expect((await reset(second)).status).toBe(422);
  expect((await reset('cal_ml_invented')).status).toBe(422);
  expect(await isIn(browser)).toBe(true);
});

test('of twenty who use one link at the same time one sets the password', async () => {
  const linked = await resetLink();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => reset(linked, `a kettle number ${index} on the sill`)),
  );
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
});

test('asking for a link answers the same whether or not the address is known, and caps what is sent', async () => {
  const shape = ({ status, headers, text }: Awaited<ReturnType<typeof ask>>) => ({
    status,
    text,
    headers: [...headers.keys()],
  });
  const unknown = `nobody.${newId()}@demo.calmly.example`;
  for (let time = 0; time < 6; time += 1)
    expect(shape(await ask(login.email))).toEqual(shape(await ask(unknown)));
  await expect
    .poll(async () => {
      const { rows } = await query<{ count: number }>`
        select count(*)::int as count from graphile_worker.jobs where task_identifier = 'identity_mail_reset_link'
      `.execute(app.database.sql);
      return rows[0]?.count;
    })
    .toBe(0);
  const { rows } = await query<{ recipient: string; count: number }>`
    select recipient, count(*)::int as count from outbox.message where subject = 'A new password for Calmly'
      and recipient in (${login.email}, ${unknown}) group by 1`.execute(app.database.sql);
  expect(rows).toEqual([{ recipient: login.email, count: 3 }]);
});

test('freezing ends every session at once and refuses the right password and code with a clear sentence', async () => {
  const other = await signIn(app.url, login);
  expect((await app.call(contract.freezeAccess, {}, { token })).status).toBe(204);
  for (const who of [browser, other.browser]) {
    expect(await isIn(who)).toBe(false);
    expect(outcome(await requestToken(who, login))).toEqual([403, 'access_frozen']);
  }
  expect(outcome(await requestToken(createBrowser(app.url), login))).toEqual([403, 'access_frozen']);
  expect(outcome(await requestToken(browser, { ...login, password: 'not-the-password' }))).toEqual([
    400,
    'bad_credentials',
  ]);
});

test('a session that slips in while the access is being frozen is worth nothing', async () => {
  await query`update identity.person set frozen_at = now() where id = ${personId}`.execute(app.database.sql);
  expect(await isIn(browser)).toBe(false);
  expect((await browser.send('POST', '/oauth/refresh')).status).toBe(401);
});

test('a frozen access is opened by link, password and code together, and by nothing less', async () => {
  await app.call(contract.freezeAccess, {}, { token });
  const linked = linkToken((await lastMail(login.email)).text);
  const open = (using: string, given: Login, code?: string) =>
    browser.send('POST', '/unfreeze', {
      body: { Token: using },
      headers: {
        authorization: `Basic ${Buffer.from(`${given.email}:${given.password}`).toString('base64')}`,
        ...(code === undefined ? {} : { 'x-tfa-code': code }),
      },
    });
  browser.token = undefined;
  const stranger = await newPerson();
  expect(outcome(await open(linked, { ...login, password: 'not-the-password' }))[1]).toBe('bad_credentials');
  expect(outcome(await open(linked, stranger.login))[1]).toBe('unfreeze_link_expired');
  expect(outcome(await open('cal_ml_invented', login))[1]).toBe('unfreeze_link_expired');
  const asked = await open(linked, login);
  expect(asked.status).toBe(203);
  expect((await open(linked, login, codeIn(asked.body))).status).toBe(204);
  expect((await requestToken(browser, login)).status).toBe(200);
  expect(outcome(await open(linked, login))[1]).toBe('unfreeze_link_expired');
  expect(await audited()).toEqual(expect.arrayContaining(['access.frozen', 'access.unfrozen']));
});
