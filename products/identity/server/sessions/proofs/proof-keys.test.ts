/** Sessions bound to a key, attacked by a thief who has a token, a cookie or recorded proofs, but not the key. */
import type { Token } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  type Prover,
  newProver as proverAt,
  refused,
  signInWithKey as signInAt,
  whoAmI,
} from '@calmly/server/test/support/attackers/proofs.ts';
import { outcome } from '@calmly/server/test/support/attackers/security.ts';
import { newPerson } from '@calmly/server/test/support/clients/clients.ts';
import {
  type Browser,
  basic,
  createBrowser,
  type Login,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let login: Login;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  ({ login } = await newPerson(app));
});

const newProver = (algorithm?: string) => proverAt(app.url, algorithm);
const signInWithKey = (prove: Prover, at = app) => signInAt(prove, at.url, login);
const refresh = (browser: Browser, dpop?: string) =>
  browser.send('POST', '/oauth/refresh', { headers: dpop === undefined ? {} : { dpop } });

/** The thief's browser: everything that is sent or stored, except the key. */
function stolenFrom(owner: Browser): Browser {
  const thief = createBrowser(app.url);
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
  thief.token = owner.token;
  return thief;
}

test('a session works with its key: calls, refresh, ticket; only the thumbprint is stored', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  expect((await whoAmI(browser, await prove('POST', '/oauth/test-token', browser.token))).status).toBe(200);
  const renewed = await refresh(browser, await prove('POST', '/oauth/refresh'));
  expect(renewed.body).toMatchObject({ token_type: 'DPoP' });
  browser.token = (renewed.body as Token).access_token;
  const ticket = await browser.send('POST', '/oauth/live-ticket', {
    headers: { dpop: await prove('POST', '/oauth/live-ticket', browser.token) },
  });
  expect(ticket.status).toBe(200);
  const { rows } = await query<{ proof_key: string }>`
    select proof_key from identity.session s join identity.person p on p.id = s.person_id
    where p.email = ${login.email}`.execute(app.database.sql);
  expect(rows).toEqual([{ proof_key: prove.thumbprint }]);
});

test('a stolen token does nothing without the key; control: that of a session without a key does everything', async () => {
  const owner = await signInWithKey(await newProver());
  const thief = stolenFrom(owner);
  const thiefsKey = await newProver();
  const probes = [
    whoAmI(thief),
    whoAmI(thief, undefined, 'Bearer'),
    whoAmI(thief, ''),
    whoAmI(thief, await thiefsKey('POST', '/oauth/test-token', thief.token)),
    thief.send('POST', '/oauth/live-ticket'),
    thief.send('GET', '/clientaccounts'),
  ];
  for (const reply of await Promise.all(probes)) expect(outcome(reply)).toEqual(refused);

  const plain = stolenFrom((await signIn(app.url, login)).browser);
  expect((await whoAmI(plain, undefined, 'Bearer')).status).toBe(200);
  expect((await whoAmI(plain, await thiefsKey('POST', '/oauth/test-token', plain.token))).status).toBe(200);
});

test('a stolen cookie cannot be refreshed without the key, does not end the session and cannot be bound to another key', async () => {
  const prove = await newProver();
  const owner = await signInWithKey(prove);
  const thief = stolenFrom(owner);
  const thiefsKey = await newProver();
  expect(outcome(await refresh(thief))).toEqual(refused);
  expect(outcome(await refresh(thief, await thiefsKey('POST', '/oauth/refresh')))).toEqual(refused);
  expect((await refresh(owner, await prove('POST', '/oauth/refresh'))).status).toBe(200);
  await query`update identity.refresh_token set used_at = used_at - interval '11 seconds' where used_at is not null`.execute(
    app.database.sql,
  );
  expect(outcome(await refresh(thief))).toEqual(refused);
  expect((await refresh(owner, await prove('POST', '/oauth/refresh'))).status).toBe(200);

  const plain = stolenFrom((await signIn(app.url, login)).browser);
  expect((await refresh(plain)).body).toMatchObject({ token_type: 'Bearer' });
});

test('a browser that lost a response continues with its old cookie, however late; control: without a key it counts as a copy', async () => {
  const prove = await newProver();
  const lateRefresh = async (owner: Browser, proofOf: () => Promise<string> | undefined) => {
    // The state of a browser whose refresh got no answer.
    const before = stolenFrom(owner);
    expect((await refresh(owner, await proofOf())).status).toBe(200);
    await query`update identity.refresh_token set used_at = used_at - interval '11 minutes' where used_at is not null`.execute(
      app.database.sql,
    );
    return refresh(before, await proofOf());
  };
  const late = await lateRefresh(await signInWithKey(prove), () => prove('POST', '/oauth/refresh'));
  expect(late.status).toBe(200);
  const plain = (await signIn(app.url, login)).browser;
  expect(outcome(await lateRefresh(plain, () => undefined))).toEqual([401, 'session_expired']);
});

test('a call without a valid proof keeps no session alive', async () => {
  const prove = await newProver();
  const owner = await signInWithKey(prove);
  const age = query`update identity.session set last_seen_at = last_seen_at - interval '600 seconds' where proof_key is not null`;
  await age.execute(app.database.sql);
  await whoAmI(stolenFrom(owner));
  await age.execute(app.database.sql);
  const late = await whoAmI(owner, await prove('POST', '/oauth/test-token', owner.token));
  expect(outcome(late)).toEqual([401, 'session_expired']);
});

test('an invalid proof at sign-in is refused before the password is checked', async () => {
  const prove = await newProver();
  const dpop = await prove('POST', '/oauth/refresh');
  const headers = { authorization: basic({ ...login, password: 'wrong' }), dpop };
  const reply = await createBrowser(app.url).send('POST', '/oauth/token', { body: {}, headers });
  expect(outcome(reply)).toEqual(refused);
});

test('signing out needs no key', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  expect((await browser.send('POST', '/oauth/logout')).status).toBe(204);
  const after = await whoAmI(browser, await prove('POST', '/oauth/test-token', browser.token));
  expect(outcome(after)).toEqual([401, 'session_expired']);
});

test('if plain bearer tokens are not allowed, sign-in requires a proof', async () => {
  const strict = await startTestApp({ config: { allowBearer: false } });
  try {
    ({ login } = await newPerson(strict));
    const reply = await createBrowser(strict.url).send('POST', '/oauth/token', {
      body: {},
      headers: { authorization: basic(login) },
    });
    expect(outcome(reply)).toEqual(refused);
    const prove = await newProver();
    const toStrict = (method: string, path: string) =>
      prove(method, path, undefined, { claims: { htu: `${strict.url}/api${path}` } });
    await signInWithKey(Object.assign(toStrict, prove), strict);
  } finally {
    await strict.close();
  }
});
