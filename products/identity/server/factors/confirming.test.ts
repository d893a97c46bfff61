/** Confirming with an app, a passkey, a recovery code, and choosing between them. */
import { generateKeyPairSync } from 'node:crypto';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import type { Authenticator, Flaws } from '@calmly/server/test/support/attackers/authenticator.ts';
import {
  addApp,
  addedOf,
  addPasskey,
  appCode,
  chooseMethod,
  finishPasskey,
  makeCodes,
  prove,
} from '@calmly/server/test/support/attackers/factors.ts';
import { outcome } from '@calmly/server/test/support/attackers/security.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { wordsTo } from '@calmly/server/test/support/clients/letters.ts';
import {
  type Browser,
  challengeOf,
  createBrowser,
  type Login,
  type Reply,
  requestToken,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

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
  ({ login, personId, browser } = await newClient(app, {
    firstName: 'Vera',
    lastName: 'Kask',
    phone: '+37255501142',
  }));
});

test('the app’s code confirms one thing per step; a used one does not count as wrong', async () => {
  const { secret } = await addApp(browser);
  const asked = challengeOf(await makeCodes(browser));
  expect(asked).toMatchObject({ sent_via: 'totp', sent_to: '', methods: ['totp', 'email', 'recovery_code'] });
  expect(asked.code).toBeUndefined();
  const code = appCode(secret);
  expect((await makeCodes(browser, code)).status).toBe(201);
  challengeOf(await makeCodes(browser));
  for (let again = 0; again < 8; again += 1) {
    const path = '/factors/passkey-enrolments';
    await browser.send('POST', path);
    const reply = await browser.send('POST', path, { headers: { 'x-tfa-code': code } });
    expect(outcome(reply)).toEqual([401, 'code_used']);
  }
  expect((await makeCodes(browser, appCode(secret, 1))).status).toBe(201);
});

test('a new app replaces an earlier one, whose codes become invalid', async () => {
  const { secret: old } = await addApp(browser);
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
  await makeCodes(browser);
  expect(outcome(await makeCodes(browser, appCode(old, 1)))).toEqual([401, 'code_wrong']);
  expect((await makeCodes(browser, appCode(secret))).status).toBe(201);
});

test('a passkey is the first choice; its signature over the challenge is exchanged for a proof', async () => {
  await addApp(browser);
  const appsChallenge = challengeOf(await browser.send('POST', '/factors/passkey-enrolments'));
  const mailed = challengeOf(await chooseMethod(browser, appsChallenge, 'email').then(asChallenge));
  const begun = await browser.send('POST', '/factors/passkey-enrolments', {
    headers: { 'x-tfa-code': mailed.code ?? '' },
  });
  const { authenticator, added } = await finishPasskey(browser, begun);
  expect(added.factors).toMatchObject({ first: 'passkey' });

  const asked = challengeOf(await makeCodes(browser));
  expect(asked).toMatchObject({
    sent_via: 'passkey',
    methods: ['passkey', 'totp', 'email', 'recovery_code'],
    passkey: { allowCredentials: [{ id: authenticator.credentialId.toString('base64url') }] },
  });
  const proven = await prove(browser, asked, authenticator.sign(asked.passkey?.challenge ?? ''));
  const { proof } = proven.body as { proof: string };
  expect((await makeCodes(browser, proof)).status).toBe(201);
  // The passkey's challenge is used, so the next one needs a new signature.
  const next = challengeOf(await makeCodes(browser));
  expect(next.passkey?.challenge).not.toBe(asked.passkey?.challenge);
  expect(outcome(await makeCodes(browser, proof))).toEqual([401, 'code_expired']);
});

/** Reads the answer of `chooseMethod` like a 203. */
const asChallenge = (reply: Reply): Reply => ({
  ...reply,
  status: reply.status === 200 ? 203 : reply.status,
});

