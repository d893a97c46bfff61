/** CSV files as written by programs, read in the real process. */

import { payoutEncodings } from '@calmly/contract';
import {
  alphabetOf,
  encoded,
  type PayoutFiles,
  payoutFiles,
} from '@calmly/server/test/support/files/payout-files.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvTemplate } from '../columns/template.ts';
import type { Encoding } from './encoding.ts';

let files: PayoutFiles;
beforeAll(async () => {
  files = await payoutFiles();
});
afterAll(() => files.close());

/** Without bytes that have no character. */
const lettersOf = (encoding: Encoding) => alphabetOf(encoding).filter((letter) => letter !== '\ufffd');

const header = 'Получатель;Счёт;Сумма;Валюта';
const russian = `${header}\r\nАнна Тамм;EE382200221020145685;1 250,50;EUR\r\nООО «Ромашка»;DE89370400440532013000;99,00;EUR\r\n`;
const western =
  'Name;IBAN;Betrag;Währung\nJürgen Größl;DE89370400440532013000;1.250,50;EUR\nTõnis Käär;EE382200221020145685;7,00;EUR\n';

const polish =
  'Odbiorca;IBAN;Kwota;Waluta\nŁukasz Wójcik;PL61109010140000071219812874;1250,50;EUR\nŻaneta Dąbrowska;PL61109010140000071219812874;7,00;EUR\n';
const czech =
  'Name;IBAN;Amount;Currency\nJiří Dvořák;CZ6508000000192000145399;1250,50;EUR\nLuděk Šťastný;CZ6508000000192000145399;7,00;EUR\n';
const latvian =
  'Saņēmējs;Konts;Summa;Valūta\nJānis Bērziņš;LV80BANK0000435195001;1250,50;EUR\nKārlis Ābele;LV80BANK0000435195001;7,00;EUR\n';
const lithuanian =
  'Gavėjas;IBAN;Suma;Valiuta\nRūta Žukauskienė;LT121000011101001000;1250,50;EUR\nAgnė Kairienė;LT121000011101001000;7,00;EUR\n';

describe('encodings are recognised', () => {
  // Each has few letters outside ASCII, all of which are also letters of other pages.
  test.each([
    ['French', 'windows-1252', 'Benoît François;Aoûtin Lœuillet'],
    ['Spanish', 'windows-1252', 'José Muñoz;Íñigo Ibáñez;nº 5'],
    ['Portuguese', 'windows-1252', 'João Conceição;Inês Simões'],
    ['Danish', 'windows-1252', 'Søren Kjær;Åse Nørgaard'],
    ['Icelandic', 'windows-1252', 'Þórður Guðmundsson;Æsa Jónsdóttir'],
    ['Italian', 'windows-1252', 'Niccolò Forlì;Pietà'],
    ['Dutch', 'windows-1252', 'Zoë van België;Daniël'],
    ['one letter that may be both', 'windows-1252', 'Anna Nuñez'],
    ['Polish', 'windows-1250', 'Anna Wałęsa'],
    ['Croatian', 'windows-1250', 'Ivan Kovačević'],
    ['Hungarian', 'windows-1250', 'Fűzfői Győző;Szűcs László;Erdős Ágnes'],
    ['Slovak', 'windows-1250', 'Ľubomír Ďurica'],
    ['Latvian', 'windows-1257', 'Jānis Kārkliņš'],
    ['French on a Mac', 'macintosh', 'Benoît François;André Aoûtin'],
    ['German on a Mac', 'macintosh', 'Jürgen Größl;Käthe Müller'],
    ['Swedish on a Mac', 'macintosh', 'Åsa Öberg;Göran Sjögren;Märta Håkansson'],
    ['Spanish on a Mac', 'macintosh', 'José Muñoz;Íñigo Ibáñez'],
    ['French with letters side by side on a Mac', 'macintosh', 'Créée Noé;Zoé Béatrice'],
    ['Spanish with one letter many times', 'windows-1252', Array(30).fill('Anna Nuñez').join(';')],
    ['Croatian with one letter many times', 'windows-1250', Array(30).fill('Tomaš Kraš').join(';')],
    ['Russian in KOI8-R', 'koi8-r', 'Анна Иванова;Пётр Кузнецов'],
    ['Russian in capitals in KOI8-R', 'koi8-r', 'ИВАНОВА АННА;КУЗНЕЦОВ ПЕТР'],
    ['Russian in small letters in KOI8-R', 'koi8-r', 'иванова анна;кузнецов петр'],
    ['Russian in capitals', 'windows-1251', 'ИВАНОВА АННА;КУЗНЕЦОВ ПЕТР'],
    ['Russian in small letters', 'windows-1251', 'иванова анна;кузнецов петр'],
    ['Ukrainian', 'windows-1251', 'Олексій Шевченко;Їжакевич Марія'],
    ['Russian on a Mac', 'x-mac-cyrillic', 'Анна Иванова;Пётр Кузнецов'],
    ['Estonian among Latvians', 'windows-1257', 'Tõnis Käär;Jānis Bērziņš;Māris Krūmiņš;Līga Žīgure'],
  ] as const)('%s names', async (_name, encoding, names) => {
    const text = `Name;Amount\n${names
      .split(';')
      .map((name) => `${name};1\n`)
      .join('')}`;
    expect((await files.read(encoded(text, encoding) ?? '')).description?.encoding).toBe(encoding);
  });

  test.each([
    ['UTF-8', 'utf-8', russian, false],
    ['UTF-8 with a mark', 'utf-8', russian, true],
    ['UTF-16LE', 'utf-16le', russian, false],
    ['UTF-16LE with a mark', 'utf-16le', russian, true],
    ['UTF-16BE', 'utf-16be', russian, false],
    ['UTF-16BE with a mark', 'utf-16be', russian, true],
    ['Windows-1251', 'windows-1251', russian, false],
    ['CP866', 'ibm866', russian.replaceAll(/[«»]/g, ''), false],
    ['KOI8-R', 'koi8-r', russian.replaceAll(/[«»]/g, ''), false],
    ['Mac Cyrillic', 'x-mac-cyrillic', russian, false],
    ['Windows-1252', 'windows-1252', western, false],
    ['Mac Roman', 'macintosh', western, false],
    ['Windows-1250, Polish', 'windows-1250', polish, false],
    ['Windows-1250, Czech', 'windows-1250', czech, false],
    ['Windows-1257, Latvian', 'windows-1257', latvian, false],
    ['Windows-1257, Lithuanian', 'windows-1257', lithuanian, false],
  ] as const)('%s', async (_name, encoding, text, mark) => {
    const { description, rows, end } = await files.read(encoded(text, encoding, mark) ?? '');
    expect(description).toMatchObject({
      kind: 'csv',
      encoding,
      delimiter: ';',
      decimalSign: ',',
      mapping: ['name', 'account', 'amount', 'currency'],
    });
    expect(rows.map(({ cells }) => cells.join(';'))).toEqual(text.trim().split(/\r?\n/).slice(1));
    expect(end).toMatchObject({ rows: 2, decimalSigns: [null, null, ',', null] });
  });

  test('the client’s choice overrides the guess', async () => {
    const bytes = encoded('Vārds;Konts\nĀbele;1\n', 'windows-1257') ?? '';
    const { rows } = await files.read(bytes, { encoding: 'windows-1257' });
    expect(rows[0]?.cells).toEqual(['Ābele', '1']);
  });
});

