/** The session: guards, keyboard, and wrong codes. */
import type { WebSocketRoute } from '@playwright/test';
import { anna, confirmCode, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

test.use({ serviceWorkers: 'block' });

test('a visitor is led to the sign-in and afterwards to the requested screen', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/payments');
  await expect(page).toHaveURL(/\/login/);
  await expectAccessible(page);
  await page.getByLabel('Email or client number').fill(anna.email);
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.keyboard.press('Enter');
  await confirmCode(page);
  await expect(page).toHaveURL(/\/payments/);
  await expect(page).toHaveTitle('Payments - More payments, less stress');
});

test.describe('a page whose clock runs ahead', () => {
  // The server refuses its proofs once and names the time.
  test.use({ allowedComplaints: [/status of 401/] });

  test('a tab that the bank has too many of waits for minutes before it connects again', async ({ page }) => {
    const openedAt: number[] = [];
    await page.clock.install();
    await page.routeWebSocket(/\/api\/live$/, async (socket) => {
      openedAt.push(await page.evaluate(() => Date.now()));
      await socket.close({ code: 1008 });
    });
    await signIn(page);
    await expect.poll(() => openedAt.length).toBe(1);
    for (let waited = 0; waited < 6; waited += 1) await page.clock.fastForward('01:00');
    await expect.poll(() => openedAt.length).toBeGreaterThan(1);
    const [first = 0, second = 0] = openedAt;
    expect(second - first).toBeGreaterThanOrEqual(150_000);
  });

  test('a silent connection is replaced, and one that only sends heartbeats is kept', async ({ page }) => {
    const sockets: WebSocketRoute[] = [];
    await page.clock.install();
    await page.routeWebSocket(/\/api\/live$/, (socket) => void sockets.push(socket));
    await signIn(page);
    await expect.poll(() => sockets.length).toBe(1);
    for (let beats = 0; beats < 6; beats += 1) {
      sockets[0]?.send(JSON.stringify({ topic: 'heartbeat' }));
      await page.clock.fastForward('00:25');
    }
    expect(sockets).toHaveLength(1);
    await page.clock.fastForward('01:01');
    await expect.poll(() => sockets.length).toBe(2);
  });
});

test.describe('a page that the bank does not answer at its start', () => {
  test.use({ allowedComplaints: [/net::ERR_|status of 401/] });

  test('asks for the password, and the next page is signed in; a refused one is not', async ({ page }) => {
    await signIn(page);
    const refresh = '**/api/oauth/refresh';
    await page.route(refresh, (route) => route.abort('connectionreset'));
    await page.goto('/payments');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await page.unroute(refresh);
    await page.goto('/payments');
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();

    const problem = {
      type: 'urn:calmly:problem:session_expired',
      title: 'Expired',
      status: 401,
      code: 'session_expired',
    };
    await page.route(refresh, (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', json: problem }),
    );
    await page.goto('/payments');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await page.unroute(refresh);
    await page.goto('/payments');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});

test('signing in works by keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email or client number').focus();
  await page.keyboard.type(anna.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(anna.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard/);
});

test.describe('wrong entries', () => {
  test.use({ allowedComplaints: [/status of 40[01]/] });

  test('a wrong password and a wrong code show an error, and nothing else happens', {
    tag: '@journey',
  }, async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email or client number').fill(anna.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Wrong email or password.')).toBeVisible();

    await page.getByLabel('Password', { exact: true }).fill(anna.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const popup = page.getByRole('dialog', { name: 'Enter the code' });
    const last = popup.getByLabel('Digit 6 of 6');
    await expect(last).toHaveValue(/\d/);
    const right = await last.inputValue();
    const wrong = right === '0' ? '1' : '0';
    const before = await popup.getByLabel('Digit 5 of 6').inputValue();
    await last.evaluate((box, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `${wrong}23456`);
    // The pasted digits fill only the boxes from this one on.
    await expect(last).toHaveValue(wrong);
    await expect(popup.getByLabel('Digit 5 of 6')).toHaveValue(before);
    await popup.getByRole('button', { name: 'Continue' }).click();
    await expect(popup.getByText('Wrong code. 4 attempts left.')).toBeVisible();
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expect(popup).toBeHidden();
    await expect(page.getByText('Cancelled: no code entered.').first()).toBeVisible();

    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(last).toHaveValue(/\d/);
    await popup.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
  });
});

test('a sign-out empties another tab too when that tab first hears from the server that the session has ended', async ({
  page,
  context,
}) => {
  await signIn(page);
  // The bank's answer also clears the tabs' storage, in browsers that support it; without it, the portal must.
  await context.route('**/api/oauth/logout', async (route) => {
    const response = await route.fetch();
    const { 'clear-site-data': _emptied, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const second = await context.newPage();
  // Delays the messages between tabs.
  await second.addInitScript(() => {
    const { prototype } = BroadcastChannel;
    const own = Object.getOwnPropertyDescriptor(prototype, 'onmessage');
    Object.defineProperty(prototype, 'onmessage', {
      set(handler: (event: MessageEvent) => void) {
        own?.set?.call(this, (event: MessageEvent) => setTimeout(() => handler(event), 3000));
      },
    });
  });
  await second.goto('/payments/create/incoming');
  await second.getByLabel('Payer', { exact: true }).fill('Boris Sokolov');
  const stored = () => second.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(stored).toContain('Boris Sokolov');
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  // A reason is shown only if the server’s message came first.
  await expect(second).toHaveURL(/\/login\?.*reason=ended/);
  await expect.poll(stored).not.toContain('Boris Sokolov');
});

test('a code that is requested when the session ends is not shown to the next person', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto('/payments/create/outgoing');
  await page.getByLabel('To', { exact: true }).click();
  await page
    .getByRole('option', { name: /Fahrradwerkstatt/ })
    .first()
    .click();
  await page.getByLabel('Amount', { exact: true }).fill('2.00');
  await page.getByLabel('Reference').fill('Never sent');
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  const popup = page.getByRole('dialog', { name: 'Enter the code' });
  await expect(popup).toContainText('Fahrradwerkstatt');
  const other = await context.newPage();
  await other.goto('/logout');
  await expect(other).toHaveURL(/\/login/);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(popup).toHaveCount(0);
  await expect(page.getByText('Fahrradwerkstatt')).toHaveCount(0);
});
