/** The form layer (packages/portal-kit/src/shared/form), on screens that use it: errors, focus, drafts, and how often a form is sent. */
import { listAccounts, logout } from '@calmly/contract';
import type { Locator, Page, Request } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { ownBank } from '../../support/banks.ts';
import { expectLocked, loseAnswers } from '../../support/lost-answers.ts';
import { anna, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

// The browser's own message about the refusals that this story fakes. Otherwise the service worker would serve cached files.
test.use({
  allowedComplaints: [/status of (422|503)|net::ERR_/],
  serviceWorkers: 'block',
});

const form = '/payments/create/incoming';
/** One transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const creation = '**/api/transactions/incoming';

const payer = (page: Page) => page.getByLabel('Payer', { exact: true });
const details = (page: Page) => page.getByLabel('Description');
const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const send = (page: Page) =>
  page.getByRole('button', { name: 'Create request' }).and(page.locator(':visible'));

const askAgain = (page: Page) =>
  page.getByRole('button', { name: 'Check again' }).and(page.locator(':visible'));

async function open(page: Page): Promise<void> {
  await page.goto(form);
  await expect(payer(page)).toBeVisible();
}

async function fill(page: Page, what: string): Promise<void> {
  await amount(page).fill('42');
  await payer(page).fill('Boris Sokolov');
  await details(page).fill(what);
}

/** The next creations are refused with this detail. */
async function refuse(page: Page, detail: unknown): Promise<void> {
  await page.unroute(creation);
  await page.route(creation, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 422, json: { detail } }) : route.fallback(),
  );
}

const isCreation = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/transactions/incoming';

/** Whether the element is visible: inside the window, under no bar. */
const isUncovered = (field: Locator) =>
  field.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [top + 2, top + height - 2].every((y) => {
      const there = document.elementFromPoint(left + width / 2, y);
      return there !== null && (element.contains(there) || there.contains(element));
    });
  });