describe('separators', () => {
  const rows = [
    ['Name', 'IBAN', 'Amount', 'Reference'],
    ['Tamm, Anna', 'EE382200221020145685', '1,50', 'Rent: May; June'],
    ['Kask', 'DE89370400440532013000', '1.250,00', 'at 12:30'],
  ];
  test.each([',', ';', '\t', '|'])('%j is recognised', async (delimiter) => {
    const text = rows
      .map((row) => row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
      .join('\n');
    const { description, rows: read } = await files.read(text);
    expect(description?.delimiter).toBe(delimiter);
    expect(read.map(({ cells }) => cells)).toEqual(rows.slice(1));
  });

  test('a colon is one only where nothing else is', async () => {
    expect((await files.read('Name:Amount\nAnna:5\n')).description?.delimiter).toBe(':');
    expect((await files.read('Name,Time\nAnna,12:30:00\n')).description?.delimiter).toBe(',');
  });

  test('the first line may name it, and is not a row', async () => {
    const { description, rows: read } = await files.read('sep=|\r\nName|Amount\r\nA;B;C|5\r\n');
    expect(description).toMatchObject({ delimiter: '|', header: { line: 2 } });
    expect(read).toEqual([{ line: 3, cells: ['A;B;C', '5'] }]);
  });
});

test('lines are counted as people do, whatever ends them and whatever is in quotes', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = [
      'Name,Amount',
      `"Anna${end}Tamm",5`,
      '',
      ',',
      '"a ""b""",6',
      'Company "Foo" Ltd,7,,',
      '',
      '',
    ].join(end);
    const { rows, description } = await files.read(text, { delimiter: ',' });
    expect(description?.header?.line).toBe(1);
    expect(rows).toEqual([
      { line: 2, cells: [`Anna${end}Tamm`, '5'] },
      { line: 6, cells: ['a "b"', '6'] },
      { line: 7, cells: ['Company "Foo" Ltd', '7'] },
    ]);
  }
});

test('our template is recognised in both languages', async () => {
  for (const locale of ['en', 'ru'] as const) {
    const { description, rows } = await files.read(csvTemplate(locale));
    expect(description).toMatchObject({ layout: 'calmly', decimalSign: '.' });
    expect(rows).toHaveLength(2);
  }
});

