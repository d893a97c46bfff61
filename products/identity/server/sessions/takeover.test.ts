/**
 * An attacker cannot enter a session with a planted or kept cookie (A7), guess a password, or lock the owner out by guessing (A8). Each
 * test has its control beside it: a session that keeps the planted cookie, sessions whose end is undone, a proxy trusted from
 * everywhere.
 */
import { request } from 'node:http';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { isIn } from '@calmly/server/test/support/attackers/security.ts';
import { sized } from '@calmly/server/test/support/campaign.ts';
import { newPerson } from '@calmly/server/test/support/clients/clients.ts';
import {
  type Browser,
  basic,
  createBrowser,
  type Login,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sha256 } from './secrets.ts';

let app: TestApp;
let login: Login;
let number: string;
let personId: string;
let clientId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  await query`delete from identity.throttle`.execute(app.database.sql);
  ({ login, number, personId, clientId } = await newPerson(app));
});

test('a session that an attacker plants in a browser is not the one that its owner signs in to', async () => {
  const attackers = await newPerson(app);
  const attacker = await signIn(app.url, attackers.login);
  const victim = createBrowser(app.url);
  for (const [name, value] of attacker.browser.cookies) victim.cookies.set(name, value);
  const asked = await requestToken(victim, login);
  const code = (asked.body as { detail: { code: string } }).detail.code;
  const granted = await requestToken(victim, login, { code });
  expect(granted.status).toBe(200);
  for (const name of ['rt', 'device'])
    expect(victim.cookies.get(name)).not.toBe(attacker.browser.cookies.get(name));
  const refreshed = await attacker.browser.send('POST', '/oauth/refresh');
  expect((refreshed.body as { ClientId: string }).ClientId).toBe(attackers.clientId);
  // The planted cookie does not let the attacker sign in as the victim without a code either.
  expect((await requestToken(attacker.browser, login)).status).toBe(203);

  // The control: if the sign-in kept the planted cookie, the attacker would be in the session.
  const planted = sha256(attacker.browser.cookies.get('rt') ?? '');
  await query`delete from identity.refresh_token where token_hash = ${planted}`.execute(app.database.sql);
  await query`
    update identity.refresh_token set token_hash = ${planted}
    where session_id in (select id from identity.session where person_id = ${personId} and ended_at is null)
  `.execute(app.database.sql);
  const taken = await attacker.browser.send('POST', '/oauth/refresh');
  expect((taken.body as { ClientId: string }).ClientId).toBe(clientId);
});

test('on https a cookie without the __Host- prefix, which a neighbouring host could set, is not read', async () => {
  const secure = await startTestApp({ config: { publicUrl: 'https://bank.example' } });
  try {
    const person = await newPerson(secure);
    const { browser } = await signIn(secure.url, person.login);
    const planted = createBrowser(secure.url);
    planted.cookies.set('rt', browser.cookies.get('__Host-rt') ?? '');
    expect((await planted.send('POST', '/oauth/refresh')).status).toBe(401);
    expect((await browser.send('POST', '/oauth/refresh')).status).toBe(200);
  } finally {
    await secure.close();
  }
});

test('a thousand replays of tokens and cookies of ended sessions open nothing', async () => {
  const kept: Browser[] = [];
  const { browser: known } = await signIn(app.url, login);
  const copy = () => {
    const old = createBrowser(app.url);
    for (const [name, value] of known.cookies) old.cookies.set(name, value);
    old.token = known.token;
    return old;
  };
  for (let session = 0; session < 5; session += 1) {
    const granted = await requestToken(known, login);
    known.token = (granted.body as { access_token: string }).access_token;
    kept.push(copy());
    await known.send('POST', '/oauth/logout');
  }
  const replay = async (index: number) => {
    const old = kept[index % kept.length];
    if (!old) throw new Error('there is an ended session');
    const asks = index % 2 === 0;
    const reply = await copyOf(old, asks ? old.token : undefined).send(
      'POST',
      asks ? '/oauth/test-token' : '/oauth/refresh',
    );
    return reply.status;
  };
  const statuses: number[] = [];
  await inLanes(1000, async (index) => {
    statuses.push(await replay(index));
  });
  expect(statuses).toHaveLength(1000);
  expect(new Set(statuses)).toEqual(new Set([401]));

  // The control: a token is accepted if its session's end is undone.
  const [ended] = kept;
  await query`
    with undone as (
      update identity.session set ended_at = null, end_reason = null
      where id = (select id from identity.session where person_id = ${personId} and ended_at is not null limit 1)
      returning id
    )
    insert into identity.access_token (token_hash, session_id, expires_at)
    select ${sha256(ended?.token ?? '')}, id, now() + interval '1 hour' from undone
  `.execute(app.database.sql);
  expect(await replay(0)).toBe(200);
});

