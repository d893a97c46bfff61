/** Signing in with a passkey alone, and attacks on it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Token } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import type { Authenticator, Flaws } from '@calmly/server/test/support/attackers/authenticator.ts';
import {
  addPasskey,
  askPasskeyOptions,
  finishPasskey,
  makeCodes,
  passkeyOptions,
  prove,
  sendPasskey,
  signInByPasskey,
} from '@calmly/server/test/support/attackers/factors.ts';
import { newProver } from '@calmly/server/test/support/attackers/proofs.ts';
import { isIn, lastMail, linkToken, outcome } from '@calmly/server/test/support/attackers/security.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { wordsTo } from '@calmly/server/test/support/clients/letters.ts';
import {
  type Browser,
  challengeOf,
  createBrowser,
  type Login,
  requestToken,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userHandleOf } from '../factors/passkeys.ts';
import { issueSignInChallenge, readSignInChallenge } from './passkey-challenge.ts';

const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const refused = [422, 'passkey_refused'];

let app: TestApp;
let login: Login;
let browser: Browser;
let personId: string;
let clientId: string;
let authenticator: Authenticator;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ login, personId, clientId, browser } = await newClient(app));
  ({ authenticator } = await addPasskey(browser));
});

/** The outcomes in the person's history, newest first. */
async function history(): Promise<string[]> {
  const { rows } = await query<{ outcome: string }>`
    select outcome from identity.sign_in where person_id = ${personId} order by id desc limit 3`.execute(
    app.database.sql,
  );
  return rows.map((row) => row.outcome);
}

test('opens a session without password and code, in an unknown browser with a notice, once for each challenge', async () => {
  const stranger = createBrowser(app.url);
  const options = await passkeyOptions(stranger);
  expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' });
  const asked = stranger.cookies.get('passkey');
  const assertion = authenticator.sign(options.challenge, { userHandle: userHandleOf(personId) });
  const reply = await sendPasskey(stranger, assertion);
  expect([reply.status, reply.body]).toMatchObject([200, { ClientId: clientId, token_type: 'Bearer' }]);
  stranger.token = (reply.body as Token).access_token;
  expect(await isIn(stranger)).toBe(true);
  expect(stranger.cookies.has('device')).toBe(true);
  expect((await history())[0]).toBe('signed_in_by_passkey');
  expect(await wordsTo(app.database.sql, login.email)).toContain('from a new browser');
  // The browser is known now.
  expect((await requestToken(stranger, login)).status).toBe(200);

  const again = createBrowser(app.url);
  for (const [name, value] of stranger.cookies) again.cookies.set(name, value);
  expect(outcome(await sendPasskey(again, assertion))).toEqual(refused);
  again.cookies.set('passkey', asked ?? '');
  again.cookies.delete('device');
  expect(outcome(await sendPasskey(again, assertion))).toEqual(refused);
});

