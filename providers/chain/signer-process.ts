/**
 * A signer that the server starts itself, for a sandbox or a small installation: started with the server, started again when it dies,
 * ended with the server (its input closes even when the server is killed). In production, run it as a separate user under a supervisor.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Log } from '@calmly/platform/log.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import { z } from 'zod';

export interface SignerProcess {
  /** For `createSignerClient`. */
  readonly socket: string;
  /** For the configuration of the chains. */
  readonly xpubs: { readonly bitcoin: string; readonly evm: string };
  /** Of the process that runs now; undefined between two. */
  pid(): number | undefined;
  /** Lets it answer what has arrived and waits until it is gone. */
  stop(): Promise<void>;
}

export interface SignerProcessOptions {
  readonly directory: string;
  readonly log?: Log | undefined;
}

const main = fileURLToPath(new URL('../../apps/signer/src/main.ts', import.meta.url));
const longestSocketPath = 100;
const pauses = { firstMs: 100, longestMs: 5_000, stopMs: 5_000, readyMs: 30_000 };
/** A clean environment: the signer has no business with our secrets. It shares the compiled sources, which halves its start. */
const environmentOf = () => ({
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  NODE_COMPILE_CACHE: getCompileCacheDir() ?? '',
});

const zReady = z.object({
  ready: z.literal(true),
  xpubs: z.object({ bitcoin: z.string(), evm: z.string() }),
});

/** Creates the seed at the first start. Throws Refusal with the signer's reason if it cannot start. */
export async function startSigner({ directory, log }: SignerProcessOptions): Promise<SignerProcess> {
  await createSeedOnce(directory);
  const inside = join(directory, 'signer.sock');
  const other =
    Buffer.byteLength(inside) > longestSocketPath
      ? await mkdtemp(join(tmpdir(), 'calmly-signer-'))
      : undefined;
  const socket = other ? join(other, 'signer.sock') : inside;
  let isStopping = false;
  let { child, xpubs } = await launch(directory, socket);
  let running: ChildProcess | undefined = child;

  async function watch(): Promise<void> {
    let pauseMs = pauses.firstMs;
    await ended(child);
    while (!isStopping) {
      running = undefined;
      log?.error('the signer ended; starting it again');
      await sleep(pauseMs);
      if (isStopping) return;
      pauseMs = Math.min(pauseMs * 2, pauses.longestMs);
      const next = await launch(directory, socket).catch((error: unknown) => {
        log?.error({ reason: error instanceof Error ? error.message : 'error' }, 'the signer does not start');
      });
      if (!next) continue;
      ({ child } = next);
      running = child;
      if (isStopping) child.kill('SIGTERM');
      pauseMs = pauses.firstMs;
      await ended(child);
    }
  }

  const watching = watch();
  return {
    socket,
    xpubs,
    pid: () => running?.pid,
    async stop() {
      isStopping = true;
      running?.kill('SIGTERM');
      const forced = setTimeout(() => running?.kill('SIGKILL'), pauses.stopMs);
      await watching;
      running = undefined;
      clearTimeout(forced);
      if (other) await rm(other, { recursive: true, force: true });
    },
  };
}

async function createSeedOnce(directory: string): Promise<void> {
  const hasSeed = await access(join(directory, 'seed')).then(
    () => true,
    () => false,
  );
  if (hasSeed) return;
  const options = { env: environmentOf() };
  await promisify(execFile)(process.execPath, [main, 'init', '--dir', directory], options).catch(
    (error: { stderr?: string }) => {
      throw new Refusal(error.stderr?.trim() || 'The signer’s seed could not be created.');
    },
  );
}

async function launch(directory: string, socket: string) {
  const child = spawn(
    process.execPath,
    [main, 'run', '--dir', directory, '--socket', socket, '--end-with-input'],
    { stdio: ['pipe', 'pipe', 'pipe'], env: environmentOf() },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-1_000);
  });
  const lines = createInterface({ input: child.stdout });
  const tooLate = setTimeout(() => child.kill('SIGKILL'), pauses.readyMs);
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'close').then(() => [undefined])]);
  clearTimeout(tooLate);
  // Its lines name withdrawals and reasons; the signer's journal has them too.
  lines.on('line', () => undefined);
  const { data } = zReady.safeParse(line === undefined ? undefined : JSON.parse(line));
  if (data) return { child, xpubs: data.xpubs };
  child.kill('SIGKILL');
  throw new Refusal(said.trim() || 'The signer did not start.');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
