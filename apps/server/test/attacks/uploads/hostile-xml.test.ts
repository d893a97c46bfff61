/**
 * U2: XML made to read files, to call addresses, to fill the memory or to take the server's time. Each file is refused within a second
 * of work, the process and its reader grow by at most 64 MB over all of them, the main thread works less than 50 ms for one, and nothing
 * is fetched. Measured in a separate process that reads one file after the other, as the file rail does.
 *
 * Control: the same files read without limits, as XML libraries do by default (the text decoded as a whole, all elements kept, entities
 * expanded, external ones fetched), visibly grow the process and reach the listening server.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull, record, sized } from '../../support/campaign.ts';
import { notification } from '../../support/files/bank-files.ts';
import { hostileXml, oneOfEachKind } from '../../support/files/hostile/hostile-xml.ts';
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
  readonly ok: boolean;
  readonly said: string;
}

const readAll = (script: string, files: readonly NamedFile[]) =>
  readInProcess<Result>(script, files, { suffix: '.xml', extra: [calls.url] });

test('hostile XML is refused in time, without memory and without a call', async () => {
  const all = hostileXml(calls.url);
  expect(all.length).toBeGreaterThanOrEqual(300);
  const files = isFull ? all : oneOfEachKind(all);
  expect(files.length).toBeGreaterThanOrEqual(sized(40, 300));
  // A good file first and last, to prove that the reader works.
  const good = {
    name: 'a good one',
    make: () => Buffer.from(notification('N', [{ reference: 'R', amount: '1.00' }])),
  };
  // Once beforehand, so that the sources are compiled, as with `npm start`.
  await readAll('uploads/xml-reader-process.ts', [good]);
  const read = await readAll('uploads/xml-reader-process.ts', [good, ...files, good]);
  const { results } = read;
  expect(results).toHaveLength(files.length + 2);
  expect(results.filter(({ ok }) => ok).map(({ name }) => name)).toEqual([good.name, good.name]);
  const figure = expectCheap(read, calls.fetched);
  expect(results.map(({ said }) => said).join()).not.toContain('root:');

  record({
    id: 'U2',
    what: `${files.length} hostile XML files`,
    figure,
    control: 'a reader without bounds: grows, calls out',
  });
});

test('control: a reader without limits grows by more, and calls the listening server', async () => {
  const all = hostileXml(calls.url);
  const files = [
    'camt.053.001.02: many elements with attributes',
    'camt.053.001.02: document type, external, http',
  ].map((wanted) => all.find(({ name }) => name === wanted));
  const { grown } = await readAll(
    'uploads/xml-careless-process.ts',
    files.filter((file) => file !== undefined),
  );
  expect(grown).toBeGreaterThan(mostGrown);
  expect(calls.fetched).toContain('/external.dtd');
});
