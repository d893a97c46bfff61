/**
 * Dialogs of a card by keyboard: Escape returns the focus to what opened them, also from the code, and from a dialog that followed another. And a card
 * whose number the card processor keeps: the portal says so. The bank of the stories makes its own numbers, so its answers are changed for that.
 * Control: where `openersNow` of `ui/layers/openers.ts` finds nothing while the page has the focus, the first story fails.
 */
import {
  createClient,
  decideDeskPurchase,
  listDeskMerchants,
  listDeskPurchases,
  newIdempotencyKey,
  payAtDesk,
} from '@calmly/contract';
import { expect, expectAccessible, signIn, test } from '../../support/portal.ts';

test.use({ serviceWorkers: 'block' });

test('Escape returns the focus to the opener of a card’s dialog', async ({ page, baseURL }) => {
  const merchant = createClient({ baseUrl: baseURL ?? '', getToken: () => undefined });
  await signIn(page);
  await page.goto('/cards');
  const chosen = page.getByRole('radio', { name: /^Travel/ });
  await chosen.check();
  const code = page.getByRole('dialog', { name: 'Enter the code' });

  await test.step('from the code that the details need', async () => {
    const show = page.getByRole('button', { name: 'Show details' });
    for (const opener of [show, chosen]) {
      await opener.press('Enter');
      await expect(code.getByLabel('Digit 6 of 6')).toHaveValue(/\d/);
      await page.keyboard.press('Escape');
      await expect(code).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });

  await test.step('from a dialog of the menu', async () => {
    const more = page.getByRole('button', { name: 'More actions' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Withdraw' }).press('Enter');
    const dialog = page.getByRole('dialog');
    // Escape closes the dialog once it has the focus, which it gets with the next frame.
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(more).toBeFocused();
  });

  await test.step('from the question that follows a dispute, to the payment', async () => {
    const { Items: merchants } = await merchant.call(listDeskMerchants, {});
    const shop = merchants.find(({ currency, channel }) => currency === 'EUR' && channel === 'ONLINE');
    const cardId = (await page.locator('[data-card][data-chosen]').getAttribute('data-card')) ?? '';
    await merchant.call(payAtDesk, {
      body: {
        id: newIdempotencyKey(),
        cardId,
        merchant: shop?.id ?? '',
        amount: '3.17',
        channel: 'ONLINE',
        mistake: 'NONE',
      },
    });
    const { Items: purchases } = await merchant.call(listDeskPurchases, { query: {} });
    const held = purchases.find(({ amount }) => amount === '3.17');
    await merchant.call(decideDeskPurchase, {
      params: { id: held?.id ?? '' },
      body: { action: 'clear', isPartial: false },
    });
    const row = page
      .getByRole('region', { name: 'Card payments, newest first' })
      .getByRole('listitem')
      .filter({ hasText: '3.17' });
    await row.getByRole('button').press('Enter');
    const drawer = page.getByRole('complementary');
    await drawer.getByRole('button', { name: 'Dispute payment' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Dispute 3.17/ });
    await dialog.getByLabel('I don’t recognise it').press('Space');
    await dialog.getByLabel('What happened').fill('I was at home.');
    await dialog.getByRole('button', { name: 'Open dispute' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Protect your card' });
    await expect(question).toBeVisible();
    await expect(drawer).toContainText('Dispute in review');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    // The button that opened it has disappeared: the drawer around it gets the focus.
    await expect(drawer.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(row.getByRole('button')).toBeFocused();
  });
});

test('for a card whose number and PIN the card processor keeps, the portal says so and what to do', async ({
  page,
}) => {
  await page.route(/\/api\/cards(\/[0-9a-f-]{36}|\/offer)?(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll('"NumberAtProcessor":false', '"NumberAtProcessor":true');
    await route.fulfill({ response, body: text });
  });
  await signIn(page);
  await page.goto('/cards');
  const chosen = page.getByRole('radio', { name: /^Software/ });
  await chosen.check();
  const dialog = page.getByRole('dialog', { name: 'The portal can’t show or set this' });
  const show = page.getByRole('button', { name: 'Show details' });
  for (const opener of [show, chosen]) {
    await opener.press('Enter');
    await expect(dialog).toContainText('To pay online, order a plastic card');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  }
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Set PIN' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/cards/new');
  await expect(page.getByText('The portal can’t show the number of a virtual card yet.')).toBeVisible();
  await page.getByRole('radio', { name: /^Plastic/ }).check();
  await expect(page.getByText('The portal can’t show the number of a virtual card yet.')).toBeHidden();
});
