/** Acting for oneself and for a company: the menu in the top bar, the first company, and locked actions. */
import type { Route } from '@playwright/test';
import { boris, expect, expectAccessible, signInByForm, test } from '../../support/portal.ts';

test.use({ serviceWorkers: 'block' });

const password = 'more-payments-less-stress';
const clara = { email: 'clara@demo.calmly.example', password };
const peeter = { email: 'peeter@demo.calmly.example', password };
const company = 'Northwind Trading OU';

const menuOf = (name: string) => ({ name: `Profile: ${name}. Open menu` });

test('Boris acts for his company and comes back, by keyboard, and his other tab follows', {
  tag: '@journey',
}, async ({ page }) => {
  await signInByForm(page, boris);
  const tab = await page.context().newPage();
  await tab.goto('/beneficiaries');
  await expect(tab.getByRole('button', menuOf('Boris Sokolov'))).toBeVisible();

  const menu = page.getByRole('button', menuOf('Boris Sokolov'));
  await menu.focus();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('region', { name: 'Companies' }).getByRole('button', { name: company });
  await expect(choice).toContainText('Administrator');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await choice.focus();
  await page.keyboard.press('Enter');

  const there = page.getByRole('button', menuOf(company));
  await expect(there).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard/);
  // The account; a payment to it may be among the latest.
  await expect(page.getByText('Tax reserve').first()).toBeVisible();
  await expect(tab.getByRole('button', menuOf(company))).toBeVisible();
  await page.reload();
  await there.click();
  await expect(page.getByRole('region', { name: 'Companies' })).toBeHidden();
  await page.getByRole('button', { name: 'Back to your own profile' }).click();
  await expect(menu).toBeVisible();
  await expect(tab.getByRole('button', menuOf('Boris Sokolov'))).toBeVisible();
  await menu.click();
  await expect(choice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to your own profile' })).toBeHidden();
});

test('a link in a message offers its profile, and then shows its target', async ({ page }) => {
  await signInByForm(page, boris);
  const own = page.getByRole('button', menuOf('Boris Sokolov'));
  const there = page.getByRole('button', menuOf(company));
  await own.click();
  const changing = page.waitForRequest(/\/oauth\/changetoken\//);
  await page.getByRole('region', { name: 'Companies' }).getByRole('button', { name: company }).click();
  const id = new URL((await changing).url()).pathname.split('/').at(-1);
  await expect(there).toBeVisible();
  await there.click();
  await page.getByRole('button', { name: 'Back to your own profile' }).click();
  await expect(own).toBeVisible();

  await page.goto(`/payments?tab=scheduled&profile=${id}`);
  await expect(page.getByText(`This link is about ${company}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Switch to ${company}` }).click();
  await expect(there).toBeVisible();
  await expect(page).toHaveURL(/\/payments\?tab=scheduled/);
  await expect(page.getByText('This link is about')).toHaveCount(0);

  await page.goto('/payments?profile=0190a000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('This link is about')).toHaveCount(0);
});

test('Clara, who has no bank relation of her own, lands in the company automatically, when nothing else is in progress', async ({
  page,
}) => {
  const onTheirWay = new Set<string>();
  const besideTheChange: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/changetoken/')) besideTheChange.push(...onTheirWay);
    if (request.url().includes('/api/')) onTheirWay.add(request.url());
  });
  page.on('response', (response) => onTheirWay.delete(response.url()));
  // The live channel reconnects during the profile switch: here always. (The control: with calls that do not wait this fails.)
  const delay = async (route: Route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fulfill({ response });
  };
  await page.route('**/api/oauth/live-ticket', delay, { times: 1 });
  await signInByForm(page, clara);
  await expect(page.getByRole('button', menuOf(company))).toBeVisible();
  expect(besideTheChange).toEqual([]);
  await expect(page.getByRole('link', { name: 'Send money' })).toBeVisible();
});

test('the accountant’s missing rights are locked, and name the people who can grant them', async ({
  page,
}) => {
  await signInByForm(page, peeter);
  const locked = page.getByRole('button', { name: 'Send money' });
  // It responds to a press although its action is disabled.
  await locked.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText([
    `You need the right to request payments for ${company}. Boris Sokolov or Maria Kask can grant it.`,
  ]);
  await expectAccessible(page);
  await page.goto('/payments/create/outgoing');
  await expect(page).toHaveURL(/\/account-profile/);
});

test.describe('when switching back fails', () => {
  test.use({ allowedComplaints: [/Failed to load resource/] });

  test('the portal shows the sign-in', async ({ page }) => {
    await signInByForm(page, boris);
    await page.getByRole('button', menuOf('Boris Sokolov')).click();
    await page.getByRole('button', { name: company }).click();
    const there = page.getByRole('button', menuOf(company));
    await expect(there).toBeVisible();
    await page.route('**/api/oauth/changetoken/*', (route) => route.fulfill({ status: 404, json: {} }));
    await there.click();
    await page.getByRole('button', { name: 'Back to your own profile' }).click();
    await expect(page).toHaveURL(/\/login/);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('oldClientId');
  });
});
