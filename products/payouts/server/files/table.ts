/**
 * Turns rows of any format into events: described by the first ones, checked against the limits of a table, in parts that the server can process
 * without a pause.
 */

import { createSignVote } from './columns/read-amount.ts';
import type { CellFault, FileDescription, FileEnd, FileEvent, PayoutRow, Progress } from './payout-file.ts';
import { FileRefused, fileLimits } from './refusal.ts';

export interface TableRow extends PayoutRow {
  readonly isHidden?: boolean;
}

/** Facts that only the first rows of a table tell. */
export type TableDescription = Pick<
  FileDescription,
  'header' | 'columns' | 'layout' | 'mapping' | 'isExact' | 'ignored' | 'decimalSign'
> & {
  /** The rows after the header are payments. */
  readonly firstRow: number;
  readonly faultsOf: ((cells: readonly string[]) => readonly CellFault[]) | undefined;
};

export interface TableSource {
  readonly rows: AsyncIterable<readonly TableRow[]>;
  /** The file's description, without its table. */
  readonly file: Omit<FileDescription, keyof TableDescription>;
  describe(sample: readonly TableRow[]): TableDescription;
  progress(): Progress;
  /** Known when all rows were read. */
  readonly counts?: () => Partial<Pick<FileEnd, 'salaryRows' | 'otherDocuments'>>;
}

const sampleRows = 200;
/** Rows without any text. */
const mostBlank = 500_000;
/** A part of the table: as much as the server deserialises in a few milliseconds. */
const part = { rows: 2_000, cells: 20_000, characters: 500_000 };

/** Events of a table. Errors: FileRefused. */
export async function* tableEvents(source: TableSource): AsyncGenerator<FileEvent, void, undefined> {
  const tally = createTally();
  let sample: TableRow[] | undefined = [];
  let table: TableDescription | undefined;
  const parts = createParts();
  let blank = 0;

  const begin = (rows: readonly TableRow[]): FileEvent => {
    const { firstRow, faultsOf, ...described } = source.describe(rows);
    table = { ...described, firstRow, faultsOf };
    for (const row of rows.slice(firstRow)) parts.add(tally.count(row, table));
    sample = undefined;
    return { kind: 'description', description: { ...source.file, ...described } };
  };
  const ready = (rows: readonly PayoutRow[]): FileEvent => ({
    kind: 'rows',
    rows,
    progress: source.progress(),
  });

  for await (const rows of source.rows) {
    for (const row of rows) {
      const cells = trimmedEnd(row.cells);
      if (cells.every((cell) => cell.trim() === '')) {
        blank += 1;
        if (blank > mostBlank) throw new FileRefused({ code: 'too_many_empty_cells' });
        continue;
      }
      check(row.line, cells);
      const filled = { ...row, cells };
      if (sample) sample.push(filled);
      else if (table) parts.add(tally.count(filled, table));
    }
    if (sample && sample.length >= sampleRows) yield begin(sample);
    for (const taken of parts.take()) yield ready(taken);
    if (parts.isEmpty()) yield { kind: 'progress', progress: source.progress() };
  }
  if (sample && sample.length > 0) yield begin(sample);
  for (const taken of parts.take({ all: true })) yield ready(taken);
  const end = { ...tally.end(), ...source.counts?.() };
  if (end.rows === 0) throw new FileRefused({ code: 'empty' });
  yield { kind: 'end', end };
}

function check(line: number, cells: readonly string[]): void {
  const { columns, cell: characters } = fileLimits;
  if (cells.length > columns) throw new FileRefused({ code: 'too_many_columns', line, most: columns });
  if (cells.some((cell) => cell.length > characters))
    throw new FileRefused({ code: 'cell_too_long', line, most: characters });
}

function trimmedEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return last === cells.length - 1 ? cells : cells.slice(0, last + 1);
}

/** Counts rows and collects the decimal signs of their amounts. */
function createTally() {
  const votes: Array<ReturnType<typeof createSignVote>> = [];
  let rows = 0;
  let hiddenRows = 0;
  return {
    count({ isHidden, ...row }: TableRow, { faultsOf }: TableDescription): PayoutRow {
      rows += 1;
      if (rows > fileLimits.rows) throw new FileRefused({ code: 'too_many_rows', most: fileLimits.rows });
      if (isHidden) hiddenRows += 1;
      while (votes.length < row.cells.length) votes.push(createSignVote());
      row.cells.forEach((cell, at) => {
        if (!row.numbers?.includes(at)) votes[at]?.add(cell);
      });
      const found = faultsOf?.(row.cells) ?? [];
      return found.length === 0 ? row : { ...row, faults: [...(row.faults ?? []), ...found] };
    },
    end: (): FileEnd => ({
      rows,
      hiddenRows,
      salaryRows: 0,
      otherDocuments: 0,
      columns: votes.length,
      decimalSigns: votes.map((vote) => vote.result()),
    }),
  };
}

/** Rows in parts of bounded size. */
function createParts() {
  let full: PayoutRow[][] = [];
  let current: PayoutRow[] = [];
  let cells = 0;
  let characters = 0;
  return {
    add(row: PayoutRow): void {
      current.push(row);
      cells += row.cells.length;
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (current.length < part.rows && cells < part.cells && characters < part.characters) return;
      full.push(current);
      current = [];
      cells = 0;
      characters = 0;
    },
    isEmpty: () => full.length === 0,
    take({ all = false } = {}): PayoutRow[][] {
      if (all && current.length > 0) full.push(current);
      const taken = full;
      full = [];
      return taken;
    },
  };
}
