/** Anna opens a yen account, exchanges into it, gets an IBAN for it, renames it, and closes another. */
import type { Page } from '@playwright/test';
import { confirmCode, expect, expectAccessible, minorUnits, signIn, test } from '../../support/portal.ts';

/** Opens an account with the dialog and ends on its requisites. */
async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function open(page: Page, currency: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Open an account' });
  await dialog.getByLabel('Currency').click();
  await page.getByRole('option', { name: new RegExp(currency) }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Open an account' }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
}

test('Anna opens a yen account, exchanges euro into it, gets its IBAN, renames one and closes one', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requisites' }).click();

  await test.step('an account is there at once, with a number', async () => {
    await open(page, 'JPY', 'Kyoto');
    await expect(page.getByText('Account number', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the price is shown with its cost, and the confirmed amount arrives', async () => {
    await page.goto('/payments/create/exchange');
    await page.getByLabel('To', { exact: true }).click();
    await page.getByRole('option', { name: /Kyoto/ }).click();
    await page.getByLabel('Amount to sell').fill('25');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('1 EUR =');
    await expect(summary).toContainText('Our margin is 0.4%');
    await expect(summary.getByRole('timer')).toContainText('This rate is valid for');
    const get = page.getByLabel('Amount to get');
    await expect(get).toHaveValue(/^\d/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Exchange', exact: true }).click();
    const done = page.getByRole('heading', { name: /is in Kyoto/ });
    await expect(done).toBeVisible();
    const yen = minorUnits((await done.innerText()).replace(' is in Kyoto', ''));
    expect(yen).toBeGreaterThan(4_000n);
    await page.getByRole('link', { name: 'View payment' }).click();
    await expect(page).toHaveURL(/payment=/);
    await page.goto('/requisites');
    const account = page.getByRole('navigation', { name: 'Accounts' }).getByRole('link', { name: /Kyoto/ });
    await expect.poll(async () => minorUnits((await account.innerText()).split('\n').at(-1) ?? '')).toBe(yen);
    await account.click();
  });

  await test.step('accepting the terms with a code issues an IBAN, without a reload', async () => {
    await page.getByRole('button', { name: 'Get an IBAN' }).click();
    const terms = page.getByRole('dialog', { name: 'Before you get an IBAN' });
    await terms.getByRole('checkbox').check();
    await terms.getByRole('button', { name: 'Continue' }).click();
    expect(await confirmCode(page)).toContain('Kyoto');
    await expect(page.getByRole('term').filter({ hasText: 'IBAN' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get an IBAN' })).toBeHidden();
  });

  await test.step('an account with money cannot be closed; an empty one is renamed and closed', async () => {
    await chooseAction(page, 'Close account');
    const refusal = page.getByRole('dialog', { name: 'Kyoto can’t be closed yet' });
    await expect(refusal).toContainText('It still holds');
    await refusal.getByRole('button', { name: 'Got it' }).click();

    await open(page, 'KWD', 'Dinar');
    await page.getByRole('button', { name: 'Rename' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename account' });
    await rename.getByLabel('Name', { exact: true }).fill('Gulf');
    await rename.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Gulf', level: 2 })).toBeVisible();
    await chooseAction(page, 'Close account');
    await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click();
    expect(await confirmCode(page)).toContain('Gulf');
    await expect(page.getByRole('status').filter({ hasText: 'Gulf is closed' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Gulf/ })).toHaveCount(0);
    await expectAccessible(page);
  });
});
