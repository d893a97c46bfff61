/**
 * A server behind PgBouncer: refused at its start where sessions are shared or their settings are dropped, because its locks, notifications and
 * prepared statements would not hold. Control: the same database without the pooler. Needs pgbouncer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { findPostgresUser } from '@calmly/platform/postgres/cluster/postgres-user.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf } from '../../support/processes/debian-packages.ts';
import {
  freePort,
  sandbox,
  startServerProcess,
  temporaryDirectory,
  until,
} from '../../support/processes/process.ts';

const closing: Array<() => Promise<unknown>> = [];
let direct: URL;
let directory: string;

beforeAll(async () => {
  const temporary = await temporaryDirectory();
  closing.push(temporary.remove);
  directory = temporary.path;
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  closing.push(postgres.stop);
  direct = new URL(postgres.url);
});
afterAll(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

/** Starts PgBouncer with these settings; returns the address through it. */
async function startPooler(settings: Readonly<Record<string, string>>): Promise<string> {
  const pgbouncer = await programOf('pgbouncer', 'pgbouncer');
  const port = await freePort();
  const [file, users] = [join(directory, `pooler-${port}.ini`), join(directory, `users-${port}`)];
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    ...settings,
  };
  await writeFile(users, '"calmly" ""\n');
  await writeFile(
    file,
    [
      '[databases]',
      `postgres = host=${direct.searchParams.get('host')} dbname=postgres`,
      '[pgbouncer]',
      ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  );
  // Like PostgreSQL, it refuses to run as root.
  const child = spawn(pgbouncer, [file], { ...(await findPostgresUser()), stdio: 'ignore' });
  closing.push(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await until(() => listens(port));
  return `postgres://calmly@127.0.0.1:${port}/postgres`;
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function refusal(url: string): Promise<string> {
  const server = startServerProcess({ ...sandbox, DATABASE_URL: url });
  server.ready.then(
    () => server.kill('SIGTERM'),
    () => undefined,
  );
  const { code, stderr } = await server.ended;
  return `${code} ${stderr.trim()}`;
}

const ignored = {
  ignore_startup_parameters:
    'options,extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
};

test.each([
  [
    'shares sessions between transactions',
    { ...ignored, pool_mode: 'transaction' },
    'shares sessions between its clients',
  ],
  [
    'shares sessions in turn',
    { ...ignored, pool_mode: 'transaction', server_round_robin: '1' },
    'shares sessions between its clients',
  ],
  [
    'shares sessions between statements',
    { ...ignored, pool_mode: 'statement' },
    'shares sessions between its clients',
  ],
  ['drops the settings of a session', { ...ignored, pool_mode: 'session' }, 'a connection pooler drops them'],
  ['refuses the settings of a session', { pool_mode: 'session' }, 'refuses the settings of a session'],
])('a server does not start behind a pooler that %s', async (_what, settings, reason) => {
  const said = await refusal(await startPooler(settings));
  expect(said).toMatch(/^1 /);
  expect(said).toContain(reason);
  expect(said).toContain('Give DATABASE_URL the address of PostgreSQL itself');
});

test('control: without the pooler, the same server starts on the same database', async () => {
  expect(await refusal(direct.href)).toBe('0 ');
});
