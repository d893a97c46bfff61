/** An application is let in to one account, asks for a payment, and is sent away; and requests that end on our own page. */
import { listAccounts } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../support/bank.ts';
import { ownBank } from '../support/banks.ts';
import { anna, confirmCode, expect, expectAccessible, signIn, test } from '../support/portal.ts';

/** What the application is told once it was sent away. */
test.use({ allowedComplaints: [/status of 40[01]/] });

/** An account that the bank keeps for another client. */
async function accountOfSomebodyElse(): Promise<string> {
  const bank = await signInToApi(ownBank().url, { ...anna, email: 'boris@demo.calmly.example' });
  const { Items } = await bank.call(listAccounts, { query: { currency: 'EUR' } });
  const [account] = Items;
  if (!account) throw new Error('Boris has an account in euro');
  return account.number;
}

async function connect(page: Page): Promise<void> {
  await page.goto('/sandbox/app');
  await page.getByRole('button', { name: 'Connect Calmly' }).click();
  await expect(page.getByRole('heading', { name: 'Penny wants to connect to your bank' })).toBeVisible();
  await expect(page.getByRole('checkbox').first()).toBeChecked();
}

test('a stranger to the bank’s browser signs in on the way, allows one account, and the application sees that one', async ({
  page,
}) => {
  await page.goto('/sandbox/app');
  await page.getByRole('button', { name: 'Connect Calmly' }).click();
  await page.getByLabel('E-mail or client number').fill(anna.email);
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

test('what it asks for waits for its person; disconnected in the profile, it is told so', async ({
  page,
  context,
}) => {
  await signIn(page);
  await connect(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await confirmCode(page);
  await expect(page.getByText(/^Penny sees \d accounts\.$/)).toBeVisible();
  await page.getByLabel('To, an IBAN or an account at this bank').fill(await accountOfSomebodyElse());
  await page.getByLabel('Whose it is').fill('Boris Sokolov');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText(/It waits for you at your bank\.$/)).toBeVisible();

  const portal = await context.newPage();
  await portal.goto('/account-profile?tab=connections');
  const row = portal.getByRole('listitem').filter({ hasText: 'request payments' }).first();
  await expect(row).toContainText('Used just now');
  await expectAccessible(portal);
  await row.getByRole('button', { name: 'Disconnect Penny' }).click();
  await portal.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(portal.getByText('Penny is disconnected.')).toBeVisible();

  await page.getByRole('button', { name: 'Read accounts' }).click();
  await expect(page.getByRole('button', { name: 'Connect Calmly' })).toBeVisible();
});

test('refused, it is told so and sees nothing', async ({ page }) => {
  await signIn(page);
  await connect(page);
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose at least one account.');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('You said no. Nothing is connected.')).toBeVisible();
});

test('a request that cannot be asked about ends on a page that says why', async ({ page }) => {
  await page.goto('/connect/authorize?client_id=nobody&response_type=code');
  await expect(page.getByRole('heading', { name: 'The application could not be connected' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('We do not know the application that sent you here.');
  await expectAccessible(page);
  await page.goto('/oauth/tell-connect');
  await expect(page.getByRole('heading', { name: 'The application is connected' })).toBeVisible();
});
