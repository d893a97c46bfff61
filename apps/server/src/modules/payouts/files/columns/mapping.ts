/**
 * Which column holds what: by its heading where there is a header, and by its contents where there is none. Pure.
 */

import type { PayoutField, PayoutLayout } from '@calmly/contract';
import { checkBic, checkIban, isCountry, isCurrency } from '@calmly/domain';
import { fieldOf } from './heading-names.ts';
import { layoutOf } from './layouts.ts';
import { createSignVote, type DecimalSign, readAmount } from './read-amount.ts';

export interface TableGuess {
  /** The place of the header among the rows; undefined where there is none. */
  readonly headerAt: number | undefined;
  readonly columns: number;
  readonly layout: PayoutLayout | null;
  readonly mapping: ReadonlyArray<PayoutField | null>;
  readonly ignored: readonly string[];
  readonly decimalSign: DecimalSign | null;
}

/** Titles and empty lines may stand above a header. */
const mostAboveHeader = 10;
/** So many headings must be known, or half of them. */
const fewestKnownHeadings = 2;

/** What the first rows of a table say; `headerRow` is what the client says instead. */
export function guessTable(rows: ReadonlyArray<readonly string[]>, headerRow?: boolean): TableGuess {
  const headerAt = headerRow === false ? undefined : (findHeader(rows) ?? (headerRow ? 0 : undefined));
  const header = headerAt === undefined ? undefined : rows[headerAt];
  const data = headerAt === undefined ? rows : rows.slice(headerAt + 1);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const known = header && layoutOf(header);
  const mapping = padded(
    known?.mapping ?? (header ? byHeadings(header) : byContents(data, columns)),
    columns,
  );
  return {
    headerAt,
    columns,
    layout: known?.layout ?? null,
    mapping,
    ignored: known?.ignored ?? [],
    decimalSign: signOf(data, mapping.indexOf('amount')),
  };
}

/** The first row among the top ones whose cells are headings and none of them data. */
function findHeader(rows: ReadonlyArray<readonly string[]>): number | undefined {
  const at = rows.slice(0, mostAboveHeader).findIndex((row) => {
    const filled = row.filter((cell) => cell.trim() !== '');
    const known = filled.filter((cell) => fieldOf(cell) !== undefined).length;
    return (
      known >= Math.min(fewestKnownHeadings, Math.max(1, filled.length / 2)) && !filled.some(looksLikeData)
    );
  });
  return at === -1 ? undefined : at;
}

const looksLikeData = (cell: string): boolean => checkIban(cell).ok || readAmount(cell, null).ok;

/** Each field once, at its first heading; an account may have two columns, its IBAN and its number. */
function byHeadings(headings: readonly string[]): Array<PayoutField | null> {
  const taken = new Set<PayoutField>();
  return headings.map((heading) => {
    const field = fieldOf(heading);
    if (field === undefined || (taken.has(field) && field !== 'account')) return null;
    taken.add(field);
    return field;
  });
}

/** What nearly all filled cells of a column must be. */
const share = 0.8;

/** Tests in the order in which a column is given to them: the strictest first. */
const tests: ReadonlyArray<readonly [PayoutField, (cell: string) => boolean]> = [
  ['account', (cell) => checkIban(cell).ok],
  ['currency', (cell) => isCurrency(cell.trim().toUpperCase())],
  ['country', (cell) => isCountry(cell.trim())],
  ['bic', (cell) => (cell.trim().length === 8 || cell.trim().length === 11) && checkBic(cell).ok],
  ['amount', (cell) => ['amount_ambiguous', true].includes(amountKind(cell))],
  ['name', (cell) => /\p{L}{2}/u.test(cell)],
  ['reference', (cell) => /\p{L}/u.test(cell)],
];

function amountKind(cell: string): string | true {
  const reading = readAmount(cell, null);
  return reading.ok ? true : reading.code;
}

function byContents(rows: ReadonlyArray<readonly string[]>, columns: number): Array<PayoutField | null> {
  const mapping = Array.from({ length: columns }, (): PayoutField | null => null);
  for (const [field, test] of tests) {
    const column = mapping.findIndex((taken, at) => {
      if (taken !== null) return false;
      const filled = rows.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== '');
      return filled.length > 0 && filled.filter(test).length >= filled.length * share;
    });
    if (column !== -1) mapping[column] = field;
  }
  return mapping;
}

function signOf(rows: ReadonlyArray<readonly string[]>, column: number): DecimalSign | null {
  const vote = createSignVote();
  for (const row of rows) vote.add(row[column] ?? '');
  return vote.result();
}

const padded = (
  mapping: ReadonlyArray<PayoutField | null>,
  columns: number,
): ReadonlyArray<PayoutField | null> =>
  Array.from({ length: Math.max(columns, mapping.length) }, (_, at) => mapping[at] ?? null);
