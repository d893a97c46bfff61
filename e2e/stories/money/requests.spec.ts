/** Anna requests money: a visitor sees how to pay, a client of the bank pays with two clicks, and her screen updates live. */
import { createPayment, listAccounts } from '@calmly/contract';
import { signInToApi } from '../../support/bank.ts';
import { ownBank } from '../../support/banks.ts';
import { attach } from '../../support/bill.ts';
import { boris, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

test('created, shared, paid: the request is settled by its reference', { tag: '@journey' }, async ({
  page,
  browser,
}) => {
  const baseURL = ownBank().url;
  const details = `Concert ${Date.now()}`;
  await signIn(page);

  await test.step('a request is created, with the payer’s view beside it', async () => {
    await page.getByRole('link', { name: 'Request money' }).click();
    await page.getByLabel('Amount').fill('42');
    await page.getByRole('button', { name: 'Create request' }).click();
    await expect(page.getByText('Enter the payer’s name.')).toBeVisible();
    await expect(page.getByLabel('Payer', { exact: true })).toBeFocused();
    await page.getByLabel('Payer', { exact: true }).fill('Boris Sokolov');
    await page.getByLabel('Description').fill(details);
    await attach(page, 'invoice.pdf');
    await expect(page.getByRole('region', { name: 'What the payer will see' })).toContainText('42.00');
    await page.locator('input[type=file]').setInputFiles(
      ['invoice.exe', 'notes.txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from('no'),
      })),
    );
    await expect(page.getByText('2 files weren’t accepted')).toBeVisible();
    await page.getByRole('button', { name: 'Create request' }).click();
    await expect(page.locator('input[type=file]')).toBeFocused();
    await expect(page).toHaveURL(/\/payments\/create\/incoming/);
    await page.getByRole('button', { name: 'Remove invoice.exe' }).click();
    await page.getByRole('button', { name: 'Remove notes.txt' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create request' }).click();
  });
  const drawer = page.getByRole('complementary', { name: 'Request for money' });
  await expect(drawer).toContainText(details);
  await expect(drawer).toContainText('PENDING');
  await expectAccessible(page);

  const url = await test.step('its page is shared by a link', async () => {
    await drawer.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share a payment page' });
    const choice = dialog.getByRole('checkbox', { name: 'Also show the description and the documents' });
    await expect(choice).toBeChecked();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = dialog.getByRole('link', { name: 'Open the page' });
    await expect(link).toHaveAttribute('href', /\/get-paid\/cal_gp_/);
    await expect(choice).toBeChecked();
    await expectAccessible(page);
    const address = (await link.getAttribute('href')) ?? '';
    await dialog.getByRole('button', { name: 'Close' }).click();
    return new URL(address).pathname;
  });

  const stranger = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage();
  await test.step('the payer sees what to enter and the description, and saves the invoice', async () => {
    await stranger.goto(url);
    await expect(stranger.getByRole('heading', { name: 'Anna Lepik requests' })).toBeVisible();
    await expect(stranger.getByRole('img', { name: 'QR code with the details above' })).toBeVisible();
    await expect(stranger.getByRole('main')).toContainText(details);
    const [download] = await Promise.all([
      stranger.waitForEvent('download'),
      stranger.getByRole('button', { name: 'Download invoice.pdf' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('invoice.pdf');
    await expect(stranger.getByRole('link', { name: 'Pay from my account' })).toHaveCount(0);
    await expectAccessible(stranger);
  });

  const order = await test.step('a client of the bank has everything filled in', async () => {
    await signIn(stranger, boris);
    await stranger.goto(url);
    await stranger.getByRole('link', { name: 'Pay from my account' }).click();
    await expect(stranger.getByRole('textbox', { name: 'Amount' })).toHaveValue('42.00');
    await expect(stranger.getByRole('textbox', { name: 'Reference' })).toHaveValue(/^RF\d{14}$/);
    await expect(stranger.getByText('The account is in this name.')).toBeVisible();
    return {
      creditorAccount: await stranger.getByLabel('Their account number or IBAN').inputValue(),
      creditorName: await stranger.getByLabel('Account holder').inputValue(),
      reference: await stranger.getByRole('textbox', { name: 'Reference' }).inputValue(),
    };
  });

  await test.step('once paid, the request and its page show it live', async () => {
    const bank = await signInToApi(baseURL, boris);
    const [account] = (await bank.call(listAccounts, { query: { currency: 'EUR' } })).Items;
    const body = {
      ...order,
      debtorAccount: account?.number ?? '',
      amount: '42.00',
      chargeBearer: 'SHA' as const,
    };
    await bank.call(createPayment, { body });
    await expect(drawer).toContainText('EXECUTED');
    await expect(drawer.getByRole('link', { name: 'Open payment' })).toBeVisible();
    await stranger.goto(url);
    await expect(stranger.getByRole('heading', { name: 'Paid' })).toBeVisible();
  });
  await stranger.context().close();
});
