/**
 * CSV as spreadsheets read it (RFC 4180): UTF-8 with a byte-order mark, lines ended by CR LF, every cell quoted. A cell that a spreadsheet
 * would take for a formula begins with an apostrophe, so that what somebody typed into a name runs nowhere (OWASP, CSV injection).
 */

const byteOrderMark = '\u{FEFF}';

/** The bytes of a file with these rows. */
export function csvOf(rows: ReadonlyArray<readonly (string | null)[]>): Uint8Array {
  const lines = rows.map((row) => row.map(cellOf).join(','));
  return new TextEncoder().encode(byteOrderMark + lines.map((line) => `${line}\r\n`).join(''));
}

function cellOf(value: string | null): string {
  const text = value ?? '';
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
