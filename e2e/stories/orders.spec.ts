/** Anna orders a payment for every month, lets the bank's calendar move on, and finds that it has paid itself; a template keeps the rest. */
import { advanceDeskCalendar, getDeskCalendar } from '@calmly/contract';
import { signInToApi } from '../support/bank.ts';
import { ownBank } from '../support/banks.ts';
import { anna, confirmCode, expect, expectAccessible, signIn, test } from '../support/portal.ts';

test('a standing order is confirmed once and pays by itself', async ({ page }) => {
  const bank = await signInToApi(ownBank().url, anna);
  const { BusinessTime } = await bank.call(getDeskCalendar, {});
  const firstDay = new Date(Date.parse(BusinessTime) + 3 * 86_400_000).toISOString().slice(0, 10);
  const reference = `Rent ${Date.now()}`;
  await signIn(page);

  await test.step('the form tells the dates before anything is ordered', async () => {
    await page.goto('/payments/create/outgoing');
    await page.getByLabel('To', { exact: true }).click();
    await page
      .getByRole('option', { name: /Fahrradwerkstatt/ })
      .first()
      .click();
    await page.getByLabel('Amount', { exact: true }).fill('1.50');
    await page.getByLabel('Reference').fill(reference);
    await page.getByLabel('When', { exact: true }).selectOption('Every month');
    await page.getByLabel('First payment').fill(firstDay);
    await expect(page.getByText('Next payments')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save as template' }).click();
    await expect(page.getByText('Kept as a template')).toBeVisible();
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
  });
  const drawer = page.getByRole('complementary', { name: 'Scheduled payment' });
  await expect(drawer).toContainText(reference);
  await expect(drawer).toContainText('Active');
  await expectAccessible(page);

  await test.step('days pass, and the payment is there', async () => {
    await bank.call(advanceDeskCalendar, { body: { Hours: 9 * 24 } });
    await drawer.getByRole('link', { name: 'Open payment' }).first().click();
    await expect(page.getByRole('complementary', { name: 'Outgoing payment' })).toContainText(reference);
  });

  await test.step('the template fills in the form again', async () => {
    await page.goto('/payments?tab=scheduled');
    const kept = page.getByRole('listitem').filter({ hasText: reference });
    await kept.getByRole('button', { name: /^Use/ }).click();
    await expect(page.getByLabel('Reference')).toHaveValue(reference);
    await expect(page.getByLabel('When', { exact: true })).toHaveValue('NOW');
  });
});
