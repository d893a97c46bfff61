/** An application gets access to one account, requests a payment, and is disconnected; and requests that end on our own page. */
import type { Page } from '@playwright/test';
import { anna, confirmCode, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

/** The application's error after it was disconnected. */
test.use({ allowedComplaints: [/status of 40[01]/] });

async function connect(page: Page): Promise<void> {
  await page.goto('/sandbox/app');
  await page.getByRole('button', { name: 'Connect Calmly' }).click();
  await expect(page.getByRole('heading', { name: 'Penny wants to connect to your accounts' })).toBeVisible();
  await expect(page.getByRole('checkbox').first()).toBeChecked();
}

test('a visitor signs in on the way, allows one account, and the application sees that one', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/sandbox/app');
  await page.getByRole('button', { name: 'Connect Calmly' }).click();
  await page.getByLabel('Email or client number').fill(anna.email);
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await confirmCode(page);
  await expect(page.getByRole('checkbox').first()).toBeChecked();
  await expectAccessible(page);
  for (const other of (await page.getByRole('checkbox').all()).slice(1)) await other.uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  expect(await confirmCode(page)).toContain('Connect Penny (Penny Budgets GmbH (sandbox)) to one account');
  await expect(page.getByText('Penny sees 1 account.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible();
});

test('its request waits for its person; disconnected in the profile, it gets an error', async ({
  page,
  context,
}) => {
  await signIn(page);
  await connect(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await confirmCode(page);
  await expect(page.getByText(/^Penny sees \d accounts\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Read payees' }).click();
  await expect(page.getByText(/^Penny sees these payees: .*Harju Maksukeskus/)).toBeVisible();
  await page.getByLabel('To, an IBAN or an account at this bank').fill('DE96 2005 0550 0000 0000 50');
  await page.getByLabel('Whose it is').fill('Hansa Container Depot GmbH');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText(/It waits for you at your bank\.$/)).toBeVisible();

  const portal = await context.newPage();
  await portal.goto('/inbox');
  const waiting = portal.getByRole('button', { name: /Hansa Container Depot/ });
  await expect(waiting).toContainText('Penny for Anna Lepik');
  await expect(waiting).toContainText('Account added by an application');
  await waiting.click();
  const drawer = portal.getByRole('complementary');
  await expect(drawer).toContainText('Penny provided this account, and it isn’t among your payees.');
  await expect(drawer).toContainText('Name and account match');
  await drawer.getByRole('link', { name: 'Open payment' }).click();
  await expect(portal.getByRole('complementary', { name: 'Outgoing payment' })).toContainText(
    'Requested byPenny',
  );

  await portal.goto('/account-profile?tab=connections');
  const row = portal.getByRole('listitem').filter({ hasText: 'request payments' }).first();
  // The last use is stored once a minute, and shown exactly after more than a minute.
  await expect(row).toContainText(/Used just now|Last used \d+ minutes? ago/);
  await expectAccessible(portal);
  await row.getByRole('button', { name: 'Disconnect Penny' }).click();
  await portal.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(portal.getByText('Penny disconnected.')).toBeVisible();

  await page.getByRole('button', { name: 'Read accounts' }).click();
  await expect(page.getByRole('button', { name: 'Connect Calmly' })).toBeVisible();
});

test('when refused, it gets an error and sees nothing', async ({ page }) => {
  await signIn(page);
  await connect(page);
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose at least one account.');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('You said no. Nothing is connected.')).toBeVisible();
});

test('an invalid request ends on a page with the reason', async ({ page }) => {
  await page.goto('/connect/authorize?client_id=nobody&response_type=code');
  await expect(page.getByRole('heading', { name: 'We couldn’t connect the app' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('We don’t know the app that sent you here.');
  await expectAccessible(page);
  await page.goto('/oauth/tell-connect');
  await expect(page.getByRole('heading', { name: 'App connected' })).toBeVisible();
});
