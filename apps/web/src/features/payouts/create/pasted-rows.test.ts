import { expect, test } from 'vitest';
import { rowsOfPasted } from './pasted-rows.ts';

test('headings name the columns', () => {
  expect(
    rowsOfPasted([
      ['Amount', 'IBAN', 'Colour'],
      ['1.00', 'EE38', 'red'],
    ]),
  ).toEqual([{ amount: '1.00', account: 'EE38' }]);
});

test('the currency in the heading of the amounts is that of the rows, unless a column has currencies', () => {
  expect(
    rowsOfPasted([
      ['Payee', 'IBAN', 'Payee BIC', 'Amount (EUR)'],
      ['Kadri', 'EE38', 'HABAEE2X', '1.00'],
    ]),
  ).toEqual([{ name: 'Kadri', account: 'EE38', amount: '1.00', currency: 'EUR' }]);
  expect(
    rowsOfPasted([
      ['IBAN', 'Amount, EUR', 'Currency'],
      ['EE38', '1.00', 'USD'],
    ]),
  ).toEqual([{ account: 'EE38', amount: '1.00', currency: 'USD' }]);
});

test('without headings the usual order holds; empty lines are left out', () => {
  expect(
    rowsOfPasted([
      ['Kadri', 'EE38', '1.00'],
      ['', ''],
    ]),
  ).toEqual([{ name: 'Kadri', account: 'EE38', amount: '1.00' }]);
});

test('a single cell is no table', () => {
  expect(rowsOfPasted([['hello']])).toBeUndefined();
});
