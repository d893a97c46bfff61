/**
 * Anna orders a monthly payment, changes the series and skips single payments, moves the bank's calendar forward, and finds the payment
 * executed; a template made from that payment keeps its details, and an unfinished payment is saved as a draft.
 */
import { advanceDeskCalendar, getDeskCalendar } from '@calmly/contract';
import { signInToApi } from '../../support/bank.ts';
import { ownBank } from '../../support/banks.ts';
import {
  anna,
  chooseOption,
  confirmCode,
  expect,
  expectAccessible,
  signIn,
  test,
} from '../../support/portal.ts';

test('a standing order is confirmed once and pays automatically', { tag: '@journey' }, async ({ page }) => {
  const bank = await signInToApi(ownBank().url, anna);
  const { BusinessTime } = await bank.call(getDeskCalendar, {});
  const firstDay = new Date(Date.parse(BusinessTime) + 3 * 86_400_000).toISOString().slice(0, 10);
  const reference = `Rent ${Date.now()}`;
  const drawer = page.getByRole('complementary', { name: 'Scheduled payment' });
  const dialog = page.getByRole('dialog');
  await signIn(page);

  await test.step('the form shows the dates before anything is ordered', async () => {
    await page.goto('/payments/create/outgoing');
    await page.getByLabel('To', { exact: true }).click();
    await page
      .getByRole('option', { name: /Fahrradwerkstatt/ })
      .first()
      .click();
    await page.getByLabel('Amount', { exact: true }).fill('1.50');
    await page.getByLabel('Reference').fill(reference);
    await chooseOption(page, 'When', 'Every month');
    await page.getByLabel('First payment').fill(firstDay);
    await chooseOption(page, 'Ends', 'After a number of payments');
    await page.getByLabel('Number of payments').fill('12');
    await expect(page.getByText('Next payments')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(drawer).toContainText(reference);
    await expect(drawer).toContainText('Active');
    await expectAccessible(page);
  });

  await test.step('all future payments are changed, and one of them is skipped', async () => {
    await drawer.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByLabel('Amount', { exact: true }).fill('2.50');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continue to confirm' }).click();
    const asked = await confirmCode(page);
    expect(asked).toContain('2.50');
    await expect(page.getByText('Upcoming payments changed.')).toBeVisible();
    await expect(drawer).toContainText('2.50');
    await drawer
      .getByRole('button', { name: /^Payment on/ })
      .nth(1)
      .click();
    await page.getByRole('menuitem', { name: 'Skip' }).click();
    await expect(drawer.getByText('Skipped')).toBeVisible();
  });

  await test.step('days pass, and the payment is made; it links to its series, and becomes a template', async () => {
    await bank.call(advanceDeskCalendar, { body: { Hours: 9 * 24 } });
    await drawer.getByRole('link', { name: 'Open payment' }).first().click();
    const payment = page.getByRole('complementary', { name: 'Outgoing payment' });
    await expect(payment).toContainText(reference);
    await expect(payment.getByRole('link', { name: /Every month/ })).toBeVisible();
    await payment.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    await dialog.getByLabel('Name').fill(reference);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`Template saved: ${reference}`)).toBeVisible();
  });

  await test.step('the template fills in the form; an unfinished payment is saved as a draft', async () => {
    await page.goto('/payments/create/outgoing');
    await page.getByRole('button', { name: reference, exact: true }).click();
    await expect(page.getByLabel('Reference')).toHaveValue(reference);
    await expect(page.getByLabel('When', { exact: true })).toHaveText('Now');
    await page.getByLabel('Amount', { exact: true }).fill('3.25');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payments' }).click();
    await expect(page.getByText('We’ve saved a draft')).toBeVisible();
    await page.goto('/payments?tab=scheduled');
    const draft = page.getByRole('listitem').filter({ hasText: '3.25' }).filter({ hasText: reference });
    await draft.getByRole('button', { name: /^Continue/ }).click();
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('3.25');
  });
});
