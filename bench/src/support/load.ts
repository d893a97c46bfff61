/**
 * The load of the money benchmarks, by wrk (`apt-get install wrk`): connections that each have one request in flight. Like pgbench it is a C program
 * that sends prepared requests, so the comparison measures the bank and not its load generator.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Placeholder in a request; each sent copy gets its own id (a UUIDv7). */
export const idToCome = '00000000-0000-0000-0000-000000000000';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Created by `postRequest`; one is taken at random each time. */
  readonly requests: readonly string[];
  /** Answers other than 2xx are part of the load and counted too. */
  readonly mayRefuse?: boolean;
}

export interface LoadCounts {
  /** Answered during the measured time: each with 2xx, unless the load may be refused. */
  readonly requests: number;
  /** Includes the warm-up. */
  readonly sent: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Printed extends Omit<LoadCounts, 'sent'> {
  /** Answered with another status. */
  readonly refused: number;
  readonly broken: number;
}

const run = promisify(execFile);
const script = fileURLToPath(new URL('send.lua', import.meta.url));
/** Not counted: the first connections and the warm-up of both processes. */
const warmUpSeconds = 1;

/** The raw bytes of a POST; contains `idToCome` once. */
export function postRequest(path: string, headers: Record<string, string>, body: object): string {
  const text = JSON.stringify(body);
  const fields = { Host: '127.0.0.1', ...headers, 'Content-Type': 'application/json' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}Content-Length: ${text.length}\r\n\r\n${text}`;
}

/** Sends for this long. Throws if a request was not answered, or with another status than 2xx although the load may not be refused. */
export async function send({ port, connections, seconds, requests, mayRefuse }: Load): Promise<LoadCounts> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-load-'));
  try {
    const file = join(directory, 'requests');
    await writeFile(file, requests.join('\0'));
    const wrk = async (duration: number): Promise<Printed> => {
      const { stdout } = await run('wrk', [
        '--threads=1',
        `--connections=${connections}`,
        `--duration=${duration}s`,
        '--timeout=10s',
        `--script=${script}`,
        `http://127.0.0.1:${port}`,
        '--',
        file,
      ]).catch(explain);
      return JSON.parse(stdout.slice(stdout.lastIndexOf('{"requests"')));
    };
    const warmUp = await wrk(warmUpSeconds);
    const { refused, broken, ...counts } = await wrk(seconds);
    if (broken > 0 || (refused > 0 && !mayRefuse))
      throw new Error(`of ${counts.requests} requests ${refused} were refused and ${broken} not answered`);
    return { ...counts, sent: warmUp.requests + counts.requests };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function explain(error: Error & { code?: unknown }): never {
  if (error.code === 'ENOENT') throw new Error('wrk is needed: apt-get install wrk', { cause: error });
  throw error;
}
