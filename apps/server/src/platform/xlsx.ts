/**
 * A spreadsheet of one sheet as a stream (ECMA-376, the parts that readers need): rows are written as they come, nothing is kept but the
 * chunk in hand. Amounts are numbers and moments are dates, in UTC; texts are inline texts, which no reader takes for a formula.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** What a cell holds: text, an amount as decimal text, a moment; null is empty. */
export type Cell = string | null | { readonly amount: string } | { readonly time: Date };

export interface Sheet {
  readonly name: string;
  /** Widths of the columns, in characters. */
  readonly widths: readonly number[];
  /** Stands out and stays in sight. */
  readonly headings: readonly string[];
  /** Rows by the batch. */
  readonly batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>;
}

/** Numbers are kept to 15 digits by spreadsheets (IEEE 754): what has more stays text. */
const exactDigits = 15;
const dayMs = 86_400_000;
/** 30 December 1899, the day 0 of spreadsheets. */
const epochMs = Date.UTC(1899, 11, 30);
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The places of `cellXfs` in `styles`. */
const style = { heading: 1, amount: 2, time: 3 } as const;

const parts = (name: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
  '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00######"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

/** The bytes of the file, chunk by chunk. */
export async function* xlsxOf({ name, widths, headings, batches }: Sheet): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const add = (path: string) => {
    const file = new ZipDeflate(path, { level: 4 });
    zip.add(file);
    return (text: string, last = false) => file.push(strToU8(text), last);
  };
  for (const [path, text] of Object.entries(parts(name))) add(path)(declaration + text, true);
  const write = add('xl/worksheets/sheet1.xml');
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  write(
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`,
  );
  write(rowOf(headings, style.heading));
  for await (const rows of batches) {
    write(rows.map((row) => rowOf(row)).join(''));
    yield* ready.splice(0);
  }
  write('</sheetData></worksheet>', true);
  zip.end();
  yield* ready.splice(0);
}

const rowOf = (cells: readonly Cell[], textStyle?: number): string =>
  `<row>${cells.map((cell) => cellOf(cell, textStyle)).join('')}</row>`;

function cellOf(cell: Cell, textStyle: number | undefined): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'string') {
    const styled = textStyle === undefined ? '' : ` s="${textStyle}"`;
    return `<c t="inlineStr"${styled}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  if ('time' in cell) return `<c s="${style.time}"><v>${(cell.time.getTime() - epochMs) / dayMs}</v></c>`;
  const digits = cell.amount.replaceAll(/\D|^0+/g, '').length;
  return digits > exactDigits
    ? cellOf(cell.amount, undefined)
    : `<c s="${style.amount}"><v>${cell.amount}</v></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text inside XML; characters that XML 1.0 cannot carry become a blank. `_x003D_` would be read as a character's code, so its mark is coded. */
const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
