/**
 * CSV as written by programs (RFC 4180 and variants): any separator, cells in quotation marks with line breaks, lines that end in CR LF, LF or CR,
 * `sep=;` as a first line. csv-parse does the parsing; this file determines the separator and each row's first line.
 * Errors: FileRefused (`unclosed_quote`, `cell_too_long`, `too_many_columns`).
 */
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { FileRefused, fileLimits } from '../refusal.ts';
import type { TableRow } from '../table.ts';

/** In order of preference for a tie. */
const delimiters = ['\t', ';', '|', ',', ':'] as const;

/** Bytes of a row in UTF-8: the most that a parser holds of an unfinished cell. */
const mostRowBytes = 400_000;

const optionsOf = (delimiter: string): Options => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // Company "Foo" Ltd: a quotation mark inside a cell is an ordinary character.
  relax_quotes: true,
  max_record_size: mostRowBytes,
});

/** The separator declared by `sep=;` in the first line, as Excel writes it, and the length of that line. */
export function declaredDelimiter(
  head: string,
): { readonly delimiter: string; readonly length: number } | undefined {
  const match = /^"?sep=([^"\r\n])"?(\r\n|\n|\r|$)/i.exec(head);
  return match?.[1] === undefined ? undefined : { delimiter: match[1], length: match[0].length };
}

/**
 * The separator of a file by its first rows: the one that splits most rows into equally many cells. A colon only if no other splits at all, since it
 * occurs in times and texts.
 */
export function guessDelimiter(head: string): string {
  const scored = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(head, delimiter) }));
  const usual = scored.filter(({ delimiter, score }) => delimiter !== ':' && score > 0);
  const [best] = (usual.length > 0 ? usual : scored).toSorted((left, right) => right.score - left.score);
  return best && best.score > 0 ? best.delimiter : ',';
}

function scoreOf(head: string, delimiter: string): number {
  const counts = firstRows(head, delimiter)
    .map((row) => row.length)
    .slice(0, 200);
  const byCount = Map.groupBy(counts, (count) => count);
  const [usual] = [...byCount.values()].toSorted((left, right) => right.length - left.length);
  const columns = usual?.[0] ?? 1;
  if (!usual || columns === 1) return 0;
  const isHeaderAlike = counts[0] === columns ? 1 : 0.5;
  return (usual.length / counts.length) * Math.log2(columns) * isHeaderAlike;
}

/** The rows at the beginning of a file; the last one may be incomplete. */
function firstRows(head: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  try {
    parseNow(head, {
      ...optionsOf(delimiter),
      skip_empty_lines: true,
      on_record: (row: string[]) => {
        rows.push(row);
        return null;
      },
    });
  } catch (error) {
    // The text ends inside a cell; the rows before it were read.
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

/** Rows in order, with the lines on which they begin. `firstLine` is the line of the first text. */
export async function* csvRows(
  texts: AsyncIterable<string>,
  delimiter: string,
  firstLine: number,
): AsyncGenerator<readonly TableRow[]> {
  let line = firstLine;
  let rows: TableRow[] = [];
  /** Since the last row ended, by the chunk. */
  let bytesOfRow = 0;
  const parser = parse({
    ...optionsOf(delimiter),
    on_record: (cells: string[]) => {
      bytesOfRow = 0;
      rows.push({ line, cells });
      line += 1 + cells.reduce((sum, cell) => sum + lineBreaksIn(cell), 0);
      return null;
    },
  });
  // Errors arrive with the callbacks; without a listener the event would end the process.
  parser.on('error', () => undefined);
  const settle = async (write: (done: (error?: Error | null) => void) => void) => {
    const error = await new Promise<Error | null | undefined>(write);
    if (error) throw refusalOf(error, line);
  };
  for await (const text of texts) {
    bytesOfRow += text.length;
    if (text !== '') await settle((done) => parser.write(text, done));
    // The parser's own limit does not count separators.
    if (
      bytesOfRow > mostRowBytes &&
      text.split(delimiter, fileLimits.columns + 2).length > fileLimits.columns
    )
      throw new FileRefused({ code: 'too_many_columns', line, most: fileLimits.columns });
    yield rows;
    rows = [];
  }
  await settle((done) => {
    parser.resume();
    parser.end(done);
  });
  yield rows;
}

const lineBreaksIn = (cell: string): number =>
  cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\n|\r/).length - 1 : 0;

function refusalOf(error: Error, line: number): Error {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new FileRefused({ code: 'unclosed_quote', line });
  if (error.code !== 'CSV_MAX_RECORD_SIZE') return error;
  // A cell that spans many lines means an unclosed quotation mark.
  const goesOn = typeof error.lines === 'number' && error.lines > line + 10;
  return new FileRefused(
    goesOn ? { code: 'unclosed_quote', line } : { code: 'cell_too_long', line, most: fileLimits.cell },
  );
}
