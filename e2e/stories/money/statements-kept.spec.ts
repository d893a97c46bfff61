/**
 * Anna saves an official statement; staff correct it, and both versions are on her page and on the page that checks documents. A file that is prepared in
 * the background appears on the open page. On a phone and in Russian too.
 */
import { readFile } from 'node:fs/promises';
import { listOfficialStatements, listStatementAccounts, prepareStatements } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { ownBank } from '../../support/banks.ts';
import { ops } from '../../support/desk.ts';
import { anna, expect, expectAccessible, readsRussianOnPhone, signIn, test } from '../../support/portal.ts';

async function save(page: Page, name: string | RegExp): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  return readFile(await (await saving).path());
}

/** The newest official statement of Anna's first account; the server makes them after its first start. */
async function newestOfficial() {
  const bank = await signInToApi(ownBank().url, anna);
  const { accounts } = await bank.call(listStatementAccounts, {});
  const id = accounts[0]?.id ?? '';
  const { statements } = await bank.call(listOfficialStatements, { params: { id } });
  return { bank, accountId: id, statement: statements[0] };
}

test('an official statement is saved, corrected by staff, and both versions remain', async ({
  page,
  browser,
}) => {
  await expect.poll(async () => (await newestOfficial()).statement?.number).toBeTruthy();
  const { statement } = await newestOfficial();
  const { id = '', number = '' } = statement ?? {};
  await signIn(page);
  await page.goto('/statements');
  await expect(page.getByText(`Official, No. ${number}`)).toBeVisible();
  await expectAccessible(page);
  const first = await save(page, `Save official statement ${number}, version 1`);
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');

  await ops('restate-statement', id, '--as', 'Maija Berg', '--reason', 'The address was out of date.');
  // The page is notified.
  await expect(page.getByText(`Official, No. ${number}, version 2`)).toBeVisible();
  await expect(page.getByText('Version 1, replaced')).toBeVisible();
  await expect(page.getByText('The address was out of date.')).toBeVisible();
  const second = await save(page, `Save official statement ${number}, version 2`);
  expect(await save(page, `Save official statement ${number}, version 1`)).toEqual(first);

  const stranger = await browser.newPage();
  await stranger.goto('/verify');
  const check = (buffer: Buffer) =>
    stranger
      .getByLabel('Choose or drop the PDF')
      .setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer });
  await check(second);
  await expect(stranger.getByText('Issued by Calmly, unchanged')).toBeVisible();
  await expect(stranger.getByText('A later version of this document exists')).toBeHidden();
  await check(first);
  await expect(stranger.getByText('A later version of this document exists')).toBeVisible();
  await expectAccessible(stranger);
  await stranger.close();
});

test('a prepared file appears on the open page, is saved and removed', async ({ page }) => {
  await signIn(page);
  await page.goto('/statements');
  await expect(page.getByRole('heading', { name: 'All accounts' })).toBeVisible();
  const { bank, accountId } = await newestOfficial();
  const today = new Date().toISOString().slice(0, 10);
  const body = {
    accountId,
    from: '2025-01-01',
    to: today,
    timeZone: 'UTC',
    format: 'csv',
    locale: 'en',
  } as const;
  await bank.call(prepareStatements, { body });
  await expect(page.getByRole('heading', { name: 'Prepared files' })).toBeVisible();
  await expect(page.getByText(/kept until/)).toBeVisible();
  await expectAccessible(page);
  expect((await save(page, /^Save .* · CSV$/)).toString()).toContain('Opening balance');
  await page.getByRole('button', { name: /^Remove .* · CSV$/ }).click();
  await expect(page.getByRole('heading', { name: 'Prepared files' })).toBeHidden();
});

test.describe('on a phone', () => {
  readsRussianOnPhone();
  test('the official statements are in the list of months', async ({ page }) => {
    await signIn(page);
    await page.goto('/statements');
    await expect(page.getByText(/^Официальная, №\s\d{4}\/\d+/).first()).toBeVisible();
    await expectAccessible(page);
  });
});
