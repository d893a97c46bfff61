/**
 * A statement with very many entries is not downloaded while its reader waits: the portal says so, prepares it in the background and shows the
 * progress,
 * also after a reload. A short one is still saved at once. Boris closes both accounts again, so that they do not affect other stories.
 */
import { readFile } from 'node:fs/promises';
import { closeAccount, listStatementAccounts, openAccount, prepareStatements } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { ownBank } from '../../support/banks.ts';
import { bookEntries } from '../../support/entries.ts';
import { boris, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

/** As a PDF they take some seconds. */
const entries = 60_000;

/** Two accounts of Boris: one for very many entries, and one without any. */
async function openAccounts() {
  const bank = await signInToApi(ownBank().url, boris);
  for (const name of ['Shop', 'Reserve']) await bank.call(openAccount, { body: { currency: 'EUR', name } });
  const { accounts } = await bank.call(listStatementAccounts, {});
  const idOf = (name: string) => accounts.find((account) => account.name === name)?.id ?? '';
  return { bank, long: idOf('Shop'), short: idOf('Reserve') };
}

async function choose(page: Page, format: string): Promise<void> {
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: format }).click();
}

async function saved(page: Page, act: Promise<void>): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await act;
  return readFile(await (await saving).path());
}

test('a long statement is prepared in the background, even if the page is reloaded, and can then be downloaded', async ({
  page,
}) => {
  // Most of the time is booking the entries.
  test.slow();
  const { bank, long, short } = await openAccounts();
  await bookEntries(long, entries);
  await signIn(page, boris);
  await page.goto(`/statements?account=${short}`);
  // Next to the archive of all accounts, and above the statement if that is long too.
  const isLong = page.getByText('This period has many entries.');
  await expect(page.getByRole('heading', { name: 'No transactions' })).toBeVisible();
  await expect(isLong).toHaveCount(1);
  expect((await saved(page, choose(page, 'CSV'))).toString()).toContain('Opening balance');

  await page.goto(`/statements?account=${long}`);
  await expect(isLong).toHaveCount(2);
  const downloads: unknown[] = [];
  page.on('download', (download) => downloads.push(download));
  await choose(page, 'PDF');
  await expect(page.getByText('We’re preparing your file.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Prepared files' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Shop · PDF' })).toBeVisible();
  // Few are made at a time, so the last of these is still pending when the page is reloaded, and Boris may prepare no more.
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Tallinn' }).format();
  const year = { from: `${today.slice(0, 4)}-01-01`, to: today, timeZone: 'Europe/Tallinn' };
  for (const format of ['camt053', 'xlsx', 'csv', 'mt940'] as const)
    await bank.call(prepareStatements, { body: { accountId: long, ...year, format, locale: 'en' } });
  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Shop · MT940' })).toBeVisible();
  await expect(page.getByText(/^\d+%$/)).toBeVisible();

  // The open page is notified of each finished file.
  await expect(page.getByText(/kept until/)).toHaveCount(5);
  await expect(page.getByRole('progressbar')).toBeHidden();
  expect(downloads).toEqual([]);
  await expectAccessible(page);
  const pdf = (await saved(page, page.getByRole('button', { name: 'Save Shop · PDF' }).click())).toString(
    'latin1',
  );
  expect(pdf).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  const xlsx = await saved(page, page.getByRole('button', { name: 'Save Shop · Excel (XLSX)' }).click());
  expect(xlsx.subarray(0, 2).toString()).toBe('PK');
  expect(xlsx.length).toBeGreaterThan(10 * entries);

  // With the keyboard: the page is tidy again.
  for (const format of ['PDF', 'Excel (XLSX)', 'camt.053 (ISO 20022)', 'CSV', 'MT940']) {
    await page.getByRole('button', { name: `Remove Shop · ${format}` }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove Shop · ${format}` })).toBeHidden();
  }
  await expect(page.getByRole('heading', { name: 'Prepared files' })).toBeHidden();
  for (const id of [long, short]) await bank.call(closeAccount, { params: { id } });
});
