/**
 * U2 for files of clients: spreadsheets and tables made to fill the memory or to take the server's time, and hostile XML. Each file is
 * refused for its reason within a second of work, the process and the one that reads for it grow by at most 64 MB over all of them, the
 * main thread works less than 50 ms at a time, and nothing is fetched.
 *
 * Control: a reader that inflates a spreadsheet as a whole and keeps it, as libraries do, grows by more.
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
import { record, sized } from '../support/campaign.ts';
import { hostilePayoutFiles } from '../support/hostile-payout-files.ts';
import { clientFrames, hostileXml } from '../support/hostile-xml.ts';
import { workbookOf } from '../support/payout-files.ts';
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
  readonly code: string;
  readonly ms: number;
  readonly cpuMs: number;
  readonly mainMs: number;
}

interface NamedFile {
  readonly name: string;
  make(): Uint8Array;
}

/** Reads files in a process of its own, one after the other. */
async function readAll(script: string, files: readonly NamedFile[]) {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-payouts-'));
  const results: Result[] = [];
  let whole = { grown: 0, loopMs: 0 };
  for (const [place, file] of files.entries())
    await writeFile(join(directory, String(place).padStart(4, '0')), file.make());
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), directory], {
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

/** Good files of each kind: the reader is one that reads. */
const good: readonly NamedFile[] = [
  { name: 'a good table', make: () => Buffer.from('Name,Amount\nAnna,5\n') },
  {
    name: 'a good spreadsheet',
    make: () =>
      workbookOf({ rows: '<row><c t="inlineStr"><is><t>Name</t></is></c></row><row><c><v>1</v></c></row>' }),
  },
];

async function refuseAll(
  files: ReadonlyArray<NamedFile & { readonly codes?: readonly string[] }>,
  what: string,
) {
  // Once before: as `npm start` has it, the sources are compiled already.
  await readAll('./payout-reader-process.ts', good);
  const { results, grown, loopMs } = await readAll('./payout-reader-process.ts', [
    ...good,
    ...files,
    ...good,
  ]);
  expect(results).toHaveLength(files.length + 2 * good.length);
  expect(results.filter(({ code }) => code === '').map(({ name }) => name)).toEqual(
    [...good, ...good].map(({ name }) => name),
  );
  for (const { name, code } of results.slice(good.length, -good.length)) {
    const codes = files.find((file) => file.name === name)?.codes;
    if (codes) expect(codes, name).toContain(code);
    expect(code, name).not.toMatch(/^took_too/);
  }
  // Processor time, of the process and of its main thread: on a busy machine the clock measures the others too.
  expect(results.filter(({ cpuMs }) => cpuMs > 1_000)).toEqual([]);
  expect(results.filter(({ mainMs }) => mainMs > 50)).toEqual([]);
  expect(grown).toBeLessThanOrEqual(mostGrown);
  expect(fetched).toEqual([]);
  const worst = (of: (result: Result) => number) => Math.round(Math.max(...results.map(of)));
  record({
    id: 'U2',
    what: `${files.length} ${what}`,
    figure: `all refused, slowest ${worst(({ ms }) => ms)} ms (${worst(({ cpuMs }) => cpuMs)} ms of processor), + ${Math.round(grown / 1_048_576)} MB, main thread ${worst(({ mainMs }) => mainMs)} ms, longest loop delay ${Math.round(loopMs)} ms, 0 calls`,
    control: 'a reader that inflates a spreadsheet as a whole: grows',
  });
}

test('hostile spreadsheets and tables are refused in time, without memory, each for its reason', async () => {
  await refuseAll(hostilePayoutFiles, 'hostile spreadsheets and tables');
}, 900_000);

/** Texts that are no XML are read as tables of one column. */
const isTable = ({ name }: NamedFile) =>
  name.startsWith('UTF-7 in disguise') ||
  name === 'instead of a message: "{}"' ||
  name === 'instead of a message: "text"';

test('hostile XML from clients is refused in time, without memory and without a call', async () => {
  const all = hostileXml(url, clientFrames).filter((file) => !isTable(file));
  expect(all.length).toBeGreaterThanOrEqual(200);
  const step = Math.ceil(all.length / sized(40, all.length));
  await refuseAll(
    all.filter((_, place) => place % step === 0),
    'hostile XML files from clients',
  );
}, 900_000);

test('control: a reader that inflates a spreadsheet as a whole grows by more', async () => {
  const bomb = hostilePayoutFiles.filter(({ name }) => name === 'a sheet of 80 MB that is declared as 1 KB');
  const { grown } = await readAll('./payout-careless-process.ts', bomb);
  expect(grown).toBeGreaterThan(mostGrown);
});
