/** Normalises cells for storage: removes characters that are invisible or that text columns refuse. Pure. */
import type { PayoutField } from '@calmly/contract';
import { type CurrencyCode, plainLine } from '@calmly/domain';
import { namePartOf } from './files/columns/heading-names.ts';
import type { CellFault, PayoutRow } from './files/payout-file.ts';
import { dayOfPlainNumber } from './files/spreadsheets/spreadsheet-values.ts';
import type { Cells, PlacedRow, RowInput } from './row.ts';

const plainAscii = /^[\x20-\x7e]*$/;

/** Address lines keep their line breaks. */
function cleanCell(field: PayoutField, text: string): string {
  if (plainAscii.test(text)) return text.trim();
  if (field === 'addressLines')
    return text
      .split(/\r?\n/)
      .map((line) => cleanLine(line))
      .filter((line) => line !== '')
      .join('\n');
  return cleanLine(text);
}

const cleanLine = (text: string): string =>
  plainLine(text.toWellFormed())
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();

/** Facts about a table as a whole that affect the meaning of its cells. */
interface TableFacts {
  readonly currency: CurrencyCode | undefined;
  readonly headings: readonly string[];
  readonly dateSystem: 1900 | 1904;
}

/**
 * Makes rows of a table's rows. The columns of a name are joined, given name first if the headings tell; of several columns for another field, the
 * first filled one counts. `currency` comes from the heading of the amounts: it applies if no cell names one, and is added to the amount if a cell
 * names another. Days that a spreadsheet stored as plain numbers become days again.
 */
export function createRowMaker(
  columns: ReadonlyArray<PayoutField | null>,
  { currency, headings, dateSystem }: TableFacts,
) {
  const part = (at: number) => namePartOf(headings[at] ?? '') ?? 0;
  const nameColumns = columns
    .flatMap((field, at) => (field === 'name' ? at : []))
    .sort((left, right) => part(left) - part(right));
  const textOf = (field: PayoutField, cell: string, cells: readonly string[]): string => {
    if (field === 'name') return nameIn(cells, nameColumns);
    const text = cleanCell(field, cell);
    return field === 'executionDate' ? (dayOfPlainNumber(text, dateSystem) ?? text) : text;
  };
  return (row: PayoutRow, position: number): PlacedRow => {
    const cells: Partial<Record<PayoutField, string>> = {};
    let amountIsNumber = false;
    columns.forEach((field, at) => {
      if (field === null || cells[field] !== undefined) return;
      const text = textOf(field, row.cells[at] ?? '', row.cells);
      if (text === '') return;
      cells[field] = text;
      if (field === 'amount') amountIsNumber = row.numbers?.includes(at) ?? false;
    });
    if (currency !== undefined && cells.amount !== undefined) {
      cells.currency ??= currency;
      if (cells.currency !== currency) cells.amount += ` ${currency}`;
    }
    return {
      position,
      line: row.line,
      cells,
      readFaults: row.faults ? readFaultsOf(row.faults, columns) : {},
      ...(row.warnings && { readWarnings: row.warnings }),
      amountIsNumber,
      original: row.original,
    };
  };
}

const nameIn = (cells: readonly string[], columns: readonly number[]): string =>
  columns
    .map((at) => cleanCell('name', cells[at] ?? ''))
    .filter((part) => part !== '')
    .join(' ');

function readFaultsOf(
  faults: readonly CellFault[],
  columns: ReadonlyArray<PayoutField | null>,
): RowInput['readFaults'] {
  return Object.fromEntries(
    faults.flatMap(({ column, code }) => {
      const field = columns[column];
      return field ? [[field, code]] : [];
    }),
  );
}

/** The row with changed cells; undefined if they are the same. An empty text empties a cell. */
export function changedRow<Row extends RowInput>(row: Row, changes: Cells): Row | undefined {
  const entries = Object.entries(changes) as [PayoutField, string][];
  const changed = entries
    .map(([field, text]) => [field, cleanCell(field, text)] as const)
    .filter(([field, text]) => (row.cells[field] ?? '') !== text || row.readFaults[field] !== undefined);
  if (changed.length === 0) return undefined;
  const cells = { ...row.cells };
  const readFaults = { ...row.readFaults };
  for (const [field, text] of changed) {
    delete readFaults[field];
    if (text === '') delete cells[field];
    else cells[field] = text;
  }
  const amountIsNumber = row.amountIsNumber && !changed.some(([field]) => field === 'amount');
  return { ...row, cells, readFaults, amountIsNumber };
}
