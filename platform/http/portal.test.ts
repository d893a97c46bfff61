/** What a browser gets outside the API: the portal with its policy, its files for a year, and the documentation. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoint } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { startTestEdge, type TestEdge } from '@calmly/server/test/support/attackers/edge.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watch } from '../metrics.ts';

let app: TestApp;
let edge: TestEdge;
let build: string;

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'portal-'));
  await mkdir(join(build, 'assets'));
  const page =
    '<html lang="en"><head><script nonce="__CSP_NONCE__" src="/assets/main-abc.js"></script></head><i nonce="__CSP_NONCE__"></i><div id="root"></div>';
  await writeFile(join(build, 'index.html'), page);
  const frame = (text: string) => ({ head: '<link href="/assets/next.js">', body: `<p>${text}</p>` });
  const frames = {
    '/login': { en: frame('Sign in'), ru: frame('Вход') },
    '/register': { en: frame('Open an account'), ru: frame('Открыть счёт') },
  };
  await writeFile(join(build, 'frames.json'), JSON.stringify(frames));
  await writeFile(join(build, 'assets/main-abc.js'), 'plain');
  await writeFile(join(build, 'assets/main-abc.js.br'), 'brotli');
  await writeFile(join(build, 'assets/main-abc.js.map'), 'sources');
  await writeFile(join(build, 'sw.js'), 'worker');
  await mkdir(join(build, 'terms'));
  await writeFile(join(build, 'terms/main.en.html'), '<p>terms</p>');
  await mkdir(join(build, 'websdk'));
  await writeFile(join(build, 'websdk/websdk.html'), '<script nonce="__CSP_NONCE__" src="/w.js"></script>');
  await writeFile(join(build, 'PaymentTemplate.html'), '<p>print</p>');
  const ping = endpoint({
    id: 'ping',
    method: 'GET',
    path: '/ping',
    tag: 'Test',
    summary: 'Nothing',
    access: 'public',
    presence: 'open',
  });
  edge = await startTestEdge((router) => router.read(ping, async () => undefined), {
    portalDirectory: build,
  });
  app = await startTestApp();
});
afterAll(async () => {
  await edge.close();
  await app.close();
  await rm(build, { recursive: true });
});

/** Sends the address unchanged; `fetch` would normalise it. */
const getRaw = (path: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(edge.url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
    );
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('end', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', reject);
  });

test.each([
  '//[',
  '//evil.example/',
  '///evil.example',
  '/\\evil.example',
  '/assets/../..//evil.example',
  '/%2f%2fevil.example',
])('a URL like %s is neither a failure nor a redirect', async (path) => {
  const answer = await getRaw(path);
  expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /);
  expect(answer).not.toMatch(/\r\nlocation:/i);
});

