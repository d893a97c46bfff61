/**
 * U2 for files of clients: spreadsheets and tables made to fill the memory or to take the server's time, and hostile XML. Each file is
 * refused for its reason within a second of work, the process and the one that reads for it grow by at most 64 MB over all of them, the
 * main thread works less than 50 ms at a time, and nothing is fetched.
 *
 * Control: a reader that inflates a spreadsheet as a whole and keeps it, as libraries do, grows by more.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull, record, sized } from '../../support/campaign.ts';
import { hostilePayoutFiles } from '../../support/files/hostile/hostile-payout-files.ts';
import { clientFrames, hostileXml, oneOfEachKind } from '../../support/files/hostile/hostile-xml.ts';
import { workbookOf } from '../../support/files/payout-files.ts';
import {
  type Cost,
  expectCheap,
  listenForCalls,
  mostGrown,
  type NamedFile,
  readInProcess,
} from '../../support/processes/reader-process.ts';

let calls: Awaited<ReturnType<typeof listenForCalls>>;
beforeAll(async () => {
  calls = await listenForCalls();
  // Once beforehand, so that the sources are compiled, as with `npm start`.
  await readAll(good);
});
afterAll(() => calls.close());

interface Result extends Cost {
  readonly code: string;
}

const readAll = (files: readonly NamedFile[]) =>
  readInProcess<Result>('payouts/payout-reader-process.ts', files);

/** Good files of each kind, to prove that the reader works. */
const good: readonly NamedFile[] = [
  { name: 'a good table', make: () => Buffer.from('Name,Amount\nAnna,5\n') },
  {
    name: 'a good spreadsheet',
    make: () =>
      workbookOf({ rows: '<row><c t="inlineStr"><is><t>Name</t></is></c></row><row><c><v>1</v></c></row>' }),
  },
];

const bombName = 'a sheet of 80 MB that is declared as 1 KB';
let bomb: Uint8Array | undefined;
/** The bomb is created once, for the reader and for the control. */
const allFiles = hostilePayoutFiles.map((file) =>
  file.name === bombName
    ? {
        ...file,
        make: () => {
          bomb ??= file.make();
          return bomb;
        },
      }
    : file,
);

async function refuseAll(
  files: ReadonlyArray<NamedFile & { readonly codes?: readonly string[] }>,
  what: string,
) {
  const read = await readAll([...good, ...files, ...good]);
  const { results } = read;
  expect(results).toHaveLength(files.length + 2 * good.length);
  expect(results.filter(({ code }) => code === '').map(({ name }) => name)).toEqual(
    [...good, ...good].map(({ name }) => name),
  );
  for (const { name, code } of results.slice(good.length, -good.length)) {
    const codes = files.find((file) => file.name === name)?.codes;
    if (codes) expect(codes, name).toContain(code);
    expect(code, name).not.toMatch(/^took_too/);
  }
  const figure = expectCheap(read, calls.fetched);
  record({
    id: 'U2',
    what: `${files.length} ${what}`,
    figure,
    control: 'a reader that inflates a spreadsheet as a whole: grows',
  });
}

test('hostile spreadsheets and tables are refused in time, without memory, each for its reason', async () => {
  const files = allFiles.filter(({ isDear }) => isFull || !isDear);
  const reasons = (some: typeof allFiles) => [...new Set(some.map(({ codes }) => codes[0]))].toSorted();
  expect(reasons(files)).toEqual(reasons(allFiles));
  expect(files.length).toBeGreaterThanOrEqual(sized(30, 42));
  await refuseAll(files, 'hostile spreadsheets and tables');
});

/** Texts that are not XML are read as tables of one column. */
const isTable = ({ name }: NamedFile) =>
  name.startsWith('UTF-7 in disguise') ||
  name === 'instead of a message: "{}"' ||
  name === 'instead of a message: "text"';

test('hostile XML from clients is refused in time, without memory and without a call', async () => {
  const all = hostileXml(calls.url, clientFrames).filter((file) => !isTable(file));
  expect(all.length).toBeGreaterThanOrEqual(200);
  await refuseAll(isFull ? all : oneOfEachKind(all), 'hostile XML files from clients');
});

test('control: a reader that inflates a spreadsheet as a whole grows by more', async () => {
  const files = allFiles.filter(({ name }) => name === bombName);
  expect(files).toHaveLength(1);
  const { grown } = await readInProcess('payouts/payout-careless-process.ts', files);
  expect(grown).toBeGreaterThan(mostGrown);
});
