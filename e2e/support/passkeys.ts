/** Passkeys in a story: the browser's virtual authenticator, the security tab, and the sheet of recovery codes. */
import type { CDPSession, Page } from '@playwright/test';
import { confirmCode, expect, expectAccessible } from './portal.ts';

/** An authenticator that the browser believes to be built in; whether the person is recognised can be switched. */
export async function addAuthenticator(
  page: Page,
): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

export async function openFactors(page: Page): Promise<void> {
  await page.goto('/account-profile?tab=security');
  await expect(page.getByRole('heading', { name: 'Confirmation methods' })).toBeVisible();
}

/** Adds a passkey on the open security tab, confirmed with a code by e-mail. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await confirmCode(page);
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await keepRecoveryCodes(page);
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** Removes the last strong factor on the open security tab; the passkey itself confirms it. */
export async function removePasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove anyway' }).click();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  // Behind a dialog the list has no roles, so it can be checked only once the dialogs are gone.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name })).toBeHidden();
}

/** The codes of the sheet, which closes only after they are saved. */
export async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const sheet = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  const codes = await sheet.getByRole('listitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeVisible();
  await sheet.getByLabel('I’ve saved these codes in a safe place').check();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toBeHidden();
  return codes;
}
