/**
 * Following payments: the list filtered, summed up, saved as a view and exported; stepping by keyboard to a failed payment, which suggests
 * what to do; a new payment that appears live; proof for the payee's bank.
 */
import { readFile } from 'node:fs/promises';
import { createPayment, listAccounts } from '@calmly/contract';
import { signInToApi } from '../../support/bank.ts';
import { anna, expect, signIn, test } from '../../support/portal.ts';

test('the list is filtered, summed up, saved and exported; a failed payment suggests what to do; updates arrive live', async ({
  page,
  baseURL,
}) => {
  await signIn(page);
  await page.goto('/payments');
  const table = page.getByRole('table', { name: 'Payments, newest first' });
  const sums = page.getByRole('region', { name: 'Totals for this list' });
  await expect(table.locator('[data-row-control]').first()).toBeVisible();

  await test.step('the totals cover exactly the filtered list', async () => {
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Rejected' }).check();
    await expect(page).toHaveURL(/REJECTED/);
    await page.keyboard.press('Escape');
    // A declined card payment is rejected too, and has no payee to send it to again.
    await page.getByRole('button', { name: 'Method', exact: true }).click();
    await page.getByRole('checkbox', { name: 'SEPA', exact: true }).check();
    await expect(page).toHaveURL(/REJECTED.*SEPA/);
    await page.keyboard.press('Escape');
    const allSums = sums.getByRole('button', { name: 'All totals' });
    await allSums.click();
    const panel = page.getByRole('dialog', { name: 'All totals' });
    await expect(panel.getByText('Not executed').first()).toBeVisible();
    await expect(panel.getByText('Fees')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(allSums).toBeFocused();
  });

  await test.step('the filter is saved under a name and opens by default', async () => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill('Went wrong');
    await dialog.getByLabel('Open payments with this view').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/payments');
    await expect(page).toHaveURL(/REJECTED/);
    await expect(page.getByRole('button', { name: 'Went wrong' })).toBeVisible();
  });

  await test.step('the file contains the listed payments', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV file' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('payments.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toContain('"Counterparty"');
    await expect(table.locator('[data-row-control]')).toHaveCount(lines.length - 1);
  });

  await test.step('by keyboard to a payment that failed, and what to do about it', async () => {
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });
    await expect(drawer.getByText('What you can do')).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Send again' })).toHaveAttribute('href', /from=/);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('the view is deleted, and all payments are listed again', async () => {
    await page.getByRole('button', { name: 'Went wrong' }).click();
    await page.getByRole('button', { name: 'Edit view Went wrong' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit view' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/payments');
    await sums.getByRole('button', { name: 'All totals' }).click();
    await expect(page.getByRole('dialog', { name: 'All totals' }).getByText('Fees').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/REJECTED/);
  });

  await test.step('a new payment appears live', async () => {
    const bank = await signInToApi(baseURL ?? '', anna);
    const { Items } = await bank.call(listAccounts, { query: { currency: 'EUR' } });
    const [from, to] = Items.filter(({ status }) => status === 'ACTIVE');
    const reference = `Seen at once ${Date.now()}`;
    await bank.call(createPayment, {
      body: {
        debtorAccount: from?.number ?? '',
        creditorAccount: to?.number ?? '',
        amount: '1.00',
        reference,
        chargeBearer: 'SHA',
      },
    });
    // Both sides of it are one row.
    await expect(table.getByText(reference)).toHaveCount(1);
  });

  await test.step('the bank of a payee gets its proof in one piece', async () => {
    await page.goto('/payments?scheme=%5B%22SWIFT%22%5D&direction=DEBIT');
    await table.locator('[data-row-control]').first().click();
    const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });
    await drawer.getByText('Payment proof', { exact: true }).click();
    await expect(drawer.getByText('UETR')).toBeVisible();
    await expect(drawer.getByText(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/)).toBeVisible();
    await expect(drawer.getByRole('button', { name: /Payment proof/ })).toBeVisible();
  });
});
