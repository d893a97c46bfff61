/** Rows of a pasted table: the headings say what each column holds; without headings the usual order holds. */
import { type PayoutField, type PayoutRow, payoutFields } from '@calmly/contract';

type Cells = PayoutRow['cells'];

/** Spreadsheets without headings are usually written like this. */
const usualOrder: readonly PayoutField[] = ['name', 'account', 'amount', 'currency', 'reference'];

/** Headings that people write, in small letters without blanks. */
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
  const plain = heading.toLowerCase().replaceAll(/[\s_-]/g, '');
  return headings[plain] ?? payoutFields.find((field) => field.toLowerCase() === plain);
};

/** `undefined` where the text isn't a table of payments. */
export function rowsOfPasted(table: readonly (readonly string[])[]): Cells[] | undefined {
  const lines = table.filter((line) => line.some((cell) => cell.trim() !== ''));
  const [first] = lines;
  if (!first || Math.max(...lines.map(({ length }) => length)) < 2) return undefined;
  const named = first.map(fieldOf);
  const hasHeadings = named.filter(Boolean).length >= 2;
  const columns = hasHeadings ? named : usualOrder;
  return (hasHeadings ? lines.slice(1) : lines).map((line) =>
    Object.fromEntries(
      line.flatMap((cell, index) => {
        const field = columns[index];
        return field && cell.trim() !== '' ? [[field, cell.trim()]] : [];
      }),
    ),
  );
}
