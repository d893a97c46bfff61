/** Second factors through the front door: the real app, a real database, an authenticator in software. */
import { generateKeyPairSync } from 'node:crypto';
import { type AddedFactor, type Challenge, type Factors, zAddedFactor, zFactors } from '@calmly/contract';
import { sql as query } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  type Authenticator,
  createAuthenticator,
  type Flaws,
} from '../../../../test/support/authenticator.ts';
import {
  type Browser,
  challengeOf,
  codeOf,
  createBrowser,
  type Login,
  type Reply,
  requestToken,
  signIn,
} from '../../../../test/support/browser.ts';
import { newId } from '../../../platform/ids.ts';
import type { Sql, Work } from '../../../platform/work.ts';
import { createPersonClient } from '../index.ts';
import { blockedCodesQueue } from './desk.ts';

const portal = 'http://portal.test';
/** What a browser adds to a call of the portal's own page. */
const fromPortal = { origin: portal, 'sec-fetch-site': 'same-origin' };

const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

let app: TestApp;
let login: Login;
let browser: Browser;
let personId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  login = { email: `vera.${newId()}@demo.calmly.example`, password: 'more-payments-less-stress' };
  const work = { sql: app.database.sql, now: new Date(), newId };
  const person = { firstName: 'Vera', lastName: 'Kask', phone: '+37255501142' };
  ({ personId } = await createPersonClient(work, { ...login, ...person }));
  ({ browser } = await signIn(app.url, login));
});

const problemOf = ({ status, body }: Reply) => [status, (body as { code?: string }).code];

/** What a member of the bank's staff decides in. */
const staffWork = (sql: Sql): Work => ({
  sql,
  now: new Date(),
  actor: { kind: 'system', name: 'staff' },
  newId,
  log: pino({ level: 'silent' }),
});

/** A call that is confirmed with whatever code the sandbox shows. */
async function confirmed(method: string, path: string, body?: unknown): Promise<Reply> {
  const sent = { ...(body === undefined ? {} : { body }) };
  const code = codeOf(await browser.send(method, path, sent));
  return browser.send(method, path, { ...sent, headers: { 'x-tfa-code': code } });
}

const factorsOf = ({ body }: Reply): Factors => z.decode(zFactors, body as never);
const addedOf = ({ body }: Reply): AddedFactor => z.decode(zAddedFactor, body as never);

/** The app's code, `steps` of 30 seconds from now. */
const appCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function addApp(): Promise<{ secret: string; added: AddedFactor }> {
  const { body } = await confirmed('POST', '/factors/totp-enrolments');
  const { Id, Secret: secret } = body as { Id: string; Secret: string };
  // The step before now's, so that now's and the next are still good.
  const sent = { EnrolmentId: Id, Name: 'Pixel', Code: appCode(secret, -1) };
  const reply = await browser.send('POST', '/factors/totp', { body: sent });
  expect(reply.status).toBe(201);
  return { secret, added: addedOf(reply) };
}

async function addPasskey(
  authenticator = createAuthenticator({ origin: portal, rpId: 'portal.test' }),
): Promise<{ authenticator: Authenticator; added: AddedFactor }> {
  const { body } = await confirmed('POST', '/factors/passkey-enrolments');
  const { Id, Options } = body as { Id: string; Options: { challenge: string } };
  const sent = { EnrolmentId: Id, Name: 'Laptop', Attestation: authenticator.make(Options.challenge) };
  const reply = await browser.send('POST', '/factors/passkeys', { body: sent, headers: fromPortal });
  expect(reply.status).toBe(201);
  return { authenticator, added: addedOf(reply) };
}

const makeCodes = (code?: string) =>
  browser.send(
    'POST',
    '/factors/recovery-codes',
    code === undefined ? {} : { headers: { 'x-tfa-code': code } },
  );

const chooseMethod = (challenge: Challenge, method: string, from = browser) =>
  from.send('POST', '/oauth/choose-method', { body: { challenge_id: challenge.challenge_id, method } });

const prove = (challenge: Challenge, assertion: unknown, from = browser) =>
  from.send('POST', '/oauth/passkey-proof', {
    body: { challenge_id: challenge.challenge_id, assertion },
    headers: fromPortal,
  });

async function lettersTo(email: string): Promise<string> {
  const { rows } = await query<{ text: string }>`
    select text from outbox.message where recipient = ${email} order by at desc, id desc`.execute(
    app.database.sql,
  );
  return rows.map(({ text }) => text).join('\n---\n');
}

