/** Paying beyond the plain: what the bank tells before, an instant payment whose bank cannot, and one that fails and is sent again. */
import type { Page } from '@playwright/test';
import { confirmCode, expect, expectAccessible, signIn, test } from '../support/portal.ts';

async function choosePayee(page: Page, name: RegExp): Promise<void> {
  await page.getByLabel('To', { exact: true }).click();
  await page.getByRole('option', { name }).first().click();
}

async function fill(page: Page, payee: RegExp, amount: string, reference: string): Promise<void> {
  await page.goto('/payments/create/outgoing');
  await choosePayee(page, payee);
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('Reference').fill(reference);
}

/** Adds a company at a German bank and stands in the form that pays it. */
async function addPayee(page: Page, name: string, iban: string): Promise<void> {
  await page.goto('/beneficiaries/add');
  await page.getByText('Company', { exact: true }).click();
  await page.getByLabel('Company name').fill(name);
  await page.getByLabel('Country', { exact: true }).selectOption('DE');
  await page.getByLabel('IBAN').fill(iban);
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await confirmCode(page);
  await expect(page.getByRole('complementary')).toContainText(name);
}

test('Anna pays in seconds where the bank can, is warned of a repeat, and sends again what failed', async ({
  page,
}) => {
  await signIn(page);
  const run = `${Date.now()}`.slice(-6);
  const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });

  await test.step('an instant payment to a bank that cannot goes as an ordinary one and says so', async () => {
    await addPayee(page, `Slow Bank ${run}`, 'DE26 2005 0550 0000 0000 49');
    await fill(page, new RegExp(`Slow Bank ${run}`), '25.00', `Slow ${run}`);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('First payment to this payee');
    await page.getByText('SEPA instant').click();
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Within seconds');
    await page.locator('input[type=file]').setInputFiles({
      name: 'invoice.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    });
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await expect(page.getByText('A file was not accepted. Remove it or choose another one.')).toBeVisible();
    await expect(page.locator('input[type=file]')).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove invoice.exe' }).click();
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(drawer).toContainText('it goes as an ordinary one', { timeout: 30_000 });
    await expect(drawer.getByRole('button', { name: /Confirmation/i })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('the same once more is told, and wants a tick', async () => {
    await fill(page, new RegExp(`Slow Bank ${run}`), '25.00', `Slow ${run}`);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Looks like a duplicate');
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await expect(page.getByText('Tick this first, or go back.')).toBeVisible();
    await expect(page.getByRole('checkbox')).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
  });

  await test.step('what failed comes back with the field that was wrong, and goes once', async () => {
    await fill(page, /Fahrradwerkstatt/, '12.00', `Wheels ${run}`);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(drawer).toContainText('has closed this account', { timeout: 30_000 });
    const failed = new URL(page.url()).searchParams.get('payment') ?? '';
    await page.goto(`/payments/create/outgoing?from=${failed}`);
    await expect(page.getByText('Sent again in place of a payment that failed')).toBeVisible();
    await expect(page.getByLabel('To', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await choosePayee(page, new RegExp(`Slow Bank ${run}`));
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(drawer).toContainText(`Wheels ${run}`);
  });
});
