/**
 * U2: XML made to read files, to call addresses, to fill the memory or to take the server's time. Each file is refused within a second
 * of work, the process and its reader grow by at most 64 MB over all of them, the main thread works less than 50 ms for one, and nothing
 * is fetched. Measured in a separate process that reads one file after the other, as the file rail does.
 *
 * Control: the same files read without limits, as XML libraries do by default (the text decoded as a whole, all elements kept, entities
 * expanded, external ones fetched), visibly grow the process and reach the listening server.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notification } from '../support/bank-files.ts';
import { record, sized } from '../support/campaign.ts';
import { hostileXml } from '../support/hostile-xml.ts';
import { compileCache } from '../support/process.ts';

const mostGrown = 64 * 1_024 * 1_024;
const fetched: string[] = [];
const listener = createServer((request, response) => {
  fetched.push(request.url ?? '');
  response.end('<!ENTITY x "fetched">');
});
let url: string;
beforeAll(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(() => void listener.close());

interface Result {
  readonly name: string;
  readonly ok: boolean;
  readonly said: string;
  readonly ms: number;
  readonly cpuMs: number;
  readonly mainMs: number;
}

/** Reads files in a process of its own; they are written in parts, so that they need not all lie on the disk. */
async function readAll(script: string, files: ReadonlyArray<{ name: string; make(): Buffer }>) {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-xml-'));
  const results: Result[] = [];
  let whole = { grown: 0, loopMs: 0 };
  for (const [place, file] of files.entries())
    await writeFile(join(directory, `${String(place).padStart(4, '0')}.xml`), file.make());
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), directory, url], {
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

test('hostile XML is refused in time, without memory and without a call', async () => {
  const all = hostileXml(url);
  expect(all.length).toBeGreaterThanOrEqual(300);
  const step = Math.ceil(all.length / sized(40, all.length));
  const files = all.filter((_, place) => place % step === 0);
  // A good file first and last: the reader is one that reads.
  const good = {
    name: 'a good one',
    make: () => Buffer.from(notification('N', [{ reference: 'R', amount: '1.00' }])),
  };
  // Once before: as `npm start` has it, the sources are compiled already.
  await readAll('./xml-reader-process.ts', [good]);
  const { results, grown, loopMs } = await readAll('./xml-reader-process.ts', [good, ...files, good]);
  expect(results).toHaveLength(files.length + 2);
  expect(results.filter(({ ok }) => ok).map(({ name }) => name)).toEqual([good.name, good.name]);
  // Processor time, of the process and of its main thread: on a busy machine the clock measures the others too.
  expect(results.filter(({ cpuMs }) => cpuMs > 1_000)).toEqual([]);
  expect(results.filter(({ mainMs }) => mainMs > 50)).toEqual([]);
  expect(grown).toBeLessThanOrEqual(mostGrown);
  expect(fetched).toEqual([]);
  expect(results.map(({ said }) => said).join()).not.toContain('root:');

  const worst = (of: (result: Result) => number) => Math.round(Math.max(...results.map(of)));
  record({
    id: 'U2',
    what: `${files.length} hostile XML files`,
    figure: `all refused, slowest ${worst(({ ms }) => ms)} ms (${worst(({ cpuMs }) => cpuMs)} ms of processor), + ${Math.round(grown / 1_048_576)} MB, main thread ${worst(({ mainMs }) => mainMs)} ms, longest loop delay ${Math.round(loopMs)} ms, 0 calls`,
    control: 'a reader without bounds: grows, calls out',
  });
}, 900_000);

test('control: a reader without limits grows by more, and calls the listening server', async () => {
  const all = hostileXml(url);
  const files = [
    'camt.053.001.02: many empty elements',
    'camt.053.001.02: document type, external, http',
  ].map((wanted) => all.find(({ name }) => name === wanted));
  const { grown } = await readAll(
    './xml-careless-process.ts',
    files.filter((file) => file !== undefined),
  );
  expect(grown).toBeGreaterThan(mostGrown);
  expect(fetched).toContain('/external.dtd');
});
