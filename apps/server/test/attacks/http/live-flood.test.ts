/**
 * Floods on the websocket (B6): too many messages or control frames, frames too large, endless fragments, clients that do not read,
 * endless upgrades. Each flood ends with its socket; the server's memory stays flat and others receive their hints. Most of them wait for
 * the server's own seconds, so they run at once, each as a client of its own.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { publish } from '../../../src/platform/notify/push.ts';
import { clientId, startTestEdge, type TestEdge } from '../../support/attackers/edge.ts';
import { record, sized } from '../../support/campaign.ts';
import { until } from '../../support/until.ts';

let edge: TestEdge;
/** Until then a slow ticket is in check. */
const slowTicket = Promise.withResolvers<void>();
/** Both upgrades wait while the other tests run. */
let held: ReturnType<typeof holdUpgrades>;
beforeAll(async () => {
  edge = await startTestEdge(() => undefined, {
    // `<client>_<session>`; a slow one keeps its caller waiting.
    redeemTicket: async (ticket) => {
      if (ticket.startsWith('slow')) await slowTicket.promise;
      const [name = '', session = ''] = ticket.split('_');
      return { clientId: clientId(name), sessionId: session };
    },
  });
  held = holdUpgrades();
  // Where their test does not run, the end of the server may break them off.
  held.catch(() => undefined);
});
afterAll(async () => {
  slowTicket.resolve();
  await edge.close();
});

/** An upgrade whose ticket is checked slowly and one that is refused: the milliseconds of the slow one, and which ended first. */
async function holdUpgrades(): Promise<{ slow: number; ended: readonly string[] }> {
  const { port } = new URL(edge.url);
  const ended: string[] = [];
  const upgrade = async (ticket: string, path = '/api/live') => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://localhost\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: calmly.${ticket}\r\n\r\n`,
    );
    const startedAtMs = performance.now();
    socket.resume();
    await once(socket, 'end');
    ended.push(ticket);
    return performance.now() - startedAtMs;
  };
  const [slow] = await Promise.all([upgrade('slow_1'), upgrade('anna_1', '/elsewhere')]);
  return { slow, ended };
}

const address = () => `${edge.url.replace('http', 'ws')}/api/live`;

async function open(ticket: string, at = address()): Promise<WebSocket> {
  const socket = new WebSocket(at, ['calmly', `calmly.${ticket}`], { origin: edge.url });
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('error', () => undefined);
  socket.on('open', () => resolve());
  socket.on('close', () => resolve());
  await promise;
  return socket;
}

/** The code the server closed with. */
async function closeCode(socket: WebSocket): Promise<number> {
  if (socket.readyState === WebSocket.CLOSED) return 1006;
  const [code] = await once(socket, 'close');
  return code;
}

/** The library as it comes, for controls. */
async function startPlain(): Promise<{ url: string; close: () => void }> {
  const plain = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 0 });
  await once(plain, 'listening');
  return {
    url: `ws://127.0.0.1:${(plain.address() as { port: number }).port}`,
    close: () => {
      for (const socket of plain.clients) socket.terminate();
      plain.close();
    },
  };
}

/** A frame of a message that does not end. */
const piece = (opcode: 0 | 1) => Buffer.from([opcode, 0x80, 0, 0, 0, 0]);

/** The beginning of a frame of 100 MB. */
const hugeFrame = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x06, 0x40, 0, 0, 0, 0, 0, 0]);

const floods: [string, number, (socket: WebSocket) => void][] = [
  ['25 messages', 1008, (socket) => send25((text) => socket.send(text))],
  ['25 pings', 1008, (socket) => send25(() => socket.ping())],
  ['25 pongs', 1008, (socket) => send25(() => socket.pong())],
  ['a message of 64 KB', 1009, (socket) => socket.send('x'.repeat(64 * 1024))],
  ['a message of 2 MB', 1009, (socket) => socket.send('x'.repeat(2 * 1024 * 1024))],
  ['a frame of 100 MB', 1009, (socket) => rawSocket(socket).write(hugeFrame)],
  ['a message in 1,000 empty pieces', 1008, (socket) => sendPieces(rawSocket(socket), 1000)],
];

const send25 = (send: (text: string) => void) => {
  for (let count = 0; count < 25; count += 1) send('hello');
};
const rawSocket = (socket: WebSocket) => (socket as unknown as { _socket: Socket })._socket;
const sendPieces = (socket: Socket, count: number) =>
  socket.write(Buffer.concat([piece(1), ...Array.from({ length: count }, () => piece(0))]));

