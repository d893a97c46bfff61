import { problems } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { passkeyOptions } from '@calmly/server/test/support/attackers/factors.ts';
import { cheapHash } from '@calmly/server/test/support/clients/clients.ts';
import {
  type Browser,
  challengeOf,
  codeOf,
  createBrowser,
  type Login,
  type Reply,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPersonClient } from '../index.ts';

let app: TestApp;
let browser: Browser;
let login: Login;
let personId: string;
let number: string;

beforeAll(async () => {
  app = await startTestApp({ config: { adminUrl: 'https://admin.bank.example' } });
});
afterAll(() => app.close());

beforeEach(async () => {
  // All browsers of a test run share one address, whose earlier count belongs to other tests.
  await query`delete from identity.throttle where subject like 'address:%'`.execute(app.database.sql);
  browser = createBrowser(app.url);
  login = { email: `anna.${newId()}@demo.calmly.example`, password: 'more-payments-less-stress' };
  const work = { sql: app.database.sql, now: new Date(), newId };
  ({ personId, number } = await createPersonClient(work, {
    ...login,
    passwordHash: await cheapHash(),
    firstName: 'Anna',
    lastName: 'Ozola',
  }));
});

const wrong = () => ({ ...login, password: 'less-payments-more-stress' });
const outcome = ({ status, body }: Reply) => [status, (body as { code?: string }).code];
/** A problem without the id of its request. */
const withoutRequest = ({ status, body }: Reply) => ({ status, ...(body as object), requestId: undefined });
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

const knownBrowser = async () => (await signIn(app.url, login)).browser;

test('an unknown browser needs a code; with it, it gets a token and is known from then on', async () => {
  const asked = await requestToken(browser, login);
  expect(asked.headers.get('x-tfa-required')).toBe('1');
  expect(asked.headers.get('cache-control')).toBe('no-store');
  expect(challengeOf(asked)).toMatchObject({
    sent_via: 'email',
    sent_to: `a••••${login.email.slice(login.email.indexOf('@') - 1)}`,
    summary: 'Sign in from a new device',
    resend_in: 9,
  });
  const granted = await requestToken(browser, login, { code: codeOf(asked) });
  expect(granted.status).toBe(200);
  expect(granted.body).toMatchObject({ token_type: 'Bearer', expires_in: 900, ClientRole: 'INDIVIDUAL' });
  expect((await requestToken(browser, login)).status).toBe(200);
});

test('a browser whose term is over needs a code again', async () => {
  const known = await knownBrowser();
  expect((await requestToken(known, login)).status).toBe(200);
  await query`update identity.device set expires_at = now()`.execute(app.database.sql);
  expect((await requestToken(known, login)).status).toBe(203);
});

test('options for a passkey that arrive late leave the code valid that was requested meanwhile', async () => {
  // The page requests options when it opens; a browser without any cookie may send the password before they arrive.
  const late = createBrowser(app.url);
  await passkeyOptions(late);
  const stranger = createBrowser(app.url);
  const code = codeOf(await requestToken(stranger, login));
  for (const [name, value] of late.cookies) stranger.cookies.set(name, value);
  expect((await requestToken(stranger, login, { code })).status).toBe(200);
});

test('sign-in accepts the client number or the email, in any case', async () => {
  expect((await requestToken(browser, { ...login, email: number })).status).toBe(203);
  expect((await requestToken(browser, { ...login, email: login.email.toUpperCase() })).status).toBe(203);
});

test('nothing is checked without user name or password', async () => {
  expect(outcome(await requestToken(browser, { email: '', password: 'x' }))).toEqual([
    400,
    'credentials_required',
  ]);
  expect(outcome(await requestToken(browser, { ...login, password: '' }))).toEqual([
    400,
    'credentials_required',
  ]);
});

test('a wrong password and an unknown user get the same answer, before and during the lock', async () => {
  const unknown = { email: `nobody.${newId()}@demo.calmly.example`, password: 'less-payments-more-stress' };
  const other = createBrowser(app.url);
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const ofKnown = await requestToken(browser, wrong());
    const ofUnknown = await requestToken(other, unknown);
    expect(withoutRequest(ofKnown)).toEqual(withoutRequest(ofUnknown));
    expect([...ofKnown.headers.keys()]).toEqual([...ofUnknown.headers.keys()]);
    expect(outcome(ofKnown)).toEqual(attempt <= 5 ? [400, 'bad_credentials'] : [429, 'sign_in_locked']);
  }
});

test('twenty parallel guesses are five evaluated guesses', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => requestToken(browser, wrong())));
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
});

test('when attackers have locked the account, its owner still signs in from a known browser', async () => {
  const own = await knownBrowser();
  for (let guess = 0; guess < 6; guess += 1) await requestToken(browser, wrong());
  expect(outcome(await requestToken(browser, login))).toEqual([429, 'sign_in_locked']);
  expect((await requestToken(own, login)).status).toBe(200);
});

test('an address that guesses at many accounts is locked, regardless of the account', async () => {
  await query`insert into identity.throttle values ('address:127.0.0.1', 99, 0, null, now())`.execute(
    app.database.sql,
  );
  expect((await requestToken(browser, wrong())).status).toBe(400);
  expect(outcome(await requestToken(createBrowser(app.url), login))).toEqual([429, 'sign_in_locked']);
});

