/** Anna gives a payment its category and a note, confirms a suggestion, finds missing receipts, and saves an export; and looks at one account. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, readsRussianOnPhone, signIn, test } from '../../support/portal.ts';

const category = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a category is chosen once, suggested for the next payment to the same payee, and filters the list', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/payments?all=true&search=Saare');
  const rows = page.locator('tbody tr button');
  await rows.first().click();
  await page.getByRole('button', { name: 'Choose a category' }).click();
  await page.getByRole('searchbox', { name: 'Find a category' }).fill('groc');
  await category(page, 'Groceries').click();
  await expect(category(page, 'Groceries')).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Add a note' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Farm box for the office kitchen');
  // The drawer covers a narrow page, and docks next to the list on a wide one.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByRole(width === 390 ? 'dialog' : 'complementary')).toBeVisible();
    await expect(note).toHaveValue('Farm box for the office kitchen');
  }
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Farm box for the office kitchen')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Suggested: your last category for this payee')).toBeVisible();
  // One click confirms it.
  await category(page, 'Groceries').click();
  await expect(page.getByText('Suggested:')).toBeHidden();

  await page.goto('/payments?all=true&category=%5B%22GROCERIES%22%5D');
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('2 payments', { exact: true })).toBeVisible();
});

test('missing receipts are in one place, and an export is saved and downloaded', async ({ page }) => {
  await signIn(page);
  await page.goto('/payments?tab=bookkeeping');
  await page.getByRole('button', { name: 'Change rule' }).click();
  const rule = page.getByRole('dialog', { name: 'When are receipts needed?' });
  await rule.getByRole('checkbox', { name: 'Ask for receipts' }).check();
  await rule.getByRole('textbox', { name: 'For payments above' }).fill('20');
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^\d+ receipts? (is|are) missing$/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New export' }).click();
  const dialog = page.getByRole('dialog', { name: 'New export' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('For Peeter');
  await dialog.getByText('CSV', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Move Category up' }).click();
  await dialog.getByRole('checkbox', { name: 'Email me on the first of each month' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Emailed on the first of each month')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download For Peeter' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^payments-\d{4}-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(
    '"Fee","Category","Account","Note","Receipt files"',
  );

  await page.getByRole('link', { name: 'View these payments' }).click();
  await expect(page).toHaveURL(/receipt=MISSING/);
  await page.locator('tbody tr button').first().click();
  await expect(page.getByText('Receipt missing', { exact: true })).toBeVisible();
});

test('the page of an account has its line, payments, details and months', async ({ page }) => {
  await signIn(page);
  await page
    .getByRole('list', { name: 'Accounts' })
    .getByRole('link', { name: /Everyday/ })
    .click();
  await expect(page).toHaveURL(/\/accounts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Everyday' })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Balance over time' })).toBeVisible();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('table', { name: 'Balance over time' }).getByRole('row')).toHaveCount(91);
  await expect(page.getByText('IBAN', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Months' })).toBeVisible();
  await expectAccessible(page);
  await page.locator('[aria-labelledby="account-payments"] tbody button').first().click();
  await expect(page).toHaveURL(/payment=/);
  // Escape closes the drawer, and the address changes before it has opened.
  await expect(page.getByRole('complementary')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/payment=/);
});

test.describe('an account that is not there', () => {
  test.use({ allowedComplaints: [/status of 404 .*\/clientaccounts\//] });
  test('is a page that is not found', async ({ page }) => {
    await signIn(page);
    await page.goto('/accounts/018f0000-0000-7000-8000-000000000000');
    await expect(page.getByText('This page could not be found')).toBeVisible();
  });
});

test.describe('on a phone, in Russian', () => {
  readsRussianOnPhone();
  test('the page of an account and the bookkeeping fit', async ({ page }) => {
    await signIn(page);
    await page.goto('/payments?tab=bookkeeping');
    await expectAccessible(page);
    await page.goto('/dashboard');
    await page.locator('a[href^="/accounts/"]').first().click();
    await expect(page).toHaveURL(/\/accounts\//);
    await expect(page.locator('[aria-labelledby="account-payments"] tbody button').first()).toBeVisible();
    await expectAccessible(page);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
  });
});
