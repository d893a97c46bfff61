/** Failures as a person sees them: the texts of the error catalogue, never a raw code, and progress while they wait. */
import type { Page, Route } from '@playwright/test';
import { anna, chooseOption, expect, signIn, test } from '../../support/portal.ts';

// The browser's own messages about the answers that this story fakes. Otherwise the service worker would serve cached files.
test.use({
  allowedComplaints: [/status of (502|500|422|404)/],
  serviceWorkers: 'block',
});

test('a failing proxy, an unknown status, a failed download and a slow screen are shown as such', async ({
  page,
}) => {
  const signInAnswers = async (answer: Parameters<Route['fulfill']>[0]) => {
    await page.unroute('**/api/oauth/token');
    await page.route('**/api/oauth/token', (route) => route.fulfill(answer));
    await page.goto('/login');
    await page.getByLabel('Email or client number').fill(anna.email);
    await page.getByLabel('Password', { exact: true }).fill(anna.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  await test.step('the page of a failing proxy becomes a sentence', async () => {
    await signInAnswers({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
    await expect(page.getByRole('alert')).toHaveText(
      'The bank can’t be reached right now. Try again in a moment.',
    );
  });

  await test.step('a body with only a detail is read, its list joined by line breaks', async () => {
    const detail = [
      { field: 'username', message: 'is too short.' },
      { field: 'password', message: 'is too long.' },
    ];
    await signInAnswers({ status: 422, json: { detail } });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('username is too short.');
    expect(await alert.innerText()).toBe('username is too short.\npassword is too long.');
    await page.unroute('**/api/oauth/token');
  });

  await signIn(page, anna);

  await test.step('an unknown status is grey and does not break the list', async () => {
    await page.route('**/api/transactions?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { Items: { TransactionStatus: string }[] };
      if (body.Items[0]) body.Items[0].TransactionStatus = 'FROZEN_BY_COURT';
      await route.fulfill({ response, json: body });
    });
    await page.goto('/payments');
    const badge = page.locator('[data-colour="grey"]', { hasText: /frozen by court/i });
    await expect(badge.first()).toBeVisible();
    expect(await page.locator('[data-row-control]').count()).toBeGreaterThan(1);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a failed download is a red alert beside its button', async () => {
    await page.route('**/api/transactions/export?*', (route) =>
      route.fulfill({ status: 500, json: { detail: 'No.' } }),
    );
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'CSV file' }).click();
    await expect(page.getByRole('alert')).toHaveText('We couldn’t create the file. Try again.');
    await page.unroute('**/api/transactions/export?*');
  });

  await test.step('a screen that takes longer than 200 ms shows the bar', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    release();
    await expect(page).toHaveURL(/account-profile/);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });
});

test('a language whose file is lost is tried again after the reload, which then reports the failure', async ({
  page,
}) => {
  await signIn(page, anna);
  const failure = page.getByText('We couldn’t change the language. Check your connection and try again.');
  const language = page.getByLabel('Language', { exact: true });
  const lose = async (route: Route) => {
    const response = await route.fetch();
    const body = await response.text();
    const russian = body.match(/[а-яё]/gi)?.length ?? 0;
    // A file of Russian texts, as after a release.
    await route.fulfill(russian > body.length / 5 ? { status: 404 } : { response, body });
  };
  await page.route('**/assets/*.js', lose);
  await chooseOption(page, 'Language', 'Русский');
  await expect(failure).toBeVisible();
  await expect(language).toHaveText('EnglishEN');
  expect(
    await page.evaluate(() =>
      performance.getEntriesByType('navigation').map((entry) => 'type' in entry && entry.type),
    ),
  ).toEqual(['reload']);

  await test.step('with the new files the same choice works', async () => {
    await page.unrouteAll({ behavior: 'wait' });
    // Until then Chromium 153 remembers the failed load of a file; 156 requests it again.
    await page.reload();
    await chooseOption(page, 'Language', 'Русский');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await chooseEnglish(page);
  });
});

