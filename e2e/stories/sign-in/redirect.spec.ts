/**
 * Sign-in ends on a screen of the portal, for any address, emailed link or other tab. Requests to other sites are caught before they
 * leave the machine.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { anna, confirmCode, expect, signIn, test } from '../../support/portal.ts';

/** Each in its form after `next=` in the address. `%` is written by hand where the spelling is about encoding. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  'addresses of other sites': [
    'https://evil.example/',
    'https:evil.example',
    'https:/evil.example/dashboard',
    'https%3A%2F%2Fevil.example%2Fdashboard',
    'HTTPS://evil.example',
    'http:\\\\evil.example',
    'https://localhost@evil.example/dashboard',
    'https://evil%E3%80%82example/',
    '%22https://evil.example/%22',
  ],
  'paths that leave the site': [
    '//evil.example/dashboard',
    '///evil.example',
    '%2F%2Fevil.example',
    '/%5Cevil.example',
    '%5C%5Cevil.example',
    '%5C/evil.example',
    '/%09/evil.example',
    '/%0A/evil.example',
    '%09//evil.example',
    '%20//evil.example',
  ],
  'paths with detours': [
    '/..//evil.example',
    '/dashboard/..//evil.example',
    '/%2e%2e//evil.example',
    '/%252fevil.example',
    '//user:word@evil.example',
    '//evil.example%5C@localhost/dashboard',
    '/%EF%BC%8Fevil.example',
    '%EF%BC%8F%EF%BC%8Fevil.example',
    '//evil%EF%BC%8Eexample/',
    '["https://evil.example/"]',
  ],
  'scripts and data': [
    'javascript:location=%22//evil.example%22',
    'JaVaScRiPt:location.assign(%22//evil.example%22)',
    'java%0Ascript:location.assign(%22//evil.example%22)',
    'javascript://%250alocation=%22//evil.example%22',
    'data:text/html,%3Cscript%3Elocation=%22//evil.example%22%3C/script%3E',
    'blob:https://evil.example/1',
    'view-source:https://evil.example/',
  ],
  'screens that end a session': [
    '/logout',
    '/logout?next=/payments',
    '/dashboard/../logout',
    '/login',
    '/login?next=https://evil.example/',
    '/register',
    '/login-verification',
  ],
};

/** Stops every request to another site and keeps its address. */
async function trapForeign(context: BrowserContext, own: string): Promise<string[]> {
  const foreign: string[] = [];
  await context.route(
    (url) => url.origin !== own && url.protocol.startsWith('http'),
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  return foreign;
}

/** Signs in on the open page. The browser is known, so no code is requested. */
async function enter(page: Page): Promise<void> {
  await page.getByLabel('Email or client number').fill(anna.email);
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function leave(page: Page): Promise<void> {
  await page.goto('/logout');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}

/**
 * Like an expired session. A sign-out would also clear the browser, so that every sign-in after it reloads the whole portal; those
 * after a sign-out are below.
 */
async function forgetSession(context: BrowserContext): Promise<void> {
  const kept = (await context.cookies()).filter(({ name }) => name === 'device');
  await context.clearCookies();
  await context.addCookies(kept);
}

for (const [kind, all] of Object.entries(spellings)) {
  test(`sign-in does not lead to ${kind}`, async ({ page, context, baseURL }) => {
    const own = new URL(baseURL ?? '').origin;
    const foreign = await trapForeign(context, own);
    await signIn(page);
    for (const next of all)
      await test.step(next, async () => {
        await forgetSession(context);
        await page.goto(`/login?next=${next}`);
        await enter(page);
        await expect(page).toHaveURL(`${own}/dashboard`);
        await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
        expect(foreign).toEqual([]);
      });
  });
}

test('sign-in leads to the requested screen, also after the code and a logout', async ({ page }) => {
  await page.goto('/login?next=/requisites');
  await enter(page);
  await confirmCode(page);
  await expect(page).toHaveURL(/\/requisites$/);
  await page.goto('/logout?next=/beneficiaries%3Fsearch%3DNordic');
  await enter(page);
  await expect(page).toHaveURL(/\/beneficiaries\?search=Nordic$/);
});

test.describe('pages that pass the value on', () => {
  for (const path of ['/logout', '/login-verification'])
    test(`${path} passes no foreign address to the sign-in`, async ({ page, context, baseURL }) => {
      const own = new URL(baseURL ?? '').origin;
      const foreign = await trapForeign(context, own);
      await signIn(page);
      await leave(page);
      await page.goto(`${path}?next=https://evil.example/`);
      if (path === '/login-verification') await page.getByRole('link', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      expect(page.url()).not.toContain('evil');
      await enter(page);
      await expect(page).toHaveURL(`${own}/dashboard`);
      expect(foreign).toEqual([]);
    });
});

test('after a logout in another tab the next sign-in lasts', async ({ page, context }) => {
  await signIn(page);
  const second = await context.newPage();
  await second.goto('/requisites');
  await expect(second.getByRole('heading', { level: 1, name: 'Requisites' })).toBeVisible();
  await page.goto('/logout');
  await expect(second.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await enter(second);
  await expect(second).toHaveURL(/\/requisites$/);
  await second.reload();
  await expect(second.getByRole('heading', { level: 1, name: 'Requisites' })).toBeVisible();
});

test.describe('control', () => {
  test.use({ allowedComplaints: [/ERR_FAILED.*evil\.example/] });

  test('a page that does leave is detected', async ({ page, context, baseURL }) => {
    const foreign = await trapForeign(context, new URL(baseURL ?? '').origin);
    await page.goto('/login');
    await page.evaluate(() => location.assign('https://evil.example/'));
    await expect.poll(() => foreign).toEqual(['https://evil.example/']);
  });
});
