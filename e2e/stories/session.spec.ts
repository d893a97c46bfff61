/** The session: guards, keyboard, wrong codes, leaving, and what stays behind in the browser. */
import { listAccounts, logout } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../support/bank.ts';
import { anna, confirmCode, expect, expectAccessible, signIn, test } from '../support/portal.ts';

test('a stranger is led to the sign-in and afterwards to where they wanted', async ({ page }) => {
  await page.goto('/payments');
  await expect(page).toHaveURL(/\/login/);
  await expectAccessible(page);
  await page.getByLabel('E-mail or client number').fill(anna.email);
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.keyboard.press('Enter');
  await confirmCode(page);
  await expect(page).toHaveURL(/\/payments/);
  await expect(page).toHaveTitle('Payments - More payments, less stress');
});

test('signing in works by keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail or client number').focus();
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

  test('a wrong password and a wrong code are told, and nothing else happens', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('E-mail or client number').fill(anna.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('The e-mail or the password is not right.')).toBeVisible();

    await page.getByLabel('Password', { exact: true }).fill(anna.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const popup = page.getByRole('dialog', { name: 'Enter the code' });
    const last = popup.getByLabel('Digit 6 of 6');
    await expect(last).toHaveValue(/\d/);
    const right = await last.inputValue();
    await last.fill(right === '0' ? '1' : '0');
    await popup.getByRole('button', { name: 'Continue' }).click();
    await expect(popup.getByText('That code is not right. 4 tries are left.')).toBeVisible();
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await expect(popup).toBeHidden();
    await expect(page.getByText('You closed the code window. Nothing was done.').first()).toBeVisible();

    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(last).toHaveValue(/\d/);
    await popup.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
  });
});

test('a session outlives a reload, and a sign-out in one tab ends all and leaves nothing behind', async ({
  page,
  context,
  baseURL,
}) => {
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
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.getByRole('link', { name: 'Log out' }).click();
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

/** How calls to the bank left the page: past the worker that keeps the portal's files (`network`), or through it (empty). */
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
