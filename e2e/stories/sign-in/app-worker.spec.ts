/** The service worker that caches the portal's files: a session survives a reload through it, and calls to the bank bypass it. */
import { listAccounts, logout } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { anna, expect, signIn, test } from '../../support/portal.ts';

test('a session outlives a reload, and a sign-out in one tab ends all and leaves nothing behind', {
  tag: '@journey',
}, async ({ page, context, baseURL }) => {
  await signIn(page);
  const bank = await signInToApi(baseURL ?? '', anna);
  const iban = (await bank.call(listAccounts, { query: {} })).Items[0]?.iban ?? '';
  expect(iban).toMatch(/^LT\d{18}$/);
  await bank.call(logout, { query: {} });
  await page.goto('/requisites');
  await expect(page.locator('main')).toContainText(iban.slice(-4));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Requisites' })).toBeVisible();
  expect(await waysOfCalls(page)).toEqual(['network']);
  // The files that these screens have used, and none of another screen: with a worker that caches nothing or everything this fails.
  await expect.poll(() => keptFiles(page)).toContainEqual(expect.stringMatching(/^\/assets\/index-/));
  expect((await keptFiles(page)).filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  expect((await keptFiles(page)).join()).not.toContain('candle-chart');
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(second).toHaveURL(/\/(login|logout)/);
  const kept = await page.evaluate(async () => {
    const caches = await window.caches.keys();
    const stored = await Promise.all(
      caches.map(async (name) =>
        (await (await window.caches.open(name)).keys()).map((request) => request.url),
      ),
    );
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, stored, document.cookie]);
  });
  expect(kept.replaceAll(/\s/g, '')).not.toContain(iban);
  expect(kept).not.toContain('cal_at_');
  expect(kept).not.toContain('/api/');
});

/** Paths of the files that the worker has cached. */
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** How calls to the bank left the page: bypassing the worker (`network`), or through it (empty). */
async function waysOfCalls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
    return [
      ...new Set(
        calls.map((call) => ('workerMatchedSourceType' in call ? `${call.workerMatchedSourceType}` : '')),
      ),
    ];
  });
}
