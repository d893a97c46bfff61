/** Sockets send a heartbeat every 25 seconds, because pages do not see pings. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createRoom } from './room.ts';

test('a page hears a heartbeat with each ping, until its socket is ended because it answers none', async () => {
  const room = createRoom(() => ({}));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => room.welcome(socket, { clientId: 'anna', sessionId: '1' }));
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong: false });
  const pinged = once(page, 'ping');
  const heard = once(page, 'message');
  await once(page, 'open');
  room.sweep();
  await pinged;
  const [text] = await heard;
  expect(JSON.parse(String(text))).toEqual({ topic: 'heartbeat' });
  const closed = once(page, 'close');
  room.sweep();
  expect((await closed)[0]).toBe(1006);
  sockets.close();
  server.close();
});
