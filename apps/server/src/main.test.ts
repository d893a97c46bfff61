import { execFile } from 'node:child_process';
import { chmod, chown, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { execute } from '../test/support/database.ts';
import {
  freePort,
  isAlive,
  postmasterOf,
  type ServerProcess,
  startServerProcess,
  temporaryDirectory,
  until,
} from '../test/support/processes/process.ts';
import { isRoot, type rootOnly } from '../test/support/processes/root-only.ts';

const nobody = { uid: 65_534, gid: 65_534 };
let directory: { path: string; remove: () => Promise<void> };
let running: ServerProcess[] = [];
/** The directory of a server that was started once and stopped cleanly: most tests are about a later start. */
let startedOnce: { path: string; remove: () => Promise<void> };
/** Observations of that server. */
const first = {
  /** Status codes of its port, in order. */
  answers: new Set<number>(),
  retryAfter: 0,
  postmaster: undefined as number | undefined,
  code: undefined as number | null | undefined,
};

beforeAll(async () => {
  startedOnce = await temporaryDirectory();
  const port = await freePort();
  const server = startServerProcess({ DATA_DIR: startedOnce.path, PORT: String(port) });
  await until(async () => {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
    if (answer) first.answers.add(answer.status);
    if (answer?.status === 503) first.retryAfter = Number(answer.headers.get('retry-after'));
    return answer?.status === 200;
  });
  await server.ready;
  first.postmaster = await postmasterOf(startedOnce.path);
  server.kill('SIGINT');
  first.code = (await server.ended).code;
});
afterAll(() => startedOnce.remove());

beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(async () => {
  for (const server of running) server.kill('SIGTERM');
  for (const server of running) await server.ended;
  running = [];
  await directory.remove();
});

function start(env: Record<string, string> = {}, user = {}): ServerProcess {
  const server = startServerProcess({ DATA_DIR: directory.path, ...env }, user);
  running.push(server);
  return server;
}

/** The files keep their owner. */
const copyStarted = () => promisify(execFile)('cp', ['-a', `${startedOnce.path}/.`, directory.path]);

/** A server on a copy of that directory. */
async function startAgain(env: Record<string, string> = {}): Promise<ServerProcess> {
  await copyStarted();
  return start(env);
}

/** A server with a sign-in that waits for a lock which the test holds. */
async function withCallInFlight() {
  const server = await startAgain();
  const address = await server.ready;
  const host = encodeURIComponent(join(directory.path, 'postgres'));
  const locker = new pg.Client({ connectionString: `postgres://calmly@localhost/postgres?host=${host}` });
  // The forced stop ends this session too.
  locker.on('error', () => undefined);
  await locker.connect();
  await locker.query('begin; lock table identity.person in access exclusive mode');
  const headers = { authorization: `Basic ${btoa('nobody@demo.calmly.example:wrong')}` };
  const call = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
  const answer = fetch(`${address}/api/oauth/token`, call).catch(() => undefined);
  await until(async () => {
    const { rows } = await locker.query('select 1 from pg_locks where not granted');
    return rows.length > 0;
  });
  const postmaster = (await postmasterOf(directory.path)) ?? 0;
  return { server, address, answer, postmaster, unlock: () => locker.end() };
}

const isReady = async (address: string) =>
  (await fetch(`${address}/readyz`).catch(() => undefined))?.status === 200;

describe('a server with its own database', () => {
  it('starts in an empty directory, and a signal stops it and its database in order', async () => {
    expect(first.code).toBe(0);
    expect(first.postmaster).toBeDefined();
    expect(await postmasterOf(startedOnce.path)).toBeUndefined();
    await until(() => !isAlive(first.postmaster ?? 0));
  });

  it('answers 503 on its port until it is ready', () => {
    expect([...first.answers]).toEqual([503, 200]);
    expect(first.retryAfter).toBeGreaterThan(0);
  });

  it('answers open calls before it stops, and accepts no new ones', async () => {
    const { server, address, answer, unlock } = await withCallInFlight();
    server.kill('SIGTERM');
    await until(async () => (await fetch(`${address}/healthz`).catch(() => undefined))?.status !== 200);
    await unlock();
    expect((await answer)?.status).toBe(400);
    expect((await server.ended).code).toBe(0);
  });

  it('takes calls for DRAIN_SECONDS while it says that it is not ready, and a second signal ends that', async () => {
    const server = await startAgain({ DRAIN_SECONDS: '3600' });
    const address = await server.ready;
    server.kill('SIGTERM');
    const probe = async () => (await fetch(`${address}/readyz`)).json();
    await until(async () => (await probe()).reason === 'draining');
    const headers = { authorization: `Basic ${btoa('nobody@demo.calmly.example:wrong')}` };
    const call = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch(`${address}/api/oauth/token`, call)).status).toBe(400);
    await sleep(700);
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(1);
  });

  it('ends in order after DRAIN_SECONDS', async () => {
    const server = await startAgain({ DRAIN_SECONDS: '1' });
    await server.ready;
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });

  it('stops at once after a second signal, and leaves no database running', async () => {
    const { server, address, postmaster, answer } = await withCallInFlight();
    server.kill('SIGINT');
    await until(async () => (await fetch(`${address}/healthz`).catch(() => undefined))?.status !== 200);
    // Sooner after the first signal, it would be taken for npm's copy of the same Ctrl-C.
    await sleep(700);
    server.kill('SIGINT');
    expect((await server.ended).code).toBe(1);
    expect(await answer).toBeUndefined();
    await until(() => !isAlive(postmaster));
  });

  it('is the only one on its directory, restarts a killed database, and leaves one to its successor when it is killed', async () => {
    const server = await startAgain();
    const address = await server.ready;

    const second = await start().ended;
    expect(second.code).toBe(1);
    expect(second.stderr).toBe(`Another Calmly server is running on the data directory ${directory.path}.\n`);
    expect(await isReady(address)).toBe(true);

    const killed = await postmasterOf(directory.path);
    process.kill(killed ?? 0, 'SIGKILL');
    await until(async () => {
      const next = await postmasterOf(directory.path);
      return next !== undefined && next !== killed && (await isReady(address));
    });

    const postmaster = await postmasterOf(directory.path);
    server.kill('SIGKILL');
    await server.ended;
    expect(isAlive(postmaster ?? 0)).toBe(true);
    const next = start();
    expect(await isReady(await next.ready)).toBe(true);
    expect(await postmasterOf(directory.path)).toBe(postmaster);
    next.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
    await until(() => !isAlive(postmaster ?? 0));
  });

  it('does not share its port: of two servers that start together one is refused', async () => {
    const port = String(await freePort());
    const beside = await temporaryDirectory();
    const both = [start({ PORT: port }), start({ PORT: port, DATA_DIR: beside.path })];
    const outcomes = await Promise.allSettled(both.map(({ ready }) => ready));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both[outcomes.findIndex(({ status }) => status === 'rejected')];
    expect((await refused?.ended)?.stderr).toContain(`Port ${port} is used by another program`);
    // Either of them may be running, on either directory.
    for (const server of both) server.kill('SIGTERM');
    await Promise.all(both.map(({ ended }) => ended));
    await beside.remove();
  });

  it('stops in order while it is still starting', async () => {
    const server = start();
    await until(async () => (await postmasterOf(directory.path)) !== undefined);
    server.kill('SIGTERM');
    const { code, stderr } = await server.ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(await postmasterOf(directory.path)).toBeUndefined();
  });
});