/** Runs a numbered task this many times, 32 concurrently. */
async function inLanes(times: number, task: (index: number) => Promise<void>): Promise<void> {
  const lanes = Array.from({ length: 32 }, async (_, lane) => {
    for (let index = lane; index < times; index += 32) await task(index);
  });
  await Promise.all(lanes);
}

function copyOf(old: Browser, token: string | undefined): Browser {
  const copy = createBrowser(app.url);
  for (const [name, value] of old.cookies) copy.cookies.set(name, value);
  copy.token = token;
  return copy;
}

const spellings = (email: string) => [
  email,
  email.toUpperCase(),
  ` ${email} `,
  email.replace('anna', 'Anna'),
  email.replace('a', '\uff41'),
  email.replace('@', '\uff20'),
  number,
];

/** One guess from its own source address (all of 127/8 is this machine) that claims to be forwarded for another. */
function guess(where: TestApp, source: string, userName: string, forwardedFor: string): Promise<number> {
  const { port } = new URL(where.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: source,
        path: '/api/oauth/token',
        method: 'POST',
        headers: {
          authorization: basic({ email: userName, password: 'a wrong guess at it' }),
          'content-type': 'application/json',
          'x-forwarded-for': forwardedFor,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end('{}');
  });
}

/** From a thousand addresses: at least two hundred in each spelling. */
const guesses = sized(1_400, 14_000);
/** Enough of them to lock the account. */
const beforeLock = 200;

test('guesses from a thousand addresses, spelled in every way, count as five; the owner can still sign in', async () => {
  const { browser: known } = await signIn(app.url, login);
  const names = spellings(login.email);
  const statuses: number[] = [];
  const guessAt = async (index: number) => {
    const at = index % 1000;
    const source = `127.0.${1 + (at % 4)}.${1 + Math.floor(at / 4)}`;
    const claimed = `10.${index % 250}.${index % 7}.1`;
    statuses.push(await guess(app, source, names[index % names.length] ?? '', claimed));
  };
  await inLanes(beforeLock, guessAt);
  // The guesses take longer than a lock, after which five more would be allowed.
  await query`update identity.throttle set locked_until = locked_until + interval '1 day' where locked_until is not null`.execute(
    app.database.sql,
  );
  await inLanes(guesses - beforeLock, (index) => guessAt(beforeLock + index));
  expect(statuses).toHaveLength(guesses);
  // 400 is an evaluated guess, 429 a refused one, 503 one that found the queue of hashes full.
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from identity.sign_in where person_id = ${personId} and outcome = 'bad_credentials'
  `.execute(app.database.sql);
  expect(rows[0]?.count).toBe(5);
  expect(await isIn(known)).toBe(true);
  expect((await requestToken(known, login)).status).toBe(200);
});

test('one address that tries one password on many names is stopped, whatever forwarded address it sends', async () => {
  const stopped = await stuff(app);
  expect(stopped.filter((status) => status === 400)).toHaveLength(10);
  expect(stopped.filter((status) => status === 429)).toHaveLength(10);
});

test('control: if every proxy is trusted the same attack is not stopped', async () => {
  const trusting = await startTestApp({ config: { trustedProxies: ['127.0.0.0/8'] } });
  try {
    expect((await stuff(trusting)).filter((status) => status === 429)).toHaveLength(0);
  } finally {
    await trusting.close();
  }
});

/** Twenty names from an address that has used ninety of its hundred guesses. */
async function stuff(where: TestApp): Promise<number[]> {
  await query`insert into identity.throttle values ('address:127.0.9.9', 90, 0, null, now())`.execute(
    where.database.sql,
  );
  const statuses: number[] = [];
  for (let index = 0; index < 20; index += 1)
    statuses.push(await guess(where, '127.0.9.9', `person${index}@demo.calmly.example`, `10.1.${index}.1`));
  return statuses;
}
