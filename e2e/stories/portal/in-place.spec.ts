/** Important content is in view and stays in place: no screen opens scrolled down, and no button moves away under the pointer. */
import { cancelOrder } from '@calmly/contract';
import type { Page } from '@playwright/test';
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

test.describe('nothing jumps while a screen is completed', () => {
  test.use({ serviceWorkers: 'block', allowedComplaints: [/status of 400 .*\/oauth\/token/] });

  /** The allowed movement, as Chromium measures it: the share of the window times the distance. */
  const most = 0.02;

  /** The sum of all shifts until now, including later ones from now on. */
  const shiftsSoFar = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const { shifts } = globalThis as unknown as { shifts: number[] };
      return shifts.splice(0).reduce((sum, value) => sum + value, 0);
    });

  /** Answers the calls in reverse order: the content higher on the screen arrives last. */
  async function answerUpwards(page: Page, addresses: readonly string[]): Promise<void> {
    let below = Promise.resolve();
    for (const address of addresses.toReversed()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waits = below;
      below = promise;
      await page.route(address, async (route) => {
        const response = await route.fetch();
        await waits;
        await route.fulfill({ response });
        // Its content is rendered before the next answer arrives.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
        resolve();
      });
    }
  }

  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
  });

  for (const width of [1440, 390])
    test(`${width} px wide: a refused sign-in, the security tab and the market`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/login');
      await page.getByLabel('Email or client number').fill('nobody@demo.calmly.example');
      await page.getByLabel('Password', { exact: true }).fill('nothing-of-the-kind');
      await shiftsSoFar(page);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await shiftsSoFar(page), 'a refused sign-in').toBeLessThan(most);

      await signIn(page);
      await answerUpwards(page, [
        '**/api/factors',
        '**/api/sessions?*',
        '**/api/devices?*',
        '**/api/signins?*',
      ]);
      await page.goto('/account-profile?tab=security');
      await expect(page.getByRole('button', { name: 'Freeze access' })).toBeAttached();
      expect(await shiftsSoFar(page), 'the security tab').toBeLessThan(most);

      await page.goto('/crypto');
      await expect(page.getByRole('table', { name: 'Open orders' })).toBeAttached();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await shiftsSoFar(page), 'the market').toBeLessThan(most);

      // The control: a jump is measured.
      await page.evaluate(() => {
        const main = document.querySelector('main');
        if (main) main.style.paddingTop = '300px';
      });
      await expect.poll(() => shiftsSoFar(page)).toBeGreaterThan(most);
    });
});