describe('a start that cannot succeed', () => {
  const refused = async (env: Record<string, string>) => {
    const { code, stderr } = await start(env).ended;
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    return stderr;
  };

  it('names a taken port before it touches a database', async () => {
    const taken = createServer().listen(0, 'localhost');
    await until(() => taken.listening);
    const address = taken.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    expect(await refused({ PORT: port })).toContain(`Port ${port} is used by another program`);
    expect(await readdir(directory.path)).toEqual([]);
    taken.close();
  });

  it('reports a lost secret key, and creates no new one', async () => {
    await copyStarted();
    const postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
    await execute(postgres.url, `insert into connections.keys (sealed) values ('\\x01deadbeef')`);
    await postgres.stop();
    await rm(join(directory.path, 'secret.key'));
    expect(await refused({})).toContain('The secret key of this database is missing');
    expect((await readdir(directory.path)).toSorted()).toEqual(['anchor.json', 'postgres', 'rail']);
  });

  it('without the sandbox refuses a database that holds its demo', async () => {
    await copyStarted();
    const postgres = await startEmbeddedPostgres({ dataDirectory: directory.path });
    await execute(postgres.url, `insert into sandbox.seed (name, seeded_at) values ('demo', now())`);
    await postgres.stop();
    expect(await refused({})).toContain('This database holds the demo of the sandbox');
  });

  it('reports a data directory that is not writable', async () => {
    const user = isRoot ? nobody : {};
    await copyStarted();
    if (isRoot) await chown(directory.path, nobody.uid, nobody.gid);
    await chmod(join(directory.path, 'postgres', 'server.log'), 0o400);
    const { code, stderr } = await start({}, user).ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The data directory .* cannot be used: .* \(EACCES\)\.\n$/),
    ]);
  });

  it('says that the database is unavailable, without its password', async () => {
    const stderr = await refused({ DATABASE_URL: 'postgres://calmly:canary@localhost:1/calmly' });
    expect(stderr).toContain('cannot be reached: nothing listens there (ECONNREFUSED)');
    expect(stderr).not.toContain('canary');
  });

  it('refuses a database that would lose acknowledged payments', async () => {
    const url = new URL(inject('clusterUrl'));
    url.searchParams.set('options', '-c synchronous_commit=off');
    expect(await refused({ DATABASE_URL: url.href })).toContain('synchronous_commit is off');
  });

  it('reports a data directory that is not a directory', async () => {
    const file = join(directory.path, 'file');
    await writeFile(file, '');
    expect(await refused({ DATA_DIR: file })).toContain(`data directory ${file} cannot be used`);
  });

  it('lists every invalid variable at once', async () => {
    const stderr = await refused({ PORT: 'eighty', SANDBOX_RAIL_DELAY_MS: 'soon' });
    expect(stderr).toContain('PORT must be');
    expect(stderr).toContain('SANDBOX_RAIL_DELAY_MS must be');
  });
});

describe.runIf(isRoot)('an ordinary user' satisfies keyof typeof rootOnly, () => {
  it('runs the database as itself', async () => {
    await chown(directory.path, nobody.uid, nobody.gid);
    const server = start({}, nobody);
    expect(await isReady(await server.ready)).toBe(true);
  });

  it('gets one line when the data directory is not accessible', async () => {
    await chmod(directory.path, 0o700);
    const { code, stderr } = await start({ DATA_DIR: join(directory.path, 'data') }, nobody).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The data directory .* \(EACCES\)\.\n$/)]);
  });
});
