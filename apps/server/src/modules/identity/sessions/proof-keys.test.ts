/**
 * Sessions that are bound to a key, as a thief meets them: who stole a token or a cookie, or listened to proofs, but does not
 * have the key. Proofs are signed by another implementation than the one that checks them.
 */
import type { Token } from '@calmly/contract';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  type Browser,
  basic,
  codeOf,
  createBrowser,
  type Login,
  type Reply,
  signIn,
} from '../../../../test/support/browser.ts';
import { newId } from '../../../platform/ids.ts';
import { createPersonClient } from '../index.ts';
import { createProofs } from './proof-keys.ts';
import { sha256 } from './secrets.ts';

let app: TestApp;
let login: Login;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  login = await newLogin(app);
});

async function newLogin(to: TestApp): Promise<Login> {
  const credentials = {
    email: `anna.${newId()}@demo.calmly.example`,
    password: 'more-payments-less-stress',
  };
  const work = { sql: to.database.sql, now: new Date(), newId };
  await createPersonClient(work, { ...credentials, firstName: 'Anna', lastName: 'Ozola' });
  return credentials;
}

const hashOf = (token: string) => sha256(token).toString('base64url');
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** What a proof says, if not what an honest one would. */
interface Saying {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Of the key in the header. */
  readonly key?: Readonly<Record<string, unknown>>;
}

interface Prover {
  (method: string, path: string, token?: string, saying?: Saying): Promise<string>;
  readonly thumbprint: string;
}

/** A key that never leaves its browser, as something that makes proofs. */
async function newProver(algorithm = 'ES256'): Promise<Prover> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove = (
    method: string,
    path: string,
    token?: string,
    { claims = {}, header = {}, key = {} }: Saying = {},
  ) =>
    new SignJWT({
      htm: method,
      htu: `${app.url}/api${path}`,
      iat: nowSeconds(),
      jti: newId(),
      ...(token === undefined ? {} : { ath: hashOf(token) }),
      ...claims,
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: algorithm, jwk: { ...jwk, ...key }, ...header })
      .sign(privateKey);
  return Object.assign(prove, { thumbprint: await calculateJwkThumbprint(jwk) });
}

/** Signs in with a key and the code; each call has its own proof. */
async function signInWithKey(prove: Prover, at = app): Promise<Browser> {
  const browser = createBrowser(at.url);
  const ask = async (headers: Record<string, string> = {}) =>
    browser.send('POST', '/oauth/token', {
      body: { remember: false },
      headers: { authorization: basic(login), dpop: await prove('POST', '/oauth/token'), ...headers },
    });
  const granted = await ask({ 'x-tfa-code': codeOf(await ask()) });
  expect(granted.body).toMatchObject({ token_type: 'DPoP' });
  browser.token = (granted.body as Token).access_token;
  return browser;
}

const whoAmI = (browser: Browser, dpop?: string, scheme = 'DPoP') =>
  browser.send('POST', '/oauth/test-token', {
    headers: { authorization: `${scheme} ${browser.token}`, ...(dpop === undefined ? {} : { dpop }) },
  });
const refresh = (browser: Browser, dpop?: string) =>
  browser.send('POST', '/oauth/refresh', { headers: dpop === undefined ? {} : { dpop } });
const problemOf = ({ status, body }: Reply) => [status, (body as { code?: string }).code];
const refused = [401, 'proof_refused'];

/** The thief's browser: everything that travels or is stored, but not the key. */
function stolenFrom(owner: Browser): Browser {
  const thief = createBrowser(app.url);
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
  thief.token = owner.token;
  return thief;
}

