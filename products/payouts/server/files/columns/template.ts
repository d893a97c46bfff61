/** Our own template as CSV and XLSX: a heading for each column and two example rows. The reader recognises it by its headings. */

import type { PayoutField } from '@calmly/contract';
import { csvInBatches, csvOf } from '@calmly/platform/files/csv.ts';
import { type Cell, xlsxOf } from '@calmly/platform/files/xlsx.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import { templateColumns } from './template-columns.ts';

type Locale = 'en' | 'ru';

export interface TemplateField {
  readonly field: PayoutField;
  readonly heading: string;
  readonly note: string;
}

/** The columns with their requirements, for the page that offers the template. */
export const templateFields = (locale: Locale): readonly TemplateField[] =>
  templateColumns.map(({ field, heading, note }) => ({
    field,
    heading: heading[locale],
    note: note[locale],
  }));

type Example = Partial<Record<PayoutField, string>>;

/** Accounts from ISO 13616's and banks' own examples; the reference tells the user to delete the row. */
const examples: readonly Example[] = [
  {
    name: 'Anna Tamm',
    type: 'person',
    account: 'EE382200221020145685',
    amount: '1250.00',
    currency: 'EUR',
    endToEndId: 'EXAMPLE-1',
  },
  {
    name: 'Muster GmbH',
    type: 'company',
    account: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    amount: '99.90',
    currency: 'EUR',
    street: 'Hauptstrasse',
    buildingNumber: '5',
    postCode: '10115',
    town: 'Berlin',
    country: 'DE',
    endToEndId: 'EXAMPLE-2',
  },
];

const examplesOf = (locale: Locale): readonly Example[] =>
  examples.map((example) => ({
    ...example,
    reference: locale === 'ru' ? 'Пример: удалите эту строку' : 'Example: delete this row',
  }));

const headingsOf = (locale: Locale): string[] => templateColumns.map(({ heading }) => heading[locale]);

const rowsOf = (locale: Locale, amountOf: (amount: string) => Cell): Cell[][] =>
  examplesOf(locale).map((example) =>
    templateColumns.map(({ field }) => {
      const text = example[field] ?? null;
      return field === 'amount' && text !== null ? amountOf(text) : text;
    }),
  );

/** The bytes of the template as CSV. */
export const csvTemplate = (locale: Locale): Uint8Array =>
  csvOf([headingsOf(locale), ...rowsOf(locale, (amount) => amount)]);

/** The same with `rows` instead of the examples, batch by batch. */
export const csvTemplateOf = (locale: Locale, rows: Rows): AsyncGenerator<Uint8Array> =>
  csvInBatches(headingsOf(locale), rows, daysIn('UTC'));

type Rows = AsyncIterable<ReadonlyArray<readonly Cell[]>>;

const sheetNames: Readonly<Record<Locale, string>> = { en: 'Payments', ru: 'Платежи' };

/** The bytes of the template as XLSX, chunk by chunk; `rows` instead of the examples. */
export const xlsxTemplate = (
  locale: Locale,
  rows: Rows = batches(rowsOf(locale, (amount) => ({ amount }))),
): AsyncGenerator<Uint8Array> =>
  xlsxOf({
    name: sheetNames[locale],
    widths: headingsOf(locale).map((heading) => Math.max(12, heading.length + 4)),
    headings: headingsOf(locale),
    zone: daysIn('UTC'),
    batches: rows,
  });

async function* batches(rows: Cell[][]) {
  yield rows;
}
