/**
 * Writes a spreadsheet as a stream (ECMA-376, the parts that readers need). It has one sheet unless there are more rows than a sheet holds. Rows are
 * written as they arrive, and only the current chunk is in memory. Amounts are numbers with their given decimals; times (in the reader's time zone)
 * and days are dates. Texts are inline strings, which no reader takes for a formula.
 */
import type { ZonedDays } from '../time/zoned-days.ts';
import { type ZipFile, zipOf } from './zip.ts';

/** A cell's value: text, an amount as decimal text, a moment, a day (`YYYY-MM-DD`); null is empty. */
export type Cell =
  | string
  | null
  | { readonly amount: string }
  | { readonly time: Date }
  | { readonly day: string };

export interface Sheet {
  readonly name: string;
  /** Widths of the columns, in characters. */
  readonly widths: readonly number[];
  /** Bold, and frozen at the top. */
  readonly headings: readonly string[];
  /** The reader's time zone, for moments. */
  readonly zone: ZonedDays;
  /** Rows in batches. */
  readonly batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>;
  /** The number of rows, needed if they may exceed one sheet, because the first part of the file lists the sheets. */
  readonly rows?: number;
}

/** Maximum number of rows that spreadsheets read of a sheet, headings included. */
export const rowsOfSheet = 1_048_576;

/** Spreadsheets keep 15 digits (IEEE 754); longer numbers are written as text. */
const exactDigits = 15;
const dayMs = 86_400_000;
/** 30 December 1899, the day 0 of spreadsheets. */
const epochMs = Date.UTC(1899, 11, 30);
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Indexes of `cellXfs` in `styles`; that of an amount depends on its decimals. */
const style = { heading: 1, time: 2, day: 3, amount: 4 } as const;
const decimalsMax = 18;
/** Number formats; ids below 164 are reserved by the specification. */
const formats = [
  'yyyy\\-mm\\-dd\\ hh:mm:ss',
  'yyyy\\-mm\\-dd',
  ...Array.from(
    { length: decimalsMax + 1 },
    (_, decimals) => `#,##0${decimals ? '.' : ''}${'0'.repeat(decimals)}`,
  ),
];
const numFmts = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('');
const numberXfs = formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`).join('');

function parts(name: string, sheets: readonly number[]): Readonly<Record<string, string>> {
  const each = (text: (number: number) => string) => sheets.map(text).join('');
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('workbook.xml', 'sheet.main')}${each((number) => override(`worksheets/sheet${number}.xml`, 'worksheet'))}${override('styles.xml', 'styles')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((number) => `<sheet name="${escaped(number === 1 ? name : `${name} ${number}`)}" sheetId="${number}" r:id="r${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${each((number) => `<Relationship Id="r${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="styles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${numFmts}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${2 + formats.length}"><xf/><xf fontId="1" applyFont="1"/>${numberXfs}</cellXfs></styleSheet>`,
  };
}

const encoder = new TextEncoder();

/** The file's bytes, chunk by chunk. `mostRows`: per sheet. */
export const xlsxOf = (
  sheet: Sheet,
  mostRows: number = rowsOfSheet,
): AsyncGenerator<Uint8Array, void, undefined> => zipOf(filesOf(sheet, mostRows));

function* filesOf(sheet: Sheet, mostRows: number): Generator<ZipFile> {
  const most = mostRows - 1;
  const { rows = most } = sheet;
  const sheets = Array.from({ length: Math.max(1, Math.ceil(rows / most)) }, (_, at) => at + 1);
  for (const [path, text] of Object.entries(parts(sheet.name, sheets)))
    yield { path, content: [encoder.encode(declaration + text)] };
  const left = new Batches(sheet.batches);
  for (const number of sheets)
    yield {
      path: `xl/worksheets/sheet${number}.xml`,
      content: rowsOf(sheet, left, { most, isLast: number === sheets.length }),
    };
}

/** Rows that several sheets consume one after the other. */
class Batches {
  readonly #batches: AsyncIterator<ReadonlyArray<readonly Cell[]>>;
  #left: ReadonlyArray<readonly Cell[]> = [];

  constructor(batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** The next rows, at most `most`; undefined after the last. */
  async next(most: number): Promise<ReadonlyArray<readonly Cell[]> | undefined> {
    while (this.#left.length === 0) {
      const { done, value } = await this.#batches.next();
      if (done) return undefined;
      this.#left = value;
    }
    const rows = this.#left.slice(0, most);
    this.#left = this.#left.slice(most);
    return rows;
  }

  async return(): Promise<void> {
    await this.#batches.return?.();
  }
}

async function* rowsOf(
  { widths, headings, zone }: Sheet,
  batches: Batches,
  { most, isLast }: { readonly most: number; readonly isLast: boolean },
): AsyncGenerator<Uint8Array> {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  let isWhole = false;
  try {
    yield encoder.encode(
      `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${rowOf(headings, 1, zone, style.heading)}`,
    );
    let written = 0;
    while (written < most) {
      const rows = await batches.next(most - written);
      if (!rows) break;
      const first = written + 2;
      yield encoder.encode(rows.map((row, index) => rowOf(row, first + index, zone)).join(''));
      written += rows.length;
    }
    if (isLast && (await batches.next(1)))
      throw new Error('a spreadsheet has more rows than it was begun for');
    yield encoder.encode('</sheetData></worksheet>');
    isWhole = true;
  } finally {
    // If the download was cancelled or failed, the reader of the rows is ended too.
    if (!isWhole) await batches.return();
  }
}

/** Every cell states its position, because readers other than Excel do not count. */
function rowOf(cells: readonly Cell[], row: number, zone: ZonedDays, textStyle?: number): string {
  let text = `<row r="${row}">`;
  for (const [column, cell] of cells.entries())
    if (cell !== null) text += cellOf(cell, `${lettersOf(column)}${row}`, zone, textStyle);
  return `${text}</row>`;
}

const names: string[] = [];
const lettersOf = (column: number): string => {
  names[column] ??= letters(column);
  return names[column];
};

/** The letters of a column: A to Z, then AA. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

function cellOf(cell: Cell, place: string, zone: ZonedDays, textStyle?: number): string {
  if (cell === null) return '';
  if (typeof cell === 'string') {
    const styled = textStyle === undefined ? '' : ` s="${textStyle}"`;
    return `<c r="${place}" t="inlineStr"${styled}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  if ('time' in cell)
    return numberOf(place, style.time, daysSinceEpoch(zone.wallClockOf(cell.time).getTime()));
  if ('day' in cell) return numberOf(place, style.day, daysSinceEpoch(Date.parse(cell.day)));
  const { amount } = cell;
  const digits = amount.length <= exactDigits ? amount.length : amount.replaceAll(/\D|^0+/g, '').length;
  const point = amount.indexOf('.');
  const decimals = point === -1 ? 0 : amount.length - point - 1;
  return digits > exactDigits || decimals > decimalsMax
    ? cellOf(cell.amount, place, zone)
    : numberOf(place, style.amount + decimals, cell.amount);
}

const numberOf = (place: string, numberStyle: number, value: number | string): string =>
  `<c r="${place}" s="${numberStyle}"><v>${value}</v></c>`;

const daysSinceEpoch = (ms: number): number => (ms - epochMs) / dayMs;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text inside XML; characters that XML 1.0 cannot carry become a space. `_x003D_` would be read as an escape, so its underscore is escaped. */
const escaped = (text: string): string => (suspect.test(text) ? rewritten(text) : text);

/** Texts that may need changes; most do not. */
const suspect = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

const rewritten = (text: string): string =>
  text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
