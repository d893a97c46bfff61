/**
 * The rows of a sheet, cell by cell: texts unchanged, numbers without floating-point noise, days as ISO dates. A formula refuses the file, even with
 * a stored result, because its current result is unknown here.
 * Errors: FileRefused, XmlRefused.
 */

import { createXmlReader, type XmlElement } from '@calmly/platform/files/xml.ts';
import { find } from '@calmly/platform/iso20022/fields.ts';
import type { CellFault } from '../payout-file.ts';
import { FileRefused, fileLimits } from '../refusal.ts';
import type { TableRow } from '../table.ts';
import { cellName, columnOf, dayOf, numberText, percentText } from './spreadsheet-values.ts';
import { isTrue, textOf, type Workbook } from './workbook.ts';

/** Maximum number of rows in a sheet. */
const lastRowOfFormat = 1_048_576;

/** Empty cells and rows that are present in the file. */
const mostEmpty = 500_000;

interface CellValue {
  readonly text: string;
  readonly isNumber?: boolean;
  readonly fault?: CellFault['code'];
}

const none: CellValue = { text: '' };

export interface SheetReader {
  readonly rows: AsyncIterable<readonly TableRow[]>;
  /** The share of the sheet already read, from 0 to 1. */
  share(): number;
}

/**
 * Reads while `rows` is consumed, once. `line` is the row's number in the sheet, from 1; empty rows are omitted, hidden ones marked. `rows` throws
 * FileRefused or XmlRefused.
 */
export function readSheet(workbook: Workbook): SheetReader {
  const { archive, sheet } = workbook;
  const size = archive.sizeOf(sheet.part);
  let bytesRead = 0;
  let empty = 0;
  let rows: TableRow[] = [];
  let lastRow = 0;
  let cells: string[] = [];
  let numbers: number[] = [];
  let faults: CellFault[] = [];
  let nextColumn = 0;

  const countEmpty = () => {
    empty += 1;
    if (empty > mostEmpty) throw new FileRefused({ code: 'too_many_empty_cells' });
  };
  const takeCell = (element: XmlElement) => {
    const column = columnOf(element.attributes.r ?? '') ?? nextColumn;
    nextColumn = column + 1;
    if (find(element, 'f'))
      throw new FileRefused({
        code: 'formula',
        cell: element.attributes.r?.slice(0, 10) ?? cellName(column, lastRow + 1),
      });
    const { text, isNumber, fault } = cellValue(element, workbook);
    if (text === '') return countEmpty();
    if (column >= fileLimits.columns)
      throw new FileRefused({ code: 'too_many_columns', line: lastRow + 1, most: fileLimits.columns });
    while (cells.length < column) cells.push('');
    cells[column] = text;
    if (isNumber) numbers.push(column);
    if (fault) faults.push({ column, code: fault });
  };
  const takeRow = ({ attributes }: XmlElement) => {
    const line = attributes.r === undefined ? lastRow + 1 : Number(attributes.r);
    if (!Number.isInteger(line) || line <= lastRow || line > lastRowOfFormat)
      throw new FileRefused({ code: 'damaged', part: sheet.part });
    lastRow = line;
    if (cells.length === 0) countEmpty();
    else
      rows.push({
        line,
        cells,
        ...(numbers.length > 0 && { numbers }),
        ...(faults.length > 0 && { faults }),
        ...(isTrue(attributes.hidden) && { isHidden: true }),
      });
    cells = [];
    numbers = [];
    faults = [];
    nextColumn = 0;
  };
  const xml = createXmlReader({
    rootName: 'worksheet',
    limits: { bytes: size, elements: Number.MAX_SAFE_INTEGER, elementsBetweenTaken: 2_000, text: 33_000 },
    keepsBlanks: true,
    take(path, element) {
      if (path === 'worksheet/sheetData/row/c') takeCell(element);
      else if (path === 'worksheet/sheetData/row') takeRow(element);
      else if (path.startsWith('worksheet/sheetData/') || path === 'worksheet') return false;
      // Widths, merged cells, filters and rules are not needed.
      else countEmpty();
      return true;
    },
  });
  async function* read(): AsyncGenerator<readonly TableRow[]> {
    for await (const chunk of archive.read(sheet.part)) {
      bytesRead += chunk.length;
      xml.write(chunk);
      yield rows;
      rows = [];
    }
    xml.end();
    yield rows;
  }
  return { rows: read(), share: () => (size === 0 ? 1 : bytesRead / size) };
}

function cellValue(cell: XmlElement, { strings, formats, dateSystem }: Workbook): CellValue {
  const raw = find(cell, 'v')?.text ?? '';
  switch (cell.attributes.t) {
    case 's':
      return { text: strings.at(Number(raw)) ?? '' };
    case 'inlineStr': {
      const inline = find(cell, 'is');
      return inline ? { text: textOf(inline) } : none;
    }
    case 'str':
      return { text: raw };
    case 'b':
      return { text: isTrue(raw) ? 'TRUE' : 'FALSE' };
    case 'e':
      return { text: raw, fault: 'spreadsheet_error' };
    case 'd':
      return { text: raw.slice(0, 10) };
    default: {
      if (raw.trim() === '') return none;
      const format = formats[Number(cell.attributes.s ?? 0)] ?? { kind: 'number', digits: 0 };
      const day = format.kind === 'day' ? dayOf(raw, dateSystem) : undefined;
      if (day !== undefined) return { text: day };
      const number = format.kind === 'percent' ? percentText(raw) : numberText(raw);
      return number.ok
        ? { text: number.text.padStart(format.digits, '0'), isNumber: true }
        : { text: raw, fault: 'number_lost_digits' };
    }
  }
}
