/** Paying with a passkey: it signs what the popup names. On its first day it cannot confirm payments to newer payees. */
import type { Page } from '@playwright/test';
import { addAuthenticator, addPasskey, openFactors, removePasskey } from '../../support/passkeys.ts';
import {
  boris,
  chooseCountry,
  confirmCode,
  expect,
  expectAccessible,
  signIn,
  test,
} from '../../support/portal.ts';

const iban = 'DE75512108001245126199';

async function order(page: Page, payee: RegExp, amount: string): Promise<void> {
  await page.goto('/payments/create/outgoing');
  for (const [label, option] of [
    ['From', /Main/],
    ['To', payee],
  ] as const) {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: option }).first().click();
  }
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Reference').fill('Heating');
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await page.getByRole('button', { name: 'Confirm and send' }).click();
}

async function expectDone(page: Page): Promise<void> {
  const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });
  await expect(drawer.getByRole('button', { name: /confirmation/i })).toBeVisible();
}

test('a payment is confirmed with a passkey from end to end; a new payee needs the earlier factor', async ({
  page,
}) => {
  await addAuthenticator(page);
  await signIn(page, boris);
  await openFactors(page);
  await addPasskey(page, 'Laptop');

  await test.step('the passkey signs amount and payee as the popup names them', async () => {
    await order(page, /Vilniaus/, '61.40');
    const popup = page.getByRole('dialog', { name: 'Confirm with your passkey' });
    await expect(popup).toContainText('61.40');
    await expect(popup).toContainText('Vilniaus');
    await expectAccessible(page);
    await popup.getByRole('button', { name: 'Use passkey' }).click();
    await expectDone(page);
  });

  await test.step('a payee newer than the passkey needs the older method, and no other is offered', async () => {
    await page.goto('/beneficiaries/add');
    await page.getByText('Company', { exact: true }).click();
    await page.getByLabel('Company name').fill('Nordlicht Design GmbH');
    await chooseCountry(page, 'Country', 'Germany');
    await page.getByLabel('IBAN').fill(iban);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await expect(page.getByRole('complementary')).toContainText('Nordlicht Design GmbH');

    await order(page, /Nordlicht/, '62.40');
    const popup = page.getByRole('dialog', { name: 'Enter the code' });
    await expect(popup).toBeVisible();
    await expect(popup.getByRole('button', { name: 'Confirm another way' })).toHaveCount(0);
    expect(await confirmCode(page)).toContain('62.40');
    await expectDone(page);
  });

  await openFactors(page);
  await removePasskey(page, 'Laptop');
});
