/** Anna reads what her balance will be and why, what she spent, and what a transfer costs. */
import {
  expect,
  expectAccessible,
  minorUnits,
  readsRussianOnPhone,
  signIn,
  test,
} from '../../support/portal.ts';

test('the forecast explains its steps, and spending leads from a category to its payees and payments', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/dashboard');
  const forecast = page.getByRole('slider', { name: 'Forecast balance' });
  await expect(forecast).toBeVisible();
  // Arrow keys walk the days and read them out.
  await forecast.focus();
  await forecast.press('Home');
  const first = await forecast.getAttribute('aria-valuetext');
  await forecast.press('ArrowRight');
  await expect(forecast).not.toHaveAttribute('aria-valuetext', first ?? '');
  await expect(page.getByText(/^Lowest point: /)).toBeVisible();
  const steps = page.getByRole('table', { name: 'What changes your balance' });
  await expect(steps.getByRole('row').nth(1).getByRole('link')).toBeVisible();

  const months = page.getByRole('slider', { name: 'Spending by month' });
  await months.scrollIntoViewIfNeeded();
  await expect(months).toBeVisible();
  await months.focus();
  await months.press('ArrowLeft');
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('table', { name: 'Spending by month' })).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Payee', { exact: true }).click();
  await page.locator('ul a[href*="from="]').first().click();
  await expect(page).toHaveURL(/\/payments\?.*from=\d{4}-\d\d-01/);
});

test('the calculator charges the larger of percentage and minimum, as in the table', async ({ page }) => {
  await signIn(page);
  await page.goto('/fees');
  await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Outgoing payments' });
  await expect(table.getByRole('row', { name: /SWIFT SHA/ })).toContainText('0.2%, at least 10.00');
  const result = page.locator('[aria-live="polite"]').filter({ hasText: 'Leaves your account' });
  const fee = async () =>
    minorUnits(await result.locator('> div').first().locator('> :last-child').innerText());
  await expect(result).toContainText('0.20');
  await page.getByText('SWIFT', { exact: true }).first().click();
  await expect.poll(fee).toBe(1_000n);
  await page.getByLabel('Amount').fill('10000');
  await expect.poll(fee).toBe(2_000n);
  await expectAccessible(page);
});

test.describe('on a phone, in Russian', () => {
  readsRussianOnPhone();

  test('forecast and fees fit the screen', async ({ page }) => {
    await signIn(page);
    for (const path of ['/dashboard', '/fees']) {
      await page.goto(path);
      await expect(
        path === '/fees' ? page.getByText('Калькулятор комиссии') : page.getByText('Ближайшие 90 дней'),
      ).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
  });
});