test('errors: where they appear, where the focus goes, and when they disappear', async ({ page }) => {
  await signIn(page);

  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 600 },
  ]) {
    await test.step(`the first fault has the focus and is in sight, ${viewport.width} px wide`, async () => {
      await page.setViewportSize(viewport);
      await open(page);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await send(page).click();
      await expect(amount(page)).toBeFocused();
      await expect(amount(page)).toHaveAttribute('aria-invalid', 'true');
      await expect.poll(() => isUncovered(amount(page))).toBe(true);
      await amount(page).fill('42');
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await send(page).click();
      await expect(payer(page), 'the first that is still wrong').toBeFocused();
      await expect.poll(() => isUncovered(payer(page))).toBe(true);
      await amount(page).fill('');
    });
  }
  await page.setViewportSize({ width: 1280, height: 720 });

  await test.step('the server’s errors appear beside their fields, and each disappears when its field changes', async () => {
    await open(page);
    await fill(page, 'Refused');
    await refuse(page, [
      { field: 'From', message: 'This payer is blocked.' },
      { field: 'Details', message: 'This description is taken.' },
    ]);
    await send(page).click();
    await expect(payer(page)).toHaveAccessibleDescription(/This payer is blocked/);
    await expect(details(page)).toHaveAccessibleDescription(/This description is taken/);
    await expect(payer(page)).toBeFocused();
    await expectAccessible(page);
    await payer(page).fill('Clara');
    await expect(payer(page)).not.toHaveAttribute('aria-invalid', 'true');
    await expect(details(page)).toHaveAccessibleDescription(/This description is taken/);
    await details(page).fill('Another');
    await expect(details(page)).not.toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('an error stays while its field is only passed through', async () => {
    await refuse(page, [{ field: 'Amount', message: 'This amount is too large.' }]);
    await send(page).click();
    await expect(amount(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(payer(page)).toBeFocused();
    await expect(amount(page)).toHaveAccessibleDescription(/This amount is too large/);
    await amount(page).fill('43');
    await expect(amount(page)).not.toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('a refusal without a field appears above the fields, and disappears with any change', async () => {
    await refuse(page, 'Requests are closed for today.');
    await send(page).click();
    const alert = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'Requests are closed for today.' });
    await expect(alert).toBeVisible();
    await expect(page.locator('form [aria-invalid="true"]')).toHaveCount(0);
    const top = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
    expect(await top(alert)).toBeLessThan(await top(amount(page)));
    await details(page).fill('Another day');
    await expect(alert).toBeHidden();
  });

  await test.step('an error found by the contract looks like the server’s, and nothing is sent', async () => {
    const sent: Request[] = [];
    page.on('request', (request) => isCreation(request) && sent.push(request));
    const email = page.getByLabel('Payer’s email');
    await email.fill('not an address');
    await send(page).click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('form [aria-invalid="true"]')).toHaveCount(1);
    expect(sent).toHaveLength(0);
    await email.fill('');
    await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  });
});

test('a form is sent once, and keeps its draft until then', async ({ page }) => {
  const what = `Draft ${Date.now()}`;
  await signIn(page);
  await open(page);

  await test.step('a draft survives a reload', async () => {
    await fill(page, what);
    await page.reload();
    await expect(details(page)).toHaveValue(what);
    await expect(payer(page)).toHaveValue('Boris Sokolov');
  });

  await test.step('a double click and Enter send it once', async () => {
    await page.unroute(creation);
    const sent: Request[] = [];
    page.on('request', (request) => isCreation(request) && sent.push(request));
    const pressed = Promise.withResolvers<void>();
    await page.route(creation, async (route) => {
      await pressed.promise;
      await route.fallback();
    });
    await details(page).focus();
    // In one task, as fast as a machine can.
    await send(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
      button.form?.requestSubmit();
    });
    await details(page).press('Enter');
    pressed.resolve();
    await expect(page.getByRole('complementary', { name: 'Request for money' })).toContainText(what);
    expect(sent).toHaveLength(1);
    await page.unroute(creation);
  });

  await test.step('whose answer was lost, it is sent again as the same request', async () => {
    await open(page);
    await fill(page, `Again ${what}`);
    const loss = await loseAnswers(page, /\/api\/transactions\/incoming$/, 'connection');
    await amount(page).press('Enter');
    await expectLocked(page.getByRole('main'), amount(page), '42.00');
    await page.reload();
    await expectLocked(page.getByRole('main'), details(page), `Again ${what}`);
    await loss.end();
    await askAgain(page).click();
    await expect(page.getByRole('complementary', { name: 'Request for money' })).toContainText(
      `Again ${what}`,
    );
    expect(loss.keys.size, 'idempotency keys').toBe(1);
  });

  await test.step('with another account than a link named, it is the same request after a reload', async () => {
    const bank = await signInToApi(ownBank().url, anna);
    const [named, other] = (await bank.call(listAccounts, { query: {} })).Items;
    await bank.call(logout, { query: {} });
    if (!named || !other) throw new Error('Anna has two accounts');
    const account = page.getByRole('combobox', { name: 'To account' });
    await page.goto(`${form}?account=${named.id}`);
    await expect(account).toContainText(named.name);
    await fill(page, `Elsewhere ${what}`);
    await account.click();
    await page.getByRole('option', { name: new RegExp(other.name) }).click();
    const loss = await loseAnswers(page, /\/api\/transactions\/incoming$/, 'commit');
    await send(page).click();
    await expectLocked(page.getByRole('main'), details(page), `Elsewhere ${what}`);
    await loss.end();
    await page.reload();
    await expect(details(page)).toHaveValue(`Elsewhere ${what}`);
    await expect(account).toContainText(other.name);
    await askAgain(page).click();
    await expect(page.getByRole('complementary', { name: 'Request for money' })).toContainText(
      `Elsewhere ${what}`,
    );
    expect(loss.keys.size, 'idempotency keys').toBe(1);
  });

  await test.step('a sent form is no longer a draft', async () => {
    await open(page);
    await expect(details(page)).toHaveValue('');
  });

  await test.step('nor is it if the screen was left before the response, which then leads nowhere', async () => {
    const answered = Promise.withResolvers<void>();
    const loaded = Promise.withResolvers<void>();
    await page.route(creation, async (route) => {
      await answered.promise;
      await route.fallback();
    });
    await page.route('**/assets/dashboard-*.js', async (route) => {
      await loaded.promise;
      await route.fallback();
    });
    await open(page);
    await fill(page, what);
    const answer = page.waitForResponse((response) => isCreation(response.request()));
    await send(page).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    answered.resolve();
    await (await answer).finished();
    // The form is still there when the response arrives. A form that leads to another screen would have done so before the next frame.
    await expect(details(page)).toBeAttached();
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    loaded.resolve();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unroute(creation);
    await open(page);
    await expect(details(page)).toHaveValue('');
  });

  await test.step('a draft does not survive the session', async () => {
    await fill(page, what);
    // The bank's answer clears the tab's storage as well; without it, the portal must.
    await page.route('**/api/oauth/logout', async (route) => {
      const response = await route.fetch();
      const { 'clear-site-data': _emptied, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.getByRole('link', { name: 'Sign out' }).click();
    // The bank now knows this browser and requests no code.
    await page.getByLabel('Email or client number').fill(anna.email);
    await page.getByLabel('Password', { exact: true }).fill(anna.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await open(page);
    await expect(details(page)).toHaveValue('');
  });
});

test('a live form shows an error when a field is left, and follows the bank’s responses', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/payments/create/outgoing');
  const payee = page.getByLabel('To', { exact: true });
  const faulty = page.locator('form [aria-invalid="true"]');

  await test.step('only the field that the user left', async () => {
    await amount(page).fill('1.2345');
    await expect(faulty).toHaveCount(0);
    await amount(page).blur();
    await expect(amount(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(faulty).toHaveCount(1);
  });

  await test.step('the error follows the bank’s response', async () => {
    await amount(page).fill('99999999');
    await expect(faulty).toHaveCount(0);
    await payee.click();
    await page
      .getByRole('option', { name: /Fahrradwerkstatt/ })
      .first()
      .click();
    await expect(amount(page)).toHaveAttribute('aria-invalid', 'true');
    await amount(page).fill('1');
    await expect(faulty).toHaveCount(0);
  });

  await test.step('an empty form has no errors', async () => {
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await expect(page.getByLabel('Reference')).toBeFocused();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(faulty).toHaveCount(0);
    await expect(amount(page)).toHaveValue('');
  });
});

/** Pastes a text from the clipboard into the focused field. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text);

test('text pasted into a payment is read as intended, and a payment being sent is not changed', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/payments/create/outgoing');
  await page.getByLabel('To', { exact: true }).click();
  await page
    .getByRole('option', { name: /Fahrradwerkstatt/ })
    .first()
    .click();

  await test.step('an amount with its currency, a decimal comma and a line break', async () => {
    await amount(page).focus();
    await paste(page, '1\u00a0234,56\u00a0€\n');
    await amount(page).blur();
    await expect(amount(page)).toHaveValue('1\u00a0234.56');
    await amount(page).fill('12,5');
    await amount(page).blur();
    await expect(amount(page)).toHaveValue('12.50');
  });

  await test.step('a reference with no-break spaces and tabs', async () => {
    await page.getByLabel('Reference').focus();
    await paste(page, 'Invoice\u00a017\tNovember');
    await page.getByLabel('Reference').blur();
    await expect(page.getByLabel('Reference')).toHaveValue('Invoice 17 November');
    await expect(page.locator('form [aria-invalid="true"]')).toHaveCount(0);
  });

  await test.step('gone back while it is sent, it is still shown as sent', async () => {
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/transactions', async (route) => {
      await answered.promise;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/step=confirm/);
    await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start over' })).toHaveCount(0);
    answered.resolve();
    await expect(page.getByRole('dialog', { name: 'Enter the code' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(amount(page)).toHaveValue('12.50');
  });
});

test('a file that is removed during its upload does not come back', async ({ page }) => {
  await signIn(page);
  await open(page);
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/documents', async (route) => {
    await arrived.promise;
    await route.fallback();
  });
  const files = ['first.png', 'second.png'].map((name) => ({ name, mimeType: 'image/png', buffer: png }));
  await page.locator('input[type=file]').setInputFiles(files);
  await page.getByRole('button', { name: 'Remove first.png' }).click();
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/documents'));
  arrived.resolve();
  await (await answer).finished();
  await expect(page.getByText('Sending')).toHaveCount(0);
  await expect(page.getByText('second.png')).toBeVisible();
  await expect(page.getByText('first.png')).toHaveCount(0);
});