test('at first codes go by e-mail, and that is the only way', async () => {
  expect(factorsOf(await browser.send('GET', '/factors'))).toMatchObject({
    factors: [],
    email: { On: true },
    sms: { On: false, To: '+372•••••142' },
    first: 'email',
    recoveryCodesLeft: 0,
  });
  const asked = challengeOf(await browser.send('POST', '/factors/totp-enrolments'));
  expect(asked).toMatchObject({ sent_via: 'email', methods: ['email'] });
});

test('an app is added with a code it shows, told by e-mail and recorded; recovery codes come along', async () => {
  const { added } = await addApp();
  expect(added.recoveryCodes).toHaveLength(10);
  expect(new Set(added.recoveryCodes).size).toBe(10);
  expect(added.factors).toMatchObject({ factors: [{ kind: 'totp', name: 'Pixel' }], first: 'totp' });
  expect(await lettersTo(login.email)).toContain('The authenticator app “Pixel” was added.');
  const { rows } = await query<{ action: string; details: unknown }>`
    select action, details from platform.audit where person_id = ${personId} order by at desc limit 1`.execute(
    app.database.sql,
  );
  expect(rows[0]).toEqual({ action: 'factor.totp_added', details: { name: 'Pixel' } });
});

test('a wrong code adds no app, nor does another session or a forgotten beginning', async () => {
  const { body } = await confirmed('POST', '/factors/totp-enrolments');
  const { Id, Secret: secret } = body as { Id: string; Secret: string };
  const sent = (code: string) => ({ body: { EnrolmentId: Id, Name: 'Pixel', Code: code } });
  const wrong = await browser.send('POST', '/factors/totp', sent(appCode(secret, 10)));
  expect(wrong.body).toMatchObject({ code: 'invalid_request', detail: [{ field: 'Code' }] });
  const other = await signIn(app.url, login);
  const elsewhere = await other.browser.send('POST', '/factors/totp', sent(appCode(secret)));
  expect(problemOf(elsewhere)).toEqual([409, 'enrolment_expired']);
  await query`update identity.factor_enrolment set expires_at = now()`.execute(app.database.sql);
  expect(problemOf(await browser.send('POST', '/factors/totp', sent(appCode(secret))))).toEqual([
    409,
    'enrolment_expired',
  ]);
});

test("the app's code confirms once per step, whatever it confirms; a spent one is no wrong try", async () => {
  const { secret } = await addApp();
  const asked = challengeOf(await makeCodes());
  expect(asked).toMatchObject({ sent_via: 'totp', sent_to: '', methods: ['totp', 'email', 'recovery_code'] });
  expect(asked.code).toBeUndefined();
  const code = appCode(secret);
  expect((await makeCodes(code)).status).toBe(201);
  challengeOf(await makeCodes());
  for (let again = 0; again < 8; again += 1) {
    const path = '/factors/passkey-enrolments';
    await browser.send('POST', path);
    const reply = await browser.send('POST', path, { headers: { 'x-tfa-code': code } });
    expect(problemOf(reply)).toEqual([401, 'code_used']);
  }
  expect((await makeCodes(appCode(secret, 1))).status).toBe(201);
});

test('an app takes the place of an earlier one, whose codes are dead then', async () => {
  const { secret: old } = await addApp();
  const asked = challengeOf(await browser.send('POST', '/factors/totp-enrolments'));
  expect(asked.sent_via).toBe('totp');
  const { body } = await browser.send('POST', '/factors/totp-enrolments', {
    headers: { 'x-tfa-code': appCode(old) },
  });
  const { Id, Secret: secret } = body as { Id: string; Secret: string };
  const sent = { EnrolmentId: Id, Name: 'New telephone', Code: appCode(secret, -1) };
  const { factors, recoveryCodes } = addedOf(await browser.send('POST', '/factors/totp', { body: sent }));
  expect(factors.factors.map(({ name }) => name)).toEqual(['New telephone']);
  expect(recoveryCodes).toBeNull();
  await makeCodes();
  expect(problemOf(await makeCodes(appCode(old, 1)))).toEqual([401, 'code_wrong']);
  expect((await makeCodes(appCode(secret))).status).toBe(201);
});

