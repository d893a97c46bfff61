/** The password: changed by its owner, reset by an emailed link. */
import { randomBytes } from 'node:crypto';
import * as contract from '@calmly/contract';
import { canonicalJson, requestHash } from '@calmly/platform/http/calls/idempotency.ts';
import { newId } from '@calmly/platform/ids.ts';
import { createSecretDigest } from '@calmly/platform/secrets/secret-box.ts';
import { startTestApp, type TestApp, testSecretKeys } from '@calmly/server/test/support/app.ts';
import {
  audited,
  isIn,
  lastMail,
  linkToken,
  newAnna,
  outcome,
} from '@calmly/server/test/support/attackers/security.ts';
import { password } from '@calmly/server/test/support/clients/clients.ts';
import { codeIn } from '@calmly/server/test/support/clients/payments.ts';
import { holdWrites } from '@calmly/server/test/support/held-writes.ts';
import {
  type Browser,
  type Login,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

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

const changed = { oldPassword: password, newPassword: 'a kettle on the windowsill' };
const change = (body: typeof changed, code?: string) =>
  app.call(contract.changePassword, { body }, { token, ...(code === undefined ? {} : { code }) });

test('the password is changed with the old one and a code; all other sessions end, and the owner is notified', async () => {
  const other = await signIn(app.url, login);
  const asked = await change(changed);
  expect(asked.status).toBe(203);
  expect((await change(changed, codeIn(asked.body))).status).toBe(204);
  expect(await isIn(browser)).toBe(true);
  expect(await isIn(other.browser)).toBe(false);
  expect(outcome(await requestToken(browser, login))).toEqual([400, 'bad_credentials']);
  expect((await requestToken(browser, { ...login, password: changed.newPassword })).status).toBe(200);
  expect((await lastMail(app, login.email)).subject).toBe('Your password has changed');
  expect(await audited(app, personId)).toContain('password.changed');
});

test('a wrong old password and a weak or unchanged new one are refused before a code is sent', async () => {
  const fieldOf = (body: unknown) => (body as { detail: { field: string }[] }).detail[0]?.field;
  const wrong = await change({ ...changed, oldPassword: 'not-the-password' });
  expect([wrong.status, fieldOf(wrong.body)]).toEqual([400, 'OldPassword']);
  for (const newPassword of ['short', 'password1234', login.email, changed.oldPassword]) {
    const refused = await change({ ...changed, newPassword });
    expect([refused.status, fieldOf(refused.body)]).toEqual([400, 'NewPassword']);
  }
});

test('guesses at the old password are counted, so a stolen session cannot learn it', async () => {
  for (let guess = 0; guess < 5; guess += 1)
    expect((await change({ ...changed, oldPassword: `guess number ${guess}` })).status).toBe(400);
  expect((await change(changed)).status).toBe(429);
});

test('a code sets only the password it was requested for; the stored data needs a key that is not in the database', async () => {
  const other = { ...changed, newPassword: 'a teapot on the windowsill' };
  const code = codeIn((await change(changed)).body);
  expect(outcome(await change(other, code))).toEqual([401, 'code_expired']);
  expect((await change(other)).status).toBe(203);
  const { rows } = await query<{ request_hash: string; client_id: string }>`
    select request_hash, client_id from identity.challenge where person_id = ${personId} and endpoint_id = 'changePassword'
  `.execute(app.database.sql);
  expect(new Set(rows.map(({ request_hash: hash }) => hash)).size).toBe(2);
  const wire = { OldPassword: changed.oldPassword, NewPassword: changed.newPassword };
  const storedWith = (body: unknown) => {
    const clientId = rows[0]?.client_id ?? '';
    const request = { endpointId: 'changePassword', clientId, principal: personId };
    const hash = requestHash({ ...request, params: {}, query: {}, body });
    return rows.some((row) => row.request_hash === hash);
  };
  const text = canonicalJson(wire);
  expect(storedWith(wire)).toBe(false);
  expect(storedWith(createSecretDigest([randomBytes(32)])(text))).toBe(false);
  expect(storedWith(createSecretDigest(testSecretKeys)(text)), 'the control').toBe(true);
  expect((await change(changed, code)).status).toBe(204);
});

const ask = (email: string) => app.call(contract.requestPasswordReset, { body: { email } });

async function resetLink(): Promise<string> {
  const before = await query<{ id: string }>`select id from outbox.message`.execute(app.database.sql);
  await ask(login.email);
  await expect
    .poll(async () => (await lastMail(app, login.email)).subject)
    .toBe('Reset your Calmly password');
  expect(before.rows).not.toHaveLength(0);
  return linkToken((await lastMail(app, login.email)).text);
}
const reset = (linked: string, password = 'a kettle on the windowsill') =>
  app.call(contract.resetPassword, { body: { token: linked, password } });

test('an emailed link sets a new password once: every session ends, every browser is forgotten, and a code is still needed', async () => {
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
  expect(await audited(app, personId)).toEqual(
    expect.arrayContaining(['password.reset_link_sent', 'password.reset']),
  );
});

test('an expired, replaced or invented link sets nothing', async () => {
  const first = await resetLink();
  await query`delete from outbox.message`.execute(app.database.sql);
  await ask(login.email);
  await expect
    .poll(() =>
      lastMail(app, login.email).then(
        ({ text }) => linkToken(text),
        () => '',
      ),
    )
    .not.toBe('');
  const second = linkToken((await lastMail(app, login.email)).text);
  expect((await reset(first)).status).toBe(422);
  await query`update identity.mailed_link set expires_at = now()`.execute(app.database.sql);
  expect((await reset(second)).status).toBe(422);
  expect((await reset('cal_ml_invented')).status).toBe(422);
  expect(await isIn(browser)).toBe(true);
});

test('an earlier emailed link sets nothing once the owner has changed the password or the email', async () => {
  const first = await resetLink();
  expect((await change(changed, codeIn((await change(changed)).body))).status).toBe(204);
  expect((await reset(first)).status).toBe(422);

  await query`delete from outbox.message`.execute(app.database.sql);
  await ask(login.email);
  await expect
    .poll(async () => (await lastMail(app, login.email).catch(() => undefined))?.text)
    .toBeDefined();
  const second = linkToken((await lastMail(app, login.email)).text);
  const body = { kind: 'email', value: `${newId()}@new.example` } as const;
  const code = codeIn((await app.call(contract.requestContactChange, { body }, { token })).body);
  const { id, code: toNew } = (await app.call(contract.requestContactChange, { body }, { token, code }))
    .output;
  const answer = { params: { id }, body: { code: toNew ?? '' } };
  expect((await app.call(contract.confirmContactChange, answer, { token })).status).toBe(200);
  expect((await reset(second)).status).toBe(422);
});

test('of a change by who knows the old password, and a reset meanwhile, the reset counts', async () => {
  const linked = await resetLink();
  const code = codeIn((await change(changed)).body);
  // The change has read the hash of the old password and is about to compare it.
  const tries = await holdWrites(app.database, 'insert on identity.throttle');
  const changing = change(changed, code);
  await tries.untilOneWaits();
  expect((await reset(linked, 'a samovar on the windowsill')).status).toBe(204);
  await tries.release();
  expect((await changing).status).toBe(400);
  const withPassword = (given: string) => requestToken(browser, { ...login, password: given });
  expect((await withPassword(changed.newPassword)).status).toBe(400);
  expect((await withPassword('a samovar on the windowsill')).status).toBe(203);
});

test('a sign-in with the old password that is under way during a reset opens no session that lasts', async () => {
  const linked = await resetLink();
  const sessions = await holdWrites(app.database, 'insert on identity.session');
  const signingIn = requestToken(browser, login);
  await sessions.untilOneWaits();
  const resetting = reset(linked);
  const isOver = resetting.then(() => true);
  const isWaiting = async () => {
    const { rows } = await query`
      select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'
    `.execute(app.database.sql);
    return rows.length > 0;
  };
  await until(() => Promise.race([isOver, isWaiting()]), Boolean);
  await sessions.release();
  expect((await resetting).status).toBe(204);
  browser.token = ((await signingIn).body as contract.Token).access_token;
  expect(await isIn(browser)).toBe(false);
});

test('of twenty concurrent uses of one link one sets the password', async () => {
  const linked = await resetLink();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => reset(linked, `a kettle number ${index} on the sill`)),
  );
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
});

test('requesting a link answers the same whether or not the address is known, and limits the emails', async () => {
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
    select recipient, count(*)::int as count from outbox.message where subject = 'Reset your Calmly password'
      and recipient in (${login.email}, ${unknown}) group by 1`.execute(app.database.sql);
  expect(rows).toEqual([{ recipient: login.email, count: 3 }]);
});
