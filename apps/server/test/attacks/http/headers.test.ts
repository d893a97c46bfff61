/**
 * Security headers of every response (W1): nothing runs, is framed, sniffed or cached except as the policy allows. Covers every route
 * and method of the server, on plain http and behind an https proxy. The rows are the areas of the contract and the router's other
 * routes; they bypass the socket, and one call of each area is made over one, too.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@calmly/contract';
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
import { rowsByArea } from '../../support/attackers/sweep.ts';
import { record } from '../../support/campaign.ts';
import { newClient, type SignedIn } from '../../support/clients/clients.ts';
import { sendDirectly } from '../../support/processes/direct.ts';

let app: TestApp;
let anna: SignedIn;
let build: string;
beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'portal-'));
  await mkdir(join(build, 'websdk'));
  const page = '<script nonce="__CSP_NONCE__" src="/assets/main.js"></script>';
  for (const name of ['index.html', 'websdk/websdk.html', 'PaymentTemplate.html', 'sw.js'])
    await writeFile(join(build, name), page);
  app = await startTestApp({
    portalDirectory: build,
    config: { trustedProxies: ['127.0.0.1', '::1'], portalUrl: 'https://bank.example' },
  });
  anna = await newClient(app);
});
afterAll(async () => {
  await app.close();
  await rm(build, { recursive: true });
});

/** Screens of the portal have no routes of their own. */
const screens: readonly Door[] = ['GET /', 'GET /login', 'GET /payments', 'GET /api/no-such-call'];

/** Pages that need inline styles and run no script of their own; each is listed with its policy. */
const inlineStyles = /^GET (\/api\/docs|\/sandbox\/outbox\/email$)/;

/** Faults of an answer's headers; empty if there are none. */
function faultsOf(door: Door, headers: Headers): string[] {
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').flatMap((directive) => {
      const [name, ...values] = directive.trim().split(' ');
      return name ? [[name, values.join(' ')] as const] : [];
    }),
  );
  const script = policy.get('script-src') ?? policy.get('default-src') ?? '';
  const style = policy.get('style-src') ?? policy.get('default-src') ?? '';
  const isDocument = headers.get('content-type')?.startsWith('text/html');
  const isPortal = isDocument && script.includes('strict-dynamic');
  const isApi = door.includes(' /api/') && !door.includes('/api/docs');
  const rules: Record<string, boolean> = {
    'nothing by default': policy.get('default-src') === "'none'",
    'no script but named ones': !/unsafe|\*|data:|blob:|https?:/.test(script),
    'no style but named ones': inlineStyles.test(door) || !/unsafe|\*|https?:/.test(style),
    'not framed by others': /^'(none|self)'$/.test(policy.get('frame-ancestors') ?? ''),
    'no other base': !isDocument || policy.get('base-uri') === "'none'",
    'Trusted Types': !isPortal || policy.get('require-trusted-types-for') === "'script'",
    'no type guessed': headers.get('x-content-type-options') === 'nosniff',
    'a window of its own': headers.get('cross-origin-opener-policy') === 'same-origin',
    'not for other origins': headers.get('cross-origin-resource-policy') === 'same-origin',
    'no referrer': headers.get('referrer-policy') === 'no-referrer',
    'not kept': !isApi || headers.get('cache-control') === 'no-store',
    'https only': headers.get('strict-transport-security')?.startsWith('max-age=63072000') ?? false,
    'not told what serves it': headers.get('server') === null && headers.get('x-powered-by') === null,
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${door}: ${rule}`]));
}

interface Served {
  readonly server: App['server'];
  readonly url: string;
  readonly token: string;
}

/** Behind the proxy, without and with a token. */
const callersOf = (token: string) => {
  const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
  return [proxied, { ...proxied, authorization: `Bearer ${token}` }];
};

async function faults({ server, url, token }: Served, doors: readonly Door[]): Promise<string[]> {
  const found: string[] = [];
  for (const door of doors) {
    const [method, path] = addressOf(door);
    for (const headers of callersOf(token)) {
      const call = { method, path, headers: { host: new URL(url).host, ...headers } };
      const { headers: answered } = await sendDirectly(server, call);
      found.push(...faultsOf(door, new Headers(answered as Record<string, string>)));
    }
  }
  return [...new Set(found)];
}

async function faultsBySocket({ url, token }: Served, doors: readonly Door[]): Promise<string[]> {
  const found: string[] = [];
  for (const door of doors) {
    const [method, path] = addressOf(door);
    for (const headers of callersOf(token)) {
      const answer = await fetch(url + path, { method, headers, redirect: 'manual' });
      await answer.arrayBuffer();
      found.push(...faultsOf(door, answer.headers));
    }
  }
  return [...new Set(found)];
}

describe('every response follows the policy', () => {
  const calls = Object.values(endpoints);
  const seen = new Set<Door>();
  const served = (token = anna.token): Served => ({ server: app.app.server, url: app.url, token });
  const check = async (doors: readonly Door[], token = anna.token) => {
    expect(await faults(served(token), doors)).toEqual([]);
    for (const door of doors) seen.add(door);
  };

  test.each(rowsByArea(calls))('%s', async (_area, specs) => {
    // Calls of another area may have ended the session.
    const { token } = await newClient(app);
    const doors = specs.map(doorOf);
    await check(doors, token);
    expect(await faultsBySocket(served(token), doors.slice(0, 1)), 'over a socket').toEqual([]);
  });

  test('screens and errors, over a socket, too', async () => {
    await check(screens);
    expect(await faultsBySocket(served(), screens)).toEqual([]);
  });

  test.each(methods)('%s beside the contract', async (method) => {
    const doors = doorsBeside(app.app.server, method);
    expect(doors.length).toBeGreaterThan(0);
    await check(doors);
  });

  test('the rows covered every route', () => {
    expect(listDoors(app.app.server).filter((door) => !seen.has(door))).toEqual([]);
    expect(seen.size).toBeGreaterThan(1_500);
    record({
      id: 'W1',
      what: `${seen.size} routes, screens and errors, without and with a token`,
      figure: `${seen.size * 2} responses: all headers as the policy says`,
      control: 'a page with a weaker policy of its own is found',
    });
  });
});

test('https is required on https, and only there', async () => {
  const plain = await fetch(`${app.url}/login`);
  expect(plain.headers.get('strict-transport-security')).toBeNull();
});

test('control: the check detects a page with a weaker policy of its own', async () => {
  const edge = await startTestEdge(
    (router) => {
      router.page('/loose', async () => ({ body: '<p>', policy: "script-src 'unsafe-inline' https:" }));
      router.page('/tight', async () => '<p>');
    },
    { trustedProxies: ['127.0.0.1', '::1'] },
  );
  const served = { server: edge.edge.server, url: edge.url, token: 'anna' };
  for (const look of [faults, faultsBySocket]) {
    const found = await look(served, ['GET /loose', 'GET /tight']);
    expect(found).toContain('GET /loose: no script but named ones');
    expect(found).toContain('GET /loose: not framed by others');
    expect(found.filter((fault) => fault.startsWith('GET /tight'))).toEqual([]);
  }
  await edge.close();
});