test.each<[string, Flaws]>([
  ['of another page', { origin: 'http://portal.test.evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['with another key', { key: otherKey }],
  ['over an invented challenge', { challenge: randomBytes(55).toString('base64url') }],
  ['of a copied authenticator with a lower counter', { signCount: 1 }],
  ['that names another owner', { userHandle: userHandleOf('018f0000-0000-7000-8000-000000000000') }],
])('a signature %s is refused and recorded', async (_what, flaws) => {
  // Sets the first passkey's counter to 3, so that 1 lies behind it.
  const known = createBrowser(app.url);
  expect((await signInByPasskey(known, authenticator)).status).toBe(200);
  const stranger = createBrowser(app.url);
  expect(outcome(await signInByPasskey(stranger, authenticator, flaws))).toEqual(refused);
  expect((await history())[0]).toBe('passkey_refused');
  expect((await signInByPasskey(stranger, authenticator, { signCount: 9 })).status).toBe(200);
});

test('a signature without user verification opens nothing: the password is needed', async () => {
  const stranger = createBrowser(app.url);
  const reply = await signInByPasskey(stranger, authenticator, { userVerified: false });
  expect(outcome(reply)).toEqual([422, 'passkey_unverified']);
  expect(stranger.cookies.has('rt')).toBe(false);
  expect((await history())[0]).toBe('passkey_refused');
  expect((await requestToken(stranger, login)).status).toBe(203);
});

test('a challenge is valid for the browser that requested it and, if it named an account, for that account', async () => {
  const { challenge } = await passkeyOptions(createBrowser(app.url));
  const thief = createBrowser(app.url);
  expect(outcome(await sendPasskey(thief, authenticator.sign(challenge)))).toEqual(refused);
  await passkeyOptions(thief);
  expect(outcome(await sendPasskey(thief, authenticator.sign(challenge)))).toEqual(refused);

  const other = await newClient(app);
  const named = await passkeyOptions(thief, other.email);
  expect(outcome(await sendPasskey(thief, authenticator.sign(named.challenge)))).toEqual(refused);
  const own = await passkeyOptions(thief, login.email);
  expect((await sendPasskey(thief, authenticator.sign(own.challenge))).status).toBe(200);
});

test('the browser’s mark stays the same and lives as long as its newest challenge', async () => {
  const stranger = createBrowser(app.url);
  const first = (await askPasskeyOptions(stranger)).headers.get('set-cookie');
  expect(first).toMatch(/^passkey=\S+; .*Max-Age=900/);
  expect((await askPasskeyOptions(stranger)).headers.get('set-cookie')).toBe(first);
});

test('a challenge works once, also for an authenticator without a counter and in a known browser; of two concurrent uses one succeeds', async () => {
  await query`update identity.passkey set sign_count = 0 where person_id = ${personId}`.execute(
    app.database.sql,
  );
  const { challenge } = await passkeyOptions(browser);
  const assertion = authenticator.sign(challenge, { signCount: 0 });
  const replies = await Promise.all([sendPasskey(browser, assertion), sendPasskey(browser, assertion)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(outcome(await sendPasskey(browser, assertion))).toEqual(refused);
});

test('a confirmation challenge does not sign in, and a sign-in challenge confirms nothing', async () => {
  const asked = challengeOf(await makeCodes(browser));
  expect(outcome(await sendPasskey(browser, authenticator.sign(asked.passkey?.challenge ?? '')))).toEqual(
    refused,
  );
  const { challenge } = await passkeyOptions(browser);
  expect(outcome(await prove(browser, asked, authenticator.sign(challenge)))).toEqual(refused);
});

test('a named account lists its passkeys; one without any and an unknown name look alike and stay the same', async () => {
  const stranger = createBrowser(app.url);
  const ids = async (name: string) =>
    (await passkeyOptions(stranger, name)).allowCredentials.map(({ id }) => id);
  expect(await ids(` ${login.email.toUpperCase()} `)).toEqual([
    authenticator.credentialId.toString('base64url'),
  ]);
  const without = await newClient(app);
  for (const name of [without.email, 'nobody.at.all@test.example']) {
    const invented = await ids(name);
    expect(invented.length).toBeGreaterThan(0);
    for (const id of invented) expect(id).toMatch(/^[\w-]{22,86}$/);
    expect(await ids(name)).toEqual(invented);
  }
});

test('neither several passkeys nor a client number tells a client from a stranger', async () => {
  const stranger = createBrowser(app.url);
  const ids = async (name: string) =>
    (await passkeyOptions(stranger, name)).allowCredentials.map(({ id }) => id);
  const path = '/factors/passkey-enrolments';
  const asked = challengeOf(await browser.send('POST', path));
  const proven = await prove(browser, asked, authenticator.sign(asked.passkey?.challenge ?? ''));
  const { proof } = proven.body as { proof: string };
  await finishPasskey(browser, await browser.send('POST', path, { headers: { 'x-tfa-code': proof } }));
  expect(await ids(login.email)).toHaveLength(2);
  const counts = new Set<number>();
  for (let n = 0; n < 40; n += 1) counts.add((await ids(`nobody.${n}@test.example`)).length);
  expect(counts.has(1)).toBe(true);
  expect(counts.size).toBeGreaterThan(1);
  // If a client number listed passkeys, an email and its client's number would have the same list, which two strangers never have.
  const { number } = await newClient(app);
  const { rows } = await query<{ number: string }>`
    select number::text from identity.client where id = ${clientId}`.execute(app.database.sql);
  for (const name of [number, rows[0]?.number ?? '', '99999999']) expect(await ids(name)).toEqual([]);
});

test('frozen access stays closed, and so does one whose confirmations are locked', async () => {
  await query`update identity.person set frozen_at = now() where id = ${personId}`.execute(app.database.sql);
  const stranger = createBrowser(app.url);
  expect(outcome(await signInByPasskey(stranger, authenticator))).toEqual([403, 'access_frozen']);
  expect((await history())[0]).toBe('frozen');
  await query`update identity.person set frozen_at = null where id = ${personId}`.execute(app.database.sql);
  for (const [until, problem] of [
    ['infinity', [403, 'codes_blocked']],
    ['tomorrow', [429, 'codes_locked']],
  ] as const) {
    await query`
      insert into identity.wrong_code (person_id, tries, locks, locked_until) values (${personId}, 0, 3, ${until}::timestamptz)
      on conflict (person_id) do update set locked_until = excluded.locked_until`.execute(app.database.sql);
    expect(outcome(await signInByPasskey(stranger, authenticator))).toEqual(problem);
    expect((await history())[0]).toBe('codes_locked');
  }
  await query`delete from identity.wrong_code where person_id = ${personId}`.execute(app.database.sql);
  expect((await signInByPasskey(stranger, authenticator)).status).toBe(200);
});

test('staff are redirected to their own sign-in', async () => {
  await query`update identity.person set admin_role = 'SUPPORTADMIN' where id = ${personId}`.execute(
    app.database.sql,
  );
  expect(outcome(await signInByPasskey(createBrowser(app.url), authenticator))).toEqual([
    400,
    'admin_not_allowed',
  ]);
});

test('after a recovery an older passkey works only after it has confirmed something besides the new password', async () => {
  const fresh = { ...login, password: 'a kettle on the windowsill' };
  await browser.send('POST', '/passwordresets', { body: { Email: login.email } });
  const Token = await expect
    .poll(async () => linkToken((await lastMail(app, login.email)).text))
    .not.toBe('')
    .then(async () => linkToken((await lastMail(app, login.email)).text));
  const reset = await browser.send('PUT', '/passwordresets', {
    body: { Token, Password: fresh.password },
  });
  expect(reset.status).toBeLessThan(300);
  const intruder = createBrowser(app.url);
  expect(outcome(await signInByPasskey(intruder, authenticator))).toEqual([422, 'passkey_needs_password']);
  expect(outcome(await signInByPasskey(intruder, authenticator))).toEqual([422, 'passkey_needs_password']);

  const owner = createBrowser(app.url);
  const asked = challengeOf(await requestToken(owner, fresh));
  const { body } = await prove(owner, asked, authenticator.sign(asked.passkey?.challenge ?? ''));
  const { proof } = body as { proof: string };
  expect((await requestToken(owner, fresh, { code: proof })).status).toBe(200);
  expect((await signInByPasskey(owner, authenticator)).status).toBe(200);
});

test('wrong signatures from one address count with wrong passwords, and lock neither the person nor their codes', async () => {
  await query`delete from identity.throttle`.execute(app.database.sql);
  const stranger = createBrowser(app.url);
  for (let n = 0; n < 7; n += 1) await signInByPasskey(stranger, authenticator, { key: otherKey });
  const { rows } = await query<{ tries: number }>`
    select tries from identity.throttle where subject like 'address:%'`.execute(app.database.sql);
  expect(rows).toEqual([{ tries: 7 }]);
  expect((await signInByPasskey(browser, authenticator)).status).toBe(200);
  await query`update identity.throttle set locked_until = now() + interval '1 hour'`.execute(
    app.database.sql,
  );
  expect(outcome(await signInByPasskey(stranger, authenticator))).toEqual([429, 'sign_in_locked']);
  await query`delete from identity.throttle`.execute(app.database.sql);
});

test('the session is bound to the key that the call proves', async () => {
  const key = await newProver(app.url);
  const stranger = createBrowser(app.url);
  const { challenge } = await passkeyOptions(stranger);
  const dpop = await key('POST', '/oauth/passkey-token');
  const reply = await sendPasskey(stranger, authenticator.sign(challenge), { dpop });
  expect(reply.body).toMatchObject({ token_type: 'DPoP' });
  const other = await key('POST', '/oauth/token');
  expect(outcome(await sendPasskey(stranger, authenticator.sign(challenge), { dpop: other }))).toEqual([
    401,
    'proof_refused',
  ]);
});

test('a challenge expires after a quarter of an hour', () => {
  const key = randomBytes(32);
  const now = new Date('2026-11-21T12:00:00Z');
  const mark = randomBytes(32);
  const challenge = issueSignInChallenge(key, { mark, now, subject: undefined });
  const after = (seconds: number) =>
    readSignInChallenge(key, challenge, {
      mark,
      now: new Date(now.getTime() + seconds * 1000),
      personId,
    });
  expect(after(899)).toMatchObject({ expiresAt: new Date('2026-11-21T12:15:00Z') });
  expect(after(900)).toBeUndefined();
});
