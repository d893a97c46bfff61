/** The composed server from outside: what applies to every call before it reaches a module. */
import { endpoints, listCountries, testToken } from '@calmly/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a public call answers without a token', async () => {
  const { status, output } = await app.call(listCountries);
  expect(status).toBe(200);
  expect(output.length).toBeGreaterThan(200);
});

test('every other call returns 401 without a token or with an expired one', async () => {
  for (const endpoint of Object.values(endpoints)) {
    if (endpoint.access === 'public') continue;
    const params = { id: '018f0000-0000-7000-8000-000000000000' };
    const without = await app.call(endpoint, { params } as never);
    expect([endpoint.id, without.status]).toEqual([endpoint.id, 401]);
    const dead = await app.call(endpoint, { params } as never, { token: 'bk_at_dead' });
    expect([endpoint.id, dead.status]).toEqual([endpoint.id, 401]);
  }
});

test('an expired token and a missing one get different messages, in the language of the caller', async () => {
  const missing = await app.call(testToken, {}, { headers: { 'accept-language': 'ru' } });
  expect(missing.body).toMatchObject({ code: 'unauthenticated', detail: 'Войдите, чтобы продолжить.' });
  const dead = await app.call(testToken, {}, { token: 'nobody' });
  expect(dead.body).toMatchObject({ code: 'session_expired' });
});

test('the server is not ready while the disk of its own database is full', async () => {
  // A file system that never has space.
  const full = await startTestApp({ config: { dataDirectory: '/proc' } });
  const answer = await fetch(`${full.url}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'the disk is full' },
  ]);
  expect((await fetch(`${full.url}/healthz`)).status).toBe(200);
  await full.close();
  // A remote database's disk is not visible to us.
  const elsewhere = await startTestApp({ config: { dataDirectory: '/proc', databaseUrl: 'postgres://db' } });
  expect((await fetch(`${elsewhere.url}/readyz`)).status).toBe(200);
  await elsewhere.close();
});

test('the server is ready when the database has the current schema', async () => {
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});
