/**
 * Requests that other sites can make a signed-in browser send (W2): every call that changes something, with the owner's cookies and even the
 * owner's token, from another origin and in the three content types that need no preflight. All are refused and nothing is written.
 */
import { type EndpointSpec, endpoint, endpoints } from '@calmly/contract';
import { refuseForeignSite } from '@calmly/platform/http/security.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { addressOf, changedTables, doorOf, imprint, listDoors } from '../../support/attackers/doors.ts';
import { startTestEdge } from '../../support/attackers/edge.ts';
import { sampleBodies } from '../../support/attackers/sample-bodies.ts';
import { expectNothingWritten, rowsByArea } from '../../support/attackers/sweep.ts';
import { record } from '../../support/campaign.ts';
import { newClient, type SignedIn } from '../../support/clients/clients.ts';
import { sendDirectly } from '../../support/processes/direct.ts';

let app: TestApp;
let client: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  client = await newClient(app);
});
afterAll(() => app.close());

const writes = Object.values(endpoints).filter(({ method }) => method !== 'GET');

/** How a browser names the other site; a request without a site at least has a form's content type. */
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
  readonly server: App['server'];
  readonly url: string;
  readonly cookie: string;
  readonly token: string;
}

interface Outcome {
  readonly status: number;
  readonly setsCookie: boolean;
}

function attackOf({ url, cookie, token }: Attack, spec: EndpointSpec, more: Record<string, string>) {
  const [method, path] = addressOf(doorOf(spec));
  const body = spec.body === undefined ? undefined : JSON.stringify(sampleBodies[spec.id]);
  const headers = {
    host: new URL(url).host,
    cookie,
    authorization: `Bearer ${token}`,
    'idempotency-key': 'planted',
    'x-background': '1',
    ...more,
  };
  return { method, path, headers, body };
}

async function attack(from: Attack, spec: EndpointSpec, more: Record<string, string>): Promise<Outcome> {
  const { status, headers } = await sendDirectly(from.server, attackOf(from, spec, more));
  return { status, setsCookie: headers['set-cookie'] !== undefined };
}

async function attackBySocket(
  from: Attack,
  spec: EndpointSpec,
  more: Record<string, string>,
): Promise<Outcome> {
  const {
    path,
    body,
    headers: { host, ...headers },
    ...call
  } = attackOf(from, spec, more);
  const answer = await fetch(from.url + path, { ...call, headers, ...(body !== undefined && { body }) });
  await answer.arrayBuffer();
  return { status: answer.status, setsCookie: answer.headers.has('set-cookie') };
}

const ownBrowser = (): Attack => ({
  server: app.app.server,
  url: app.url,
  token: client.token,
  cookie: [...client.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

describe('a change from another origin is refused, however a browser reports it and for every declared body type', () => {
  let probes = 0;
  let silent = 0;
  expectNothingWritten(() => app.database);

  /** The call's answer from each origin, and without one, if it is not refused. */
  async function admitted(spec: EndpointSpec, by: typeof attack): Promise<string[]> {
    const found: string[] = [];
    for (const [how, origin] of Object.entries(origins))
      for (const type of Object.values(types)) {
        const { status, setsCookie } = await by(ownBrowser(), spec, { ...origin, 'content-type': type });
        probes += 1;
        if (status !== 403 || setsCookie) found.push(`${spec.id} with ${how} as ${type}: ${status}`);
      }
    if (spec.body === undefined) return found;
    for (const type of [types.text, types.form, types.multipart]) {
      const { status } = await by(ownBrowser(), spec, { 'content-type': type });
      silent += 1;
      if (status !== 415) found.push(`${spec.id} with nothing as ${type}: ${status}`);
    }
    return found;
  }

  test.each(rowsByArea(writes))('%s', async (_area, specs) => {
    const found: string[] = [];
    for (const spec of specs) found.push(...(await admitted(spec, attack)));
    for (const spec of specs.slice(0, 1)) found.push(...(await admitted(spec, attackBySocket)));
    expect(found).toEqual([]);
  });

  test('the rows covered every call', () => {
    const ways = Object.keys(origins).length * Object.keys(types).length;
    const areas = rowsByArea(writes).length;
    expect(probes).toBe((writes.length + areas) * ways);
    expect(silent).toBeGreaterThan(300);
    record({
      id: 'W2',
      what: `${writes.length} calls that change something, ${ways} ways to come from another site, and bodies of forms without a word of one`,
      figure: `${probes + silent} calls: all refused, nothing written`,
      control: 'the same call that names no site passes',
    });
  });
});

test('no call allows another site to ask or read', async () => {
  for (const door of new Set(listDoors(app.app.server).map((found) => found.split(' ')[1] ?? ''))) {
    const [, path] = addressOf(`OPTIONS ${door}`);
    const { status, headers } = await sendDirectly(app.app.server, {
      method: 'OPTIONS',
      path,
      headers: {
        host: new URL(app.url).host,
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
      },
    });
    expect([path, status < 300]).toEqual([path, false]);
    expect([path, Object.keys(headers).filter((name) => name.startsWith('access-control'))]).toEqual([
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
  const foreign = { server: edge.edge.server, url: edge.url, token: 'anna', cookie: '' };
  const before = await imprint(edge.database);
  for (const origin of Object.values(origins))
    for (const by of [attack, attackBySocket]) expect((await by(foreign, order, origin)).status).toBe(403);
  expect(changedTables(before, await imprint(edge.database))).toEqual([]);
  // The same call as a server without the check receives it: nothing shows its origin.
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
