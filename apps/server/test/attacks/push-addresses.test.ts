/**
 * A push subscription names an address that our server calls: it must not lead into our own network, and must not keep the server busy.
 * Controls, each tried once, and each made a test here fail: no check of resolved addresses, a check of the first address only, a second
 * resolution for the connection, bare IP addresses, single-label names, no time limit, and a body that is read.
 */
import http, { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { savePushBrowser } from '@calmly/contract';
import { notify } from '@calmly/platform/notify/notices.ts';
import { createGuardedPost } from '@calmly/platform/outbound/guarded-post.ts';
import { isPublicAddress } from '@calmly/platform/outbound/public-addresses.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createPayer, type Payer, systemWork } from '../support/clients/payments.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let payer: Payer;
/** On our own network, so it must never be called. */
let inside: Server;
let insideOrigin: string;
const calls: string[] = [];
beforeAll(async () => {
  inside = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  insideOrigin = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
  app = await startTestApp({ jobs: true, pollMs: 50 });
  payer = await createPayer(app, { fundedMinor: 0n });
});
afterAll(async () => {
  await app.close();
  inside.closeAllConnections();
  inside.close();
});

const keys = {
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  secret: 'BTBZMqHH6r4Tts7J_aSIgg',
};
/** Raw, because the contract's own client would not send these. */
const subscribe = (endpoint: string) =>
  fetch(`${app.url}/api${savePushBrowser.path}`, {
    method: savePushBrowser.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${payer.token}` },
    body: JSON.stringify({ Endpoint: endpoint, P256dh: keys.publicKey, Auth: keys.secret, Details: false }),
  });

describe('a subscription is refused', () => {
  it.each([
    'http://push.example.net/a',
    'https://push.example.net:8443/a',
    'https://push.example.net:22/a',
    'https://user:secret@push.example.net/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://017700000001/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://localhost/a',
    'https://postgres/a',
    'https://localhost./a',
    'ftp://push.example.net/a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'not an address',
    `https://push.example.net/${'a'.repeat(1_000)}`,
  ])('%s', async (endpoint) => {
    expect((await subscribe(endpoint)).status).toBe(400);
  });

  it('an existing local server is not called either, and the answer does not reveal whether a name exists', async () => {
    expect((await subscribe(insideOrigin)).status).toBe(400);
    const known = await subscribe('https://localhost.example.invalid/a');
    const unknown = await subscribe('https://push.example.net/a');
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(calls).toEqual([]);
  });
});

const everywhere = (addresses: readonly string[]): LookupFunction & { asked: number } => {
  const lookup = ((_name, _options, callback) => {
    lookup.asked += 1;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    callback(null, found as never);
  }) as LookupFunction & { asked: number };
  lookup.asked = 0;
  return lookup;
};
const send = (lookup: LookupFunction, address = 'https://push.example.net/a') =>
  createGuardedPost({ trustedOrigins: [], lookup, timeoutMs: 500 }).post(address, {
    headers: {},
    body: Buffer.from('x'),
  });

describe('a name that leads', () => {
  it.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['100.64.0.1']],
    [['169.254.169.254']],
    [['172.31.255.255']],
    [['192.168.1.1']],
    [['0.0.0.0']],
    [['224.0.0.1']],
    [['255.255.255.255']],
    [['::']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['fe80::1']],
    [['fc00::1']],
    [['ff02::1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
    [['2001:db8::1']],
    // An additional public address does not help.
    [['93.184.215.14', '10.0.0.1']],
    [['10.0.0.1', '93.184.215.14']],
    [[]],
  ])('to %j is not called', async (addresses) => {
    await expect(send(everywhere(addresses))).rejects.toMatchObject({ name: 'RefusedAddress' });
  });

  it('to public addresses is resolved once, and connects to the checked address', async () => {
    // A global unicast address that is not assigned.
    const lookup = everywhere(['2000::1']);
    await expect(send(lookup)).rejects.not.toMatchObject({ name: 'RefusedAddress' });
    expect(lookup.asked).toBe(1);
  });

  it('is judged by all of its bits', () => {
    expect(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::1'].map(isPublicAddress)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['', 'localhost', '8.8.8', 'fe80::1%eth0'].map(isPublicAddress)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a push service', () => {
  const serving = async (listener: http.RequestListener, use: (origin: string) => Promise<void>) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };
  /** The tests have no time limit, except those of the limit itself. */
  const postTo = (origin: string, timeoutMs = 60_000) =>
    createGuardedPost({ trustedOrigins: [origin], timeoutMs }).post(`${origin}/a`, {
      headers: {},
      body: Buffer.from('x'),
    });

  it('that redirects is not followed', async () => {
    await serving(
      (_request, response) => response.writeHead(307, { location: `${insideOrigin}/redirected` }).end(),
      async (origin) => {
        expect(await postTo(origin)).toMatchObject({ status: 307 });
      },
    );
    expect(calls).not.toContain('/redirected');
  });

  it('that sends without end is not read, and is left at once', async () => {
    const left = Promise.withResolvers<void>();
    await serving(
      (_request, response) => {
        response.once('close', left.resolve);
        response.writeHead(201);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      async (origin) => {
        expect(await postTo(origin)).toMatchObject({ status: 201 });
        await left.promise;
      },
    );
  });

  const timedOut = { cause: { name: 'TimeoutError' } };
  it('that never answers, or lets its headers drip, is left after the limit', async () => {
    await serving(
      () => undefined,
      (origin) => expect(postTo(origin, 300)).rejects.toMatchObject(timedOut),
    );
    await serving(
      (_request, response) => {
        const drip = setInterval(() => response.socket?.write('X-A: a\r\n'), 50);
        response.socket?.write('HTTP/1.1 201 Created\r\n');
        response.once('close', () => clearInterval(drip));
      },
      (origin) => expect(postTo(origin, 300)).rejects.toMatchObject(timedOut),
    );
  });

  it('that sends headers without end is left', async () => {
    await serving(
      (_request, response) =>
        response.socket?.write(`HTTP/1.1 201 Created\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`),
      (origin) => expect(postTo(origin)).rejects.toMatchObject({ code: 'HPE_HEADER_OVERFLOW' }),
    );
  });

  it('at an address stored in another form is not called, and is deleted', async () => {
    await until(
      async () => (await subscribe('https://push.example.net/b')).status,
      (status) => status === 200,
    );
    await sql`update notifications.push_subscription set endpoint = ${`${insideOrigin}/stored`}
      where endpoint = 'https://push.example.net/b'`.execute(app.database.sql);
    await systemWork(app.database, (work) =>
      notify(work, [{ kind: 'password_changed', clientId: payer.clientId }]),
    );
    await until(
      async () =>
        (
          await sql`select from notifications.push_subscription where endpoint like ${`${insideOrigin}%`}`.execute(
            app.database.sql,
          )
        ).rows,
      (rows) => rows.length === 0,
    );
    // Recorded after the address is gone.
    await until(
      async () =>
        (
          await sql`select from outbox.message where channel = 'push' and failure = 'refused_address'`.execute(
            app.database.sql,
          )
        ).rows,
      (rows) => rows.length === 1,
    );
    expect(calls).toEqual([]);
  });
});
