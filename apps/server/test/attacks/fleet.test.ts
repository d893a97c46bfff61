/** Three servers on one database count a caller once and accept a proof once. Each app has its own memory, like a process. */
import { listAccounts } from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { startBeside, startTestApp, type TestApp } from '../support/app.ts';
import { newProver, type Prover, signInWithKey, whoAmI } from '../support/attackers/proofs.ts';
import { newClient, newPerson } from '../support/clients/clients.ts';
import { type Browser, createBrowser, type Login } from '../support/processes/browser.ts';

const publicUrl = 'http://bank.test';

let bank: TestApp;
let closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

/** Three servers with these limits. */
async function startFleet({ anonymous = 0, client = 0 }) {
  const config = {
    publicUrl,
    rateLimits: { anonymousPerMinute: anonymous, clientPerMinute: client, signUpMessages: 0 },
  };
  bank = await startTestApp({ config });
  closing.push(bank.close);
  const others = await Promise.all([startBeside(bank, config), startBeside(bank, config)]);
  closing.push(...others.map(({ close }) => close));
  return [bank, ...others];
}

/** How many of 60 calls at each server, all at once, are not answered 429. */
async function admittedOf180(
  servers: ReadonlyArray<Pick<TestApp, 'call'>>,
  call: (server: Pick<TestApp, 'call'>) => Promise<{ readonly status: number }>,
): Promise<number> {
  const calls = servers.flatMap((server) => Array.from({ length: 60 }, () => call(server)));
  return (await Promise.all(calls)).filter(({ status }) => status !== 429).length;
}

test('a limit per address counts once for three servers', async () => {
  const servers = await startFleet({ anonymous: 40 });
  const admitted = await admittedOf180(servers, ({ call }) => call(listAccounts));
  expect(admitted).toBeGreaterThanOrEqual(40);
  // With memories of their own it would be 120; a token comes every one and a half seconds.
  expect(admitted).toBeLessThan(80);
});

test('a limit per client counts once for three servers', async () => {
  const servers = await startFleet({ client: 40 });
  const { token } = await newClient(bank);
  const admitted = await admittedOf180(servers, ({ call }) => call(listAccounts, {}, { token }));
  expect(admitted).toBeGreaterThanOrEqual(30);
  expect(admitted).toBeLessThan(80);
});

test('while the database does not answer, each server counts by itself', async () => {
  const servers = await startFleet({ anonymous: 40 });
  await query`alter table platform.rate_limit rename to rate_limit_away`.execute(bank.database.sql);
  const admitted = await admittedOf180(servers, ({ call }) => call(listAccounts));
  expect(admitted).toBeGreaterThanOrEqual(120);
  expect(admitted).toBeLessThan(180);
});

/** A person signed in with a key, as a browser at each server has them. */
async function signedIn(servers: ReadonlyArray<Pick<TestApp, 'url'>>, login: Login) {
  const prove = await newProver(publicUrl);
  const own = await signInWithKey(prove, bank.url, login);
  const browsers = servers.map(({ url }) => Object.assign(createBrowser(url), { token: own.token }));
  return { prove, browsers };
}

const proofOf = (prove: Prover, browser: Browser | undefined) =>
  prove('POST', '/oauth/test-token', browser?.token);

test('of 30 tries of one proof at three servers, one is accepted', async () => {
  const servers = await startFleet({});
  const { login } = await newPerson(bank);
  const { prove, browsers } = await signedIn(servers, login);
  // A server that knows the token spends the proof in the statement that looks the token up, one that does not in a second one.
  for (const _round of ['unknown', 'known', 'known']) {
    const proof = await proofOf(prove, browsers[0]);
    const tries = browsers.flatMap((browser) => Array.from({ length: 10 }, () => whoAmI(browser, proof)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 29 }, () => 401)]);
  }
});

test('a proof that refreshed a session at one server does nothing at another', async () => {
  const servers = await startFleet({});
  const { login } = await newPerson(bank);
  const prove = await newProver(publicUrl);
  const owner = await signInWithKey(prove, bank.url, login);
  const dpop = await prove('POST', '/oauth/refresh');
  const tries = servers.map(({ url }) => {
    const browser = createBrowser(url);
    for (const [name, value] of owner.cookies) browser.cookies.set(name, value);
    return browser.send('POST', '/oauth/refresh', { headers: { dpop } });
  });
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 401, 401]);
});

test('after the memory of proofs was lost, no proof from before is accepted, and new ones soon are', async () => {
  const servers = await startFleet({});
  const { login } = await newPerson(bank);
  const { prove, browsers } = await signedIn(servers, login);
  const { sql } = bank.database;
  const used = await proofOf(prove, browsers[0]);
  expect((await whoAmI(browsers[0] as Browser, used)).status).toBe(200);
  // What a crash of PostgreSQL does to tables that are not logged.
  await query`truncate identity.spent_proof, identity.proof_memory`.execute(sql);
  for (const browser of browsers) {
    const { status, headers } = await whoAmI(browser, used);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  }
  expect((await whoAmI(browsers[0] as Browser, await proofOf(prove, browsers[0]))).status).toBe(503);
  // Seconds later.
  await query`update identity.proof_memory set since = since - interval '10 seconds'`.execute(sql);
  expect((await whoAmI(browsers[0] as Browser, await proofOf(prove, browsers[0]))).status).toBe(200);
});
