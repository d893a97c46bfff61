import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  hashOf,
  nowSeconds,
  type Prover,
  newProver as proverAt,
  refused,
  type Saying,
  signInWithKey as signInAt,
  whoAmI,
} from '@calmly/server/test/support/attackers/proofs.ts';
import { outcome } from '@calmly/server/test/support/attackers/security.ts';
import { newPerson } from '@calmly/server/test/support/clients/clients.ts';
import type { Login } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetExpired } from './proof-store.ts';

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

/** Proofs by the right key whose content does not match the call, each with the difference. */
const wrongSayings: [string, Saying][] = [
  ['another method', { claims: { htm: 'GET' } }],
  ['another path', { claims: { htu: 'self:/api/oauth/live-ticket' } }],
  ['another host', { claims: { htu: 'https://evil.example/api/oauth/test-token' } }],
  ['no address', { claims: { htu: '/api/oauth/test-token' } }],
  ['another token', { claims: { ath: hashOf('another') } }],
  ['no token', { claims: { ath: undefined } }],
  ['no time', { claims: { iat: undefined } }],
  ['a minute ago', { claims: { iat: nowSeconds() - 62 } }],
  ['more than five seconds in the future', { claims: { iat: nowSeconds() + 30 } }],
  ['no number', { claims: { jti: undefined } }],
  ['an id that is too short', { claims: { jti: '1' } }],
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
    outcome(await whoAmI(browser, await prove(...call, { ...saying, ...(claims && { claims }) }))),
  ).toEqual(refused);
  // The control: with matching content it is accepted.
  expect((await whoAmI(browser, await prove(...call))).status).toBe(200);
});

test('a proof works once', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  const proof = await prove('POST', '/oauth/test-token', browser.token);
  const replies = await Promise.all(Array.from({ length: 8 }, () => whoAmI(browser, proof)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = replies.filter(({ status }) => status !== 200);
  expect(new Set(others.map((reply) => String(outcome(reply))))).toEqual(new Set([String(refused)]));
});

test('a proof is remembered as long as it could be replayed', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  const { sql } = app.database;
  const count = async () =>
    (await query<{ count: number }>`select count(*)::int as count from identity.spent_proof`.execute(sql))
      .rows[0]?.count;
  const age = (seconds: number) =>
    query`update identity.spent_proof set expires_at = now() - make_interval(secs => ${seconds})`.execute(
      sql,
    );
  const proof = await prove('POST', '/oauth/test-token', browser.token);
  expect((await whoAmI(browser, proof)).status).toBe(200);
  await age(30);
  await forgetExpired(sql);
  expect(outcome(await whoAmI(browser, proof))).toEqual(refused);
  await age(61);
  await forgetExpired(sql);
  expect(await count()).toBe(0);
});

test('anything that is not a proof is refused, without a reason', async () => {
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
  for (const text of texts) expect(outcome(await whoAmI(browser, text))).toEqual(refused);
  expect((await whoAmI(browser, good)).status).toBe(200);
});

test('a refusal gives the time and says that it was the proof, so that a wrong clock can be corrected', async () => {
  const prove = await newProver();
  const browser = await signInWithKey(prove);
  const late = await prove('POST', '/oauth/test-token', browser.token, {
    claims: { iat: nowSeconds() - 3600 },
  });
  const { headers } = await whoAmI(browser, late);
  expect(headers.get('www-authenticate')).toBe('DPoP error="invalid_dpop_proof", algs="ES256"');
  expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(5000);
});
