/** The contents of columns: by its heading if there is a header, otherwise by its cells. Pure. */

import type { PayoutField, PayoutLayout } from '@calmly/contract';
import {
  checkBic,
  checkIban,
  isCountry,
  isCurrency,
  type PaymentPurpose,
  paymentPurposes,
} from '@calmly/domain';
import { exactFieldOf, fieldOf, fieldsOf } from './heading-names.ts';
import { layoutOf } from './layouts.ts';
import { createSignVote, type DecimalSign, readAmount } from './read-amount.ts';

export interface TableGuess {
  /** The index of the header row; undefined if there is none. */
  readonly headerAt: number | undefined;
  readonly columns: number;
  readonly layout: PayoutLayout | null;
  readonly mapping: ReadonlyArray<PayoutField | null>;
  /** Whether every heading names its field exactly and all required fields are present, so that no assignment is needed. */
  readonly isExact: boolean;
  readonly ignored: readonly string[];
  readonly decimalSign: DecimalSign | null;
}

/** Titles and empty lines may precede a header. */
const mostAboveHeader = 10;
/** Minimum number of known headings, or half of them. */
const fewestKnownHeadings = 2;

/** The guess from a table's first rows; `headerRow` is the client's choice. */
export function guessTable(rows: ReadonlyArray<readonly string[]>, headerRow?: boolean): TableGuess {
  const headerAt =
    headerRow === false
      ? undefined
      : (findHeader(rows) ?? (headerRow || isUnlikeTheRest(rows) ? 0 : undefined));
  const header = headerAt === undefined ? undefined : rows[headerAt];
  const data = headerAt === undefined ? rows : rows.slice(headerAt + 1);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const known = header && layoutOf(header);
  const guessed = padded(
    known?.mapping ?? byContents(data, columns, header && padded(fieldsOf(header), columns)),
    columns,
  );
  const mapping = known?.layout === 'calmly' ? guessed : withPurposeInWords(guessed, data);
  return {
    headerAt,
    columns,
    layout: known?.layout ?? null,
    mapping,
    // A column whose cells contradict its heading is shown to the client.
    isExact: header !== undefined && mapping === guessed && areExact(header, columns),
    ignored: known?.ignored ?? [],
    decimalSign: signOf(data, mapping.indexOf('amount')),
  };
}

function areExact(header: readonly string[], columns: number): boolean {
  const named = header.map(exactFieldOf);
  const has = (field: PayoutField) => named.includes(field);
  return (
    header.length === columns &&
    !named.includes(undefined) &&
    new Set(named).size === named.length &&
    has('amount') &&
    (has('payeeId') || (has('name') && has('account')))
  );
}

/** The first of the top rows whose cells are headings and none of them data. */
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

/** Whether the first row has only words, in another language or of the client's own, above accounts or amounts. */
function isUnlikeTheRest([first = [], ...rest]: ReadonlyArray<readonly string[]>): boolean {
  const filled = first.filter((cell) => cell.trim() !== '');
  if (filled.length < fewestKnownHeadings || filled.some((cell) => /\d/u.test(cell))) return false;
  return first.some((_, at) => holds(rest, at, looksLikeData));
}

const looksLikeData = (cell: string): boolean => checkIban(cell).ok || readAmount(cell, null).ok;

/** Purposes in words are the payment's details: a column has purpose codes only if its cells are codes. */
function withPurposeInWords(
  mapping: ReadonlyArray<PayoutField | null>,
  rows: ReadonlyArray<readonly string[]>,
): ReadonlyArray<PayoutField | null> {
  const at = mapping.indexOf('purpose');
  const hasWords = holds(rows, at, (cell) => !isPurposeCode(cell.trim()));
  return hasWords ? mapping.with(at, mapping.includes('reference') ? null : 'reference') : mapping;
}

/** Payments' codes in any case, and other ISO 20022 codes in exact case. */
const isPurposeCode = (text: string): boolean =>
  /^[A-Z]{4}$/.test(text) || paymentPurposes.includes(text.toUpperCase() as PaymentPurpose);

/** The share of filled cells of a column that must pass. */
const share = 0.8;

/** Fields recognised by their contents, even under an unknown heading. */
const unmistakable: readonly PayoutField[] = ['account', 'currency', 'amount'];

/** Tests in the order in which they are applied: the strictest first. */
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

/** `named`: the headings' fields; if there are any, only they distinguish texts. */
function byContents(
  rows: ReadonlyArray<readonly string[]>,
  columns: number,
  named?: ReadonlyArray<PayoutField | null>,
): Array<PayoutField | null> {
  const mapping = Array.from({ length: columns }, (_, at) => named?.[at] ?? null);
  for (const [field, test] of tests) {
    if (named && (!unmistakable.includes(field) || mapping.includes(field))) continue;
    const column = mapping.findIndex((taken, at) => taken === null && holds(rows, at, test));
    if (column !== -1) mapping[column] = field;
  }
  return mapping;
}

/** Whether nearly all filled cells of the column pass. */
function holds(
  rows: ReadonlyArray<readonly string[]>,
  column: number,
  test: (cell: string) => boolean,
): boolean {
  const filled = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.filter(test).length >= filled.length * share;
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