test('a passkey comes before everything else; its signature over the challenge is exchanged for a proof', async () => {
  await addApp();
  const appsChallenge = challengeOf(await browser.send('POST', '/factors/passkey-enrolments'));
  const mailed = challengeOf(await chooseMethod(appsChallenge, 'email').then(asChallenge));
  const begun = await browser.send('POST', '/factors/passkey-enrolments', {
    headers: { 'x-tfa-code': mailed.code ?? '' },
  });
  const authenticator = createAuthenticator({ origin: portal, rpId: 'portal.test' });
  const { Id, Options } = begun.body as { Id: string; Options: { challenge: string } };
  const sent = { EnrolmentId: Id, Name: 'Laptop', Attestation: authenticator.make(Options.challenge) };
  const added = await browser.send('POST', '/factors/passkeys', { body: sent, headers: fromPortal });
  expect(addedOf(added).factors).toMatchObject({ first: 'passkey' });

  const asked = challengeOf(await makeCodes());
  expect(asked).toMatchObject({
    sent_via: 'passkey',
    methods: ['passkey', 'totp', 'email', 'recovery_code'],
    passkey: { allowCredentials: [{ id: authenticator.credentialId.toString('base64url') }] },
  });
  const proven = await prove(asked, authenticator.sign(asked.passkey?.challenge ?? ''));
  const { proof } = proven.body as { proof: string };
  expect((await makeCodes(proof)).status).toBe(201);
  // Used: the next challenge wants the next signature.
  const next = challengeOf(await makeCodes());
  expect(next.passkey?.challenge).not.toBe(asked.passkey?.challenge);
  expect(problemOf(await makeCodes(proof))).toEqual([401, 'code_expired']);
});

/** The answer of `chooseMethod` read like a 203. */
const asChallenge = (reply: Reply): Reply => ({
  ...reply,
  status: reply.status === 200 ? 203 : reply.status,
});

