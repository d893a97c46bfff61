/** Reads hostile files in a separate process, which reports the cost of each; and a server that records every call that they cause. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { compileCache } from './commands.ts';

export const mostGrown = 64 * 1_024 * 1_024;

/** Answers every call with an entity, and records its path. */
export async function listenForCalls() {
  const fetched: string[] = [];
  const listener = createServer((request, response) => {
    fetched.push(request.url ?? '');
    response.end('<!ENTITY x "fetched">');
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return { url, fetched, close: () => void listener.close() };
}

export interface NamedFile {
  readonly name: string;
  make(): Uint8Array;
}

/** The cost of one file. */
export interface Cost {
  readonly name: string;
  readonly ms: number;
  readonly cpuMs: number;
  readonly mainMs: number;
}

interface ReadOptions {
  readonly suffix?: string;
  readonly extra?: readonly string[];
}

/**
 * Runs a script with a directory of files in a separate process; `extra` follows it on the command line. Files that cost too much are read twice
 * more, and the minimum counts, because other processes compete for the processor's caches.
 */
export async function readInProcess<Result extends Cost>(
  script: string,
  files: readonly NamedFile[],
  options: ReadOptions = {},
) {
  const { results, ...whole } = await readOnce<Result>(script, files, options);
  slowest = slowness();
  for (let again = 0; again < 2 && results.some(isDear); again += 1) {
    // After a first file, so that the reader process has already started.
    const dear = files.filter((_, place) => place === 0 || isDear(results[place]));
    const { results: costs } = await readOnce<Result>(script, dear, options);
    for (const cost of costs) {
      const before = results.find(({ name }) => name === cost.name);
      if (!before) continue;
      const { cpuMs, mainMs } = before;
      Object.assign(before, { cpuMs: Math.min(cpuMs, cost.cpuMs), mainMs: Math.min(mainMs, cost.mainMs) });
    }
  }
  return { results, ...whole };
}

/**
 * Milliseconds of processor time: of everything that reads, and of the main thread alone. A machine that inflates 64 MB in 65 ms may take a second; a
 * slower or busier one may take proportionally longer.
 */
const mostWork = { cpuMs: 1_000, mainMs: 50 };
const usualInflateMs = 65;

const packed = deflateRawSync(Buffer.alloc(64 * 1_024 * 1_024));

/** How much slower than usual this machine is now; at least 1. The best of five counts, so that the limit is not wider than necessary. */
function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    inflateRawSync(packed);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(1, Math.min(...times) / usualInflateMs);
}
let slowest = 1;

const isDear = (cost: Cost | undefined): boolean =>
  cost !== undefined && (cost.cpuMs > mostWork.cpuMs * slowest || cost.mainMs > mostWork.mainMs);

async function readOnce<Result extends Cost>(
  script: string,
  files: readonly NamedFile[],
  { suffix = '', extra = [] }: ReadOptions,
) {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-hostile-'));
  const results: Result[] = [];
  let whole = { grown: 0, loopMs: 0 };
  for (const [place, file] of files.entries())
    await writeFile(join(directory, `${String(place).padStart(4, '0')}${suffix}`), file.make());
  const path = fileURLToPath(new URL(`../../attacks/${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, directory, ...extra], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line);
    if ('grown' in said) whole = said;
    else results.push({ ...said, name: files[Number.parseInt(said.name, 10)]?.name });
  }
  await rm(directory, { recursive: true });
  return { results, ...whole };
}

/** Checks the cost of hostile files, and prints it. */
export function expectCheap(
  { results, grown, loopMs }: Awaited<ReturnType<typeof readInProcess>>,
  fetched: readonly string[],
): string {
  // Processor time, of the process and of its main thread: on a busy machine wall-clock time would include other processes.
  expect(results.filter(isDear)).toEqual([]);
  expect(grown).toBeLessThanOrEqual(mostGrown);
  expect(fetched).toEqual([]);
  const worst = (of: (result: Cost) => number) => Math.round(Math.max(...results.map(of)));
  return `all refused, slowest ${worst(({ ms }) => ms)} ms (${worst(({ cpuMs }) => cpuMs)} ms of processor), + ${Math.round(grown / 1_048_576)} MB, main thread ${worst(({ mainMs }) => mainMs)} ms, longest loop delay ${Math.round(loopMs)} ms, 0 calls`;
}
