/** Anna looks at a month, saves its files, and walks to a payment; on a phone and in Russian too. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  minorUnits,
  readsRussianOnPhone,
  signIn,
  test,
} from '../../support/portal.ts';

async function save(page: Page, format: string, button = 'Download'): Promise<string> {
  await page.getByRole('button', { name: button }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await saving;
  return `${file.suggestedFilename()}\n${await readFile(await file.path(), 'latin1')}`;
}

/** One of the four figures above the entries, in minor units. */
const figure = async (page: Page, name: string) =>
  minorUnits(
    await page.locator('dl[aria-busy="false"] > div').filter({ hasText: name }).locator('dd').innerText(),
  );

test('a statement adds up on the screen and in its files', { tag: '@journey' }, async ({ page }) => {
  await signIn(page);
  await page.getByRole('link', { name: 'Statements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('button', { name: 'Last month' }).click();
  // Until then all figures belong to the previous month.
  await expect(page.getByRole('button', { name: 'Period Last month' })).toBeVisible();
  const entries = page.getByRole('table', { name: 'Entries' });
  await expect(entries.getByRole('row').nth(2)).toBeVisible();
  const [opening, moneyIn, moneyOut, closing] = await Promise.all(
    ['Opening balance', 'Money in', 'Money out', 'Closing balance'].map((name) => figure(page, name)),
  );
  expect(Number(opening) + Number(moneyIn) - Number(moneyOut)).toBe(Number(closing));
  await expectAccessible(page);

  expect(await save(page, 'PDF')).toMatch(/^statement-LT\w+-\d{4}-\d\d-01-\S+\.pdf\n%PDF-/);
  expect(await save(page, 'camt.053')).toContain('urn:iso:std:iso:20022:tech:xsd:camt.053.001.08');
  expect(await save(page, 'MT940')).toContain(':60F:');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Balances on/ }).click();
  expect((await saving).suggestedFilename()).toMatch(/^balances-\d{4}-\d\d-\d\d\.pdf$/);
  expect(await save(page, 'CSV', 'Statements (ZIP)')).toMatch(/^statements-\S+\.zip\nPK/);
  await expect(
    page
      .getByRole('navigation', { name: 'Accounts' })
      .getByText(/^•••• \d{4}$/)
      .first(),
  ).toBeVisible();

  const month = page
    .getByRole('list')
    .getByRole('button', { name: /entries/ })
    .nth(2);
  await month.click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01/);
  // The entries change with it.
  await expect(month).toHaveAttribute('aria-pressed', 'true');
  await entries.getByRole('row').nth(2).getByRole('button').click();
  await expect(page).toHaveURL(/\/payments\?payment=/);
});

test.describe('on a phone', () => {
  readsRussianOnPhone();
  test('the accounts are in a row above the balances', async ({ page }) => {
    await signIn(page);
    await page.goto('/statements');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('dl dd').nth(3)).toContainText('€');
    await expectAccessible(page);
  });
});
