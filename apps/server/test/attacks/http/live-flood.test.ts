/**
 * Floods on the websocket (B6): too many messages or control frames, frames too large, endless fragments, clients that do not read,
 * endless upgrades. Each flood ends with its socket; the server's memory stays flat and others receive their hints. Most of them wait for
 * the server's own timeouts, so they run at once, each as a separate client.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LiveCaller } from '@calmly/platform/http/live/room.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { clientId, startTestEdge, type TestEdge } from '../../support/attackers/edge.ts';
import { record, sized } from '../../support/campaign.ts';
import { until } from '../../support/until.ts';

let edge: TestEdge;
/** Until then a slow ticket is being checked. */
const slowTicket = Promise.withResolvers<void>();
/** Both upgrades wait while the other tests run. */
let held: ReturnType<typeof holdUpgrades>;

/** Tickets are `<client>_<session>`; a slow one keeps its caller waiting. */
async function redeemTicket(ticket: string): Promise<LiveCaller> {
  if (ticket.startsWith('slow')) await slowTicket.promise;
  const [name = '', session = ''] = ticket.split('_');
  return { clientId: clientId(name), sessionId: session };
}

beforeAll(async () => {
  edge = await startTestEdge(() => undefined, { redeemTicket });
  held = holdUpgrades();
  // If their test does not run, the end of the server may break them off.
  held.catch(() => undefined);
});
afterAll(async () => {
  slowTicket.resolve();
  await edge.close();
});

/** One upgrade with a slow ticket check and one that is refused: the duration of the slow one in milliseconds, and which ended first. */
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

const address = (at = edge) => `${at.url.replace('http', 'ws')}/api/live`;

async function open(ticket: string, at = address()): Promise<WebSocket> {
  const socket = new WebSocket(at, ['calmly', `calmly.${ticket}`], {
    origin: new URL(at.replace('ws', 'http')).origin,
  });
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

/** The unmodified library, for controls. */
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

/** A frame of an endless message. */
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
      // Its answer shows that the server has read them all. With the pong that the server may request, these are twenty.
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

/** A little less than the 2,000 that the process takes. */
const socketsPerRound = sized(600, 1950);
const messagesPerSocket = sized(20, 500);
const rounds = 5;

/** Of the sockets of a round, a quarter do not read, one floods and one sends an endless frame; then all of them close. */
async function floodOnce(at: TestEdge, number: number): Promise<void> {
  const opened: WebSocket[] = [];
  // As many at a time as tickets are checked concurrently.
  while (opened.length < socketsPerRound)
    opened.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          open(`client${opened.length + index}_${number}`, address(at)),
        ),
      )),
    );
  expect(opened.every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);
  opened.forEach((socket, index) => {
    if (index % 4 === 0) rawSocket(socket).pause();
    else if (index % 4 === 1) for (let count = 0; count < messagesPerSocket; count += 1) socket.send('hello');
    else if (index % 4 === 2) rawSocket(socket).write(hugeFrame);
  });
  // Hints for the sockets that do not read.
  for (let index = 0; index < 200; index += 4)
    await publish(at.database.sql, clientId(`client${index}`), { topic: 'accounts' });
  await sleep(sized(200, 5000));
  for (const socket of opened) socket.terminate();
  await until(
    () => new Promise((resolve) => at.edge.server.server.getConnections((_error, count) => resolve(count))),
    (count) => count === 1,
  );
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use, without uncollected garbage. `process` is the whole process, including native code. */
async function memoryInUse(): Promise<{ heap: number; process: number }> {
  // Timers of the last round end, and objects held until now are collected in the second run.
  await sleep(1500);
  collectGarbage();
  await sleep(100);
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, process: rss };
}

/** Bytes that each socket of a round leaves permanently. */
interface Growth {
  /** Of the heap. */
  readonly heap: number;
  /** Of the whole process. */
  readonly process: number;
}

/**
 * Rounds of floods after a first one, which compiles code and fills caches. For the heap the round with the second highest growth counts: other
 * activity of the process
 * adds to one round, and its releases reduce others. For the process the median round counts, because the allocator takes memory by the
 * megabyte and returns it at arbitrary times: a leak shows in each round.
 */
async function growthOf(at: TestEdge): Promise<Growth> {
  const listener = await open('listener_1', address(at));
  await floodOnce(at, 0);
  const measured = [await memoryInUse()];
  for (let number = 1; number <= rounds; number += 1) {
    await floodOnce(at, number);
    measured.push(await memoryInUse());
  }
  const heard = once(listener, 'message');
  await publish(at.database.sql, clientId('listener'), { topic: 'accounts' });
  expect(JSON.parse(String((await heard)[0]))).toEqual({ topic: 'accounts' });
  listener.terminate();
  const perSocket = (what: keyof Growth, place: number) => {
    const grown = measured.slice(1).map((each, index) => each[what] - (measured[index]?.[what] ?? 0));
    return Math.round((grown.toSorted((one, other) => other - one)[place] ?? 0) / socketsPerRound);
  };
  return { heap: perSocket('heap', 1), process: perSocket('process', (rounds - 1) / 2) };
}

/** A socket that is still held after its end has 1,600 bytes of the heap. */
const most: Growth = { heap: 1000, process: 8192 };

test('clients that do not read, flood or send endless frames leave nothing in memory', async () => {
  const left = await growthOf(edge);
  expect(left.heap).toBeLessThan(most.heap);
  expect(left.process).toBeLessThan(most.process);
  const sockets = socketsPerRound * (rounds + 1);
  record({
    id: 'B6',
    what: 'websocket: messages, control frames, 100 MB frames, endless pieces, clients that do not read',
    figure: `${sockets.toLocaleString('en')} sockets, ${(sockets * messagesPerSocket).toLocaleString('en')} messages aimed; each socket leaves ${left.heap} bytes in the heap and ${left.process} in the process`,
    control:
      'the library without limits takes each of them; a server that keeps its ended sockets exceeds both limits of memory',
  });
});

test('control: a server that keeps its ended websockets and the data read from them leaves more', async () => {
  // Memory freed by other tests is filled first, or the kept data would fit into it.
  const taken = Array.from({ length: 20_000 }, () => Buffer.alloc(2 * most.process, 1));
  const kept: unknown[] = [];
  const leaking = await startTestEdge(() => undefined, { redeemTicket });
  leaking.edge.server.server.on('upgrade', (_request, socket) => {
    kept.push(socket, Buffer.alloc(2 * most.process, 1));
  });
  const left = await growthOf(leaking);
  expect(left.heap).toBeGreaterThan(most.heap);
  expect(left.process).toBeGreaterThan(most.process);
  expect(kept).toHaveLength(2 * ((rounds + 1) * socketsPerRound + 1));
  expect(taken).toHaveLength(20_000);
  await leaking.close();
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
