/** The websocket: who may connect, who receives what, and that it ends with the session. */
import { once } from 'node:events';
import { clientId, startTestEdge, type TestEdge } from '@calmly/server/test/support/attackers/edge.ts';
import { sql as query } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { publish, publishAll } from '../../notify/push.ts';

let edge: TestEdge;
let usedTickets: Set<string>;
let sockets: WebSocket[];

beforeEach(async () => {
  usedTickets = new Set();
  sockets = [];
  edge = await startTestEdge((router) => router.socket({ path: '/room', open: () => ({}) }), {
    // `<client>_<session>`, with anything after another `_`; valid once.
    redeemTicket: async (ticket) => {
      if (usedTickets.has(ticket) || ticket === 'forged') return undefined;
      usedTickets.add(ticket);
      const [name = '', session = ''] = ticket.split('_');
      return { clientId: clientId(name), sessionId: session };
    },
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await edge.close();
});

function connect(ticket: string, origin = edge.url, path = '/live'): WebSocket {
  const address = `${edge.url.replace('http', 'ws')}/api${path}`;
  const socket = new WebSocket(address, ['calmly', `calmly.${ticket}`], { origin });
  sockets.push(socket);
  return socket;
}

async function open(ticket: string): Promise<WebSocket> {
  const socket = connect(ticket);
  await once(socket, 'open');
  return socket;
}

/** The HTTP status of the refused upgrade. */
async function refusal(socket: WebSocket): Promise<number> {
  socket.on('error', () => undefined);
  const [, response] = await once(socket, 'unexpected-response');
  return response.statusCode;
}

async function nextEvent(socket: WebSocket): Promise<unknown> {
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = await once(socket, 'close');
  return code;
}

test('the negotiated protocol does not repeat the ticket', async () => {
  const socket = await open('anna_1');
  expect(socket.protocol).toBe('calmly');
});

test('a ticket works once, a forged one never: the only answer is that it is void', async () => {
  await open('anna_1');
  for (const ticket of ['anna_1', 'forged']) {
    const socket = connect(ticket);
    const heard: unknown[] = [];
    socket.on('message', (data) => heard.push(data));
    const closed = closeCode(socket);
    await once(socket, 'open');
    await publish(edge.database.sql, clientId('anna'), { topic: 'accounts' });
    expect(await closed).toBe(4002);
    expect(heard).toEqual([]);
  }
});

test('a caller without a ticket is refused', async () => {
  const socket = new WebSocket(`${edge.url.replace('http', 'ws')}/api/live`, ['calmly'], {
    origin: edge.url,
  });
  sockets.push(socket);
  expect(await refusal(socket)).toBe(401);
});

test('pages of other origins and callers without an origin are refused, and use up no ticket', async () => {
  expect(await refusal(connect('anna_1', 'https://evil.example'))).toBe(403);
  expect(await refusal(connect('anna_1', ''))).toBe(403);
  expect(usedTickets.size).toBe(0);
});

test('an event reaches every browser of its client once it is committed, and no one else', async () => {
  const [anna, annaToo, boris] = [await open('anna_1'), await open('anna_2'), await open('boris_1')];
  const heard: unknown[] = [];
  boris.on('message', (data) => heard.push(JSON.parse(String(data))));
  const both = Promise.all([nextEvent(anna), nextEvent(annaToo)]);

  await edge.database
    .inTransaction(async (sql) => {
      await publish(sql, clientId('anna'), { topic: 'accounts' });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await edge.database.inTransaction((sql) =>
    publishAll(sql, [{ clientId: clientId('anna'), event: { topic: 'beneficiaries' } }]),
  );
  expect(await both).toEqual([{ topic: 'beneficiaries' }, { topic: 'beneficiaries' }]);

  const own = nextEvent(boris);
  await publish(edge.database.sql, clientId('boris'), { topic: 'accounts' });
  await own;
  expect(heard).toEqual([{ topic: 'accounts' }]);
});

test('hints of a thousand payments fit into messages that the database can carry', async () => {
  const anna = await open('anna_1');
  const ids = Array.from({ length: 1000 }, (_, index) => clientId(String(index)));
  const told: string[] = [];
  const complete = new Promise<void>((resolve) => {
    anna.on('message', (data) => {
      told.push(...JSON.parse(String(data)).ids);
      if (told.length === ids.length) resolve();
    });
  });
  await publish(edge.database.sql, clientId('anna'), { topic: 'payments', ids });
  await complete;
  expect(told).toEqual(ids);
});

test('the end of a session closes that session’s sockets and no others', async () => {
  const [ended, other] = [await open('anna_1'), await open('anna_2')];
  const closed = closeCode(ended);
  const told = nextEvent(ended);
  await publishAll(edge.database.sql, [
    { clientId: clientId('anna'), sessionId: '1', event: { topic: 'session', ended: true } },
  ]);
  expect(await told).toEqual({ topic: 'session', ended: true });
  expect(await closed).toBe(4001);
  const next = nextEvent(other);
  await publish(edge.database.sql, clientId('anna'), { topic: 'accounts' });
  expect(await next).toEqual({ topic: 'accounts' });
});

/** Whether the server still answers; if it has closed the socket, the close frame arrives first. */
async function isAlive(socket: WebSocket): Promise<boolean> {
  if (socket.readyState !== WebSocket.OPEN) return false;
  const answers = [once(socket, 'pong').then(() => true), once(socket, 'close').then(() => false)];
  socket.ping();
  return Promise.race(answers);
}

test('the end of a session closes its sockets of modules too, and no others', async () => {
  const [ended, other] = [connect('anna_1', edge.url, '/room'), connect('anna_2', edge.url, '/room')];
  await Promise.all([once(ended, 'open'), once(other, 'open')]);
  const page = await open('anna_3');
  const later = nextEvent(page);
  await publishAll(edge.database.sql, [
    { clientId: clientId('anna'), sessionId: '1', event: { topic: 'session', ended: true } },
    { clientId: clientId('anna'), event: { topic: 'accounts' } },
  ]);
  await later;
  expect([await isAlive(ended), await isAlive(other)]).toEqual([false, true]);
});

test('an eleventh socket of a session replaces the oldest of that session, and no colleague’s', async () => {
  const colleagues = await open('anna_0');
  const first = await open('anna_1');
  const closed = closeCode(first);
  for (let more = 0; more < 9; more += 1) await open(`anna_1_${more}`);
  expect(first.readyState).toBe(WebSocket.OPEN);
  await open('anna_1_last');
  expect(await closed).toBe(1008);
  expect(colleagues.readyState).toBe(WebSocket.OPEN);
});

test('a fifty-first socket of a client replaces the oldest, whatever its session', async () => {
  const first = await open('boris_0');
  const closed = closeCode(first);
  for (let more = 1; more < 50; more += 1) await open(`boris_${more}`);
  expect(first.readyState).toBe(WebSocket.OPEN);
  await open('boris_50');
  expect(await closed).toBe(1008);
});

test('when messages may have been lost, every browser opens a new socket, with a new ticket', async () => {
  const anna = await open('anna_1');
  const closed = closeCode(anna);
  await query`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'calmly listener'`.execute(edge.database.sql);
  expect(await closed).toBe(4000);
  const next = await open('anna_2');
  const told = nextEvent(next);
  await publish(edge.database.sql, clientId('anna'), { topic: 'accounts' });
  expect(await told).toEqual({ topic: 'accounts' });
});

test('a browser that sends too much is disconnected', async () => {
  const anna = await open('anna_1');
  const closed = closeCode(anna);
  anna.send('x'.repeat(5_000));
  expect(await closed).toBe(1009);
});

test('a stopping server announces it', async () => {
  const anna = await open('anna_1');
  const closed = closeCode(anna);
  await edge.edge.drain();
  expect(await closed).toBe(1001);
});
