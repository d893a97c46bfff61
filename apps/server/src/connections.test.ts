/** `DATABASE_CONNECTIONS`: what a server does with the fewest connections, and with more than its user may have. */
import { randomUUID } from 'node:crypto';
import { getPayment } from '@calmly/contract';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createCall, type TestApp } from '../test/support/app.ts';
import { addPayee, createPayer } from '../test/support/clients/payments.ts';
import { execute, urlOfDatabase } from '../test/support/database.ts';
import { type ServerProcess, sandbox, startServerProcess } from '../test/support/processes/process.ts';
import { until } from '../test/support/until.ts';

const clusterUrl = inject('clusterUrl');
const closing: Array<() => Promise<unknown>> = [];
let owner: string;

beforeEach(async () => {
  owner = `limited_${randomUUID().replaceAll('-', '')}`;
  await execute(clusterUrl, `create role ${owner} login connection limit 11`);
  closing.push(() => execute(clusterUrl, `drop role ${owner}`));
  await execute(clusterUrl, `create database ${owner} owner ${owner}`);
  closing.push(() => execute(clusterUrl, `drop database ${owner} with (force)`));
});
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

/** The server's own user has a limit; the administrator has none. */
function urlAs(user: string): string {
  const url = new URL(urlOfDatabase(clusterUrl, owner));
  url.username = user;
  return url.href;
}

function start(env: Record<string, string>): ServerProcess {
  const server = startServerProcess({
    ...sandbox,
    RATE_LIMIT_ANONYMOUS: '0',
    RATE_LIMIT_CLIENT: '0',
    SANDBOX_PAYMENTS_PER_HOUR: '0',
    SANDBOX_RAIL_DELAY_MS: '0',
    DATABASE_URL: urlAs(owner),
    ...env,
  });
  closing.push(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });
  return server;
}

test('a server with the fewest connections pays, runs its jobs, and opens no further one', async () => {
  const server = start({ DATABASE_CONNECTIONS: '11' });
  const url = await server.ready;
  const database = openDatabase(urlAs(new URL(clusterUrl).username), { poolSize: 2 });
  closing.push(database.close);
  const bank = { database, url, call: createCall(url) } as TestApp;
  const payer = await createPayer(bank, { fundedMinor: 10_000_000n });
  const payee = (await addPayee(bank, payer.clientId, { trusted: true })).id;
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      payer.pay({ beneficiaryId: payee, amount: '1.00' }, { idempotencyKey: newId() }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201));
  for (const { output } of answers)
    await until(
      async () =>
        (await bank.call(getPayment, { params: { id: output.id } }, { token: payer.token })).output.status,
      (status) => status === 'EXECUTED',
    );
  const lines = server.printed();
  expect(lines).toContain('up to 11 for this process');
  // The user has eleven; a twelfth would be refused.
  expect(lines).not.toContain('53300');
  expect(lines).not.toContain('too many connections');
});

test.each([
  ['20', 'DATABASE_CONNECTIONS is 20, but the database server allows 11 (the limit of this user).'],
  [
    '',
    'Calmly takes up to 28 database connections, but the database server allows 11 (the limit of this user).',
  ],
])(
  'a server with DATABASE_CONNECTIONS=%s is refused when its user may have 11',
  async (connections, reason) => {
    const { code, stderr } = await start({ DATABASE_CONNECTIONS: connections }).ended;
    expect([code, stderr]).toEqual([
      1,
      `${reason} Set DATABASE_CONNECTIONS to a number from 11 to 11, or raise that limit.\n`,
    ]);
  },
);