/** Back to English for the other stories; wait until the bank has stored it. */
async function chooseEnglish(page: Page): Promise<void> {
  const isSaved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/preferences') && /"en"/.test(response.request().postData() ?? ''),
  );
  await chooseOption(page, 'Язык', 'English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect((await isSaved).ok()).toBe(true);
}

test.describe('without a connection', () => {
  test.use({ allowedComplaints: [/ERR_INTERNET_DISCONNECTED/] });

  test('a language whose texts cannot be loaded is neither shown as chosen nor stored', async ({ page }) => {
    await signIn(page, anna);
    const language = page.getByLabel('Language', { exact: true });

    await test.step('the selector shows the language on the screen, and a message says why', async () => {
      await language.click();
      const russian = page.getByRole('option', { name: 'Русский', exact: true });
      await expect(russian).toBeVisible();
      await page.context().setOffline(true);
      await russian.click();
      await expect(
        page.getByText('We couldn’t change the language. Check your connection and try again.'),
      ).toBeVisible();
      await expect(language).toHaveText('EnglishEN');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await page.context().setOffline(false);
    });

    await test.step('the bank keeps the language that the person reads', async () => {
      await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
      await page.getByRole('button', { name: 'Switch to the light theme' }).click();
      await page.reload();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    });

    await test.step('with a connection the same choice works, and is kept', async () => {
      await chooseOption(page, 'Language', 'Русский');
      await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
      await page.reload();
      await expect(page.getByRole('navigation', { name: 'Главное меню' })).toBeVisible();
      await chooseEnglish(page);
    });
  });

  test.describe('parts that were never loaded', () => {
    // Scripts and styles that fail to load.
    test.use({
      allowedComplaints: [/ERR_INTERNET_DISCONNECTED|dynamically imported module|Unable to preload CSS/],
    });

    test('say that they need a connection, and appear once there is one', async ({ page }) => {
      await signIn(page, anna);
      await page.goto('/account-profile');
      await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Security' }).click();
      await expect(page.getByText('Connect to load this.').first()).toBeVisible();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Statements' }).click();
      await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
      await page.context().setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
    });
  });

  test('a language chosen in the profile that cannot be loaded is not chosen, and a message says so', async ({
    page,
  }) => {
    await signIn(page, anna);
    await page.goto('/account-profile?tab=preferences');
    const choices = page.getByRole('main');
    const russian = choices.getByText('Русский', { exact: true });
    await expect(russian).toBeVisible();
    await page.context().setOffline(true);
    await russian.click();
    await expect(
      page.getByText('We couldn’t change the language. Check your connection and try again.'),
    ).toBeVisible();
    await expect(choices.getByRole('radio', { name: 'English' })).toBeChecked();
    await page.context().setOffline(false);
  });

  test('on a phone a message appears above the button at the foot of the window', async ({ page }) => {
    await signIn(page, anna);
    for (const form of ['exchange', 'incoming', 'outgoing']) {
      await page.setViewportSize({ width: 1280, height: 844 });
      await page.goto(`/payments/create/${form}`);
      const bar = page.locator('[data-bottom-bar]');
      await expect(bar).toBeAttached();
      await page.getByLabel('Language', { exact: true }).click();
      const russian = page.getByRole('option', { name: 'Русский', exact: true });
      await expect(russian).toBeVisible();
      await page.context().setOffline(true);
      await russian.click();
      const message = page.getByText('We couldn’t change the language.');
      await expect(message).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.context().setOffline(false);
      const gap = async () => {
        const [below, shown] = [await bar.boundingBox(), await message.locator('..').boundingBox()];
        return below && shown ? below.y - (shown.y + shown.height) : Number.NaN;
      };
      await expect.poll(gap, { message: `close above the bar of ${form}` }).toBe(16);
    }
  });
});