test('staff are sent to the admin panel, but only after the correct password', async () => {
  await query`update identity.person set admin_role = 'FINADMIN' where id = ${personId}`.execute(
    app.database.sql,
  );
  expect(outcome(await requestToken(browser, wrong()))).toEqual([400, 'bad_credentials']);
  const refused = await requestToken(browser, login);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    detail: problems.admin_not_allowed.en,
    link: 'https://admin.bank.example',
  });
});

test('five wrong codes lock the person; requesting a new code gives no further attempt', async () => {
  const right = codeOf(await requestToken(browser, login));
  for (const left of [4, 3, 2, 1, 0]) {
    const refused = await requestToken(browser, login, { code: wrongCode(right) });
    expect(outcome(refused)).toEqual([401, 'code_wrong']);
    expect(refused.body).toMatchObject({ detail: expect.stringContaining(`${left} attempt`) });
  }
  expect(outcome(await requestToken(browser, login, { code: right }))).toEqual([429, 'codes_locked']);
  expect(outcome(await requestToken(createBrowser(app.url), login))).toEqual([429, 'codes_locked']);
});

test('a code works only in the browser that requested it, and only for its request', async () => {
  const code = codeOf(await requestToken(browser, login));
  expect((await requestToken(createBrowser(app.url), login, { code })).status).toBe(203);
  expect((await requestToken(browser, login, { code, remember: true })).status).toBe(401);
  expect((await requestToken(browser, login, { code })).status).toBe(200);
});

test('a code works once: of sixteen in parallel one signs in', async () => {
  const code = codeOf(await requestToken(browser, login));
  const copies = Array.from({ length: 16 }, () => {
    const copy = createBrowser(app.url);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    return requestToken(copy, login, { code });
  });
  const replies = await Promise.all(copies);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('the browser’s previous cookie is void when the browser becomes known', async () => {
  const attacker = createBrowser(app.url);
  await requestToken(attacker, login);
  const planted = new Map(attacker.cookies);
  for (const [name, value] of planted) browser.cookies.set(name, value);
  const code = codeOf(await requestToken(browser, login));
  expect((await requestToken(browser, login, { code })).status).toBe(200);
  expect(browser.cookies.get('device')).not.toBe(planted.get('device'));
  expect((await requestToken(attacker, login)).status).toBe(203);
});

test('a browser known for one person is not known for another', async () => {
  const own = await knownBrowser();
  const other = { ...login, email: `boris.${newId()}@demo.calmly.example` };
  await createPersonClient(
    { sql: app.database.sql, now: new Date(), newId },
    { ...other, firstName: 'Boris', lastName: 'Kalns' },
  );
  expect((await requestToken(own, other)).status).toBe(203);
});

test('another code can be requested after the countdown; it replaces the first and keeps the attempts', async () => {
  const asked = await requestToken(browser, login);
  const first = codeOf(asked);
  const body = { challenge_id: challengeOf(asked).challenge_id };
  await requestToken(browser, login, { code: wrongCode(first) });
  expect(outcome(await browser.send('POST', '/oauth/resend-code', { body }))).toEqual([
    429,
    'resend_too_soon',
  ]);
  expect(outcome(await createBrowser(app.url).send('POST', '/oauth/resend-code', { body }))).toEqual([
    404,
    'not_found',
  ]);

  await query`update identity.challenge set sent_at = sent_at - interval '9 seconds'
    where id = ${body.challenge_id}`.execute(app.database.sql);
  const resent = await browser.send('POST', '/oauth/resend-code', { body });
  expect(resent.status).toBe(200);
  const second = (resent.body as { detail: { code: string } }).detail.code;
  expect(outcome(await requestToken(browser, login, { code: first }))).toEqual([401, 'code_wrong']);
  const { rows } = await query<{ tries: number }>`
    select tries from identity.challenge where id = ${body.challenge_id}`.execute(app.database.sql);
  expect(rows[0]?.tries).toBe(2);
  expect((await requestToken(browser, login, { code: second })).status).toBe(200);
});

test('a code expires after five minutes', async () => {
  const code = codeOf(await requestToken(browser, login));
  await query`update identity.challenge set expires_at = now() where person_id = ${personId}`.execute(
    app.database.sql,
  );
  expect((await requestToken(browser, login, { code })).status).toBe(203);
});

test('every attempt is in the history, which cannot be changed', async () => {
  await requestToken(browser, wrong());
  const code = codeOf(await requestToken(browser, login));
  await requestToken(browser, login, { code: wrongCode(code) });
  await requestToken(browser, login, { code });
  const { rows } = await query<{ outcome: string; ip: string }>`
    select outcome, ip from identity.sign_in where person_id = ${personId} order by id`.execute(
    app.database.sql,
  );
  expect(rows.map((row) => row.outcome)).toEqual(['bad_credentials', 'code_sent', 'code_wrong', 'signed_in']);
  expect(rows.every((row) => row.ip === '127.0.0.1')).toBe(true);
  for (const change of ['delete from identity.sign_in', "update identity.sign_in set ip = ''"])
    await expect(query.raw(change).execute(app.database.sql)).rejects.toThrow('append-only');
});
