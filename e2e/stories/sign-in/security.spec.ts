/** A person's security: sessions, the password changed and reset, access frozen and restored. */
import type { Browser, Page } from '@playwright/test';
import { newestMessage } from '../../support/outbox.ts';
import { boris, confirmCode, expect, expectAccessible, signInByForm, test } from '../../support/portal.ts';

/** The browser's own message about a refusal that the story provokes. */
test.use({ allowedComplaints: [/status of 4\d\d/] });

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/account-profile?tab=security');
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
}

/** A second browser, signed in as the same person. */
async function elsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInByForm(page, boris);
  return page;
}

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email or client number').fill(boris.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a session is ended from another browser, which is then known by name and forgotten', async ({
  page,
  browser,
}) => {
  const other = await elsewhere(browser);
  await signInByForm(page, boris);
  await openSecurity(page);
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^End the session/ });
  await expectAccessible(page);
  await dialog.getByLabel('Forget this browser too').check();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('browser forgotten')).toBeVisible();
  await expect(other).toHaveURL(/\/log(in|out)/);
  await enter(other, boris.password);
  await expect(other.getByRole('dialog', { name: 'Enter the code' })).toBeVisible();

  await page
    .getByRole('button', { name: /^Rename/ })
    .first()
    .click();
  await page.getByLabel('Name', { exact: true }).fill('Kitchen');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: /Kitchen/ })).toBeVisible();
  await page.getByRole('button', { name: 'Forget Kitchen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await expect(page).toHaveURL(/\/login/);
  await enter(page, boris.password);
  await confirmCode(page);
  await other.context().close();
});

test('the password is changed with a code, and a weak one is refused with the reason', async ({ page }) => {
  await signInByForm(page, boris);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill(boris.password);
  await page.getByLabel('New password').fill('password123456');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/too easy to guess/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill('a kettle on the windowsill');
  await page.getByRole('button', { name: 'Change password' }).click();
  await confirmCode(page);
  await expect(page.getByText('Password changed.')).toBeVisible();
});

test('a forgotten password is reset by the emailed link, which works once, and the next sign-in needs a code', {
  tag: '@journey',
}, async ({ page, browser }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(boris.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const { link } = await newestMessage(browser, boris.email, /Reset your Calmly password/);

  await test.step('a Russian browser gets Russian; the link opens in the language of its email', async () => {
    const context = await browser.newContext({ locale: 'ru-RU' });
    const russian = await context.newPage();
    const answer = await russian.goto('/login');
    expect(await answer?.text()).toContain('<html lang="ru">');
    await expect(russian.getByRole('heading', { name: 'Вход' })).toBeVisible();
    await russian.goto(link);
    await expect(russian.getByLabel('New password')).toBeVisible();
    await expect(russian.locator('html')).toHaveAttribute('lang', 'en');
    await context.close();
  });

  await page.goto(link);
  await expect(page).toHaveURL(/\/resetpassword$/);
  await page.getByLabel('New password').fill(boris.password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await signInByForm(page, boris);
});

test('access is frozen in one step and restored by link, password and code', async ({ page, browser }) => {
  await signInByForm(page, boris);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Freeze access' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Freeze now' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your access is frozen.')).toBeVisible();
  await enter(page, boris.password);
  await expect(page.getByText('Your access is frozen.')).toBeVisible();

  // The attempt to sign in has sent another link, which invalidated the first one.
  const { link } = await newestMessage(browser, boris.email, /access is frozen/, 2);
  await page.goto(link);
  await page.getByLabel('Email or client number').fill(boris.email);
  await page.getByLabel('Password', { exact: true }).fill(boris.password);
  await page.getByRole('button', { name: 'Restore access' }).click();
  await confirmCode(page);
  await expect(page.getByRole('heading', { name: 'Your access is restored' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enter(page, boris.password);
  await expect(page).toHaveURL(/\/dashboard/);
});

test('the two-factor step opened alone leads to the sign-in', async ({ page }) => {
  await page.goto('/login-verification');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