describe.concurrent('floods and their limits', () => {
  test.each(floods)('%s at once: closed with %i', async (what, code, flood) => {
    const socket = await open(`${what.replaceAll(/\W/g, '-')}_1`);
    flood(socket);
    expect(await closeCode(socket)).toBe(code);
  });

  test('control: floods that break no other rule pass without the counter', async () => {
    const plain = await startPlain();
    const states = await Promise.all(
      floods.map(async ([, , flood]) => {
        const socket = await open('anna_1', plain.url);
        flood(socket);
        await sleep(500);
        const { readyState } = socket;
        socket.terminate();
        return readyState;
      }),
    );
    expect(new Set(states)).toEqual(new Set([WebSocket.OPEN]));
    plain.close();
  });

  test('twenty messages in a second are accepted, and so is the next second', async () => {
    const socket = await open('patient_1');
    for (let second = 0; second < 2; second += 1) {
      for (let count = 0; count < 18; count += 1) socket.send('hello');
      // Its answer tells that the server has read them all. With the pong that the server may ask for these are twenty.
      socket.ping();
      await once(socket, 'pong');
      await sleep(1100);
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  test('upgrades from one address are counted', async () => {
    const counted = await startTestEdge(() => undefined, {
      rateLimits: { anonymousPerMinute: 5, clientPerMinute: 0 },
    });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = new WebSocket(`${counted.url.replace('http', 'ws')}/api/live`, ['calmly.anna_1'], {
          origin: counted.url,
        });
        const outcome = await Promise.race([
          once(socket, 'open').then(() => 101),
          once(socket, 'unexpected-response').then(([, answer]) => answer.statusCode as number),
        ]);
        socket.on('error', () => undefined);
        socket.terminate();
        return outcome;
      }),
    );
    expect(statuses.toSorted()).toEqual([101, 101, 101, 101, 101, 429, 429, 429]);
    await counted.close();
  });
});

test('clients that do not read, flood or send endless frames do not increase the memory', async () => {
  // A little less than the 2,000 that the process takes.
  const sockets = sized(50, 1950);
  const perSocket = sized(20, 500);
  const round = async (number: number) => {
    const opened: WebSocket[] = [];
    // As many at a time as tickets are checked at a time.
    while (opened.length < sockets)
      opened.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, (_, index) => open(`client${opened.length + index}_${number}`)),
        )),
      );
    expect(opened.every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);
    opened.forEach((socket, index) => {
      if (index % 4 === 0) rawSocket(socket).pause();
      else if (index % 4 === 1) for (let count = 0; count < perSocket; count += 1) socket.send('hello');
      else if (index % 4 === 2) rawSocket(socket).write(hugeFrame);
    });
    // Hints for those who do not read.
    for (let index = 0; index < Math.min(sockets, 200); index += 4)
      await publish(edge.database.sql, clientId(`client${index}`), { topic: 'accounts' });
    await sleep(sized(200, 5000));
    for (const socket of opened) socket.terminate();
    await sleep(sized(200, 500));
    globalThis.gc?.();
    return process.memoryUsage().rss / 1024 / 1024;
  };
  const listener = await open('listener_1');
  const heard = once(listener, 'message');
  const before = await round(0);
  const after = [];
  for (let number = 1; number <= sized(2, 4); number += 1) after.push(await round(number));
  await publish(edge.database.sql, clientId('listener'), { topic: 'accounts' });
  expect(JSON.parse(String((await heard)[0]))).toEqual({ topic: 'accounts' });
  const grown = Math.round(Math.max(...after) - before);
  expect(grown).toBeLessThan(50);
  listener.terminate();
  record({
    id: 'B6',
    what: 'websocket: messages, control frames, 100 MB frames, endless pieces, clients that do not read',
    figure: `${(sockets * (after.length + 1)).toLocaleString('en')} sockets, ${(sockets * perSocket * (after.length + 1)).toLocaleString('en')} messages aimed; memory ${grown >= 0 ? '+' : ''}${grown} MB after the first round`,
    control: 'the library without limits takes each of them',
  });
});

// The last: it has waited since the beginning.
test('a slow ticket check does not keep its caller; a refused upgrade ends at once and leaves no socket open', async () => {
  const { slow, ended } = await held;
  slowTicket.resolve();
  expect(slow).toBeGreaterThan(4000);
  expect(ended).toEqual(['anna_1', 'slow_1']);
  const connections = () =>
    new Promise<number>((resolve) =>
      edge.edge.server.server.getConnections((_error, count) => resolve(count)),
    );
  await until(connections, (count) => count < 3);
});
