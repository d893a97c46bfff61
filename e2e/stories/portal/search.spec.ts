/** The search: with the keyboard alone, on a phone and in Russian, and by the rights of a member. */
import type { Page } from '@playwright/test';
import { expectLegible } from '../../support/accessible.ts';
import {
  boris,
  confirmCode,
  expect,
  expectAccessible,
  readsRussianOnPhone,
  signIn,
  test,
} from '../../support/portal.ts';

const palette = (page: Page, name = 'Search and commands') => page.getByRole('dialog', { name });
const chosen = (page: Page) => page.locator('[role=option][data-highlighted]');

/** Opens the palette with its key, types and waits for results. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(palette(page).getByRole('status')).toHaveText(/result/i);
}

test('with the keyboard alone: go to a screen, pay a payee, find a payment, and come back', async ({
  page,
}) => {
  await signIn(page);
  const opener = page.getByRole('button', { name: 'Search', exact: true });
  await opener.focus();
  await page.keyboard.press('Control+k');
  const box = palette(page).getByRole('combobox');
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute('aria-activedescendant', /.+/);
  await expect(chosen(page)).toHaveText('New payment');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await test.step('a screen, by a word of the other language', async () => {
    await find(page, 'выписк');
    await expect(chosen(page)).toHaveText('Statements');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/statements/);
    await expect(palette(page)).toBeHidden();
  });

  await test.step('a payee: the form is filled', async () => {
    await find(page, 'pay kodup');
    await expect(chosen(page)).toContainText('Pay Kodupood');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/payments\/create\/outgoing/);
    await expect(page.getByLabel('To', { exact: true })).toContainText('Kodupood');
  });

  await test.step('a payment, by its payee, opens in the list', async () => {
    await find(page, 'kodupood');
    const payment = palette(page).getByRole('group', { name: 'Payments' }).getByRole('option').first();
    await expect(payment).toContainText('€');
    while ((await payment.getAttribute('data-highlighted')) === null) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/payments\?payment=/);
    await expect(page.getByRole('complementary').getByText('Kodupood').first()).toBeVisible();
  });

  await test.step('what was chosen comes first, and nothing is found for nonsense', async () => {
    await page.keyboard.press('Control+k');
    const recent = palette(page).getByRole('group', { name: 'Recent' });
    await expect(recent.getByRole('option')).toHaveText([/Kodupood/, /Pay Kodupood/, 'Statements']);
    await page.keyboard.type('qqqwwweee');
    await expect(palette(page).getByRole('status')).toHaveText('No results');
    await expect(palette(page).getByText('No results for “qqqwwweee”')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeHidden();
  });
});

test('it stays closed while a code is requested, and text fields keep their keys', async ({ page }) => {
  await signIn(page);
  await page.goto('/payments/create/outgoing');
  await page.getByLabel('Reference').fill('Keys');
  await page.getByLabel('Reference').press('Control+a');
  await page.keyboard.press('k');
  await expect(page.getByLabel('Reference')).toHaveValue('k');
  await page.getByLabel('From', { exact: true }).click();
  await page
    .getByRole('option', { name: /Everyday/ })
    .first()
    .click();
  await page.getByLabel('To', { exact: true }).click();
  await page
    .getByRole('option', { name: /Kodupood/ })
    .first()
    .click();
  await page.getByLabel('Amount').fill('3.10');
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter the code' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await confirmCode(page);
  await expect(palette(page)).toHaveCount(0);
});

test.describe('on a phone, in Russian', () => {
  readsRussianOnPhone(boris);

  test('it fills the screen, finds across alphabets and closes by its button', async ({ page }) => {
    await signIn(page, boris);
    await page.getByRole('button', { name: 'Поиск', exact: true }).click();
    const search = palette(page, 'Поиск и команды');
    const box = await search.boundingBox();
    expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 390, 844]);
    await search.getByRole('combobox').fill('логистика');
    await expect(
      search.getByRole('group', { name: 'Платежи' }).getByText('Baltijos Logistika').first(),
    ).toBeVisible();
    await expectLegible(page);
    await search.getByRole('button', { name: 'Закрыть поиск' }).click();
    await expect(search).toBeHidden();
  });
});