test('a table of any texts reads back equal, with any separator, quoting and encoding that can hold it', async () => {
  const table = fc.constantFrom(...payoutEncodings).chain((encoding) => {
    const letters = encoding.startsWith('utf')
      ? fc
          .string({ unit: 'binary', maxLength: 12 })
          .map((text) => text.replaceAll('\ufeff', '').toWellFormed())
      : fc.string({ unit: fc.constantFrom(...lettersOf(encoding)), maxLength: 12 });
    return fc.record({
      encoding: fc.constant(encoding),
      mark: fc.boolean(),
      delimiter: fc.constantFrom(',', ';', '\t', '|', ':', '^'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      quotesAll: fc.boolean(),
      // A row ends with a cell that is not empty, because trailing empty cells are ignored.
      rows: fc.array(fc.tuple(fc.array(letters, { maxLength: 5 }), letters), { minLength: 1, maxLength: 8 }),
    });
  });
  await fc.assert(
    fc.asyncProperty(table, async ({ encoding, mark, delimiter, lineEnd, quotesAll, rows }) => {
      const cells = rows.map(([row, last]) => [...row, `${last}x`]);
      const needsQuotes = (cell: string) =>
        quotesAll || cell === '' || ['"', '\r', '\n', delimiter].some((sign) => cell.includes(sign));
      const text = cells
        .map((row) =>
          row.map((cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
        )
        .join(lineEnd);
      fc.pre(!text.toLowerCase().startsWith('sep='));
      const bytes = encoded(text, encoding, mark);
      if (!bytes) throw new Error('the alphabet is that of the encoding');
      const read = await files.read(bytes, { encoding, delimiter, headerRow: false });
      expect(read.refusal).toBeUndefined();
      expect(read.rows.map((row) => row.cells)).toEqual(cells);
      const breaks = (row: string[]) => row.join('').split(/\r\n|\n|\r/).length - 1;
      const lines = cells.map(
        (_, at) =>
          1 +
          at +
          cells
            .slice(0, at)
            .reduce((sum, row) => sum + row.reduce((all, cell) => all + breaks([cell]), 0), 0),
      );
      expect(read.rows.map((row) => row.line)).toEqual(lines);
    }),
    { numRuns: 150 },
  );
});

describe('files that are refused', () => {
  const wide = Array.from({ length: 201 }, (_, at) => `c${at}`).join(',');
  test.each([
    ['nothing', '', { code: 'empty' }],
    ['blanks', '\n\n ,\n', { code: 'empty' }],
    ['a header alone', 'Name,IBAN,Amount\n', { code: 'empty' }],
    [
      'a quotation mark that is not closed',
      'Name,Amount\nAnna,5\n"Peeter,6\nMari,7\n',
      { code: 'unclosed_quote', line: 3 },
    ],
    [
      'a quotation mark that is not closed in a large file',
      `Name,Amount\n"Anna,5\n${'Peeter,6\n'.repeat(100_000)}`,
      { code: 'unclosed_quote', line: 2 },
    ],
    ['too many columns', `${wide}\n${wide}\n`, { code: 'too_many_columns', line: 1, most: 200 }],
    [
      'a long cell',
      `Name,Amount\n${'a'.repeat(10_001)},5\n`,
      { code: 'cell_too_long', line: 2, most: 10_000 },
    ],
    [
      'an endless cell',
      `Name,Amount\n${'a'.repeat(3_000_000)}`,
      { code: 'cell_too_long', line: 2, most: 10_000 },
    ],
    ['too many rows', `Name,Amount\n${'Anna,5\n'.repeat(100_001)}`, { code: 'too_many_rows', most: 100_000 }],
    ['bytes', Buffer.from([0, 1, 2, 0, 0, 7, 9, 200, 0]), { code: 'not_readable_as_text', encoding: null }],
    [
      'control characters',
      '\u0001\u0002\u0003\u0004'.repeat(50),
      { code: 'not_readable_as_text', encoding: null },
    ],
    [
      'half a letter of UTF-16',
      Buffer.from([0xff, 0xfe, 0x41, 0, 0x0a, 0, 0x42]),
      { code: 'not_readable_as_text', encoding: 'utf-16le' },
    ],
    ['a PDF', '%PDF-1.7\n', { code: 'unknown_format', found: 'pdf' }],
    ['a web page', '\n<!DOCTYPE html><html>', { code: 'unknown_format', found: 'xml' }],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), { code: 'unknown_format', found: 'image' }],
    [
      'an old spreadsheet',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
      { code: 'old_spreadsheet', format: 'xls' },
    ],
    [
      'an encrypted spreadsheet',
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      { code: 'encrypted' },
    ],
  ])('%s', async (_what, content, refusal) => {
    expect((await files.read(content)).refusal).toEqual(refusal);
  });

  test('one that is too large', async () => {
    const { refusal } = await files.read(Buffer.alloc(50_000_001, 'a'));
    expect(refusal).toEqual({ code: 'too_large', bytes: 50_000_001, most: 50_000_000 });
  });

  test('with the wrong encoding chosen', async () => {
    const { refusal } = await files.read(encoded(russian, 'windows-1251') ?? '', { encoding: 'utf-8' });
    expect(refusal).toEqual({ code: 'not_readable_as_text', encoding: 'utf-8' });
  });
});

test('100,000 rows are taken', async () => {
  const { rows, end } = await files.read(`Name,Amount\n${'Anna,5\n'.repeat(100_000)}`);
  expect([rows.length, end?.rows]).toEqual([100_000, 100_000]);
  expect(rows.at(-1)?.line).toBe(100_001);
});
