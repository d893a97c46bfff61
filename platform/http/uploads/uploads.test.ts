/** Upload slots: a caller that disconnects frees its slot, at any time, and no client or address can take all of them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { uploadDocument } from '@calmly/contract';
import { actorOf, startTestEdge, type TestEdge } from '@calmly/server/test/support/attackers/edge.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterEach, beforeEach, expect, test as it } from 'vitest';

const content = Buffer.from('a file').toString('base64');

let edge: TestEdge;
let askedGate = 0;
let openGate = () => {};
let handled: Array<() => void> = [];
let holds = false;

beforeEach(async () => {
  askedGate = 0;
  handled = [];
  holds = false;
  const opened = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  edge = await startTestEdge(
    (router) =>
      router.own(uploadDocument, async (work) => {
        if (holds) await new Promise<void>((resolve) => handled.push(resolve));
        const sizeBytes = work.request?.file?.length ?? 0;
        return {
          id: work.newId(),
          fileName: 'a.pdf',
          mediaType: 'application/pdf' as const,
          sizeBytes,
          createdAt: work.now.toISOString(),
        };
      }),
    {
      authenticate: async (token) => {
        askedGate += 1;
        if (token.startsWith('slow')) await opened;
        return actorOf(token);
      },
    },
  );
});
afterEach(() => edge.close());

const upload = (token: string) =>
  edge.call(uploadDocument, { body: { fileName: 'a.pdf', content } }, { token });

/** A call whose body never arrives. */
async function beginUpload(token: string): Promise<Socket> {
  const { port, hostname } = new URL(edge.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/documents HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  socket.on('error', () => undefined);
  return socket;
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    edge.edge.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

it('uses no slot for a caller who disconnected while the gate was deciding', async () => {
  const sockets = await Promise.all(Array.from({ length: 12 }, (_, number) => beginUpload(`slow${number}`)));
  await until(
    () => askedGate,
    (asked) => asked === 12,
  );
  for (const socket of sockets) socket.destroy();
  await until(connections, (count) => count === 0);
  openGate();
  // As many as one address may have at a time.
  holds = true;
  const uploads = ['ann', 'ann', 'bob', 'bob'].map((name) => upload(name));
  await Promise.race([
    until(
      () => handled.length,
      (count) => count === 4,
    ),
    ...uploads,
  ]);
  for (const finish of handled) finish();
  const answers = await Promise.all(uploads);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(answers[0]?.output.sizeBytes).toBe(6);
});

it('control: callers who stay use the slots of their address, and free them when they leave', async () => {
  const sockets = await Promise.all(Array.from({ length: 12 }, (_, number) => beginUpload(`slow${number}`)));
  await until(
    () => askedGate,
    (asked) => asked === 12,
  );
  openGate();
  const full = await until(
    () => upload('ann'),
    ({ status }) => status === 503,
  );
  expect([full.body, full.headers.get('retry-after')]).toMatchObject([{ code: 'overloaded' }, '2']);
  for (const socket of sockets) socket.destroy();
  await until(connections, (count) => count <= 1);
  expect(
    (
      await until(
        () => upload('ann'),
        ({ status }) => status !== 503,
      )
    ).status,
  ).toBe(201);
});

it('leaves half of the slots to clients when many registrations send files', async () => {
  holds = true;
  const drafts = ['ann', 'bob', 'eve', 'joe'].map((name) => upload(`${name}:DRAFT`));
  expect((await Promise.race(drafts)).status).toBe(503);
  await until(
    () => handled.length,
    (count) => count === 3,
  );
  const client = upload('zoe');
  await until(
    () => handled.length,
    (count) => count === 4,
  );
  for (const finish of handled) finish();
  expect((await client).status).toBe(201);
  expect((await Promise.all(drafts)).map(({ status }) => status).sort()).toEqual([201, 201, 201, 503]);
});

it('leaves slots to others when one client sends many files at once', async () => {
  holds = true;
  let refused = 0;
  const burst = Array.from({ length: 10 }, async () => {
    const answer = await upload('ann');
    if (answer.status === 503) refused += 1;
    return answer;
  });
  await until(
    () => handled.length,
    (count) => count === 2,
  );
  const other = upload('bob');
  await until(
    () => handled.length,
    (count) => count === 3,
  );
  // A late file would find a free slot again.
  await until(
    () => refused,
    (count) => count === 8,
  );
  holds = false;
  for (const finish of handled) finish();
  expect((await other).status).toBe(201);
  const statuses = (await Promise.all(burst)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(statuses.filter((status) => status === 503)).toHaveLength(8);
});
