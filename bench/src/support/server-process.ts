/** Starts Calmly as a user would, for the benchmarks that need the whole product. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Benchmarks run one after the other, so one port serves them all. */
export const benchPort = Number(process.env.BENCH_PORT ?? 3199);

/** Settings for a load: no limit per client, and a rail that settles during the load. */
export const bankUnderLoad = {
  CONNECTIONS_PER_ADDRESS: '0',
  RATE_LIMIT_ANONYMOUS: '0',
  RATE_LIMIT_CLIENT: '0',
  SANDBOX_RAIL_DELAY_MS: '3000',
  SANDBOX_PAYMENTS_PER_HOUR: '0',
  SANDBOX_PURCHASES_PER_HOUR: '0',
  SANDBOX_MARKET: 'off',
} as const;

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface RunningServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** From spawning the process to its first answered request. */
  readonly startSeconds: number;
  stop(): Promise<void>;
}

const startScript = 'scripts/start.mjs';

/** Runs `scripts/start.mjs`, or another script that listens in the same way, on a data directory and waits until it answers. */
export async function startServer(
  dataDirectory: string,
  env: Record<string, string> = {},
  script = startScript,
): Promise<RunningServer> {
  const url = `http://127.0.0.1:${env.PORT ?? benchPort}`;
  const started = performance.now();
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(benchPort),
      OFFICE: 'off',
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const deadline = started + 120_000;
  // Another script may serve no portal.
  const firstPage = script === startScript ? '/login' : '/readyz';
  while (!(await answers(`${url}${firstPage}`))) {
    if (child.exitCode !== null) throw new Error(`the server ended with exit code ${child.exitCode}`);
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('the server did not answer within 120 s');
    }
    await sleep(10);
  }
  const startSeconds = (performance.now() - started) / 1000;
  return {
    url,
    process: child,
    startSeconds,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not listening yet: the caller retries until its deadline.
    return false;
  }
}
