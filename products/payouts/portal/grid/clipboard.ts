/** Tables on the clipboard: tab-separated lines, as spreadsheets write and read them. */

/** Cells of a pasted text. A cell in quotation marks may contain tabs, line breaks and doubled quotation marks. */
export function cellsOfText(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const source = text.replaceAll(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '' && closes(source, at)) isQuoted = true;
    else if (character === '\t' || character === '\n') {
      row.push(cell);
      cell = '';
      if (character === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}

/** A quotation mark that opens a cell is closed before a tab, a line break or the end; otherwise it is text. */
function closes(source: string, at: number): boolean {
  for (let next = at + 1; next < source.length; next += 1) {
    if (source[next] !== '"') continue;
    if (source[next + 1] === '"') next += 1;
    else return [undefined, '\t', '\n'].includes(source[next + 1]);
  }
  return false;
}

/** One line per row; text that would be read as two cells is put in quotation marks. */
export const textOfCells = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n');
