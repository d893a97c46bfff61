/**
 * The crypto area: starting it, a deposit with its confirmations, an order that rests, is filled in part and cancelled, a market order, and a
 * withdrawal to the confirmed transaction. The other side of the market is another client over the API; the chains are controlled by hand.
 */
import { listAccounts, listCryptoHistory } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { fund, mine, order, sendFromOutside, walletOf } from '../../support/crypto.ts';
import { anna, boris, confirmCode, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

/** An address outside the bank, from EIP-55. */
const outside = '0x52908400098527886E0F7030069857D2E4169EE7';

/** The 404 that opens the question is reported by the browser. */
test.use({
  allowedComplaints: [/status of 404 .*\/api\/crypto\/wallets\/existing/],
  serviceWorkers: 'block',
});

const openCrypto = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Crypto' }).click();

const screen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Crypto screens' }).getByRole('link', { name });

/** Starts crypto if the client has not. */
async function startCrypto(page: Page): Promise<void> {
  await openCrypto(page);
  const market = screen(page, 'Market');
  const question = page.getByRole('heading', { name: 'Start using crypto?' });
  // The links appear before the wallets; the content below shows whether there are any.
  const started = page.getByRole('region', { name: 'Place an order' });
  await expect(started.or(question)).toBeVisible();
  if (await started.isVisible()) return;
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Crypto is ready' })).toBeVisible();
  await expect(market).toBeVisible();
}

test('Boris starts and trades: an order rests, is filled in part and cancelled; a market order takes the book', {
  tag: '@journey',
}, async ({ page, baseURL }) => {
  const maker = await signInToApi(baseURL ?? '', anna);
  const own = await signInToApi(baseURL ?? '', boris);
  const form = page.getByRole('region', { name: 'Place an order' });
  const book = page.getByRole('table', { name: 'Order book' });
  const open = page.getByRole('table', { name: 'Open orders' });
  await signIn(page, boris);
  await startCrypto(page);
  await Promise.all([fund(maker, 'BTC', '2'), fund(own, 'EPI', '200000')]);
  await fund(maker, 'EPI', '200000');
  await walletOf(own, 'BTC');

  await test.step('the book shows what another client offers; a row puts its price into the form', async () => {
    await order(maker, { operation: 'SELL', price: '60010.5', amount: '0.5' });
    await order(maker, { operation: 'BUY', price: '59000', amount: '0.3' });
    await expect(book).toContainText('60 010.50');
    await expect(book).toContainText('Spread 1 010.50');
    const row = book.getByRole('button', { name: '59 000.00, use this price' });
    await row.focus();
    await page.keyboard.press('ArrowUp');
    await expect(book.getByRole('button', { name: '60 010.50, use this price' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('Price')).toHaveValue('60\u00a0010.50');
    await expectAccessible(page);
  });

  await test.step('what is missing is said before anything is sent', async () => {
    await form.getByLabel('Amount').fill('9');
    await form.getByLabel('Amount').press('Tab');
    await expect(form.getByText(/^You’re .* EPI short/)).toBeVisible();
    await form.getByLabel('Price').fill('59500.2');
    await form.getByLabel('Price').press('Tab');
    await expect(form.getByText('Enter a multiple of 0.50')).toBeVisible();
  });

  await test.step('a limit order rests, and is filled in part by another client', async () => {
    await form.getByLabel('Price').fill('59500');
    await form.getByLabel('Amount').fill('0.1');
    await expect(form).toContainText('5 950.00 EPI');
    await expect(form).toContainText('5.95 EPI');
    await expect(form).toContainText('5 955.95 EPI');
    await page.keyboard.press('Enter');
    // The first large order of a session takes a code, the next ones below take none.
    await confirmCode(page);
    await expect(open).toContainText('0.0000 of 0.1000 BTC');
    await order(maker, { operation: 'SELL', price: '59500', amount: '0.04', timeInForce: 'IOC' });
    await expect(open).toContainText('0.0400 of 0.1000 BTC');
    await expect(page.getByRole('table', { name: 'Trades' })).toContainText('59 500.00');
  });

  await test.step('it is changed, and what is left is cancelled', async () => {
    await open.getByRole('button', { name: 'Change order: Buy 0.1000 BTC' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change order: Buy 0.1000 BTC' });
    await dialog.getByLabel('Price').fill('59500.2');
    await dialog.getByLabel('Amount').fill('0.08');
    await expect(dialog.getByText('Enter a multiple of 0.50')).toBeVisible();
    await dialog.getByLabel('Price').fill('59500');
    await dialog.getByRole('button', { name: 'Change order' }).click();
    await expect(open).toContainText('0.0400 of 0.0800 BTC');
    await open.getByRole('button', { name: 'Cancel order: Buy 0.0800 BTC' }).click();
    await expect(page.getByText('No open orders.')).toBeVisible();
  });

  await test.step('a stop has no limit price of its own, and a seller starts at the best ask', async () => {
    // The form takes its price from the book, which learns of the cancelled order separately.
    await expect(async () => {
      await form.getByRole('radio', { name: 'Stop' }).check();
      await expect(form.getByLabel('Limit price')).toHaveValue('');
      await form.getByRole('radio', { name: 'Limit' }).check();
      await expect(form.getByLabel('Price')).toHaveValue('59\u00a0000.00', { timeout: 1_000 });
    }).toPass();
    await form.getByRole('radio', { name: 'Sell' }).check();
    await expect(form.getByLabel('Price')).toHaveValue('60\u00a0010.50');
    await form.getByRole('radio', { name: 'Buy' }).check();
  });

  await test.step('a stop says before it is placed what would become of it, and starts when a trade reaches it', async () => {
    await form.getByRole('radio', { name: 'Stop' }).check();
    await form.getByLabel('Amount').fill('0.1');
    await form.getByLabel('Stop price').fill('59500');
    await form.getByLabel('Stop price').press('Tab');
    await expect(form.getByText('The last price, 59 500.00, has already reached it.')).toBeVisible();
    await form.getByLabel('Stop price').fill('60000');
    await form.getByLabel('Limit price').fill('59900');
    await expect(form.getByText('the price is already above your limit')).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel('Limit price').fill('60100');
    await expect(form.getByText('the price is already above your limit')).toBeHidden();
    await form.getByRole('button', { name: 'Buy 0.1000 BTC' }).click();
    await expect(open).toContainText('Starts at 60 000.00');
    await order(own, { operation: 'BUY', price: '60010.5', amount: '0.01' });
    await page.getByRole('navigation', { name: 'My orders' }).getByRole('link', { name: 'History' }).click();
    const past = page.getByRole('table', { name: 'History' });
    await expect(past.getByRole('row').filter({ hasText: '0.1000 of 0.1000' })).toContainText('Filled');
    await page
      .getByRole('navigation', { name: 'My orders' })
      .getByRole('link', { name: 'Open orders' })
      .click();
  });

  await test.step('a market order shows its expected price, and buys', async () => {
    await form.getByRole('radio', { name: 'Market' }).check();
    await form.getByLabel('Amount').fill('0.2');
    await expect(form).toContainText('60 010.50 EPI');
    await form.getByRole('button', { name: 'Buy 0.2000 BTC' }).click();
    // The form is empty again and the trade is shown: nothing moves any more.
    await expect(form.getByRole('button', { name: 'Buy BTC' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Trades' })).toContainText('60 010.50');
    await page.getByRole('navigation', { name: 'My orders' }).getByRole('link', { name: 'History' }).click();
    const past = page.getByRole('table', { name: 'History' });
    await expect(past.getByRole('row').filter({ hasText: '0.2000 of 0.2000' })).toContainText('Filled');
    await expect(past.getByRole('row').filter({ hasText: '0.0400 of 0.0800' })).toContainText('Cancelled');
    await expectAccessible(page);
  });
});

test('Boris receives a deposit, moves euros, and withdraws to the confirmed transaction', {
  tag: '@journey',
}, async ({ page, baseURL }) => {
  const own = await signInToApi(baseURL ?? '', boris);
  const wallets = page.getByRole('main');
  const row = (name: string) =>
    wallets
      .getByRole('list', { name: 'Wallets' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
  await signIn(page, boris);
  await startCrypto(page);
  await screen(page, 'Wallets').click();

  await test.step('a new wallet comes with an address and its QR code', async () => {
    await page.getByRole('button', { name: 'New wallet' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New wallet' });
    await dialog.getByRole('radio', { name: /^Ether/ }).check();
    await page.route('**/api/crypto/wallets', (route) => route.fulfill({ status: 201, json: {} }), {
      times: 1,
    });
    await dialog.getByRole('button', { name: 'Create wallet' }).click();
    await expect(dialog).toContainText('Could not create new currency');
    await dialog.getByRole('button', { name: 'Create wallet' }).click();
    const receive = page.getByRole('dialog', { name: 'Receive ETH' });
    await expect(receive.getByRole('img', { name: 'QR code of your ETH address' })).toBeVisible();
    await expect(receive).toContainText('Send only ETH, and only on the Ethereum network.');
    await expectAccessible(page);
    await receive.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('PFE is offered as new however many there are', async () => {
    await walletOf(own, 'PFE');
    await expect(row('PFE token')).toBeVisible();
    await page.getByRole('button', { name: 'New wallet' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New wallet' });
    await expect(dialog.getByRole('radio', { name: /^PFE token/ })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: /^Ether/ })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a deposit is seen while it is confirmed, and then credited', async () => {
    const { addresses } = await walletOf(own, 'ETH');
    await sendFromOutside(own, 'ETH', addresses[0]?.address ?? '', '1.5');
    await mine(own, 'ETH', 1);
    await expect(row('Ether')).toContainText('1.50 ETH arriving');
    await expect(wallets).toContainText('of 12 confirmations');
    await mine(own, 'ETH');
    await expect(row('Ether')).not.toContainText('arriving');
    await expect(row('Ether')).toContainText('1.50 ETH');
  });

  await test.step('euros become EPI', async () => {
    const accounts = await own.call(listAccounts, {});
    expect(accounts.Items.some(({ currency }) => currency === 'EUR')).toBe(true);
    if (!(await row('EPI, euro token').isVisible())) await walletOf(own, 'EPI');
    await page.getByRole('button', { name: 'Add from account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add EPI from an account' });
    await dialog.getByLabel('Amount').fill('25');
    await dialog.getByRole('button', { name: 'Add 25.00 €' }).click();
    await confirmCode(page);
    await expect(dialog).toBeHidden();
  });

  await test.step('a withdrawal checks the address while it is typed, shows its fee and is confirmed by the network', async () => {
    await page.getByRole('button', { name: 'Withdraw ETH' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw ETH' });
    await dialog.getByLabel('Address').fill('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    await expect(dialog).toContainText('This address belongs to another network.');
    await dialog.getByLabel('Address').fill(outside);
    await expect(dialog).toContainText('The address is valid.');
    await dialog.getByLabel('Amount').fill('0.5');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Withdraw 0.50 ETH' }).click();
    await confirmCode(page);
    await expect(dialog).toBeHidden();
    await screen(page, 'History').click();
    await page.getByRole('radio', { name: 'Transfers' }).check();
    const sent = page
      .getByRole('table', { name: 'Transfers' })
      .getByRole('row')
      .filter({ hasText: '0x529084…169EE7' });
    await expect(sent).toContainText('-0.50 ETH');
    await expect(async () => {
      await mine(own, 'ETH');
      await expect(sent).toContainText('Confirmed', { timeout: 1000 });
    }).toPass();
    await expectAccessible(page);
  });

  await test.step('it opens with the whole address and its transaction, and as a payment with the address as it is written', async () => {
    await page.getByRole('table', { name: 'Transfers' }).getByRole('button').first().click();
    const drawer = page.getByRole('complementary', { name: 'Crypto withdrawal' });
    await expect(drawer).toContainText(outside);
    await expect(drawer).toContainText(/Transaction ID0x[0-9a-f]{64}/);
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'Open payment' }).click();
    const payment = page.getByRole('complementary', { name: 'Crypto withdrawal' });
    await expect(payment).toContainText(outside);
    await expect(payment).toContainText('Confirmed by the network');
  });

  await test.step('a link to an entry that is not on the first page opens it too', async () => {
    const { Items: deposits } = await own.call(listCryptoHistory, { query: { currency: 'ETH' } });
    await page.route('**/api/crypto/transactions/history?*', (route) => {
      const url = new URL(route.request().url());
      if (!url.searchParams.has('id')) url.searchParams.set('limit', '1');
      return route.continue({ url: url.href });
    });
    await page.goto(`/crypto?screen=HISTORY&movement=${deposits[0]?.id}`);
    await expect(page.getByRole('complementary', { name: 'Crypto deposit' })).toContainText('1.50 ETH');
  });
});

test('an address that cooling-off still refuses shows until when, in the address book and in the withdrawal form', async ({
  page,
  baseURL,
}) => {
  const own = await signInToApi(baseURL ?? '', boris);
  await walletOf(own, 'ETH');
  await fund(own, 'ETH', '1');
  const entry = { Currency: 'ETH', Address: outside, CreatedAt: new Date().toISOString() };
  await page.route('**/api/crypto/payees?*', (route) =>
    route.fulfill({
      json: {
        Items: [
          {
            ...entry,
            Id: crypto.randomUUID(),
            Label: 'New ledger',
            CoolingOffUntil: new Date(Date.now() + 20 * 3_600_000).toISOString(),
          },
          { ...entry, Id: crypto.randomUUID(), Label: 'Old ledger', CoolingOffUntil: null },
        ],
        NextCursor: null,
      },
    }),
  );
  await signIn(page, boris);
  await startCrypto(page);
  await screen(page, 'Wallets').click();
  const unlocks = /Withdrawals unlock on \d+ \w+.* \d\d:\d\d/;
  const listed = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(listed('New ledger')).toContainText(unlocks);
  await expect(listed('Old ledger')).not.toContainText('unlock');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Withdraw ETH' }).click();
  const payee = page.getByRole('dialog', { name: 'Withdraw ETH' }).getByRole('combobox');
  await payee.click();
  await expect(page.getByRole('option', { name: /^Old ledger/ })).not.toContainText('unlock');
  const refused = page.getByRole('option', { name: /^New ledger/ });
  await expect(refused).toContainText(unlocks);
  await refused.click();
  await expect(payee).toHaveAccessibleDescription(unlocks);
  await expectAccessible(page);
});

test('an order in the book is changed: an unchanged one is not sent, and faults are shown in the form', async ({
  page,
  baseURL,
}) => {
  const own = await signInToApi(baseURL ?? '', boris);
  const open = page.getByRole('table', { name: 'Open orders' });
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'PUT' && pathname.startsWith('/api/crypto/orders/')) sent.push(pathname);
  });
  await signIn(page, boris);
  await startCrypto(page);
  await fund(own, 'EPI', '20000');
  await walletOf(own, 'BTC');
  await order(own, { operation: 'BUY', price: '30000', amount: '0.1' });
  const name = 'Change order: Buy 0.1000 BTC';
  const dialog = page.getByRole('dialog', { name });
  const change = dialog.getByRole('button', { name: 'Change order' });

  await open.getByRole('button', { name }).click();
  await expect(dialog.getByLabel('Price')).toHaveValue('30\u00a0000.00');
  await expectAccessible(page);
  await change.click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([]);

  await open.getByRole('button', { name }).click();
  await dialog.getByLabel('Amount').fill('much');
  await dialog.getByLabel('Amount').press('Tab');
  await expect(dialog.getByText('Enter an amount such as 0.25')).toBeVisible();
  await dialog.getByLabel('Amount').fill('0.1');
  await dialog.getByLabel('Price').fill('29000');
  await change.click();
  await confirmCode(page);
  await expect(dialog).toBeHidden();
  await expect(open).toContainText('29 000.00');
  expect(sent.length).toBeGreaterThan(0);

  await open.getByRole('button', { name }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open.getByRole('button', { name: 'Cancel order: Buy 0.1000 BTC' }).click();
  await expect(page.getByText('No open orders.')).toBeVisible();
});
