/**
 * U2 for files of clients: spreadsheets and tables made to fill the memory or to take the server's time, and hostile XML. Each file is
 * refused for its reason within a second of work, the process and the one that reads for it grow by at most 64 MB over all of them, the
 * main thread works less than 50 ms at a time, and nothing is fetched.
 *
 * Control: a reader that inflates a spreadsheet as a whole and keeps it, as libraries do, grows by more.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record, sized } from '../../support/campaign.ts';
import { hostilePayoutFiles } from '../../support/files/hostile/hostile-payout-files.ts';
import { clientFrames, hostileXml } from '../../support/files/hostile/hostile-xml.ts';
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
});
afterAll(() => calls.close());

interface Result extends Cost {
  readonly code: string;
}

const readAll = (files: readonly NamedFile[]) =>
  readInProcess<Result>('payouts/payout-reader-process.ts', files);

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
  await readAll(good);
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
  await refuseAll(hostilePayoutFiles, 'hostile spreadsheets and tables');
}, 900_000);

/** Texts that are no XML are read as tables of one column. */
const isTable = ({ name }: NamedFile) =>
  name.startsWith('UTF-7 in disguise') ||
  name === 'instead of a message: "{}"' ||
  name === 'instead of a message: "text"';

test('hostile XML from clients is refused in time, without memory and without a call', async () => {
  const all = hostileXml(calls.url, clientFrames).filter((file) => !isTable(file));
  expect(all.length).toBeGreaterThanOrEqual(200);
  const step = Math.ceil(all.length / sized(40, all.length));
  await refuseAll(
    all.filter((_, place) => place % step === 0),
    'hostile XML files from clients',
  );
}, 900_000);

test('control: a reader that inflates a spreadsheet as a whole grows by more', async () => {
  const bomb = hostilePayoutFiles.filter(({ name }) => name === 'a sheet of 80 MB that is declared as 1 KB');
  const { grown } = await readInProcess('payouts/payout-careless-process.ts', bomb);
  expect(grown).toBeGreaterThan(mostGrown);
});
