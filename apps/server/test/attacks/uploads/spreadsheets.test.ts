/**
 * No exported text runs as a formula, and amounts stay numbers. The files are read like spreadsheets: a model of how Excel and
 * LibreOffice split a line, with each possible separator, and of what they treat as a formula. It errs on the safe side.
 */

import { csvOf } from '@calmly/platform/files/csv.ts';
import { type Cell, xlsxOf } from '@calmly/platform/files/xlsx.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { record, sized } from '../../support/campaign.ts';
import { chanceOf } from '../../support/chance.ts';

/** Lines and cells as a spreadsheet splits them: text after a closing quote is taken literally, up to the next separator. */
function split(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  const rest = (end: RegExp) => {
    const from = at;
    while (at < text.length && !end.test(text.charAt(at))) at += 1;
    return text.slice(from, at);
  };
  const end = new RegExp(`[${separator}\r\n]`);
  while (at < text.length) {
    let cell = '';
    if (text.charAt(at) === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text.charAt(at) !== '"') cell += text.charAt(at);
        else if (text.charAt(at + 1) === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    }
    rows.at(-1)?.push(cell + rest(end));
    if (text.charAt(at) === separator) at += 1;
    else {
      while (/[\r\n]/.test(text.charAt(at))) at += 1;
      rows.push([]);
    }
  }
  return rows.filter((row) => row.length > 0);
}

/** Whether a spreadsheet may treat a cell as a formula: after all skippable characters comes a formula sign, in any width. */
function isLive(cell: string): boolean {
  const first = cell.replace(/^[\s\p{Cc}\p{Cf}"]*/u, '').charAt(0);
  return /[=+\-@\u2212]/.test(first.normalize('NFKC')) && !/^-?\d+\.\d+$/.test(cell);
}

const separators = [',', ';', '\t', '|'] as const;
const liveCells = (file: Uint8Array): string[] => {
  const text = new TextDecoder().decode(file);
  return separators.flatMap((separator) => split(text, separator).flat().filter(isLive));
};

const below = chanceOf(19);
const pieces = [
  ...[
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    '﹦',
    '﹣',
    '⁼',
    '−',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\0',
    '\u0007',
  ],
  ...[
    ';',
    ',',
    '|',
    '"',
    '""',
    "'",
    ' ',
    '\u00A0',
    '\u3000',
    '\u200B',
    '\uFEFF',
    '\u2028',
    '(',
    ')',
    '!',
    ':',
  ],
  ...[
    'cmd',
    'SUM(A1)',
    "cmd|' /C calc'!A0",
    'HYPERLINK("//evil.example")',
    '1',
    '2',
    'Anna',
    'Tamm',
    '_x003D_',
  ],
];
const hostileCell = () => Array.from({ length: 1 + below(8) }, () => pieces[below(pieces.length)]).join('');
const amount = () => `${below(2) ? '-' : ''}${below(100_000)}.${10 + below(90)}`;

const count = sized(2_000, 10_000);
const rows = Array.from({ length: count / 2 }, () => [hostileCell(), hostileCell(), { amount: amount() }]);

describe('exported cells', () => {
  test('contain no formula in CSV with any separator, and amounts are numbers', () => {
    const file = csvOf(rows);
    expect(liveCells(file)).toEqual([]);
    const read = split(new TextDecoder().decode(file), ',');
    expect(read.length).toBe(rows.length);
    expect(read.map((row) => row[2])).toEqual(
      rows.map(([, , typed]) => (typed as { amount: string }).amount),
    );
    record({
      id: 'U3',
      what: 'hostile cells, read with four separators',
      figure: `${count} cells, 0 formulas, amounts are numbers`,
      control: 'a writer that only quotes; one that looks at the first character',
    });
  });

  test('control: a writer that only quotes, or only checks the first character, is caught', () => {
    const written = (inert: (text: string) => string) =>
      new TextEncoder().encode(
        rows
          .map((row) => row.map((cell) => `"${inert(textOf(cell)).replaceAll('"', '""')}"`).join(','))
          .join('\r\n'),
      );
    expect(liveCells(written((text) => text)).length).toBeGreaterThan(count / 4);
    expect(liveCells(written((text) => text.replace(/^[=+\-@\t\r\n]/, "'$&"))).length).toBeGreaterThan(
      count / 10,
    );
  });

  test('ordinary texts are written as they are', () => {
    const texts = [
      'Anna-Maria Tamm',
      'A = B',
      'rent; May',
      'a, -5',
      '5 + 5',
      'anna@test.example',
      "O'Hara",
      '«Цех»',
    ];
    const [read] = split(new TextDecoder().decode(csvOf([texts])), ',');
    expect(read).toEqual(texts);
  });

  test('contain no formula in XLSX: texts stay texts, even those that look like escaped characters', async () => {
    const chunks: Uint8Array[] = [];
    const sheetOf = { name: 'Payments', widths: [9, 9, 9], headings: ['A', 'B', 'C'], zone: daysIn('UTC') };
    for await (const chunk of xlsxOf({ ...sheetOf, batches: inBatches(rows) })) chunks.push(chunk);
    const sheet = new TextDecoder().decode(
      unzipSync(new Uint8Array(Buffer.concat(chunks)))['xl/worksheets/sheet1.xml'],
    );
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet.match(/<c r="[A-Z]+\d+" t="inlineStr">/g)?.length).toBe(count);
    expect(sheet.match(/<c r="C\d+" s="\d+"><v>-?[\d.]+<\/v>/g)?.length).toBe(rows.length);
    expect(sheet).not.toContain('>_x003D_');
    expect(sheet).toContain('_x005F_x003D_');
  });
});

const textOf = (cell: string | { amount: string }) => (typeof cell === 'string' ? cell : '0');

async function* inBatches(all: ReadonlyArray<readonly Cell[]>) {
  yield all;
}
