/** When a websocket counts as dead. The test's clock moves only with the other side's answers, so a busy machine changes nothing. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { until } from '@calmly/server/test/support/until.ts';
import { expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { keepOpen } from './socket.ts';

const heartbeatMs = 90;

it('leaves a connection alone that answers pings, however little it says, and gives it up once it is silent', async () => {
  let nowMs = 0;
  let pings = 0;
  const connections: string[] = [];
  const lost: string[] = [];
  let answers = true;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(server, 'listening');
  server.on('connection', (websocket, { url = '' }) => {
    connections.push(url);
    websocket.on('ping', () => {
      pings += 1;
      // Half a heartbeat has passed when the answer to this ping is read.
      nowMs += heartbeatMs / 2;
      if (answers) websocket.pong();
    });
  });
  const close = keepOpen({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/feed`,
    greeting: 'hello',
    heartbeatMs,
    firstRetryMs: 10,
    longestRetryMs: 10,
    clock: () => nowMs,
    onOpen: () => undefined,
    onMessage: () => undefined,
    onLost: (reason) => void lost.push(reason),
  });
  try {
    await until(
      () => pings,
      (count) => count >= 10,
    );
    expect([connections, lost]).toEqual([['/feed'], []]);
    answers = false;
    await until(
      () => connections.length,
      (count) => count >= 2,
    );
    expect(lost[0]).toBe('silent');
  } finally {
    close();
    for (const websocket of server.clients) websocket.terminate();
    server.close();
  }
});
