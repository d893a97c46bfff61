/**
 * Every endpoint needs a token except the listed ones (A1). The routes come from the router's own table, so that none is missed, and
 * each is called by every method, without a token and with every kind of wrong token. The rows are the areas of the contract, followed by
 * the router's other routes. The calls bypass the socket, except for one call of each kind.
 */
import { randomBytes } from 'node:crypto';
import { endpoint, endpoints } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import {
  addressOf,
  type Door,
  doorOf,
  doorsBeside,
  listDoors,
  methods,
} from '../../support/attackers/doors.ts';
import { startTestEdge } from '../../support/attackers/edge.ts';
import { expectNothingWritten, rowsByArea } from '../../support/attackers/sweep.ts';
import { record } from '../../support/campaign.ts';
import { newClient, password, type SignedIn } from '../../support/clients/clients.ts';
import { basic, signIn } from '../../support/processes/browser.ts';
import { sendDirectly } from '../../support/processes/direct.ts';

/**
 * Calls before there is a session, or with their own secret: an emailed link, a shared link, a document's code, a widget's token, a signature; and
 * the
 * sandbox's desk, which like the sandbox's other pages is open to anyone who reaches it.
 */
const openCalls: readonly Door[] = [
  'GET /api/allcountries',
  'GET /api/getpaid/:token',
  'GET /api/getpaid/:token/documents/:id',
  'GET /api/sandbox/desk/calendar',
  'GET /api/sandbox/desk/cards',
  'GET /api/sandbox/desk/chains',
  'GET /api/sandbox/desk/merchants',
  'GET /api/sandbox/desk/payments',
  'GET /api/sandbox/desk/purchases',
  'GET /api/verify/codes/:code',
  'GET /api/verify/files/:sha256',
  'POST /api/contactchanges/undo',
  'POST /api/invitations/check',
  'POST /api/invitations/phone-code',
  'POST /api/invitations/refusal',
  'POST /api/invitations/registration',
  'POST /api/oauth/choose-method',
  'POST /api/oauth/logout',
  'POST /api/oauth/passkey-options',
  'POST /api/oauth/passkey-proof',
  'POST /api/oauth/passkey-token',
  'POST /api/oauth/refresh',
  'POST /api/oauth/resend-code',
  'POST /api/oauth/token',
  'POST /api/passwordresets',
  'POST /api/passwordresets/check',
  'POST /api/registrations',
  'POST /api/registrations/email-confirmation',
  'POST /api/sandbox/applicant/documents',
  'POST /api/sandbox/desk/calendar',
  'POST /api/sandbox/desk/chains',
  'POST /api/sandbox/desk/credits',
  'POST /api/sandbox/desk/deposits',
  'POST /api/sandbox/desk/purchases',
  'POST /api/unfreeze',
  'PUT /api/passwordresets',
  'PUT /api/sandbox/desk/payments/:id',
  'PUT /api/sandbox/desk/disputes/:id',
  'PUT /api/sandbox/desk/purchases/:id',
];

/** Requires the widget's own token, and answers every other like the gate. */
const ownToken: Door = 'GET /api/sandbox/applicant';

/** Calls by machines of partners and applications, which authenticate without a session's token. */
const openToMachines: readonly Door[] = [
  'GET /.well-known/oauth-authorization-server',
  'POST /api/webhooks/sumsub',
  'POST /connect/requests',
  'POST /connect/revocation',
  'POST /connect/token',
];

