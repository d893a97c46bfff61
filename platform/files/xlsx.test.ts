/**
 * A spreadsheet with more rows than a sheet holds continues on the next sheet, and other readers find all of them.
 * Controls, tried once: one sheet however many rows; sheets that begin where the batch before ended.
 */
import { unzipSync } from 'fflate';
import readSheets from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { daysIn } from '../time/zoned-days.ts';
import { type Cell, rowsOfSheet, xlsxOf } from './xlsx.ts';

async function* batchesOf(count: number, size: number): AsyncGenerator<Cell[][]> {
  for (let start = 0; start < count; start += size)
    yield Array.from({ length: Math.min(size, count - start) }, (_, at) => [`Row ${start + at + 1}`]);
}

async function fileOf(count: number, size: number, mostRows?: number, rows = count) {
  const sheet = { name: 'Statement', widths: [12], headings: ['Name'], zone: daysIn('UTC') };
  const chunks: Uint8Array[] = [];
  for await (const chunk of xlsxOf({ ...sheet, batches: batchesOf(count, size), rows }, mostRows))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each([
  [0, 7],
  [3, 7],
  [4, 3],
  [9, 2],
  [12, 5],
  [13, 40],
])('%i rows in batches of %i are on sheets of five', async (count, size) => {
  const sheets = await readSheets(await fileOf(count, size, 5));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(
    Array.from({ length: Math.max(1, Math.ceil(count / 4)) }, (_, at) =>
      at === 0 ? 'Statement' : `Statement ${at + 1}`,
    ),
  );
  for (const { data } of sheets) expect([data.length <= 5, data[0]?.[0]]).toEqual([true, 'Name']);
  expect(sheets.flatMap(({ data }) => data.slice(1).map(([cell]) => cell))).toEqual(
    Array.from({ length: count }, (_, at) => `Row ${at + 1}`),
  );
});

test('more rows than announced abort the file', async () => {
  await expect(fileOf(5, 2, 5, 4)).rejects.toThrow('more rows');
});

test('no sheet exceeds the rows that spreadsheets read', async () => {
  expect(rowsOfSheet).toBe(1_048_576);
  const names = Object.keys(unzipSync(await fileOf(rowsOfSheet + 1, 100_000)));
  expect(names.filter((name) => name.includes('worksheets/'))).toHaveLength(2);
});
