/** What a person needs is in sight and stays where it was: no screen opens scrolled down, and no button passes to something else. */
import { cancelOrder } from '@calmly/contract';
import { signInToApi } from '../../support/bank.ts';
import { fund, order } from '../../support/crypto.ts';
import { anna, confirmCode, expect, signIn, test } from '../../support/portal.ts';

test('a card that is blocked stays the chosen one, and the message undoes it', async ({ page }) => {
  await signIn(page);
  await page.goto('/cards');
  const heading = page.getByRole('heading', { name: /•••• \d{4}$/ });
  const name = await heading.innerText();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  const message = page.getByRole('status').filter({ hasText: 'is blocked' });
  await expect(message).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await expect(heading).toHaveText(name);
  await message.getByRole('button', { name: 'Undo' }).click();
  await confirmCode(page);
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  await expect(heading).toHaveText(name);
});

test('the market opens at its top, and an open order can be cancelled without scrolling sideways', async ({
  page,
  baseURL,
}) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  await fund(bank, 'EPI', '1000');
  const placed = await order(bank, { operation: 'BUY', price: '40000', amount: '0.01' });
  await signIn(page);
  const cancel = page.getByRole('button', { name: 'Cancel order: Buy 0.0100 BTC' });
  for (const width of [390, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/crypto');
    await expect(cancel).toBeVisible();
    expect(await page.evaluate(() => window.scrollY), `at ${width}`).toBe(0);
    const table = page.getByRole('table', { name: 'Open orders' });
    const hidden = await table.evaluate((each) => {
      const frame = each.parentElement ?? each;
      return frame.scrollWidth - frame.clientWidth;
    });
    expect(hidden, `at ${width}`).toBe(0);
  }
  await bank.call(cancelOrder, { params: { id: placed.id } });
});

test('on a phone the top bar leads back from every screen that the navigation does not name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page);
  const back = page.getByRole('banner').getByRole('link', { name: 'Back' });
  await expect(back).toHaveCount(0);
  for (const [screen, above] of [
    ['/payments/create/outgoing', /\/payments$/],
    ['/cards/new', /\/cards$/],
    ['/beneficiaries/add', /\/beneficiaries$/],
    ['/payments/payouts/create', /\/payments\/payouts$/],
  ] as const) {
    await page.goto(screen);
    await back.click();
    await expect(page).toHaveURL(above);
  }
});
