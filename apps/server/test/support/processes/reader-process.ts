/** Hostile files that are read in a process of its own, which says what each of them cost; and a server that notes every call that they make. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { compileCache } from './process.ts';

export const mostGrown = 64 * 1_024 * 1_024;

/** Answers every call with an entity, and notes its path. */
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

/** What one file cost. */
export interface Cost {
  readonly name: string;
  readonly ms: number;
  readonly cpuMs: number;
  readonly mainMs: number;
}

/** Runs a script beside the tests with a directory of files; `extra` follows it on the command line. */
export async function readInProcess<Result extends Cost>(
  script: string,
  files: readonly NamedFile[],
  { suffix = '', extra = [] }: { readonly suffix?: string; readonly extra?: readonly string[] } = {},
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

/** Checks what hostile files may cost, and says what they did. */
export function expectCheap(
  { results, grown, loopMs }: Awaited<ReturnType<typeof readInProcess>>,
  fetched: readonly string[],
): string {
  // Processor time, of the process and of its main thread: on a busy machine the clock measures the others too.
  expect(results.filter(({ cpuMs }) => cpuMs > 1_000)).toEqual([]);
  expect(results.filter(({ mainMs }) => mainMs > 50)).toEqual([]);
  expect(grown).toBeLessThanOrEqual(mostGrown);
  expect(fetched).toEqual([]);
  const worst = (of: (result: Cost) => number) => Math.round(Math.max(...results.map(of)));
  return `all refused, slowest ${worst(({ ms }) => ms)} ms (${worst(({ cpuMs }) => cpuMs)} ms of processor), + ${Math.round(grown / 1_048_576)} MB, main thread ${worst(({ mainMs }) => mainMs)} ms, longest loop delay ${Math.round(loopMs)} ms, 0 calls`;
}
