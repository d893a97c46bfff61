/** Anna looks at a whole year, at one account of it, and saves its files; with the keyboard, on a phone and in Russian too. */
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

async function save(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Download' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await saving;
  return `${file.suggestedFilename()}\n${await readFile(await file.path(), 'latin1')}`;
}

/** Opening, in, out, fees and closing of the row with this name, in minor units. */
async function figuresOf(page: Page, table: RegExp, row: string): Promise<number[]> {
  const cells = page.getByRole('table', { name: table }).getByRole('row', { name: row }).getByRole('cell');
  return (await cells.allInnerTexts()).map((text) => Number(minorUnits(text)));
}

test('a year adds up by currency and by month, for all accounts and for one', async ({ page }) => {
  await signIn(page);
  await page.getByRole('link', { name: 'Statements' }).click();
  await page.getByRole('link', { name: 'Year overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Year overview' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^\d{4} so far$/ })).toBeVisible();

  await page.getByRole('button', { name: /^Year/ }).click();
  await page.getByRole('button', { name: String(new Date().getFullYear() - 1) }).click();
  await expect(page).toHaveURL(/year=\d{4}/);
  // The current year is shown until the other one is loaded, and it may have a December too.
  await expect(
    page.getByRole('heading', { name: String(new Date().getFullYear() - 1), exact: true }),
  ).toBeVisible();
  const months = page.getByRole('table', { name: 'Months, in EUR' });
  await expect(months.getByRole('row', { name: 'December' })).toBeVisible();
  const year = await figuresOf(page, /^Totals by currency$/, 'EUR');
  const [opening = 0, moneyIn = 0, moneyOut = 0, , closing = 0] = year;
  expect(opening + moneyIn - moneyOut).toBe(closing);
  expect(await figuresOf(page, /^Months, in EUR$/, String(new Date().getFullYear() - 1))).toEqual(year);
  expect((await figuresOf(page, /^Months, in EUR$/, 'December')).at(-1)).toBe(closing);
  const kinds = page.getByRole('table', { name: 'Types, in EUR' });
  await expect(kinds.getByRole('row', { name: 'Between own accounts' })).toBeVisible();
  expect(await figuresOf(page, /^Types, in EUR$/, 'Total')).toEqual([moneyIn, moneyOut]);
  await expectAccessible(page);

  // The months of another currency, with the keyboard.
  await page.getByRole('radio', { name: 'EUR' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('table', { name: /^Months, in (?!EUR)/ })).toBeVisible();

  expect(await save(page, 'PDF')).toMatch(/^year-overview-\d{4}\.pdf\n%PDF-/);
  expect(await save(page, 'CSV')).toContain('"Opening balance"');
  expect(await save(page, 'Excel')).toMatch(/^year-overview-\d{4}\.xlsx\nPK/);

  await page.getByRole('table', { name: 'By account' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/account=/);
  await expect(page.getByRole('table', { name: 'By account' })).toBeHidden();
});

test.describe('on a phone', () => {
  readsRussianOnPhone();
  test('all figures of the tables are in sight', async ({ page }) => {
    await signIn(page);
    await page.goto('/statements/year');
    await expect(page.getByRole('heading', { level: 1, name: 'Сводка за год' })).toBeVisible();
    const months = page.getByRole('table', { name: 'Месяцы, EUR' });
    await expect(months.getByRole('row', { name: 'Январь' })).toBeVisible();
    const hidden = await months.evaluate((table) => {
      const frame = table.parentElement ?? table;
      return frame.scrollWidth - frame.clientWidth;
    });
    expect(hidden, 'nothing to scroll sideways').toBeLessThanOrEqual(0);
    const [content, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(content).toBeLessThanOrEqual(room ?? 0);
    await expectAccessible(page);
  });
});
