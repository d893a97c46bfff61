/** Second factors: an authenticator app, a passkey of the browser's virtual authenticator, recovery codes, the choice between them. */
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  addAuthenticator,
  addPasskey,
  keepRecoveryCodes,
  openFactors,
  removePasskey,
} from '../../support/passkeys.ts';
import { boris, confirmCode, expect, expectAccessible, signInByForm, test } from '../../support/portal.ts';

/** The app's current code, or that of the next step: each step works once. */
const appCode = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

async function enterCode(page: Page, code: string): Promise<void> {
  const boxes = page.getByRole('dialog').last().getByRole('group', { name: '6-digit code' });
  await boxes.getByRole('textbox').first().focus();
  await page.keyboard.type(code);
}

async function startSignIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or client number').fill(boris.email);
  await page.getByLabel('Password', { exact: true }).fill(boris.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test.describe('an authenticator app', () => {
  test.use({ allowedComplaints: [/status of 40[01]/] });

  test('is added, requested at the next sign-in, replaced by a recovery code, and removed', {
    tag: '@journey',
  }, async ({ page, browser }) => {
    await signInByForm(page, boris);
    await openFactors(page);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Add app' }).click();
    expect(await confirmCode(page)).toContain('Add an authenticator app');
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await expectAccessible(page);
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await dialog.getByLabel('Name').fill('Pixel');
    await enterCode(page, '000000');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('This code doesn’t match')).toBeVisible();
    // The form moves the focus there a frame later: digits typed before that would land in other boxes.
    await expect(dialog.getByLabel('Digit 1 of 6')).toBeFocused();
    await enterCode(page, appCode(secret));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const codes = await keepRecoveryCodes(page);
    expect(codes).toHaveLength(10);
    await expect(page.getByRole('heading', { name: 'Pixel' })).toBeVisible();
    await expect(page.getByText('10 of 10 left')).toBeVisible();

    await test.step('a new browser is asked for the code of the app', async () => {
      const other = await (await browser.newContext()).newPage();
      await startSignIn(other);
      const popup = other.getByRole('dialog', { name: 'Enter the code from your app' });
      await expect(popup).toBeVisible();
      await enterCode(other, appCode(secret, 1));
      await popup.getByRole('button', { name: 'Continue' }).click();
      await expect(other).toHaveURL(/\/dashboard/);
      await other.context().close();
    });

    await test.step('with the phone lost, a recovery code signs in, once', async () => {
      const other = await (await browser.newContext()).newPage();
      await startSignIn(other);
      await other.getByRole('button', { name: 'Confirm another way' }).click();
      await expectAccessible(other);
      await other.getByRole('button', { name: /Recovery code/ }).click();
      await other.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0]?.toLowerCase() ?? '');
      await expectAccessible(other);
      await other.getByRole('button', { name: 'Continue' }).click();
      await expect(other).toHaveURL(/\/dashboard/);
      await other.context().close();
    });

    await test.step('it is removed with a code by email; being the last, it is confirmed twice', async () => {
      await openFactors(page);
      await expect(page.getByText('9 of 10 left')).toBeVisible();
      await page.getByRole('button', { name: 'Remove Pixel' }).click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'This is your last strong method' })).toBeVisible();
      await page.getByRole('button', { name: 'Remove anyway' }).click();
      await page.getByRole('button', { name: 'Confirm another way' }).click();
      await page.getByRole('button', { name: /Code by email/ }).click();
      expect(await confirmCode(page)).toContain('Remove the authenticator app “Pixel”');
      await expect(page.getByRole('heading', { name: 'Pixel' })).toBeHidden();
      await expect(page.getByText('of 10 left')).toBeHidden();
    });
  });
});

test.describe('a passkey', () => {
  test.use({ allowedComplaints: [/status of 42[29]/] });

  test('is added, requested first, and cannot be used by a person whom the device does not recognise', {
    tag: '@journey',
  }, async ({ page }) => {
    const { session, authenticatorId } = await addAuthenticator(page);
    await signInByForm(page, boris);
    await openFactors(page);
    await addPasskey(page, 'Laptop');

    await test.step('the popup asks for it first; an unrecognised person cannot continue', async () => {
      await page.getByRole('button', { name: 'Create new codes' }).click();
      const popup = page.getByRole('dialog', { name: 'Confirm with your passkey' });
      await expect(popup).toContainText('Create 10 new recovery codes');
      await expectAccessible(page);
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await popup.getByRole('button', { name: 'Use passkey' }).click();
      await expect(popup.getByText('No passkey was used')).toBeVisible();
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      await popup.getByRole('button', { name: 'Use passkey' }).click();
      await keepRecoveryCodes(page);
    });

    await test.step('it signs in without password and code; an unrecognised person needs the password', async () => {
      await page.goto('/logout');
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(
        page.getByText('No passkey was used. Try again, or sign in with your password.'),
      ).toBeVisible();
      await expectAccessible(page);
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(page).toHaveURL(/\/dashboard/);
    });

    await test.step('the browser offers it in the user name field, and choosing it is enough', async () => {
      await page.goto('/logout');
      await page.getByLabel('Email or client number').click();
      await expect(page).toHaveURL(/\/dashboard/);
      await openFactors(page);
    });

    await test.step('it is renamed, and removed with its own confirmation', async () => {
      await page.getByRole('button', { name: 'Rename Laptop' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { name: 'Old laptop' })).toBeVisible();
      await removePasskey(page, 'Old laptop');
    });
  });
});
