/** A person joins the bank by two: one administrator proposes, another approves and hands over a link that works once. */
import { randomUUID } from 'node:crypto';
import { ownBank } from '@calmly/e2e/support/banks.ts';
import { newestMessage } from '@calmly/e2e/support/outbox.ts';
import { expect, expectAccessible, test } from '@calmly/e2e/support/portal.ts';
import type { Browser, Page } from '@playwright/test';

const password = 'more-order-less-stress';
const office = () => ownBank().officeUrl;

// The question who is signed in before anyone is, a code that is asked for, and a link that was used.
test.use({ allowedComplaints: [/status of (401|403|409)/], viewport: { width: 1440, height: 900 } });

async function signIn(page: Page, name: string, secret = password): Promise<void> {
  await page.goto(`${office()}/sign-in`);
  await page.getByRole('textbox', { name: 'Email' }).fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Continue' }).click();
  // The sandbox has filled in the code.
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible();
}

const asAnother = async (browser: Browser) => (await browser.newContext({ locale: 'en-GB' })).newPage();

test('an administrator invites a person, another one approves, and the person sets up their access', async ({
  page,
  browser,
}) => {
  const name = `Liis ${randomUUID().slice(0, 6)}`;
  const email = `${randomUUID().slice(0, 8)}@calmly.example`;

  await test.step('the invitation is proposed with a reason', async () => {
    await signIn(page, 'stella@calmly.example');
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await dialog.getByRole('checkbox', { name: 'Support' }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Joins the support team.');
    await dialog.getByRole('button', { name: 'Make proposal' }).click();
    await expect(page.getByRole('article')).toContainText('You made this proposal');
    await expect(page.getByRole('article').getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expectAccessible(page);
  });

  const other = await asAnother(browser);
  await test.step('another administrator approves it and never sees the link', async () => {
    await signIn(other, 'simon@calmly.example');
    await other.getByRole('list', { name: 'Proposals that need your decision' }).getByText(name).click();
    await other.getByRole('article').getByRole('button', { name: 'Approve' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByRole('article')).toContainText('Carried out');
    await expect(other.getByText(/\/invitation/)).toHaveCount(0);
  });
  const { link } = await newestMessage(browser, email, /Your invitation to the office/);

  const newcomer = await asAnother(browser);
  const ownPassword = `quiet lemon ${randomUUID().slice(0, 8)}`;
  await test.step('the person chooses a password and is in', async () => {
    await newcomer.goto(link);
    await expect(newcomer.getByText(`Hello ${name}`)).toBeVisible();
    expect(new URL(newcomer.url()).hash).toBe('');
    await newcomer.getByRole('textbox', { name: 'New password' }).fill('short');
    await newcomer.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(newcomer.getByText('The password needs at least 12 characters.')).toBeVisible();
    await newcomer.getByRole('textbox', { name: 'New password' }).fill(ownPassword);
    await newcomer.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(newcomer.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible();
    await expect(newcomer.getByRole('link', { name: 'People' })).toHaveCount(0);
  });

  await test.step('the link works once, and the password from now on', async () => {
    const late = await asAnother(browser);
    await late.goto(link);
    await expect(late.getByRole('heading', { name: 'This invitation can’t be used' })).toBeVisible();
    await signIn(late, email, ownPassword);
  });
});
