/** The server as a user runs it: the build of `npm start` in a separate process, for tests of starting, stopping and dying. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServer } from '../../../../../scripts/build/server.mjs';
import { compileCache } from './commands.ts';
import { makeFastDirectory } from './fast-directory.ts';

/** `main.js` of this version. */
export const builtServer = await buildServer();
/** A bank without the sandbox needs carriers to start; these are never called. */
export const carriers = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@calmly.example',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+4915100000000',
  TWILIO_BASE_URL: 'http://127.0.0.1:9',
} as const;

/** A sandbox whose rail settles, and which shows its codes because it has no carriers. */
export const sandbox = {
  SANDBOX: 'on',
  RAIL: 'sandbox',
  SMTP_URL: '',
  MAIL_FROM: '',
  TWILIO_ACCOUNT_SID: '',
  TWILIO_AUTH_TOKEN: '',
  TWILIO_FROM: '',
} as const;

/** Everything that a bank without the sandbox needs, besides a database. */
export const withoutSandbox = (directory: string) => ({
  ...carriers,
  SANDBOX: 'off',
  RAIL: 'files',
  RAIL_OUTBOX: join(directory, 'rail/outbox'),
  RAIL_INBOX: join(directory, 'rail/inbox'),
});

export interface ServerProcess {
  readonly pid: number;
  /** Resolves with its address when it answers. Rejects with its output if the process ends first. */
  readonly ready: Promise<string>;
  /** Exit code and both outputs, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Its standard output so far. */
  printed(): string;
  kill(signal: NodeJS.Signals): void;
}

export function startServerProcess(
  env: Readonly<Record<string, string>>,
  {
    main = builtServer,
    ...user
  }: { readonly uid?: number; readonly gid?: number; readonly main?: string | undefined } = {},
): ServerProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    ...user,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      OFFICE: 'off',
      LOG_LEVEL: 'info',
      ...withoutSandbox(env.DATA_DIR ?? tmpdir()),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const ready = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    // Logged, or in a sandbox printed for the person who started it.
    const [, logged, shown] = /"address":"([^"]+)"|Portal +(\S+)/.exec(stdout) ?? [];
    const address = logged ?? shown;
    if (address) ready.resolve(address);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    ready.reject(new Error(`the server ended: ${stdout}${stderr}`));
    return { code: code ?? null, stdout, stderr };
  });
  ready.promise.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ready: ready.promise,
    ended,
    printed: () => stdout,
    kill: (signal) => void child.kill(signal),
  };
}

/** A free port below the range of outgoing connections, of which other tests open many. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, 'localhost', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** A new directory that every user may enter, removed by the returned function. */
export async function temporaryDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await makeFastDirectory('calmly-test-');
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The process id in a data directory's `postmaster.pid`; undefined when no database runs there. */
export async function postmasterOf(dataDirectory: string): Promise<number | undefined> {
  const text = await readFile(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/** Waits until a condition holds; the test's own time limit ends a wait in vain. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let pauseMs = 2; !(await holds()); pauseMs = Math.min(pauseMs * 2, 20)) await sleep(pauseMs);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
