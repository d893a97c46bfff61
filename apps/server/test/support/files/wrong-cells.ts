/** A payout file with wrong cells of twenty kinds: their places, texts and faults. */
import type { PayoutField } from '@calmly/contract';
import { composeCreditorReference, composeIban } from '@calmly/domain';

export type Cells = Partial<Record<PayoutField, string>>;

/** The columns of the file. */
export const wrongFileFields = [
  'payeeId',
  'name',
  'type',
  'account',
  'bic',
  'amount',
  'currency',
  'reference',
  'creditorReference',
  'endToEndId',
  'street',
  'postCode',
  'town',
  'country',
  'fromAccount',
  'executionDate',
  'purpose',
  'chargeBearer',
] as const satisfies PayoutField[];

const goodRow = (at: number): Cells => ({
  name: `Payee number ${at}`,
  type: at % 2 === 0 ? 'person' : 'company',
  account: composeIban('DE', `37040044${String(at).padStart(10, '0')}`),
  amount: `1.${String(at % 100).padStart(2, '0')}`,
  currency: 'EUR',
  reference: `Refund ${at}`,
  creditorReference: composeCreditorReference(String(at)),
  endToEndId: `R-${at}`,
  street: 'Hauptstrasse',
  postCode: '10115',
  town: 'Berlin',
  country: 'DE',
  purpose: 'SUPP',
  chargeBearer: 'SHA',
});

const wrongDigit = (iban: string) => `${iban.slice(0, -1)}${(Number(iban.at(-1)) + 1) % 10}`;

/** Twenty kinds of wrong cells: place, text, and fault. */
export const wrongKinds: ReadonlyArray<
  readonly [PayoutField, (good: string, at: number) => string, code: string]
> = [
  ['account', wrongDigit, 'iban_checksum'],
  ['account', (good) => good.slice(0, -1), 'iban_length'],
  ['account', () => '', 'account_missing'],
  ['amount', () => '18.4O', 'amount_letters'],
  ['amount', () => 'eighteen', 'amount_unreadable'],
  ['amount', () => '-18.40', 'amount_negative'],
  ['amount', () => '0.00', 'amount_zero'],
  ['amount', () => '12.345', 'amount_precision'],
  ['amount', () => '', 'required'],
  ['currency', () => 'eur', 'currency_written'],
  ['currency', () => 'XYZ', 'currency_unknown'],
  ['reference', (good) => `${good} ★`, 'sepa_characters'],
  ['creditorReference', (good) => `${good.slice(0, 2)}00${good.slice(4)}`, 'creditor_reference_invalid'],
  ['endToEndId', (good) => `/${good}`, 'end_to_end_id_form'],
  ['postCode', () => 'ABC', 'post_code_invalid'],
  ['town', () => '', 'town_needed'],
  ['country', () => 'Germany', 'country_code_unknown'],
  ['name', () => '', 'required'],
  ['executionDate', () => '2020-01-01', 'date_past'],
  ['purpose', () => 'FOOD', 'purpose_unknown'],
];

export interface WrongFile {
  /** CSV with semicolons, with field names as headings. */
  readonly csv: string;
  /** `position field code` of each wrong cell. */
  readonly expected: readonly string[];
}

/**
 * A file with this many wrong cells, one in every 20th row. `sharedRows`: every 25th of those rows has two kinds, so that a check that
 * stops at a row's first fault misses one.
 */
export function wrongFile(
  rowCount: number,
  wrongCount: number,
  { sharedRows = false, headings = wrongFileFields as readonly string[] } = {},
): WrongFile {
  const rows = Array.from({ length: rowCount }, (_, at) => goodRow(at));
  const expected: string[] = [];
  for (let wrong = 0; wrong < wrongCount; wrong += 1) {
    const kind = wrongKinds[wrong % wrongKinds.length];
    if (!kind) throw new Error('there is a kind for each');
    const [field, write, code] = kind;
    const meets =
      sharedRows && wrong % 25 === 24 && wrongKinds[(wrong - 1) % wrongKinds.length]?.[0] !== field;
    const at = (meets ? wrong - 1 : wrong) * 20;
    const row = rows[at];
    if (!row) throw new Error('there is a row for each');
    row[field] = write(row[field] ?? '', at);
    expected.push(`${at + 1} ${field} ${code}`);
  }
  const csv = [headings, ...rows.map((row) => wrongFileFields.map((field) => row[field] ?? ''))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\n');
  return { csv, expected };
}
