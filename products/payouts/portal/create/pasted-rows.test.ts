import { expect, test } from 'vitest';
import { rowsOfPasted } from './pasted-rows.ts';

const rowsIn = (table: readonly (readonly string[])[]) => rowsOfPasted(table)?.rows;

test('headings name the columns', () => {
  const header = ['Amount', 'IBAN', 'Colour', 'Notes'];
  const table = [header, ['1.00', 'EE38', 'red', '']];
  const rows = [{ amount: '1.00', account: 'EE38' }];
  // An omitted column is named unless it is empty.
  expect(rowsOfPasted(table)).toEqual({ rows, header, left: [2] });
});

test('the currency in the heading of the amounts is that of the rows, unless a column has currencies', () => {
  expect(
    rowsIn([
      ['Payee', 'IBAN', 'Payee BIC', 'Amount (EUR)'],
      ['Kadri', 'EE38', 'HABAEE2X', '1.00'],
    ]),
  ).toEqual([{ name: 'Kadri', account: 'EE38', amount: '1.00', currency: 'EUR' }]);
  expect(
    rowsIn([
      ['IBAN', 'Amount, EUR', 'Currency'],
      ['EE38', '1.00', 'USD'],
    ]),
  ).toEqual([{ account: 'EE38', amount: '1.00', currency: 'USD' }]);
});

test('without headings the usual order holds; empty lines are left out', () => {
  expect(
    rowsIn([
      ['Kadri', 'EE38', '1.00'],
      ['', ''],
    ]),
  ).toEqual([{ name: 'Kadri', account: 'EE38', amount: '1.00' }]);
});

test('columns beyond the usual ones are left out and reported', () => {
  expect(rowsOfPasted([['Kadri', 'EE38', '1.00', 'EUR', 'Tolls', 'Sales']])?.left).toEqual([5]);
});

test('a single cell is not a table, and neither are headings alone', () => {
  expect(rowsOfPasted([['Name', 'IBAN']])).toBeUndefined();
  expect(rowsOfPasted([['hello']])).toBeUndefined();
});
