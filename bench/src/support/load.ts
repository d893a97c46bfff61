/**
 * The load of the money benchmarks, by wrk (`apt-get install wrk`): connections that each have one request in flight. A program in C
 * that sends requests written beforehand, as pgbench is one: what is compared with it is the bank, not what asks it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Stands in a request where each copy that is sent has an id of its own (a UUIDv7). */
export const idToCome = '00000000-0000-0000-0000-000000000000';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** What `postRequest` makes; one is taken at random each time. */
  readonly requests: readonly string[];
  /** Answers other than 2xx are part of the load and are counted too. */
  readonly mayRefuse?: boolean;
}

export interface LoadCounts {
  /** Answered while the time was taken: each with 2xx, unless the load may be refused. */
  readonly requests: number;
  /** Those of the warm-up as well. */
  readonly sent: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Printed extends Omit<LoadCounts, 'sent'> {
  /** Answered otherwise. */
  readonly refused: number;
  readonly broken: number;
}

const run = promisify(execFile);
const script = fileURLToPath(new URL('send.lua', import.meta.url));
/** Not counted: the first connections and the warm-up of both processes. */
const warmUpSeconds = 1;

/** A POST as it goes over the wire; it holds `idToCome` once. */
export function postRequest(path: string, headers: Record<string, string>, body: object): string {
  const text = JSON.stringify(body);
  const fields = { Host: '127.0.0.1', ...headers, 'Content-Type': 'application/json' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}Content-Length: ${text.length}\r\n\r\n${text}`;
}

/** Sends for so long. Throws when anything was not answered, or with another status than 2xx where the load may not be refused. */
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
