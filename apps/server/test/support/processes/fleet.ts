/** Servers on one database behind HAProxy with the configuration of deploy/, under load of payments. Needs haproxy. */
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
import { createCall, type TestApp } from '../app.ts';
import { addPayee, createPayer, type Payer } from '../clients/payments.ts';
import {
  freePort,
  type ServerProcess,
  sandbox,
  startServerProcess,
  temporaryDirectory,
  until,
} from './process.ts';

const configuration = fileURLToPath(new URL('../../../../../deploy/haproxy/haproxy.cfg', import.meta.url));
const callers = 8;

export interface Fleet {
  readonly database: Database;
  readonly payer: Payer;
  readonly payee: string;
  readonly token: string;
  readonly url: string;
  readonly servers: ServerProcess[];
  /** Starts this server again on its port, of this build, and waits until it is ready. */
  start(place: number, main?: string): Promise<void>;
  /** Its process, before it is ready. */
  begin(place: number, main?: string): ServerProcess;
  /** What this server itself answers to the balancer's question. */
  readiness(place: number): Promise<{ readonly status: number; readonly reason?: string }>;
  /** Stops this server for an upgrade. */
  drain(place: number): Promise<void>;
  close(): Promise<void>;
}

/** `edit` changes the balancer's configuration. */
export async function startFleet(edit: (text: string) => string = (text) => text): Promise<Fleet> {
  const closing: Array<() => Promise<unknown>> = [];
  const close = async () => {
    for (let each = closing.pop(); each; each = closing.pop()) await each();
  };
  try {
    return { ...(await startInside(closing, edit)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startInside(
  closing: Array<() => Promise<unknown>>,
  edit: (text: string) => string,
): Promise<Omit<Fleet, 'close'>> {
  const directory = await temporaryDirectory();
  closing.push(directory.remove);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
  closing.push(postgres.stop);
  const [port, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
  const url = `http://127.0.0.1:${port}`;
  const servers: ServerProcess[] = [];
  const begin = (place: number, main?: string) => {
    const server = startServerProcess(
      {
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
      },
      { main },
    );
    servers[place] = server;
    return server;
  };
  closing.push(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
  });
  const readiness = async (place: number) => {
    const answer = await fetch(`http://127.0.0.1:${ports[place]}/readyz`);
    const { reason } = (await answer.json()) as { readonly reason?: string };
    return { status: answer.status, ...(reason === undefined ? {} : { reason }) };
  };
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
    begin,
    async start(place, main) {
      await begin(place, main).ready;
      // The balancer checks once a second; its next call to this server proves that it has checked.
      await until(async () => (await readiness(place)).status === 200);
    },
    readiness,
    async drain(place) {
      servers[place]?.kill('SIGTERM');
      const { code } = (await servers[place]?.ended) ?? {};
      if (code !== 0) throw new Error(`a server ended with ${code}`);
    },
  };
}

/** Endless calls, all different: payments, with reads in between. */
export function startLoad({ payer, payee, url, token }: Fleet) {
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

/** Payments that were not made once, and breaches of the books. */
export async function breachesAfter({ database }: Fleet, paid: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql<{ reference: string; count: number }>`
    select reference, count(*)::int as count from transactions.transaction
    where reference like 'fleet-%' group by 1`.execute(database.sql);
  const wanted = new Set(paid);
  return [
    ...rows.filter(({ reference, count }) => count !== 1 || !wanted.delete(reference)),
    ...[...wanted].map((reference) => ({ reference, count: 0 })),
    ...(await verifyBooks(database.sql)).breaches,
  ];
}