test('every screen is the page, each time with a new nonce that its policy names', async () => {
  const nonces = new Set<string>();
  for (const path of [
    '/',
    '/payments/create/outgoing',
    '/login?next=%2Fdashboard',
    '/payments/payouts/old',
  ]) {
    const response = await fetch(edge.url + path);
    const html = await response.text();
    const nonce = /nonce="([^"]+)" src/.exec(html)?.[1] ?? '';
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(html).not.toContain('__CSP_NONCE__');
    expect(html.split(nonce).length).toBe(3);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:/);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test.each<[string, string, Record<string, string>, string]>([
  ['the browser’s', '/login', { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' }, 'ru'],
  [
    'the default, for a browser with neither language',
    '/login',
    { 'accept-language': 'de-DE,de;q=0.9' },
    'en',
  ],
  [
    'the one chosen in this browser',
    '/login',
    { 'accept-language': 'ru', cookie: 'dark-mode=1; locale=en' },
    'en',
  ],
  ['the mailed link’s', '/unfreeze?token=x&lang=ru', { 'accept-language': 'en', cookie: 'locale=en' }, 'ru'],
  ['not an invented one', '/login?lang=%22%3E', { cookie: 'locale="><script>' }, 'en'],
  ['the browser’s on an unknown address', '/no-such-page', { 'accept-language': 'ru' }, 'ru'],
])('the language of the page: %s', async (_whose, path, headers, language) => {
  const html = await (await fetch(edge.url + path, { headers })).text();
  expect(/^<html lang="([^"]*)">/.exec(html)?.[1]).toBe(language);
});

test.each<[string, string, Record<string, string>, string]>([
  ['the sign-in page', '/login?next=%2Fdashboard', {}, '<p>Sign in</p>'],
  ['in the reader’s language', '/register', { 'accept-language': 'ru' }, '<p>Открыть счёт</p>'],
  ['the sign-in page at the root', '/', { cookie: 'locale=ru' }, '<p>Вход</p>'],
  ['none if a session may be restored', '/login', { cookie: 'a=b; signed-in=session' }, ''],
  ['none if the page has another message', '/login?reason=idle', {}, ''],
  ['none for a screen', '/dashboard', {}, ''],
])('a page without a session has its frame: %s', async (_which, path, headers, frame) => {
  const html = await (await fetch(edge.url + path, { headers })).text();
  expect(html).toContain(`<div id="root">${frame}</div>`);
  expect(html.includes('<link href="/assets/next.js"></head>')).toBe(frame !== '');
});

test('an unknown address gets the page with HTTP 404', async () => {
  for (const path of [
    '/no-such-page',
    '/dashboard/more',
    '/index.html',
    '/frames.json',
    '/payments/payouts/old/1/2',
  ]) {
    const response = await fetch(edge.url + path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain('/assets/main-abc.js');
  }
});

test('a browser that requests an icon by itself finds the portal’s', async () => {
  const response = await fetch(`${edge.url}/favicon.ico`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, '/icon.svg']);
});

test('a screen reached only by a shared link is hidden from search engines', async () => {
  const robots = async (path: string) => (await fetch(edge.url + path)).headers.get('x-robots-tag');
  expect(await robots('/get-paid/cal_gp_of_nobody')).toBe('noindex, nofollow');
  expect(await robots('/login')).toBeNull();
});

test('hashed files are cached for a year and served compressed; the others are revalidated', async () => {
  const script = await fetch(`${edge.url}/assets/main-abc.js`, {
    headers: { 'accept-encoding': 'identity' },
  });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-type')).toContain('javascript');
  expect(await script.text()).toBe('plain');
  const compressed = await fetch(`${edge.url}/assets/main-abc.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  for (const path of ['/sw.js', '/PaymentTemplate.html', '/terms/main.en.html']) {
    const response = await fetch(edge.url + path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  }
});

test('files outside the build do not exist, and nothing outside it can be reached', async () => {
  for (const path of ['/assets/main-abc.js.map', '/assets/main-abc.js.br', '/assets/%2e%2e%2findex.html'])
    expect([path, (await fetch(edge.url + path)).status]).toEqual([path, 404]);
  for (const path of [
    '/assets/none.js',
    '/assets/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/api/none',
  ]) {
    const response = await fetch(edge.url + path);
    expect([404, 200]).toContain(response.status);
    expect(await response.text()).not.toContain('root:');
    if (path.startsWith('/api') || path === '/assets/none.js') expect(response.status).toBe(404);
  }
  expect((await fetch(`${edge.url}/login`, { method: 'POST' })).status).toBe(404);
});

test('the page of the documentation loads nothing from elsewhere', async () => {
  const response = await fetch(`${app.url}/api/docs`);
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).not.toMatch(/(src|href)="https?:/);
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g))
    expect([path, (await fetch(new URL(path ?? '', `${app.url}/api/docs`))).status]).toEqual([path, 200]);
});

test('metrics are for this machine only, unless a token is configured', async () => {
  const open = await fetch(`${edge.url}/metrics`);
  expect(await open.text()).toContain('calmly_http_request_duration_seconds');
  const proxied = await fetch(`${edge.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(proxied.status).toBe(404);
  const guarded = await startTestEdge(() => undefined, { metricsToken: 'a token of some length' });
  expect((await fetch(`${guarded.url}/metrics`)).status).toBe(404);
  const headers = { authorization: 'Bearer a' };
  expect((await fetch(`${guarded.url}/metrics`, { headers })).status).toBe(404);
  await guarded.close();
});

test('an unreadable metric is NaN and counted; the others are present', async () => {
  const name = 'calmly_test_figure';
  const print = async () => (await fetch(`${edge.url}/metrics`)).text();
  watch(name, 'Of this test', async () => 42);
  expect(await print()).toContain(`\n${name} 42\n`);
  watch(name, 'Of this test', async () => {
    throw new Error('the database is away');
  });
  await print();
  const printed = await print();
  expect(printed).toMatch(/\ncalmly_test_figure Nan\n/i);
  expect(printed).toMatch(/\ncalmly_metrics_unread_total\{figure="calmly_test_figure"\} [12]\n/);
  expect(printed).toContain('calmly_http_request_duration_seconds');
});

test('the sandbox’s page of the identity check exists only if it is the provider, and only our own pages frame it', async () => {
  const path = '/websdk/websdk.html';
  expect(await (await fetch(edge.url + path)).text()).not.toContain('/w.js');
  const own = await startTestEdge(() => undefined, { portalDirectory: build, identityWidget: 'own' });
  const response = await fetch(own.url + path);
  const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1];
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain("frame-src 'none'");
  await own.close();
});

test('a provider’s frame, camera and microphone are allowed on the screen of the identity check and nowhere else', async () => {
  const identityWidget = new URL('https://in.sumsub.com/');
  const real = await startTestEdge(() => undefined, { portalDirectory: build, identityWidget });
  const headersOf = async (path: string) => (await fetch(real.url + path)).headers;
  const there = await headersOf('/create-account?x=1');
  expect(there.get('content-security-policy')).toContain("frame-src 'self' https://in.sumsub.com;");
  expect(there.get('permissions-policy')).toContain('camera=(self "https://in.sumsub.com")');
  expect(there.get('permissions-policy')).toContain('microphone=(self "https://in.sumsub.com")');
  for (const path of ['/', '/create-account/more', '/dashboard', '/websdk/websdk.html']) {
    const elsewhere = await headersOf(path);
    expect(elsewhere.get('content-security-policy')).toContain("frame-src 'self';");
    expect(elsewhere.get('permissions-policy')).toContain('camera=(),');
  }
  await real.close();
});