test.each<[string, Flaws]>([
  ['of another page', { origin: 'http://portal.test.evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['of an unrecognised person', { userVerified: false }],
  ['of a copied authenticator, which counts behind', { signCount: 1 }],
  ["with somebody else's key", { key: otherKey }],
  ['over another challenge', { challenge: 'b3RoZXI' }],
])('a signature %s proves nothing', async (_what, flaws) => {
  const { authenticator } = await addPasskey();
  const asked = challengeOf(await makeCodes());
  const challenge = asked.passkey?.challenge ?? '';
  expect(problemOf(await prove(asked, authenticator.sign(challenge, flaws)))).toEqual([
    422,
    'passkey_refused',
  ]);
  // The control: the same authenticator without the flaw.
  expect((await prove(asked, authenticator.sign(challenge, { signCount: 9 }))).status).toBe(200);
});

test('a proof is for its own challenge: another request, session or browser gets nothing from it', async () => {
  const { authenticator, added } = await addPasskey();
  const asked = challengeOf(await makeCodes());
  const other = await createBrowserWithSession(authenticator);
  const assertion = authenticator.sign(asked.passkey?.challenge ?? '');
  expect(problemOf(await prove(asked, assertion, other))).toEqual([404, 'not_found']);
  expect(problemOf(await prove(asked, assertion, createBrowser(app.url)))).toEqual([404, 'not_found']);
  const { proof } = (await prove(asked, assertion)).body as { proof: string };
  const headers = { 'x-tfa-code': proof };
  const id = added.factors.factors[0]?.id;
  expect((await browser.send('DELETE', `/factors/${id}`, { headers })).status).toBe(203);
  expect((await other.send('POST', '/factors/recovery-codes', { headers })).status).toBe(203);
  expect((await makeCodes(proof)).status).toBe(201);
});

/** Signs in from another browser with the passkey. */
async function createBrowserWithSession(authenticator: Authenticator): Promise<Browser> {
  const other = createBrowser(app.url);
  const asked = challengeOf(await requestToken(other, login));
  expect(asked.sent_via).toBe('passkey');
  const proven = await prove(asked, authenticator.sign(asked.passkey?.challenge ?? ''), other);
  const { proof } = proven.body as { proof: string };
  const token = await requestToken(other, login, { code: proof });
  other.token = (token.body as { access_token: string }).access_token;
  return other;
}

test('from an unknown browser the app is asked for; a recovery code stands in for it once, and its owner learns that', async () => {
  const { added } = await addApp();
  const [code = ''] = added.recoveryCodes ?? [];
  const stranger = createBrowser(app.url);
  const asked = challengeOf(await requestToken(stranger, login));
  expect(asked).toMatchObject({ sent_via: 'totp', methods: ['totp', 'email', 'recovery_code'] });
  expect(problemOf(await requestToken(stranger, login, { code }))).toEqual([401, 'code_wrong']);
  await chooseMethod(asked, 'recovery_code', stranger);
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll(' ', '');
  expect((await requestToken(stranger, login, { code: typed })).status).toBe(200);
  expect(await lettersTo(login.email)).toContain('A recovery code was used. Unused ones left: 9.');

  const next = createBrowser(app.url);
  await chooseMethod(challengeOf(await requestToken(next, login)), 'recovery_code', next);
  expect(problemOf(await requestToken(next, login, { code }))).toEqual([401, 'code_wrong']);
});

test('a recovery code never confirms money, only the way in and the factors themselves', async () => {
  await addApp();
  const payee = {
    Name: 'Hansa GmbH',
    LegalStatus: 'COMPANY',
    Country: 'DE',
    bank_details: [{ iban: 'DE89370400440532013000', currency: 'EUR' }],
  };
  const reply = await browser.send('POST', '/beneficiaries', {
    body: payee,
    headers: { 'idempotency-key': newId() },
  });
  const asked = challengeOf(reply);
  expect(asked.methods).toEqual(['totp', 'email']);
  expect((await chooseMethod(asked, 'recovery_code')).status).toBe(400);
});

test('another way may be chosen as often as the countdown allows; a code of the first way is void then', async () => {
  await query`update identity.person set sms_codes = true where id = ${personId}`.execute(app.database.sql);
  const asked = challengeOf(await browser.send('POST', '/factors/totp-enrolments'));
  expect(asked).toMatchObject({ sent_via: 'sms', methods: ['sms', 'email'] });
  expect(problemOf(await chooseMethod(asked, 'email'))).toEqual([429, 'resend_too_soon']);
  await query`update identity.challenge set sent_at = now() - interval '10 seconds'`.execute(
    app.database.sql,
  );
  const mailed = challengeOf(asChallenge(await chooseMethod(asked, 'email')));
  expect(mailed.challenge_id).toBe(asked.challenge_id);
  const send = (code: string | undefined) =>
    browser.send('POST', '/factors/totp-enrolments', { headers: { 'x-tfa-code': code ?? '' } });
  expect(problemOf(await send(asked.code))).toEqual([401, 'code_wrong']);
  expect((await send(mailed.code)).status).toBe(201);
});

test('what is preferred is asked for first; what is off cannot be preferred', async () => {
  await addApp();
  const prefer = (Preferred: string | null) =>
    browser.send('PUT', '/factors/preferred', { body: { Preferred } });
  expect((await prefer('sms')).status).toBe(400);
  expect(factorsOf(await prefer('email')).first).toBe('email');
  expect(challengeOf(await makeCodes()).sent_via).toBe('email');
  expect(factorsOf(await prefer(null)).first).toBe('totp');
});

test('SMS codes need a confirmed telephone', async () => {
  await query`update identity.client set state = 'EMAIL_CONFIRMED' where holder_id = ${personId}`.execute(
    app.database.sql,
  );
  const on = { body: { Email: true, Sms: true } };
  expect(problemOf(await browser.send('PUT', '/factors/message-codes', on))).toEqual([
    409,
    'phone_unconfirmed',
  ]);
  await query`update identity.client set state = 'ACTIVE' where holder_id = ${personId}`.execute(
    app.database.sql,
  );
  const reply = await confirmed('PUT', '/factors/message-codes', on.body);
  expect(factorsOf(reply)).toMatchObject({ sms: { On: true }, first: 'sms' });
});

test('nothing takes the last way to confirm, nor the last that survives a lost device', async () => {
  const off = { Email: false, Sms: false };
  const noMessages = () => browser.send('PUT', '/factors/message-codes', { body: off });
  expect(problemOf(await noMessages())).toEqual([409, 'last_factor']);
  const { secret, added } = await addApp();
  await noMessages();
  const done = await browser.send('PUT', '/factors/message-codes', {
    body: off,
    headers: { 'x-tfa-code': appCode(secret) },
  });
  expect(factorsOf(done)).toMatchObject({ email: { On: false }, first: 'totp' });
  const id = added.factors.factors[0]?.id;
  expect(problemOf(await browser.send('DELETE', `/factors/${id}`))).toEqual([409, 'last_factor']);
});

test('a factor goes with a confirmation only, and takes the recovery codes and open questions with it', async () => {
  const { secret, added } = await addApp();
  const id = added.factors.factors[0]?.id;
  challengeOf(await makeCodes());
  challengeOf(await browser.send('DELETE', `/factors/${id}`));
  const gone = await browser.send('DELETE', `/factors/${id}`, {
    headers: { 'x-tfa-code': appCode(secret) },
  });
  expect(factorsOf(gone)).toMatchObject({ factors: [], recoveryCodesLeft: 0, first: 'email' });
  expect(problemOf(await browser.send('DELETE', `/factors/${id}`))).toEqual([404, 'not_found']);
  const { rows } = await query`
    select 1 from identity.challenge where person_id = ${personId} and used_at is null`.execute(
    app.database.sql,
  );
  expect(rows).toEqual([]);
  expect(await lettersTo(login.email)).toContain('“Pixel” was removed');
});

test("another person's factor does not exist", async () => {
  const { added } = await addApp();
  const id = added.factors.factors[0]?.id;
  const stranger = { ...login, email: `else.${newId()}@demo.calmly.example` };
  const work = { sql: app.database.sql, now: new Date(), newId };
  await createPersonClient(work, { ...stranger, firstName: 'Else', lastName: 'Other' });
  const { browser: other } = await signIn(app.url, stranger);
  expect((await other.send('PUT', `/factors/${id}`, { body: { Name: 'Mine' } })).status).toBe(404);
  expect((await other.send('DELETE', `/factors/${id}`)).status).toBe(404);
});

test('neither secret of the app nor recovery codes lie in the database in clear', async () => {
  const { secret, added } = await addApp();
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  const { rows } = await query<{ row: string }>`
    select t::text as row from identity.totp t union all select r::text from identity.recovery_code r
    union all select e::text from identity.factor_enrolment e`.execute(app.database.sql);
  const stored = rows.map(({ row }) => row).join('\n');
  for (const text of [secret, bytes.toString('hex'), added.recoveryCodes?.[0] ?? ''])
    expect(stored).not.toContain(text);
  // The control: what is stored is found.
  expect(stored).toContain('Pixel');
});

test('after three locks codes are blocked until the bank lifts it; each lock is told by e-mail with what comes next', async () => {
  const guess = async () => {
    const asked = challengeOf(await makeCodesByMail());
    const wrong = asked.code === '000000' ? '000001' : '000000';
    return browser.send('POST', '/factors/totp-enrolments', { headers: { 'x-tfa-code': wrong } });
  };
  const makeCodesByMail = () => browser.send('POST', '/factors/totp-enrolments');
  for (let lock = 1; lock <= 3; lock += 1) {
    for (let n = 0; n < 5; n += 1) expect(problemOf(await guess())).toEqual([401, 'code_wrong']);
    const refused = problemOf(await makeCodesByMail());
    expect(refused).toEqual(lock < 3 ? [429, 'codes_locked'] : [403, 'codes_blocked']);
    // Time passes, also so much that other counts would be forgotten.
    await query`update identity.wrong_code set locked_until = now() - interval '9 days'
      where person_id = ${personId} and isfinite(locked_until)`.execute(app.database.sql);
  }
  const letters = await lettersTo(login.email);
  expect(letters).toContain('blocked for 15 minutes');
  expect(letters).toContain('After five more they are blocked until you write to us');
  expect(letters).toContain('Codes are blocked until you write to us');
  expect(problemOf(await requestToken(createBrowser(app.url), login))).toEqual([403, 'codes_blocked']);

  const approve = () =>
    app.database.inTransaction((sql) =>
      blockedCodesQueue.decide(staffWork(sql), personId, 'approve', { reason: 'seen with passport' }),
    );
  const waiting = await blockedCodesQueue.list(app.database.sql, { after: undefined, limit: 200 });
  expect(waiting.map(({ id }) => id)).toContain(personId);
  expect(await blockedCodesQueue.find(app.database.sql, personId)).toMatchObject({ id: personId });
  await approve();
  await expect(approve()).rejects.toMatchObject({ code: 'not_found' });
  expect(await lettersTo(login.email)).toContain('You can confirm again.');
  expect((await makeCodesByMail()).status).toBe(203);
});
