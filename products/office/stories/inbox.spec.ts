/** The bank's own people in the office: they sign in with a code, take an item, look at it and decide it. */
import { randomUUID } from 'node:crypto';
import { sendDeskCredit } from '@calmly/contract';
import { signInToApi } from '@calmly/e2e/support/bank.ts';
import { ownBank } from '@calmly/e2e/support/banks.ts';
import { anna, expect, expectAccessible, test } from '@calmly/e2e/support/portal.ts';
import type { Page } from '@playwright/test';

const felix = 'felix@calmly.example';
const password = 'more-order-less-stress';
const annasIban = 'LT44 3850 0102 0491 8006';

// The wrong code, and the question who is signed in before anyone is.
test.use({ allowedComplaints: [/status of 401/], viewport: { width: 1440, height: 900 } });

async function enterPassword(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(felix);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
}

test('money without an account is taken, looked at and given to the account it was meant for', {
  tag: '@journey',
}, async ({ page }) => {
  const sender = `Hansa ${randomUUID().slice(0, 8)}`;
  const bank = await signInToApi(ownBank().url, anna);
  const credit = {
    id: randomUUID(),
    creditorAccount: 'EE382200221020145685',
    amount: '81.50',
    currency: 'EUR',
    debtorName: sender,
    debtorAccount: 'LV80BANK0000435195001',
    reference: 'Invoice 17',
  } as const;
  await bank.call(sendDeskCredit, { body: credit });

  await test.step('a wrong code is refused, and the sandbox’s code opens the wanted screen', async () => {
    await page.goto(`${ownBank().officeUrl}/inbox/suspense`);
    await enterPassword(page);
    const boxes = page.getByRole('group', { name: '6-digit code' });
    const shown = await boxes
      .getByRole('textbox')
      .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''));
    expect(shown).toMatch(/^\d{6}$/);
    await boxes.getByRole('textbox').first().click();
    await page.keyboard.type(shown === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText('Email, password or code is wrong.');
    await expectAccessible(page);
    await boxes.getByRole('textbox').first().click();
    await page.keyboard.type(shown);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Suspense' })).toBeVisible();
  });

  const item = page.getByRole('article');
  const row = page.getByRole('listitem').filter({ hasText: sender });

  await test.step('the keyboard reaches the item, and opening it shows the facts', async () => {
    await row.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(item.getByText('81.50 EUR by SEPA')).toBeVisible();
    await expect(item.getByText(credit.creditorAccount)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('it is taken', async () => {
    await page.keyboard.press('n');
    await expect(item.getByRole('button', { name: 'Give back' })).toBeVisible();
    await expect(item.getByText('Taken by you')).toBeVisible();
  });

  await test.step('an approval asks first, and names the account', async () => {
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Account to credit' }).fill(annasIban);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByText('Approved')).toBeVisible();
    await expect(item.getByText('This item is already decided.')).toBeVisible();
  });

  await test.step('the list read again is without it, and the audit has the decision', async () => {
    await page.getByRole('button', { name: 'Refresh list' }).click();
    await expect(row).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(page.getByRole('table', { name: 'What staff and system did' })).toContainText(
      'inbox.decided',
    );
    await expectAccessible(page);
  });

  await test.step('after signing out, the screen asks for a sign-in', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await page.goto(`${ownBank().officeUrl}/work`);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});
