/**
 * Only our own hosts are served: a site that points its name at this machine (DNS rebinding) reaches no route, over any protocol and
 * however it writes the address. A request without exactly one clear host is refused.
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { addressOf, type Door, listDoors } from '../../support/attackers/doors.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    config: { publicUrl: 'https://bank.example', portalUrl: 'https://bank.example', host: 'bank-internal' },
  });
});
afterAll(() => app.close());

/** Writes text on a socket; returns the status and the text of the answer. */
function say(text: string): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  let answer = '';
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1' }, () =>
    socket.write(text),
  );
  socket.setEncoding('utf8');
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', reject);
  socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), text: answer }));
  return promise;
}

const request = (line: string, ...headers: string[]) =>
  say(`${line}\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`);

const foreign = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'bank.example.evil.example',
  '127.0.0.1.nip.io',
];
const own = [
  'bank.example',
  'BANK.example:443',
  'bank.example.',
  'bank-internal:3000',
  'localhost:3000',
  'a.localhost',
  '127.0.0.1',
  '192.0.2.7:80',
  '[::1]:3000',
];
/** Balancers and supervisors ask there by any name. */
const open: readonly Door[] = ['GET /healthz', 'GET /readyz'];

test('every route refuses a foreign host with 421, and accepts ours', async () => {
  const doors: readonly Door[] = [...listDoors(app.app.server), 'GET /', 'GET /login', 'GET /no/such/page'];
  expect(doors.length).toBeGreaterThan(200);
  const answered: string[] = [];
  for (const door of doors) {
    const [method, path] = addressOf(door);
    const { status } = await request(`${method} ${path.replace('*', 'x')} HTTP/1.1`, 'Host: evil.example');
    if (status !== 421) answered.push(door);
  }
  expect(answered.sort()).toEqual([...open]);
  // The control: the same addresses with our own name.
  for (const path of ['/metrics', '/sandbox/outbox', '/api/openapi.json'])
    expect((await request(`GET ${path} HTTP/1.1`, 'Host: bank.example')).status).toBe(200);
});

test.each(foreign)('%s is not ours, and the response says what is', async (host) => {
  const { status, text } = await request(
    'GET /sandbox/outbox HTTP/1.1',
    `Host: ${host}`,
    'Accept-Language: en',
  );
  expect(status).toBe(421);
  expect(text).toContain('Use https://bank.example.');
});

test.each(own)('%s is ours', async (host) => {
  expect((await request('GET /sandbox/outbox HTTP/1.1', `Host: ${host}`)).status).toBe(200);
});

test.each([
  ['two hosts', 'GET /sandbox/outbox HTTP/1.1', ['Host: localhost', 'Host: evil.example']],
  ['the same host twice', 'GET /sandbox/outbox HTTP/1.1', ['Host: localhost', 'host: localhost']],
  ['two hosts in one', 'GET /sandbox/outbox HTTP/1.1', ['Host: localhost, evil.example']],
  ['a user name before the host', 'GET /sandbox/outbox HTTP/1.1', ['Host: localhost@evil.example']],
  ['a path', 'GET /sandbox/outbox HTTP/1.1', ['Host: localhost/evil.example']],
  ['an empty host', 'GET /sandbox/outbox HTTP/1.1', ['Host:']],
  ['no host', 'GET /sandbox/outbox HTTP/1.1', []],
  ['no host in HTTP/1.0', 'GET /sandbox/outbox HTTP/1.0', []],
  ['no version', 'GET /sandbox/outbox', ['Host: localhost']],
  ['no version, alone', 'GET /healthz', []],
  ['another version', 'GET /sandbox/outbox HTTP/2.0', ['Host: localhost']],
])('%s: 400', async (_what, line, headers) => {
  expect((await request(line, ...headers)).status).toBe(400);
});

test('the host of an absolute URL counts, not the header beside it', async () => {
  const line = (host: string) => `GET http://${host}/sandbox/outbox HTTP/1.1`;
  expect((await request(line('evil.example'), 'Host: localhost')).status).toBe(421);
  expect((await request(line('localhost'), 'Host: evil.example')).status).toBe(200);
  expect((await request(line('localhost'), 'Host: localhost')).status).toBe(200);
});

test('a websocket is not opened under a foreign name, even with that origin', async () => {
  const upgrade = (host: string) =>
    request(
      'GET /api/live HTTP/1.1',
      `Host: ${host}`,
      `Origin: http://${host}`,
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    );
  expect((await upgrade('evil.example:3000')).status).toBe(421);
  // The control: one of ours gets as far as the missing ticket.
  expect((await upgrade('localhost:3000')).status).not.toBe(421);
});
