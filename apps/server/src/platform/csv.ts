/**
 * CSV as spreadsheets read it (RFC 4180): UTF-8 with a byte-order mark, lines ended by CR LF, every cell quoted. A text that a spreadsheet
 * would take for a formula begins with an apostrophe, so that what somebody typed into a name runs nowhere (OWASP, CSV injection).
 */
import type { Cell } from './xlsx.ts';

const byteOrderMark = '\u{FEFF}';
const encoder = new TextEncoder();

/** The bytes of a file with these rows. */
export function csvOf(rows: ReadonlyArray<readonly Cell[]>): Uint8Array {
  return encoder.encode(byteOrderMark + rows.map(lineOf).join(''));
}

/** The bytes of a file, batch by batch. */
export async function* csvInBatches(
  headings: readonly string[],
  batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>,
): AsyncGenerator<Uint8Array> {
  yield csvOf([headings]);
  for await (const rows of batches) yield encoder.encode(rows.map(lineOf).join(''));
}

const lineOf = (row: readonly Cell[]): string => `${row.map(cellOf).join(',')}\r\n`;

function cellOf(cell: Cell): string {
  if (cell === null) return '""';
  if (typeof cell !== 'string') return `"${'amount' in cell ? cell.amount : cell.time.toISOString()}"`;
  const safe = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
