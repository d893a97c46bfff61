/** Long tables as other programs read them. */

import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { expect, test } from 'vitest';
import { type PdfCell, type PdfTable, renderTable } from './pdf-table.ts';

const table: PdfTable = {
  title: 'All letters',
  subtitle: '',
  createdAt: new Date('2026-11-26T12:00:00Z'),
  facts: [],
  figures: [],
  columns: [{ heading: 'Letters', width: 400 }],
  empty: '',
  closing: [],
  footer: '',
  mark: { label: '', code: 'AAAA', page: '', url: 'https://calmly.example' },
  page: 'Page',
};

/** Latin with accents, Cyrillic and signs: with more than ninety letters, some codes have bytes that must be escaped in a literal string. */
const letters = [
  ...Array.from({ length: 0x7e - 0x20 }, (_, at) => String.fromCharCode(0x21 + at)),
  ...Array.from(
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĀāĄąĆćČčĒēĘęĚěĢģĪīĶķŁłŃńŇňŐőŘřŚśŠšŤťŪūŮůŹźŻżŽž',
  ),
  ...Array.from({ length: 64 }, (_, at) => String.fromCharCode(0x410 + at)),
  ...'€£₽«»—…№',
];

test('every letter is read back, whatever its code is', async () => {
  const words = letters.map((letter) => letter.repeat(3));
  async function* rows(): AsyncGenerator<PdfCell[][]> {
    yield words.map((word) => [word]);
  }
  const bytes: Uint8Array[] = [];
  for await (const part of renderTable('client', table, rows())) bytes.push(part);
  const text = await pdfText(Buffer.concat(bytes));
  const read = new Set(text.split(/\s+/));
  expect(words.filter((word) => !read.has(word))).toEqual([]);
});