test.each<[string, Flaws]>([
  ['of another page', { origin: 'http://portal.test.evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['of an unrecognised person', { userVerified: false }],
  ['of a copied authenticator with a lower counter', { signCount: 1 }],
  ['with another person’s key', { key: otherKey }],
  ['over another challenge', { challenge: 'b3RoZXI' }],
])('a signature %s proves nothing', async (_what, flaws) => {
  const { authenticator } = await addPasskey(browser);
  const asked = challengeOf(await makeCodes(browser));
  const challenge = asked.passkey?.challenge ?? '';
  expect(outcome(await prove(browser, asked, authenticator.sign(challenge, flaws)))).toEqual([
    422,
    'passkey_refused',
  ]);
  // The control: the same authenticator without the flaw.
  expect((await prove(browser, asked, authenticator.sign(challenge, { signCount: 9 }))).status).toBe(200);
});

test('a proof is for its own challenge: another request, session or browser cannot use it', async () => {
  const { authenticator, added } = await addPasskey(browser);
  const asked = challengeOf(await makeCodes(browser));
  const other = await createBrowserWithSession(authenticator);
  const assertion = authenticator.sign(asked.passkey?.challenge ?? '');
  expect(outcome(await prove(other, asked, assertion))).toEqual([404, 'not_found']);
  expect(outcome(await prove(createBrowser(app.url), asked, assertion))).toEqual([404, 'not_found']);
  const { proof } = (await prove(browser, asked, assertion)).body as { proof: string };
  const headers = { 'x-tfa-code': proof };
  const id = added.factors.factors[0]?.id;
  expect((await browser.send('DELETE', `/factors/${id}`, { headers })).status).toBe(203);
  expect((await other.send('POST', '/factors/recovery-codes', { headers })).status).toBe(203);
  expect((await makeCodes(browser, proof)).status).toBe(201);
});

/** Signs in from another browser with the passkey. */
async function createBrowserWithSession(authenticator: Authenticator): Promise<Browser> {
  const other = createBrowser(app.url);
  const asked = challengeOf(await requestToken(other, login));
  expect(asked.sent_via).toBe('passkey');
  const proven = await prove(other, asked, authenticator.sign(asked.passkey?.challenge ?? ''));
  const { proof } = proven.body as { proof: string };
  const token = await requestToken(other, login, { code: proof });
  other.token = (token.body as { access_token: string }).access_token;
  return other;
}

test('an unknown browser needs the app; a recovery code replaces it once, and its owner is notified', async () => {
  const { added } = await addApp(browser);
  const [code = ''] = added.recoveryCodes ?? [];
  const stranger = createBrowser(app.url);
  const asked = challengeOf(await requestToken(stranger, login));
  expect(asked).toMatchObject({ sent_via: 'totp', methods: ['totp', 'email', 'recovery_code'] });
  expect(outcome(await requestToken(stranger, login, { code }))).toEqual([401, 'code_wrong']);
  await chooseMethod(stranger, asked, 'recovery_code');
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll(' ', '');
  expect((await requestToken(stranger, login, { code: typed })).status).toBe(200);
  expect(await wordsTo(app.database.sql, login.email)).toContain('A recovery code was used. Codes left: 9.');

  const next = createBrowser(app.url);
  await chooseMethod(next, challengeOf(await requestToken(next, login)), 'recovery_code');
  expect(outcome(await requestToken(next, login, { code }))).toEqual([401, 'code_wrong']);
});

test('a recovery code never confirms money, only sign-in and changes of factors', async () => {
  await addApp(browser);
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
  expect((await chooseMethod(browser, asked, 'recovery_code')).status).toBe(400);
});

test('the method can be changed as often as the countdown allows; a code of the first method is void then', async () => {
  await query`update identity.person set sms_codes = true where id = ${personId}`.execute(app.database.sql);
  const asked = challengeOf(await browser.send('POST', '/factors/totp-enrolments'));
  expect(asked).toMatchObject({ sent_via: 'sms', methods: ['sms', 'email'] });
  expect(outcome(await chooseMethod(browser, asked, 'email'))).toEqual([429, 'resend_too_soon']);
  await query`update identity.challenge set sent_at = now() - interval '10 seconds'`.execute(
    app.database.sql,
  );
  const mailed = challengeOf(asChallenge(await chooseMethod(browser, asked, 'email')));
  expect(mailed.challenge_id).toBe(asked.challenge_id);
  const send = (code: string | undefined) =>
    browser.send('POST', '/factors/totp-enrolments', { headers: { 'x-tfa-code': code ?? '' } });
  expect(outcome(await send(asked.code))).toEqual([401, 'code_wrong']);
  expect((await send(mailed.code)).status).toBe(201);
});
