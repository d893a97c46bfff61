/** Left alone: after fourteen minutes the portal asks, after fifteen it signs out. The page's clock is the story's. */
import type { Page } from '@playwright/test';
import { createApplicant, signInToCheck } from '../support/applicant.ts';
import { anna, expect, expectAccessible, signIn, test } from '../support/portal.ts';

// A page whose clock is ahead learns the time from the first refusal.
test.use({ allowedComplaints: [/status of 401/] });

const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

/** Until when the page believes that nobody has touched it. */
async function leaveAlone(page: Page, minutesAndSeconds: string): Promise<void> {
  await page.clock.fastForward(minutesAndSeconds);
}

async function expectLeft(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('You were signed out after 15 minutes without activity.')).toBeVisible();
}

test('who is still there stays; who is not is signed out, told why, and goes on where they were', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  // Drawn, so that somebody watches.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
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

  await page.getByLabel('E-mail or client number').fill(anna.email);
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/payments\/create/);
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.34');
});

test('the question comes on the way in as well', async ({ page, browser, baseURL }) => {
  const person = await createApplicant(browser, baseURL);
  await page.clock.install();
  await signInToCheck(page, person);
  // Drawn, so that somebody watches: the address is there before the page is.
  await expect(page.getByRole('heading', { level: 1, name: 'Check that it is you' })).toBeVisible();
  await leaveAlone(page, '14:05');
  await expect(question(page)).toBeVisible();
  await leaveAlone(page, '01:00');
  await expectLeft(page);
});
