/**
 * CSV as spreadsheets read it (RFC 4180): UTF-8 with a byte-order mark, lines end with CR LF, every cell quoted. An apostrophe before a
 * formula sign keeps a spreadsheet from evaluating text (OWASP, CSV injection). It is added at the start of a cell and, because a
 * spreadsheet may use another separator than we do, after each separator within a text.
 */

import { daysIn, type ZonedDays } from '../time/zoned-days.ts';
import type { Cell } from './xlsx.ts';

const byteOrderMark = '\u{FEFF}';
const encoder = new TextEncoder();

const utc = daysIn('UTC');

/** The file's bytes with these rows. */
export function csvOf(rows: ReadonlyArray<readonly Cell[]>): Uint8Array {
  return encoder.encode(byteOrderMark + rows.map((row) => lineOf(row, utc)).join(''));
}

/** The bytes of a file, batch by batch, its times in the reader's zone. */
export async function* csvInBatches(
  headings: readonly string[],
  batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>,
  zone: ZonedDays,
): AsyncGenerator<Uint8Array> {
  yield csvOf([headings]);
  for await (const rows of batches) yield encoder.encode(rows.map((row) => lineOf(row, zone)).join(''));
}

const lineOf = (row: readonly Cell[], zone: ZonedDays): string =>
  `${row.map((cell) => cellOf(cell, zone)).join(',')}\r\n`;

function cellOf(cell: Cell, zone: ZonedDays): string {
  if (cell === null) return '""';
  if (typeof cell !== 'string') return `"${plain(cell, zone)}"`;
  const text = inert(cell);
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;
}

function plain(cell: Exclude<Cell, string | null>, zone: ZonedDays): string {
  if ('amount' in cell) return cell.amount;
  return 'day' in cell ? cell.day : zone.timeOf(cell.time);
}

/** Characters that begin a formula, including full-width, small, superscript and subscript forms, which East Asian spreadsheets treat alike. */
const signs = new Set('=+-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−');
const separators = new Set(';|\t\r\n');
/** Characters that a spreadsheet may skip before it looks for a formula sign. */
const skipped = /[\p{Z}\p{Cf}"]/u;
const controls = /[^\P{Cc}\t\n\r]/gu;

/** Texts that may need changes: with a control character, a separator, or a start that may begin a formula. Most texts have none. */
const suspect = /[\p{Cc};|]|^[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−\p{Z}\p{Cf}"]/u;

/** A text in which no part is a formula, whichever separator is used. Control characters become spaces. */
const inert = (text: string): string => (suspect.test(text) ? inerted(text) : text);

function inerted(text: string): string {
  const shown = Array.from(text.replaceAll(controls, ' '));
  // Some spreadsheets split a text that begins with a line break or a tab.
  let whole = separators.has(shown[0] ?? '') && !';|'.includes(shown[0] ?? '') ? "'" : '';
  // A part follows a separator; it is safe once it starts with a character that spreadsheets do not skip.
  let isOpen = whole === '';
  for (const character of shown) {
    if (isOpen && signs.has(character)) whole += "'";
    whole += character;
    isOpen = separators.has(character) || (isOpen && skipped.test(character));
  }
  return whole;
}
