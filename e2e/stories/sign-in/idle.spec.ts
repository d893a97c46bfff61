/**
 * Idle sessions: after five minutes balances can be read and the rest needs a code; after fourteen the portal warns, after fifteen it
 * signs out. The story controls the page's clock.
 */
import type { Page } from '@playwright/test';
import { createApplicant, signInToCheck } from '../../support/applicant.ts';
import { letSessionsRest } from '../../support/inactivity.ts';
import { anna, confirmCode, expect, expectAccessible, signInByForm, test } from '../../support/portal.ts';

// A page whose clock is ahead learns the time from the first refusal.
test.use({ allowedComplaints: [/status of 401/] });

const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

/** Time during which the page is not touched. */
async function leaveAlone(page: Page, minutesAndSeconds: string): Promise<void> {
  await page.clock.fastForward(minutesAndSeconds);
}

async function expectLeft(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('You were signed out after 15 minutes without activity.')).toBeVisible();
}

test('a present person stays signed in; an absent one is signed out with the reason, and continues where they were', {
  tag: '@journey',
}, async ({ page }) => {
  await page.clock.install();
  await signInByForm(page);
  // Rendered, so that the watch is running.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  // The last touch, however long the screen took to render since the sign-in.
  await page.keyboard.press('Shift');
  await leaveAlone(page, '13:50');
  await expect(question(page)).toHaveCount(0);
  await leaveAlone(page, '00:20');
  await expect(question(page)).toBeVisible();
  await expectAccessible(page);
  await expect(question(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.getByRole('link', { name: 'Send money' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('12.34');
  await leaveAlone(page, '14:05');
  await expect(question(page)).toBeVisible();
  await leaveAlone(page, '01:00');
  await expectLeft(page);

  await page.getByLabel('Email or client number').fill(anna.email);
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/payments\/create/);
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.34');
});

test('the warning also appears during registration', async ({ page, browser, baseURL }) => {
  const person = await createApplicant(browser, baseURL);
  await page.clock.install();
  await signInToCheck(page, person);
  // Rendered, so that the watch is running: the address changes before the page appears.
  await expect(page.getByRole('heading', { level: 1, name: 'Verify your identity' })).toBeVisible();
  await leaveAlone(page, '14:05');
  await expect(question(page)).toBeVisible();
  await leaveAlone(page, '01:00');
  await expectLeft(page);
});

const codePopup = (page: Page) => page.getByRole('dialog', { name: 'Enter the code' });

test('after five minutes balances are shown, and other screens ask once for a code', async ({ page }) => {
  await signInByForm(page);
  await letSessionsRest(301);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: /€/ }).first()).toBeVisible();
  await expect(codePopup(page)).toHaveCount(0);

  // Several reads at once: one question.
  await page.goto('/account-profile?tab=security');
  await expect(codePopup(page)).toBeVisible();
  expect(await confirmCode(page)).toContain('Confirm it’s you');
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await expect(codePopup(page)).toHaveCount(0);
  await page.goto('/account-profile');
  await expect(page.getByText(anna.email).first()).toBeVisible();
});

test.describe('without the code', () => {
  // Refused in the background too, if the live channel opens in the meantime.
  test.use({ allowedComplaints: [/status of 40[13]/] });

  test('a person who cancels is asked again only when they want to see something', async ({ page }) => {
    await signInByForm(page);
    await letSessionsRest(301);
    await page.goto('/beneficiaries');
    await expect(codePopup(page)).toBeVisible();
    await codePopup(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(codePopup(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Confirm it’s you to see this' })).toBeVisible();
    await expectAccessible(page);
    // The window comes back and the page refetches automatically: no question.
    const asked = page.waitForResponse(/\/api\/clients\//);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asked;
    await expect(codePopup(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.getByRole('link', { name: 'Beneficiaries' }).first().click();
    await confirmCode(page);
    await expect(page.getByRole('heading', { name: 'Confirm it’s you to see this' })).toHaveCount(0);
    await expect(page.getByText('Fahrradwerkstatt Krüger').first()).toBeVisible();
  });
});
