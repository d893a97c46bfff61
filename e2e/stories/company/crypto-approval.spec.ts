/** A member's crypto withdrawal: an administrator reads it on a phone, rejects it with a reason, and the member finds both in the history. */
import { createWithdrawal, listWallets, quoteWithdrawal } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInForCompany } from '../../support/bank.ts';
import { fund, walletOf } from '../../support/crypto.ts';
import { anna, confirmCode, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

const maria = { ...anna, email: 'maria@demo.calmly.example' };
const clara = { ...anna, email: 'clara@demo.calmly.example' };
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
/** As many decimals as ETH has. */
const amount = '0.123456789012345678';

test.use({ viewport: { width: 390, height: 844 } });

/** Nothing extends past the right edge of the phone. */
const expectToFit = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

test('Maria rejects Clara’s withdrawal on a phone, and Clara sees why nothing was sent', async ({
  browser,
  page,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const [asMaria, asClara] = [await signInForCompany(url, maria), await signInForCompany(url, clara)];
  await fund(asMaria, 'ETH', '2');
  const held = async () => {
    const { Items } = await asMaria.call(listWallets, {});
    return Items.find(({ asset }) => asset === 'ETH')?.reserved;
  };
  const { id: quoteId } = await asClara.call(quoteWithdrawal, { body: { asset: 'ETH' } });
  await asClara.call(createWithdrawal, { body: { asset: 'ETH', amount, address, quoteId } });
  expect(await held()).toMatch(/^0\.1238/);

  await test.step('the whole amount and address fit the phone', async () => {
    await signIn(page, maria);
    await expect(page.getByRole('button', { name: /^Profile: Northwind/ })).toBeVisible();
    await page.goto('/inbox');
    const row = page.getByRole('button', { name: /^Crypto withdrawal to 0x529084…169EE7/ });
    await expect(row).toBeVisible();
    await expectToFit(page);
    await row.click();
    const drawer = page.getByRole('dialog', { name: 'Crypto withdrawal to 0x529084…169EE7' });
    await expect(drawer).toContainText(address);
    await expect(drawer).toContainText(`${amount}\u00a0ETH`);
    await expectToFit(page);
    await expectAccessible(page);
  });

  await test.step('the code names what it rejects', async () => {
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
    await dialog.getByRole('textbox').fill('We agreed on another address');
    await dialog.getByRole('button', { name: /^Reject/ }).click();
    expect(await confirmCode(page)).toContain(`ETH on Ethereum to ${address}`);
    await expect.poll(held).toBe('0.000000000000000000');
  });

  await test.step('Clara sees it in the history, and the approver’s words on the payment', async () => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
    const atClara = await context.newPage();
    await signIn(atClara, clara);
    await expect(atClara.getByRole('button', { name: /^Profile: Northwind/ })).toBeVisible();
    await atClara.goto('/crypto?screen=HISTORY&type=Transfer');
    await expect(atClara.getByRole('table', { name: 'Transfers' })).toContainText('0x529084…169EE7');
    await expectToFit(atClara);
    await atClara.getByRole('table', { name: 'Transfers' }).getByRole('button').first().click();
    const drawer = atClara.getByRole('dialog', { name: 'Crypto withdrawal' });
    await expect(drawer).toContainText('An approver rejected it.');
    await drawer.getByRole('link', { name: 'Open payment' }).click();
    await expect(atClara.getByText('We agreed on another address')).toBeVisible();
    await context.close();
  });
});

test.describe('an order that needs approval', () => {
  test.use({ allowedComplaints: [/status of 409/], viewport: { width: 1440, height: 900 } });

  test('Clara reads the whole refusal, whatever the amount', async ({ page, baseURL }) => {
    const asMaria = await signInForCompany(baseURL ?? '', maria);
    await walletOf(asMaria, 'BTC');
    await fund(asMaria, 'EPI', '20000');
    await signIn(page, clara);
    await expect(page.getByRole('button', { name: /^Profile: Northwind/ })).toBeVisible();
    await page.goto('/crypto?screen=MARKET');
    const form = page.getByRole('region', { name: 'Place an order' });
    const refusal = form.getByRole('alert');
    // A member needs approval for any amount.
    for (const amount of ['0.1', '0.001']) {
      await form.getByLabel('Price').fill('59500');
      await form.getByLabel('Amount').fill(amount);
      await expect(refusal).toHaveCount(0);
      // The button ends at the lower edge of the window, so the refusal above it moves it out.
      await form.getByRole('button', { name: /^Buy/ }).evaluate((button) => button.scrollIntoView(false));
      await page.keyboard.press('Enter');
      await expect(refusal).toContainText('Your company’s rules require approval for this order');
      await expect(refusal).toContainText('Ask a colleague who doesn’t need approval to place it');
      await expect(refusal).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page);
  });
});

test('read-only items for Peeter are as tall as the buttons next to them', async ({ page, baseURL }) => {
  await walletOf(await signInForCompany(baseURL ?? '', maria), 'ETH');
  await signIn(page, { ...anna, email: 'peeter@demo.calmly.example' });
  await expect(page.getByRole('button', { name: /^Profile: Northwind/ })).toBeVisible();
  await page.goto('/crypto?screen=WALLETS');
  const locked = page.getByRole('main').getByRole('button', { name: 'Withdraw', disabled: true }).first();
  await expect(locked).toHaveCSS('height', '32px');
});