/** Not documented as calls: targets of browser redirects, calls by the operator's machines, the documentation itself, the sandbox's pages. */
const openBeside: readonly Door[] = [
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/*',
  'HEAD /api/docs/*',
  'GET /api/docs/json',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/yaml',
  'GET /api/openapi.json',
  'GET /connect/authorize',
  'GET /connect/authorize/:uid',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /sandbox/app',
  'GET /sandbox/outbox',
  'GET /sandbox/outbox.json',
  'GET /sandbox/outbox/email',
];

let app: TestApp;
let anna: SignedIn;
beforeAll(async () => {
  app = await startTestApp({ portalDirectory: '/nonexistent' });
  anna = await newClient(app);
});
afterAll(() => app.close());

type Headers = Record<string, string>;
interface Server {
  readonly server: App['server'];
  readonly url: string;
}

async function knock({ server, url }: Server, door: Door, more: Headers = {}) {
  const [method, path] = addressOf(door);
  const headers = { host: new URL(url).host, 'x-background': '1', ...more };
  const { status, headers: answered, text } = await sendDirectly(server, { method, path, headers });
  const isProblem = String(answered['content-type']).includes('problem') && text !== '';
  return { status, code: isProblem ? (JSON.parse(text) as { code: string }).code : '' };
}

/** The status of the same call over a socket. */
async function knockBySocket(url: string, door: Door, headers: Headers): Promise<number> {
  const [method, path] = addressOf(door);
  const answer = await fetch(url + path, { method, headers: { 'x-background': '1', ...headers } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Doors with any answer other than "sign in first" or "no such method" to someone without a token. */
async function openDoors(server: Server, doors: readonly Door[]): Promise<Door[]> {
  const open: Door[] = [];
  for (const door of doors) {
    const { status, code } = await knock(server, door);
    const locked = code === 'unauthenticated' || code === 'method_not_allowed' || status === 405;
    if (!locked) open.push(door);
  }
  return open.sort();
}

interface PathItem {
  /** If the path does not begin with `/api`. */
  readonly servers?: readonly [{ readonly url: string }];
}

/** The calls of `/api/openapi.json`, as doors; those that need a token separately. */
async function documentedDoors(url: string): Promise<{ all: Door[]; bearer: Door[] }> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, PathItem & Record<string, { security: readonly object[] }>>;
  };
  const all: Door[] = [];
  const bearer: Door[] = [];
  for (const [path, { servers, ...operations }] of Object.entries(document.paths))
    for (const [method, { security }] of Object.entries(operations)) {
      const full = (servers ? '' : '/api') + path.replaceAll(/\{(\w+)\}/g, ':$1');
      const door: Door = `${method.toUpperCase()} ${full}`;
      all.push(door);
      if (security.some((scheme) => 'bearer' in scheme)) bearer.push(door);
    }
  return { all: all.sort(), bearer };
}

/** Existing doors that are not documented: all methods except those that only list the allowed ones. */
async function undocumentedDoors(server: Server): Promise<Door[]> {
  const { all } = await documentedDoors(server.url);
  const found: Door[] = [];
  for (const door of listDoors(server.server)) {
    if (all.includes(door)) continue;
    if ((await knock(server, door)).status !== 405) found.push(door);
  }
  return found.sort();
}

const served = (): Server => ({ server: app.app.server, url: app.url });
const contractDoors = Object.values(endpoints).map(doorOf);

/** A valid token, and all other values of a session that are not access tokens. */
async function stolenThings() {
  const login = { email: anna.email, password };
  const fresh = () => signIn(app.url, login);
  const tokenAfter = async (change: string) => {
    const { token } = await fresh();
    await query`
      ${query.raw(change)} where session_id = (select id from identity.session order by id desc limit 1)
    `.execute(app.database.sql);
    return token;
  };
  const loggedOut = await fresh();
  await loggedOut.browser.send('POST', '/oauth/logout');
  const live = await fresh();
  const ticket = await live.browser.send('POST', '/oauth/live-ticket');
  const bound = await fresh();
  await query`
    update identity.session set proof_key = ${'k'.repeat(43)}
    where id = (select id from identity.session order by id desc limit 1)
  `.execute(app.database.sql);
  return {
    live: live.token,
    expired: await tokenAfter("update identity.access_token set expires_at = now() - interval '1 second'"),
    revoked: await tokenAfter('delete from identity.access_token'),
    loggedOut: loggedOut.token,
    refresh: live.browser.cookies.get('rt') ?? '',
    device: live.browser.cookies.get('device') ?? '',
    ticket: (ticket.body as { ticket: string }).ticket,
    bound: bound.token,
  };
}

/** Makes proofs of a key that is not the session's. */
async function foreignProver(token: string): Promise<(door: Door) => Promise<string>> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const ath = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(token))).toString('base64url');
  return (door) => {
    const [method, path] = addressOf(door);
    const claims = { htm: method, htu: app.url + path, jti: newId(), ath };
    return new SignJWT({ ...claims, iat: Math.floor(Date.now() / 1000) })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .sign(privateKey);
  };
}

type Fault = readonly [name: string, headers: (door: Door) => Headers | Promise<Headers>];

async function faultsOf(things: Awaited<ReturnType<typeof stolenThings>>): Promise<readonly Fault[]> {
  const prove = await foreignProver(things.bound);
  return [
    ['an empty one', () => ({ authorization: 'Bearer ' })],
    ['two at once', () => ({ authorization: `Bearer ${things.live} ${things.live}` })],
    ['in another scheme', () => ({ authorization: basic({ email: anna.email, password }) })],
    ['in a cookie', () => ({ cookie: `access_token=${things.live}; rt=${things.refresh}` })],
    ['a made-up one', () => ({ authorization: `Bearer cal_at_${randomBytes(38).toString('base64url')}` })],
    ['one that ran out', () => ({ authorization: `Bearer ${things.expired}` })],
    ['a revoked one', () => ({ authorization: `Bearer ${things.revoked}` })],
    ['of an ended session', () => ({ authorization: `Bearer ${things.loggedOut}` })],
    ['the refresh token', () => ({ authorization: `Bearer ${things.refresh}` })],
    ['the ticket of the websocket', () => ({ authorization: `Bearer ${things.ticket}` })],
    ["the device's cookie", () => ({ authorization: `Bearer ${things.device}` })],
    ['a cut-off one', () => ({ authorization: `Bearer ${things.live.slice(0, -1)}` })],
    ['without the proof it needs', () => ({ authorization: `DPoP ${things.bound}` })],
    [
      "with another key's proof",
      async (door) => ({ authorization: `DPoP ${things.bound}`, dpop: await prove(door) }),
    ],
  ];
}

