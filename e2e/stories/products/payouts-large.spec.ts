/**
 * A file of 10,000 rows with 500 wrong cells of twenty kinds, corrected in the workbench by repairs of many rows, by suggestion and by keyboard,
 * and paid by someone who opened the account today.
 */
import { listAccounts, sendDeskCredit } from '@calmly/contract';
import { composeIban } from '@calmly/domain';
import { wrongFile } from '@calmly/server/test/support/files/wrong-cells.ts';
import type { Page } from '@playwright/test';
import { createApplicant, signInToCheck } from '../../support/applicant.ts';
import { signInToApi, verifyBooks } from '../../support/bank.ts';
import { chooseOption, confirmCode, expect, test } from '../../support/portal.ts';
import { answer, widgetOf } from '../../support/widget.ts';

/** As a person names the columns of `wrongFileFields`. */
const headings = [
  'Payee ID',
  'Name',
  'Type',
  'IBAN',
  'BIC',
  'Amount',
  'Currency',
  'Reference',
  'Structured reference',
  'Your reference',
  'Street',
  'Postcode',
  'Town',
  'Country',
  'From account',
  'Payment date',
  'Purpose code',
  'Charges',
];

test('a file of 10,000 rows with 500 wrong cells is made right and paid', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await createApplicant(browser, baseURL);
  await signInToCheck(page, person);
  await answer(widgetOf(page), 'Approve');
  await expect(page).toHaveURL(/\/dashboard$/);
  const bank = await signInToApi(baseURL ?? '', person);
  const [account] = (await bank.call(listAccounts, { query: {} })).Items;
  if (!account) throw new Error('a new client has an account');
  await bank.call(sendDeskCredit, {
    body: {
      id: crypto.randomUUID(),
      creditorAccount: account.iban ?? '',
      amount: '20000.00',
      currency: 'EUR',
      debtorName: 'Hansa GmbH',
      debtorAccount: 'DE33200505501289447016',
      reference: 'Refunds to pay out',
    },
  });

  const { csv } = wrongFile(10_000, 500, { headings });
  await page.goto('/payments/payouts/create');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'refunds.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  // The headings are exact, so no column has to be matched.
  await test.step('every wrong cell is found', async () => {
    await expect(page.getByText('500 rows', { exact: true })).toBeVisible();
  });
  await expect(page.getByText('All 10,000')).toBeVisible();

  await test.step('most are corrected many at a time', async () => {
    await openRepair(page, 'Take all suggestions');
    await apply(page, 175);
    for (const [column, find, replacement] of replacements) {
      await openRepair(page, 'Find and replace');
      await page.getByLabel('Find', { exact: true }).fill(find);
      await page.getByLabel('Replace with').fill(replacement);
      await chooseOption(page, 'Column', column);
      await apply(page, 25);
    }
    for (const [column, value] of fills) {
      await openRepair(page, 'Fill a column');
      await chooseOption(page, 'Column', column);
      await page.getByLabel('Value').fill(value);
      await apply(page, 25);
    }
    await expect(page.getByText('100 rows', { exact: true })).toBeVisible();
  });

  const iban = composeIban('DE', '370400440000000020');
  await test.step('one is corrected by keyboard, among those of its kind', async () => {
    await page.getByRole('button', { name: 'IBAN has the wrong length 25' }).click();
    // Waits for the rows of that kind and the header, because the list may still change under the pointer.
    await expect(page.getByRole('grid', { name: 'Rows' })).toHaveAttribute('aria-rowcount', '26');
    const cell = page.getByRole('gridcell', { name: iban.slice(0, -1), exact: true });
    await expect(cell).toHaveAttribute('aria-invalid', 'true');
    await cell.click();
    await page.keyboard.type(iban);
    await page.keyboard.press('Enter');
    await expect(page.getByText('99 rows', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'IBAN has the wrong length 24' })).toBeVisible();
  });

  await test.step('the others are left out, and what is paid is what was confirmed', async () => {
    await page.getByLabel('Pay the rows that pass, leave 99 out').check();
    await page.getByRole('button', { name: 'Continue to totals' }).click();
    await expect(page.getByText('99 rows with errors are left out.')).toBeVisible();
    await page.getByRole('button', { name: /^Pay .*€$/ }).click();
    expect(await confirmCode(page)).toContain('9,901 rows');
    await expect(page.getByText('Every row without errors was paid.')).toBeVisible();
    await page.getByRole('button', { name: 'Left out 99' }).click();
    await expect(page.getByRole('gridcell', { name: 'Payee number 800', exact: true })).toBeVisible();
    await verifyBooks();
  });
});

/** Wrong values that are the same in many rows. */
const replacements = [
  ['Currency', 'XYZ', 'EUR'],
  ['Purpose code', 'FOOD', 'SUPP'],
  ['Postcode', 'ABC', '10115'],
  ['Amount', 'eighteen', '18.00'],
  ['Amount', '0.00', '2.00'],
  ['Amount', '12.345', '12.34'],
] as const;
/** Values missing in many rows. */
const fills = [
  ['Town', 'Berlin'],
  ['Name', 'Refunded client'],
  ['Amount', '3.00'],
] as const;

/** Opens a repair of many rows. */
async function openRepair(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Applies the open repair, once it reports this number of rows. */
async function apply(page: Page, rows: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Change ${rows} rows` }).click();
  await expect(dialog).toBeHidden();
}
