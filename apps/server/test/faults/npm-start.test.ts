/**
 * `npm start` and `npm run dev` as a user runs them: a signal to npm alone stops the server and its database cleanly and leaves nothing
 * behind. The control is npm's default, a shell between npm and the server: the same check finds the processes left running.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isFull, record } from '../support/campaign.ts';
import {
  freePort,
  postmasterOf,
  temporaryDirectory,
  until,
  withoutSandbox,
} from '../support/processes/process.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
let directory: { path: string; remove: () => Promise<void> };
let port: number;
/** Started by a test; none of these processes may outlive it. */
let started: ChildProcess[] = [];
/** Output of a piped command. */
let printed = '';

beforeAll(async () => {
  // The first step of npm start, once.
  const build = "import('./scripts/build/all.mjs').then(({ buildAll }) => buildAll())";
  await promisify(execFile)(process.execPath, ['-e', build], { cwd: root });
});
beforeEach(async () => {
  directory = await temporaryDirectory();
  port = await freePort();
  printed = '';
});
afterEach(async () => {
  for (const pid of await processesOf(directory.path)) killIfThere(pid);
  for (const child of started) child.kill('SIGKILL');
  started = [];
  await directory.remove();
});

/** An earlier kill may have ended it too. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Every process with this data directory in its environment or its command line. */
async function processesOf(dataDirectory: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const mine = await Promise.all(
    pids.map(async (pid) => {
      const texts = await Promise.all(
        ['environ', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      const place = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return texts.join('').includes(dataDirectory) || place.startsWith(dataDirectory);
    }),
  );
  return pids.filter((pid, index) => mine[index] && pid !== process.pid);
}

/** Runs a command as npm's user would, in a separate process group, until the server answers. */
async function startCommand(
  command: string,
  args: readonly string[],
  stdout: 'ignore' | 'pipe' = 'ignore',
): Promise<ChildProcess> {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', stdout, 'inherit'],
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      VITEST: '',
      DATA_DIR: directory.path,
      PORT: String(port),
      PORTAL_PORT: '0',
      LOG_LEVEL: 'error',
      ...withoutSandbox(directory.path),
    },
  });
  started.push(child);
  child.stdout?.on('data', (part: Buffer) => {
    printed += part.toString();
  });
  await until(
    async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.status === 200,
  );
  return child;
}

async function expectNothingLeft(): Promise<void> {
  expect(await processesOf(directory.path)).toEqual([]);
  expect(await postmasterOf(directory.path)).toBeUndefined();
}

const cases = [
  ['start', 'SIGTERM'],
  ['start', 'SIGINT'],
  ['run dev', 'SIGTERM'],
  ['run dev', 'SIGINT'],
] as const;

test.each(isFull ? cases : cases.slice(0, 2))(
  'npm %s: %s to npm alone stops everything',
  async (script, signal) => {
    const npm = await startCommand('npm', script.split(' '));
    expect((await processesOf(directory.path)).length).toBeGreaterThan(2);
    // The server waits for it, so that it is the last to stop.
    const unfinished = connect(port, 'localhost').on('error', () => undefined);
    unfinished.write(
      'POST /api/registrations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    npm.kill(signal);
    const [code] = await once(npm, 'exit');
    expect(code).toBe(0);
    await expectNothingLeft();
    record({
      id: 'B1',
      what: `npm ${script}: ${signal} to npm alone`,
      figure: 'exit code 0, no process, no postmaster.pid',
      control: 'a shell in between leaves both running',
    });
  },
);

test('npm run dev prints the portal’s address; the sandbox desk is there, and the server knows that address', async () => {
  await startCommand('npm', ['run', 'dev'], 'pipe');
  // Vite prints the port in bold if it assumes a terminal or a CI server.
  const portal = /http:\/\/localhost:\d+/.exec(stripVTControlCharacters(printed))?.[0] ?? '';
  const html = { accept: 'text/html' };
  expect(await (await fetch(`${portal}/sandbox/desk`, { headers: html })).text()).toContain('/src/main.tsx');
  const metadata = await fetch(`${portal}/.well-known/oauth-authorization-server`);
  expect(await metadata.json()).toMatchObject({ issuer: portal });
});

test('control: a shell between npm and the server leaves both running', async () => {
  // As npm runs a script that does not begin with exec.
  const shell = await startCommand('sh', ['-c', 'node scripts/start.mjs; exit']);
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  expect((await processesOf(directory.path)).length).toBeGreaterThan(2);
});

if (isFull)
  test('the end of npm stops a server that belongs to a terminal, and no other', async () => {
    const { start } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts;
    expect(start).toMatch(/^exec /);
    const server = await startCommand('npm', ['start']);
    server.kill('SIGKILL');
    await once(server, 'exit');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // Without a terminal it keeps running.
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
    for (const pid of await processesOf(directory.path)) process.kill(pid, 'SIGTERM');
    await until(async () => (await processesOf(directory.path)).length === 0);

    // `script` provides a terminal.
    const terminal = await startCommand('script', ['-qec', 'npm start', '/dev/null']);
    const npm = await pidOf('npm start');
    process.kill(npm, 'SIGKILL');
    await until(async () => (await processesOf(directory.path)).every((pid) => pid === terminal.pid));
    expect(await postmasterOf(directory.path)).toBeUndefined();
  });

/** The process of this test with that title. */
async function pidOf(title: string): Promise<number> {
  for (const pid of await processesOf(directory.path)) {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (text.replaceAll('\0', ' ').trim() === title) return pid;
  }
  throw new Error(`there is no ${title}`);
}
