/** Rows of a pasted table: the headings name the columns; without headings the usual order applies. */
import { type PayoutField, type PayoutRow, payoutFields } from '@calmly/contract';
import { isCurrency } from '@calmly/domain';

type Cells = PayoutRow['cells'];

/** The usual order of spreadsheets without headings. */
const usualOrder: readonly PayoutField[] = ['name', 'account', 'amount', 'currency', 'reference'];

/** Usual headings, in lower case without spaces. */
const headings: Readonly<Record<string, PayoutField>> = {
  iban: 'account',
  accountnumber: 'account',
  beneficiary: 'name',
  payee: 'name',
  recipient: 'name',
  sum: 'amount',
  ccy: 'currency',
  description: 'reference',
  details: 'reference',
  swift: 'bic',
  имя: 'name',
  получатель: 'name',
  счёт: 'account',
  счет: 'account',
  сумма: 'amount',
  валюта: 'currency',
  назначение: 'reference',
  назначениеплатежа: 'reference',
};

const fieldOf = (heading: string): PayoutField | undefined => {
  const plain = heading
    .replace(currencyAtEnd, (end, code) => (isCurrency(code) ? '' : end))
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
  return headings[plain] ?? payoutFields.find((field) => field.toLowerCase() === plain);
};

/** `Amount (EUR)`, `Amount, EUR` */
const currencyAtEnd = /(?<![\s,([])[\s,([]+([A-Z]{3})[)\]\s]*$/u;

/** The currency in the heading of the amounts, if no column has currencies. */
function currencyOf(line: readonly string[], fields: readonly (PayoutField | undefined)[]): Cells {
  const code = currencyAtEnd.exec(line[fields.indexOf('amount')] ?? '')?.[1];
  return code !== undefined && isCurrency(code) && !fields.includes('currency') ? { currency: code } : {};
}

interface Pasted {
  readonly rows: readonly Cells[];
  /** Positions of columns with text that no row uses. */
  readonly left: readonly number[];
  /** The first line, if it names the columns. */
  readonly header: readonly string[] | undefined;
}

/** `undefined` if the text is not a table of payments. */
export function rowsOfPasted(table: readonly (readonly string[])[]): Pasted | undefined {
  const lines = table.filter((line) => line.some((cell) => cell.trim() !== ''));
  const [first] = lines;
  if (!first || Math.max(...lines.map(({ length }) => length)) < 2) return undefined;
  const named = first.map(fieldOf);
  const hasHeadings = named.filter(Boolean).length >= 2;
  const columns = hasHeadings ? named : usualOrder;
  const currency = hasHeadings ? currencyOf(first, named) : {};
  const body = hasHeadings ? lines.slice(1) : lines;
  if (body.length === 0) return undefined;
  const rows = body.map((line) => ({
    ...currency,
    ...Object.fromEntries(
      line.flatMap((cell, index) => {
        const field = columns[index];
        return field && cell.trim() !== '' ? [[field, cell.trim()]] : [];
      }),
    ),
  }));
  const places = Array.from({ length: Math.max(...body.map(({ length }) => length)) }, (_, index) => index);
  const left = places.filter((index) => !columns[index] && body.some((line) => line[index]?.trim()));
  return { rows, left, header: hasHeadings ? first : undefined };
}
