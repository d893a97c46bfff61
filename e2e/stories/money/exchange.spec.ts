/** An exchange whose answer is lost is made once, even if the page is reopened before its outcome is known. */
import type { Page } from '@playwright/test';
import { anna, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

// The browser's own message about the answers that this story drops.
test.use({ allowedComplaints: [/net::ERR_FAILED/], serviceWorkers: 'block' });

const form = '/payments/create/exchange';
const execution = '**/api/exchange';
const outcome = (page: Page) => page.getByText('We couldn’t get the result');

/** The list, once it is read, has this many exchanges of the amount. */
async function expectExchanges(page: Page, amount: string, count: number): Promise<void> {
  await page.goto(`/payments?search=${encodeURIComponent(amount)}`);
  await expect(page.getByRole('row').filter({ hasText: amount })).toHaveCount(count);
}

test('an exchange whose answer is lost is repeated with its key after a reload, and made once', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page, anna);
  await page.goto(form);
  await page.getByLabel('Amount to sell').fill('31.17');
  await expect(page.getByLabel('Amount to get')).toHaveValue(/^\d/);
  const received = await page.getByLabel('Amount to get').inputValue();
  let executed = 0;
  await page.route(execution, async (route) => {
    const answer = await route.fetch();
    if (answer.status() === 201) executed += 1;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Exchange', exact: true }).click();
  await expect(outcome(page)).toBeVisible();
  expect(executed, 'the bank has made it').toBeGreaterThan(0);

  await test.step('the same exchange is on screen, and no other can be made', async () => {
    await page.reload();
    await expect(outcome(page)).toBeVisible();
    await expect(page.getByLabel('Amount to sell')).toBeDisabled();
    await expect(page.getByLabel('Amount to sell')).toHaveValue('31.17');
    await expect(page.getByLabel('Amount to get')).toHaveValue(received);
    await expectAccessible(page);
  });

  await test.step('on a phone the bar with the button says why, though the notice is out of view', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.locator('[data-bottom-bar]');
    await expect(bar.getByText('We couldn’t get the result')).toBeInViewport();
    await expectAccessible(page);
    await page.setViewportSize(size);
  });

  await test.step('a second try gets the first one’s result', async () => {
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByRole('heading', { name: / is in / })).toBeVisible();
    await expectExchanges(page, '31.17', 1);
    await page.goto(form);
    await expect(page.getByLabel('Amount to sell')).toBeEnabled();
    await expect(outcome(page)).toHaveCount(0);
  });
});
