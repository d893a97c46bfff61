/**
 * What other sites can make a signed-in browser send (W2): every call that changes something, with the owner's cookies and even the
 * owner's token, from another origin and in the three content types that need no preflight. All are refused and nothing is written.
 */
import { type EndpointSpec, endpoint, endpoints } from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseForeignSite } from '../../../src/platform/http/security.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { addressOf, changedTables, type Door, imprint, listDoors } from '../../support/attackers/doors.ts';
import { startTestEdge } from '../../support/attackers/edge.ts';
import { sampleBodies } from '../../support/attackers/sample-bodies.ts';
import { newClient, type SignedIn } from '../../support/clients/clients.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  client = await newClient(app);
});
afterAll(() => app.close());

const writes = Object.values(endpoints).filter(({ method }) => method !== 'GET');
const doorOf = ({ method, path }: EndpointSpec): Door =>
  `${method} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** How a browser names the other site; one that names none at all sends at least the type of a form. */
const origins: Readonly<Record<string, Record<string, string>>> = {
  'its origin': { origin: 'https://evil.example' },
  'a hidden origin': { origin: 'null' },
  'its origin on our port': { origin: 'http://127.0.0.1:1' },
  'the word cross-site': { 'sec-fetch-site': 'cross-site' },
  'the word same-site, from a neighbour': { 'sec-fetch-site': 'same-site', origin: 'https://x.portal.test' },
  'the word cross-site and our origin': { 'sec-fetch-site': 'cross-site', origin: 'http://portal.test' },
  'its address only': { referer: 'https://evil.example/page' },
};
const types = {
  json: 'application/json',
  text: 'text/plain',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x',
} as const;

interface Attack {
  readonly url: string;
  readonly cookie: string;
  readonly token: string;
}

async function attack({ url, cookie, token }: Attack, spec: EndpointSpec, headers: Record<string, string>) {
  const [method, path] = addressOf(doorOf(spec));
  const body = spec.body === undefined ? undefined : JSON.stringify(sampleBodies[spec.id]);
  const answer = await fetch(url + path, {
    method,
    headers: {
      cookie,
      authorization: `Bearer ${token}`,
      'idempotency-key': 'planted',
      'x-background': '1',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  await answer.arrayBuffer();
  return answer;
}

const ownBrowser = (): Attack => ({
  url: app.url,
  token: client.token,
  cookie: [...client.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

test('each change from another origin is refused, however a browser reports it and for every declared body type', async () => {
  const before = await imprint(app.database);
  for (const spec of writes)
    for (const [how, origin] of Object.entries(origins))
      for (const type of Object.values(types)) {
        const { status, headers } = await attack(ownBrowser(), spec, { ...origin, 'content-type': type });
        expect([spec.id, how, type, status]).toEqual([spec.id, how, type, 403]);
        expect(headers.get('set-cookie')).toBeNull();
      }
  expect(changedTables(before, await imprint(app.database))).toEqual([]);
});

test('a body that a form can send is refused even if the browser reports nothing', async () => {
  const before = await imprint(app.database);
  for (const spec of writes.filter(({ body }) => body !== undefined))
    for (const type of [types.text, types.form, types.multipart]) {
      const { status } = await attack(ownBrowser(), spec, { 'content-type': type });
      expect([spec.id, type, status]).toEqual([spec.id, type, 415]);
    }
  expect(changedTables(before, await imprint(app.database))).toEqual([]);
});

test('no call allows another site to ask or read', async () => {
  for (const door of new Set(listDoors(app.app.server).map((found) => found.split(' ')[1] ?? ''))) {
    const [, path] = addressOf(`OPTIONS ${door}`);
    const { status, headers } = await fetch(app.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect([path, status < 300]).toEqual([path, false]);
    expect([path, [...headers.keys()].filter((name) => name.startsWith('access-control'))]).toEqual([
      path,
      [],
    ]);
  }
});

test('control: the check detects a gate that ignores the origin of a change', async () => {
  const order = endpoint({
    ...{ method: 'POST', tag: 'Test', summary: 'For tests', access: 'client', presence: 'open' },
    id: 'order',
    path: '/order',
  } as const);
  const edge = await startTestEdge((router) =>
    router.write(order, async (work) => {
      await query`insert into public.note values ('ordered')`.execute(work.sql);
      return undefined;
    }),
  );
  await query`create table public.note (body text)`.execute(edge.database.sql);
  const foreign = { url: edge.url, token: 'anna', cookie: '' };
  const before = await imprint(edge.database);
  for (const origin of Object.values(origins))
    expect((await attack(foreign, order, origin)).status).toBe(403);
  expect(changedTables(before, await imprint(edge.database))).toEqual([]);
  // The same call as a server without the check gets it: nothing says where it is from.
  expect((await attack(foreign, order, {})).status).toBe(204);
  expect(changedTables(before, await imprint(edge.database))).toEqual(['public.note']);
  await edge.close();
});

test('our own pages, and callers that are not browsers, are not refused', () => {
  const host = 'bank.example';
  for (const headers of [
    { host },
    { host, 'sec-fetch-site': 'same-origin', origin: 'https://bank.example' },
    { host, origin: 'https://bank.example' },
    { host, referer: 'https://bank.example/payments' },
  ])
    expect(() => refuseForeignSite('POST', headers, undefined)).not.toThrow();
});
