/** Second factors are added, named and removed: what stays valid, who is notified, who lifts a block. */

import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addApp,
  addedOf,
  appCode,
  confirmed,
  factorsOf,
  makeCodes,
  sendAttestation,
} from '@calmly/server/test/support/attackers/factors.ts';
import { outcome } from '@calmly/server/test/support/attackers/security.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { wordsTo } from '@calmly/server/test/support/clients/letters.ts';
import {
  type Browser,
  challengeOf,
  createBrowser,
  type Login,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPersonClient } from '../index.ts';
import { blockedCodesQueue } from './desk.ts';

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

test('at first codes go by email, and that is the only method', async () => {
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

test('an app is added with a code, announced by email and recorded; recovery codes are created with it', async () => {
  const { added } = await addApp(browser);
  expect(added.recoveryCodes).toHaveLength(10);
  expect(new Set(added.recoveryCodes).size).toBe(10);
  expect(added.factors).toMatchObject({ factors: [{ kind: 'totp', name: 'Pixel' }], first: 'totp' });
  expect(await wordsTo(app.database.sql, login.email)).toContain('The authenticator app “Pixel” was added.');
  const { rows } = await query<{ action: string; details: unknown }>`
    select action, details from platform.audit where person_id = ${personId} order by at desc limit 1`.execute(
    app.database.sql,
  );
  expect(rows[0]).toEqual({ action: 'factor.totp_added', details: { name: 'Pixel' } });
});

test('a wrong code adds no app, nor does another session or an expired enrolment', async () => {
  const { body } = await confirmed(browser, 'POST', '/factors/totp-enrolments');
  const { Id, Secret: secret } = body as { Id: string; Secret: string };
  const sent = (code: string) => ({ body: { EnrolmentId: Id, Name: 'Pixel', Code: code } });
  const wrong = await browser.send('POST', '/factors/totp', sent(appCode(secret, 10)));
  expect(wrong.body).toMatchObject({ code: 'invalid_request', detail: [{ field: 'Code' }] });
  const other = await signIn(app.url, login);
  const elsewhere = await other.browser.send('POST', '/factors/totp', sent(appCode(secret)));
  expect(outcome(elsewhere)).toEqual([409, 'enrolment_expired']);
  await query`update identity.factor_enrolment set expires_at = now()`.execute(app.database.sql);
  expect(outcome(await browser.send('POST', '/factors/totp', sent(appCode(secret))))).toEqual([
    409,
    'enrolment_expired',
  ]);
});

test('the preferred method is the default; a disabled one cannot be preferred', async () => {
  await addApp(browser);
  const prefer = (Preferred: string | null) =>
    browser.send('PUT', '/factors/preferred', { body: { Preferred } });
  expect((await prefer('sms')).status).toBe(400);
  expect(factorsOf(await prefer('email')).first).toBe('email');
  expect(challengeOf(await makeCodes(browser)).sent_via).toBe('email');
  expect(factorsOf(await prefer(null)).first).toBe('totp');
});

test('SMS codes need a confirmed phone', async () => {
  await query`update identity.client set state = 'EMAIL_CONFIRMED' where holder_id = ${personId}`.execute(
    app.database.sql,
  );
  const on = { body: { Email: true, Sms: true } };
  expect(outcome(await browser.send('PUT', '/factors/message-codes', on))).toEqual([
    409,
    'phone_unconfirmed',
  ]);
  await query`update identity.client set state = 'ACTIVE' where holder_id = ${personId}`.execute(
    app.database.sql,
  );
  const reply = await confirmed(browser, 'PUT', '/factors/message-codes', on.body);
  expect(factorsOf(reply)).toMatchObject({ sms: { On: true }, first: 'sms' });
});

test('the last method cannot be removed, nor the last that survives a lost device', async () => {
  const off = { Email: false, Sms: false };
  const noMessages = () => browser.send('PUT', '/factors/message-codes', { body: off });
  expect(outcome(await noMessages())).toEqual([409, 'last_factor']);
  const { secret, added } = await addApp(browser);
  await noMessages();
  const done = await browser.send('PUT', '/factors/message-codes', {
    body: off,
    headers: { 'x-tfa-code': appCode(secret) },
  });
  expect(factorsOf(done)).toMatchObject({ email: { On: false }, first: 'totp' });
  const id = added.factors.factors[0]?.id;
  expect(outcome(await browser.send('DELETE', `/factors/${id}`))).toEqual([409, 'last_factor']);
});

test('removing a factor needs a confirmation, and also removes the recovery codes and open challenges', async () => {
  const { secret, added } = await addApp(browser);
  const id = added.factors.factors[0]?.id;
  challengeOf(await makeCodes(browser));
  challengeOf(await browser.send('DELETE', `/factors/${id}`));
  const gone = await browser.send('DELETE', `/factors/${id}`, {
    headers: { 'x-tfa-code': appCode(secret) },
  });
  expect(factorsOf(gone)).toMatchObject({ factors: [], recoveryCodesLeft: 0, first: 'email' });
  expect(outcome(await browser.send('DELETE', `/factors/${id}`))).toEqual([404, 'not_found']);
  const { rows } = await query`
    select 1 from identity.challenge where person_id = ${personId} and used_at is null`.execute(
    app.database.sql,
  );
  expect(rows).toEqual([]);
  expect(await wordsTo(app.database.sql, login.email)).toContain('“Pixel” was removed');
});

test('of two passkeys begun in two sessions, the one that would be the eleventh is refused', async () => {
  const { browser: other } = await signIn(app.url, login);
  const begin = (by: Browser) => confirmed(by, 'POST', '/factors/passkey-enrolments');
  const [begun, begunElsewhere] = [await begin(browser), await begin(other)];
  await query`
    insert into identity.passkey (id, person_id, name, credential_id, public_key, sign_count, transports, created_at)
    select gen_random_uuid(), ${personId}, 'Key ' || n, sha256(convert_to(${personId} || n, 'UTF8')), '\\x00', 0, '{}', now()
    from generate_series(1, 9) n
  `.execute(app.database.sql);
  const tenth = await sendAttestation(browser, begun);
  expect(addedOf(tenth.reply).factors.factors).toHaveLength(10);
  const eleventh = await sendAttestation(other, begunElsewhere);
  expect(outcome(eleventh.reply)).toEqual([409, 'factor_limit']);
  expect(factorsOf(await browser.send('GET', '/factors')).factors).toHaveLength(10);
});

test('another person’s factor does not exist', async () => {
  const { added } = await addApp(browser);
  const id = added.factors.factors[0]?.id;
  const stranger = { ...login, email: `else.${newId()}@demo.calmly.example` };
  const work = { sql: app.database.sql, now: new Date(), newId };
  await createPersonClient(work, { ...stranger, firstName: 'Else', lastName: 'Other' });
  const { browser: other } = await signIn(app.url, stranger);
  expect((await other.send('PUT', `/factors/${id}`, { body: { Name: 'Mine' } })).status).toBe(404);
  expect((await other.send('DELETE', `/factors/${id}`)).status).toBe(404);
});

test('neither secrets of the app nor recovery codes are in the database in clear', async () => {
  const { secret, added } = await addApp(browser);
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  const { rows } = await query<{ row: string }>`
    select t::text as row from identity.totp t union all select r::text from identity.recovery_code r
    union all select e::text from identity.factor_enrolment e`.execute(app.database.sql);
  const stored = rows.map(({ row }) => row).join('\n');
  for (const text of [secret, bytes.toString('hex'), added.recoveryCodes?.[0] ?? ''])
    expect(stored).not.toContain(text);
  // The control: stored data is found.
  expect(stored).toContain('Pixel');
});

test('after three locks codes are blocked until the bank lifts it; an email announces each lock and what follows', async () => {
  const guess = async () => {
    const asked = challengeOf(await makeCodesByMail());
    const wrong = asked.code === '000000' ? '000001' : '000000';
    return browser.send('POST', '/factors/totp-enrolments', { headers: { 'x-tfa-code': wrong } });
  };
  const makeCodesByMail = () => browser.send('POST', '/factors/totp-enrolments');
  for (let lock = 1; lock <= 3; lock += 1) {
    for (let n = 0; n < 5; n += 1) expect(outcome(await guess())).toEqual([401, 'code_wrong']);
    const refused = outcome(await makeCodesByMail());
    expect(refused).toEqual(lock < 3 ? [429, 'codes_locked'] : [403, 'codes_blocked']);
    // Lets time pass, long enough that other counters would be forgotten.
    await query`update identity.wrong_code set locked_until = now() - interval '9 days'
      where person_id = ${personId} and isfinite(locked_until)`.execute(app.database.sql);
  }
  const letters = await wordsTo(app.database.sql, login.email);
  expect(letters).toContain('blocked for 15 minutes');
  expect(letters).toContain('After five more wrong codes, they’ll stay blocked until you write to us');
  expect(letters).toContain('Codes are blocked until you write to us');
  expect(outcome(await requestToken(createBrowser(app.url), login))).toEqual([403, 'codes_blocked']);

  const approve = () =>
    app.database.inTransaction((sql) =>
      blockedCodesQueue.decide(systemWork(sql), personId, 'approve', { reason: 'seen with passport' }),
    );
  const waiting = await blockedCodesQueue.list(app.database.sql, { after: undefined, limit: 200 });
  expect(waiting.map(({ id }) => id)).toContain(personId);
  expect(await blockedCodesQueue.find(app.database.sql, personId)).toMatchObject({ id: personId });
  await approve();
  await expect(approve()).rejects.toMatchObject({ code: 'not_found' });
  expect(await wordsTo(app.database.sql, login.email)).toContain('You can confirm again.');
  expect((await makeCodesByMail()).status).toBe(203);
});
