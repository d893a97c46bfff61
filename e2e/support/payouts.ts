/** Files of payouts, and the rows of the workbench that they become. */
import { checkIban, formatIban } from '@calmly/domain';
import type { Locator, Page } from '@playwright/test';

/** Rows without a fault: name, IBAN, amount, currency, reference. */
export const good = [
  ['Kadri Tamm', 'EE382200221020145685', '14.20', 'EUR', 'Tolls November'],
  ['Henk de Boer', 'NL91ABNA0417164300', '19.55', 'EUR', 'Tolls November'],
  ['Sofia Almeida', 'PT50000201231234567890154', '8.75', 'EUR', 'Tolls November'],
];
/** The last heading is meaningless. */
export const headings = ['Name', 'IBAN', 'Amount', 'Currency', 'What for'];

/** A file of these rows below the headings. */
export const csv = (rows: readonly (readonly string[])[], first: readonly string[] = headings) =>
  Buffer.from([first, ...rows].map((row) => row.join(';')).join('\n'), 'utf8');

/** Chooses the file in the screen's field. */
export const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer });

/** A cell of the grid, by its row's number and its text; an IBAN is shown in groups. */
export const cell = (page: Page, row: string, text: string): Locator =>
  page
    .getByRole('row', { name: new RegExp(`^${row}\\b`) })
    .getByRole('gridcell', { name: checkIban(text).ok ? formatIban(text) : text });
