/**
 * Two servers on one database behind HAProxy with the configuration of deploy/: while one is killed, and while one is stopped for an upgrade, no call
 * fails at its first try, and each payment is made once. Control: a balancer that never retries a call. Needs haproxy.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listAccounts } from '@calmly/contract';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createCall, type TestApp } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { addPayee, createPayer, type Payer } from '../support/clients/payments.ts';
import {
  freePort,
  type ServerProcess,
  sandbox,
  startServerProcess,
  temporaryDirectory,
  until,
} from '../support/processes/process.ts';

const configuration = fileURLToPath(new URL('../../../../deploy/haproxy/haproxy.cfg', import.meta.url));
const rounds = sized(1, 10);
const callers = 8;

const closing: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

interface Fleet {
  readonly database: Database;
  readonly payer: Payer;
  readonly payee: string;
  readonly token: string;
  readonly url: string;
  readonly servers: ServerProcess[];
  /** Restarts this server on its port, and waits until the balancer sends it calls. */
  start(place: number): Promise<void>;
}

/** `edit` changes the balancer's configuration. */
async function startFleet(edit: (text: string) => string = (text) => text): Promise<Fleet> {
  const directory = await temporaryDirectory();
  closing.push(directory.remove);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
  closing.push(postgres.stop);
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
  const url = `http://127.0.0.1:${port}`;
  const servers: ServerProcess[] = [];
  const begin = (place: number) => {
    const server = startServerProcess({
      ...sandbox,
      RATE_LIMIT_ANONYMOUS: '0',
      RATE_LIMIT_CLIENT: '0',
      SANDBOX_PAYMENTS_PER_HOUR: '0',
      SECRET_KEY: Buffer.alloc(32, 'fleet').toString('base64'),
      DATABASE_URL: postgres.url,
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      HOST: '127.0.0.1',
      PORT: String(ports[place]),
      DRAIN_SECONDS: '5',
    });
    servers[place] = server;
    return server;
  };
  closing.push(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
  });
  await begin(0).ready;
  await begin(1).ready;
  const file = join(directory.path, 'haproxy.cfg');
  const text = (await readFile(configuration, 'utf8'))
    .replace('maxconn 4000', 'maxconn 400')
    .replace('bind :8080', `bind 127.0.0.1:${port}`);
  await writeFile(file, edit(text));
  const balancer = spawn('haproxy', ['-db', '-f', file], {
    env: { ...process.env, CALMLY_ONE: `127.0.0.1:${ports[0]}`, CALMLY_TWO: `127.0.0.1:${ports[1]}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  balancer.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = once(balancer, 'exit');
  closing.push(async () => {
    balancer.kill('SIGKILL');
    await ended;
  });
  await until(async () => {
    if (balancer.exitCode !== null) throw new Error(`haproxy ended: ${said}`);
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
  });
  const database = openDatabase(postgres.url, { poolSize: 2 });
  closing.push(database.close);
  const beside = { database, url, call: createCall(url) } as TestApp;
  const payer = await createPayer(beside, { fundedMinor: 1_000_000_000n });
  const payee = (await addPayee(beside, payer.clientId, { trusted: true })).id;
  return {
    database,
    payer,
    payee,
    token: payer.token,
    url,
    servers,
    async start(place) {
      await begin(place).ready;
      // The balancer checks once a second; its next call to this server proves that it has checked.
      await until(async () => (await fetch(`http://127.0.0.1:${ports[place]}/readyz`)).status === 200);
    },
  };
}

/** Endless calls, all different: payments, with reads in between. */
function startLoad({ payer, payee, url, token }: Fleet) {
  const paid: string[] = [];
  const failed: string[] = [];
  let going = true;
  const call = createCall(url);
  async function callOnce(): Promise<void> {
    const reference = `fleet-${newId()}`;
    const payment = await payer.pay(
      { beneficiaryId: payee, amount: '1.00', reference },
      { idempotencyKey: reference },
    );
    if (payment.status === 201) paid.push(reference);
    else failed.push(`POST ${payment.status} ${payment.text}`);
    const read = await call(listAccounts, { query: {} }, { token });
    if (read.status !== 200) failed.push(`GET ${read.status}`);
  }
  const ended = Promise.all(
    Array.from({ length: callers }, async () => {
      while (going)
        await callOnce().catch((error: unknown) =>
          failed.push(`no answer: ${String((error as Error).cause ?? error)}`),
        );
    }),
  );
  return {
    paid,
    failed,
    /** Until this many more were paid or failed. */
    async some(count = 60): Promise<void> {
      const before = paid.length + failed.length;
      await until(() => paid.length + failed.length >= before + count);
    },
    async stop(): Promise<void> {
      going = false;
      await ended;
    },
  };
}

async function madeOnce({ database }: Fleet, paid: readonly string[]): Promise<void> {
  const { rows } = await sql<{ reference: string; count: number }>`
    select reference, count(*)::int as count from transactions.transaction
    where reference like 'fleet-%' group by 1`.execute(database.sql);
  expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
  expect(rows.map(({ reference }) => reference).sort()).toEqual([...paid].sort());
  expect((await verifyBooks(database.sql)).breaches).toEqual([]);
}

test('no call fails while a server is killed, and while one is stopped for an upgrade', async () => {
  const fleet = await startFleet();
  const load = startLoad(fleet);
  for (let round = 0; round < rounds; round += 1)
    for (const [place, signal] of [
      [0, 'SIGKILL'],
      [1, 'SIGTERM'],
    ] as const) {
      await load.some();
      fleet.servers[place]?.kill(signal);
      const { code } = (await fleet.servers[place]?.ended) ?? {};
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
      await load.some();
      await fleet.start(place);
    }
  await load.some();
  await load.stop();
  expect(load.failed).toEqual([]);
  await madeOnce(fleet, load.paid);
  record({
    id: 'B1',
    what: 'one of two servers killed or stopped under load',
    figure: `${rounds} kills, ${rounds} stops, ${load.paid.length} payments: 0 first tries failed, each made once`,
    control: 'a balancer that sends no call again: calls fail',
  });
});

test('control: with a balancer that sends no call again, calls fail when a server is killed', async () => {
  const fleet = await startFleet((text) => text.replace(/^ *(retry-on|option redispatch|retries).*$/gm, ''));
  const load = startLoad(fleet);
  for (let tries = 0; load.failed.length === 0 && tries < 10; tries += 1) {
    await load.some();
    fleet.servers[0]?.kill('SIGKILL');
    await fleet.servers[0]?.ended;
    await load.some();
    await fleet.start(0);
  }
  await load.stop();
  expect(load.failed.length).toBeGreaterThan(0);
});