describe('every call needs a good token, except the listed ones', () => {
  let bearer: ReadonlySet<Door>;
  let live = '';
  let faults: readonly Fault[];
  let probes = 0;
  beforeAll(async () => {
    bearer = new Set((await documentedDoors(app.url)).bearer);
    const things = await stolenThings();
    expect(Object.values(things).every((text) => text.length > 40)).toBe(true);
    ({ live } = things);
    faults = await faultsOf(things);
  });
  expectNothingWritten(() => app.database);

  test.each(rowsByArea(Object.values(endpoints)))('%s', async (_area, specs) => {
    const doors = specs.map(doorOf);
    const listed = doors.filter((door) => openCalls.includes(door)).sort();
    expect(await openDoors(served(), doors), 'without a token').toEqual(listed);
    const admitted: string[] = [];
    for (const door of doors.filter((each) => bearer.has(each)))
      for (const [fault, headers] of faults) {
        const { status } = await knock(served(), door, await headers(door));
        probes += 1;
        if (status !== 401) admitted.push(`${fault} at ${door}: ${status}`);
      }
    expect(admitted).toEqual([]);
  });

  test('no wrong token works over a socket, and the good one of the same session does', async () => {
    const door: Door = 'GET /api/sessions';
    for (const [fault, headers] of faults)
      expect([fault, await knockBySocket(app.url, door, await headers(door))]).toEqual([fault, 401]);
    expect(await knockBySocket(app.url, door, { authorization: `Bearer ${live}` })).toBe(200);
    expect((await knock(served(), door, { authorization: `Bearer ${live}` })).status).toBe(200);
  });

  test('the rows covered every documented call and every wrong token', () => {
    expect(probes).toBe(faults.length * bearer.size);
    expect(probes).toBeGreaterThan(3_000);
    record({
      id: 'A1',
      what: `${contractDoors.length} calls without a token, ${bearer.size} with each of ${faults.length} wrong tokens`,
      figure: `${probes} wrong tokens: all 401, nothing written`,
      control: 'the good token of the same session passes; a call without the gate is found',
    });
  });
});

describe('without a token every route beside the contract is refused except the listed ones', () => {
  const listed: readonly Door[] = [...openToMachines, ...openBeside];
  const seen = new Set<Door>(contractDoors);

  test.each(methods)('%s', async (method) => {
    const doors = doorsBeside(app.app.server, method);
    expect(await openDoors(served(), doors)).toEqual(
      listed.filter((door) => door.startsWith(`${method} `)).sort(),
    );
    for (const door of doors) seen.add(door);
  });

  test('the rows covered every route, and no listed one is stale', () => {
    const doors = listDoors(app.app.server);
    expect(doors.filter((door) => !seen.has(door))).toEqual([]);
    expect([...openCalls, ...listed].filter((door) => !doors.includes(door))).toEqual([]);
    expect(contractDoors.filter((door) => !doors.includes(door))).toEqual([]);
    expect(openCalls.filter((door) => !contractDoors.includes(door))).toEqual([]);
  });
});

test('the documentation and the routes are the same calls', async () => {
  const { all, bearer } = await documentedDoors(app.url);
  const routes = new Set(listDoors(app.app.server));
  expect(all.filter((door) => !routes.has(door))).toEqual([]);
  expect(await undocumentedDoors(served())).toEqual([...openBeside].sort());
  expect(all.filter((door) => !bearer.includes(door))).toEqual(
    [...openCalls, ...openToMachines, ownToken].sort(),
  );
});

test('controls: the check detects a call without the gate, an unlisted page and an undocumented route', async () => {
  const shape = { tag: 'Test', summary: 'For tests', method: 'GET', presence: 'open' } as const;
  const open = endpoint({ ...shape, id: 'open', path: '/open/{id}', access: 'public' });
  const locked = endpoint({ ...shape, id: 'locked', path: '/locked', access: 'client' });
  const edge = await startTestEdge((router) => {
    router.read(open, async () => undefined);
    router.read(locked, async () => undefined);
    router.page('/sandbox/page', async () => '<p>page</p>');
  });
  const server = { server: edge.edge.server, url: edge.url };
  const found = await openDoors(server, listDoors(server.server));
  expect(found).toContain('GET /api/open/:id');
  expect(found).toContain('GET /sandbox/page');
  expect(found).not.toContain('GET /api/locked');
  expect(await undocumentedDoors(server)).toEqual(
    expect.arrayContaining(['GET /api/open/:id', 'GET /api/locked', 'GET /sandbox/page']),
  );
  await edge.close();
});