test('with its key a session works: calls, refresh, ticket; its thumbprint is what is stored', async () => {
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

test('a stolen token does nothing without the key; of a session without one (the control) it does everything', async () => {
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
  for (const reply of await Promise.all(probes)) expect(problemOf(reply)).toEqual(refused);

  const plain = stolenFrom((await signIn(app.url, login)).browser);
  expect((await whoAmI(plain, undefined, 'Bearer')).status).toBe(200);
  expect((await whoAmI(plain, await thiefsKey('POST', '/oauth/test-token', plain.token))).status).toBe(200);
});

test('a stolen cookie is not exchanged without the key, does not end the session and gets none bound to another key', async () => {
  const prove = await newProver();
  const owner = await signInWithKey(prove);
  const thief = stolenFrom(owner);
  const thiefsKey = await newProver();
  expect(problemOf(await refresh(thief))).toEqual(refused);
  expect(problemOf(await refresh(thief, await thiefsKey('POST', '/oauth/refresh')))).toEqual(refused);
  expect((await refresh(owner, await prove('POST', '/oauth/refresh'))).status).toBe(200);
  await query`update identity.refresh_token set used_at = used_at - interval '11 seconds' where used_at is not null`.execute(
    app.database.sql,
  );
  expect(problemOf(await refresh(thief))).toEqual(refused);
  expect((await refresh(owner, await prove('POST', '/oauth/refresh'))).status).toBe(200);

  const plain = stolenFrom((await signIn(app.url, login)).browser);
  expect((await refresh(plain)).body).toMatchObject({ token_type: 'Bearer' });
});

test('a browser whose answer was lost goes on with its old cookie, however late; without a key (the control) it is a copy', async () => {
  const prove = await newProver();
  const lateRefresh = async (owner: Browser, proofOf: () => Promise<string> | undefined) => {
    // What the browser keeps when the answer to its refresh never came.
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
  expect(problemOf(await lateRefresh(plain, () => undefined))).toEqual([401, 'session_expired']);
});

test('a call without a good proof keeps no session alive', async () => {
  const prove = await newProver();
  const owner = await signInWithKey(prove);
  const age = query`update identity.session set last_seen_at = last_seen_at - interval '600 seconds' where proof_key is not null`;
  await age.execute(app.database.sql);
  await whoAmI(stolenFrom(owner));
  await age.execute(app.database.sql);
  const late = await whoAmI(owner, await prove('POST', '/oauth/test-token', owner.token));
  expect(problemOf(late)).toEqual([401, 'session_expired']);
});

/** Proofs of the right key that say something else than the call, each with what is wrong about it. */
const wrongSayings: [string, Saying][] = [
  ['another method', { claims: { htm: 'GET' } }],
  ['another path', { claims: { htu: 'self:/api/oauth/live-ticket' } }],
  ['another host', { claims: { htu: 'https://evil.example/api/oauth/test-token' } }],
  ['no address', { claims: { htu: '/api/oauth/test-token' } }],
  ['another token', { claims: { ath: hashOf('another') } }],
  ['no token', { claims: { ath: undefined } }],
  ['no time', { claims: { iat: undefined } }],
  ['a minute ago', { claims: { iat: nowSeconds() - 62 } }],
  ['in more than a minute', { claims: { iat: nowSeconds() + 120 } }],
  ['no number', { claims: { jti: undefined } }],
  ['a number that repeats soon', { claims: { jti: '1' } }],
  ['another type of token', { header: { typ: 'JWT' } }],
  ['a key with its private part', { key: { d: 'A'.repeat(43) } }],
];

test.each(wrongSayings)('a proof of the right key that says %s is refused', async (_, saying) => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  const htu = saying.claims?.htu;
  const claims =
    typeof htu === 'string' ? { ...saying.claims, htu: htu.replace('self:', app.url) } : saying.claims;
  const call = ['POST', '/oauth/test-token', browser.token] as const;
  expect(
    problemOf(await whoAmI(browser, await prove(...call, { ...saying, ...(claims && { claims }) }))),
  ).toEqual(refused);
  // The control: said rightly it passes.
  expect((await whoAmI(browser, await prove(...call))).status).toBe(200);
});

test('a proof passes once', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  const proof = await prove('POST', '/oauth/test-token', browser.token);
  const replies = await Promise.all(Array.from({ length: 8 }, () => whoAmI(browser, proof)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = replies.filter(({ status }) => status !== 200);
  expect(new Set(others.map((reply) => String(problemOf(reply))))).toEqual(new Set([String(refused)]));
});

test('a proof is remembered as long as it could be sent again', async () => {
  let nowMs = Date.now();
  const proofs = createProofs({ nowMs: () => nowMs });
  const prove = await newProver();
  const host = new URL(app.url).host;
  const iat = Math.floor(nowMs / 1000) + 60;
  const proof = await prove('GET', '/x', undefined, { claims: { iat } });
  const send = () => {
    const checked = proofs.check({ proof, method: 'GET', path: '/api/x', host });
    proofs.spend(checked.thumbprint, checked);
  };
  send();
  for (let second = 0; second <= 200; second += 1) {
    expect(send).toThrow('proof_refused');
    nowMs += 1000;
  }
});

test('what is no proof at all is refused, with no word of why', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  const good = await prove('POST', '/oauth/test-token', browser.token);
  const [header = '', payload = '', signature = ''] = good.split('.');
  const none = Buffer.from('{"typ":"dpop+jwt","alg":"none"}').toString('base64url');
  const notOnCurve = Buffer.from(
    JSON.stringify({
      typ: 'dpop+jwt',
      alg: 'ES256',
      jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
    }),
  ).toString('base64url');
  const other = await newProver('ES384');
  const texts = [
    'x',
    '..',
    `${header}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    `${header}.${payload}.${signature}.`,
    `${none}.${payload}.`,
    `${notOnCurve}.${payload}.${signature}`,
    `${good}${'A'.repeat(3000)}`,
    await other('POST', '/oauth/test-token', browser.token),
  ];
  for (const text of texts) expect(problemOf(await whoAmI(browser, text))).toEqual(refused);
  expect((await whoAmI(browser, good)).status).toBe(200);
});

test('a refusal tells the time and that it was the proof, so that a wrong clock can be corrected', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  const late = await prove('POST', '/oauth/test-token', browser.token, {
    claims: { iat: nowSeconds() - 3600 },
  });
  const { headers } = await whoAmI(browser, late);
  expect(headers.get('www-authenticate')).toBe('DPoP error="invalid_dpop_proof", algs="ES256"');
  expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(5000);
});

test('a bad proof at sign-in is refused before the password is looked at', async () => {
  const prove = await newProver();
  const dpop = await prove('POST', '/oauth/refresh');
  const headers = { authorization: basic({ ...login, password: 'wrong' }), dpop };
  const reply = await createBrowser(app.url).send('POST', '/oauth/token', { body: {}, headers });
  expect(problemOf(reply)).toEqual(refused);
});

test('whoever wants to leave needs no key', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  expect((await browser.send('POST', '/oauth/logout')).status).toBe(204);
  const after = await whoAmI(browser, await prove('POST', '/oauth/test-token', browser.token));
  expect(problemOf(after)).toEqual([401, 'session_expired']);
});

test('where plain bearer tokens are not allowed, nobody signs in without a proof', async () => {
  const strict = await startTestApp({ config: { allowBearer: false } });
  try {
    login = await newLogin(strict);
    const reply = await createBrowser(strict.url).send('POST', '/oauth/token', {
      body: {},
      headers: { authorization: basic(login) },
    });
    expect(problemOf(reply)).toEqual(refused);
    const prove = await newProver();
    const toStrict = (method: string, path: string) =>
      prove(method, path, undefined, { claims: { htu: `${strict.url}/api${path}` } });
    await signInWithKey(Object.assign(toStrict, prove), strict);
  } finally {
    await strict.close();
  }
});
