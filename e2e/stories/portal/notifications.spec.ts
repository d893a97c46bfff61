/** Notifications: the bell follows a payment live and links to it; the profile sets channels, own alerts, quiet hours and the summary by email. */
import type { Page } from '@playwright/test';
import { newestMessage } from '../../support/outbox.ts';
import {
  anna,
  chooseOption,
  confirmCode,
  expect,
  expectAccessible,
  signIn,
  test,
} from '../../support/portal.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const list = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function pay(page: Page, payee: RegExp, amount: string): Promise<void> {
  await page.goto('/payments/create/outgoing');
  for (const [label, option] of [
    ['From', /Everyday/],
    ['To', payee],
  ] as const) {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: option }).first().click();
  }
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Reference').fill('Notified');
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await confirmCode(page);
}

test('the bell shows a new payment live, links to it, and read notifications stay read', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page);
  await bell(page).click();
  await expect(list(page).getByText('Sign-in from a new device').first()).toBeVisible();
  // A payment of an earlier story may settle just after the press.
  await expect(async () => {
    await list(page).getByRole('button', { name: 'Mark all as read' }).click({ timeout: 5_000 });
    await expect(bell(page)).toHaveAccessibleName('Notifications', { timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();

  await pay(page, /Kodupood/, '62.40');
  // Without a reload: the rail settles, and the bell shows it.
  await expect(bell(page)).toHaveAccessibleName(/unread/);
  await bell(page).press('Enter');
  const told = list(page).getByRole('link', { name: /Payment executed.*62\.40/ });
  await expect(told).toBeVisible();
  await list(page).getByRole('radiogroup').getByText('Unread', { exact: true }).click();
  await expect(list(page).getByText('Sign-in from a new device')).toHaveCount(0);
  await expect(told).toContainText('Unread');
  const read = page.waitForResponse(/\/api\/notifications\/[^/]+\/read$/);
  await told.press('Enter');
  await expect(page).toHaveURL(/\/payments\?payment=/);
  await expect(page.getByRole('complementary').getByText('62.40').first()).toBeVisible();
  // Leaving earlier would abort the page's call.
  expect((await read).ok()).toBe(true);

  // A page that is not half covered by the open list.
  await page.goto('/coming-soon');
  await bell(page).click();
  await expectAccessible(page);
  await expect(list(page).getByRole('link', { name: /Payment executed.*62\.40/ })).not.toContainText(
    'Unread',
  );
  await list(page).getByRole('link', { name: 'Notification settings' }).click();
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(list(page)).toBeHidden();
});

test('a chosen channel is stored and used; security notifications cannot be switched off', async ({
  page,
  browser,
}) => {
  await signIn(page);
  await page.goto('/account-profile?tab=notifications');
  const byEmail = page.getByRole('checkbox', { name: 'Payment executed: Email' });
  await expect(byEmail).not.toBeChecked();
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/notifications/choices') && response.request().method() === 'PUT',
  );
  await byEmail.check();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(byEmail).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /Sign-in from a new device/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Sign-in from a new device/ })).toContainText('Always');
  await expectAccessible(page);

  await pay(page, /Kodupood/, '63.50');
  const mail = await newestMessage(browser, anna.email, /63\.50.*paid to Kodupood/);
  expect(mail.link).toMatch(/\/payments\?payment=[0-9a-f-]{36}&lang=en$/);
  await page.goto(new URL(mail.link).pathname + new URL(mail.link).search);
  await expect(page.getByText('63.50').first()).toBeVisible();
});

test('own alerts, quiet hours and the summary by email are set, survive a reload, and the alert arrives', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/account-profile?tab=notifications');
  const alerts = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Your alerts' }) });
  await alerts.getByRole('button', { name: 'Set an alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set an alert' });
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog.getByText('Enter an amount, for example 100.00.')).toBeVisible();
  await expectAccessible(page);
  await chooseOption(page, 'Notify me when', 'A payment out is at least');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('64');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(alerts.getByRole('heading', { name: /Payment out from 64/ })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Use quiet hours' }).check();
  await chooseOption(page, 'Until', '22:00');
  await expect(page.getByText('Choose an end that differs from the start.')).toBeVisible();
  await page.getByLabel('Until', { exact: true }).click();
  await expect(page.getByRole('option'), 'every half hour').toHaveCount(48);
  await page.keyboard.press('Escape');
  await chooseOption(page, 'Until', '06:30');
  await expect(page.getByText('Quiet hours saved')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'How often' }).getByText('Weekly', { exact: true }).click();
  await chooseOption(page, 'Day', 'Friday');
  await expect(page.getByText('Summary saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Until', { exact: true })).toHaveText('06:30');
  await expect(page.getByLabel('Day', { exact: true })).toHaveText('Friday');
  await expectAccessible(page);

  await pay(page, /Kodupood/, '64.10');
  // The alert is judged after the payment, within seconds.
  await expect(async () => {
    await page.goto('/coming-soon');
    await bell(page).click();
    await expect(list(page).getByRole('link', { name: /Large amount sent.*Everyday.*64\.10/ })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();

  await page.goto('/account-profile?tab=notifications');
  await alerts.getByRole('button', { name: /^Remove: Payment out from 64/ }).click();
  await expect(alerts.getByText('No alerts yet.')).toBeVisible();
  // If left on, they would delay the SMS and push messages of later stories at night.
  await page.getByRole('checkbox', { name: 'Use quiet hours' }).uncheck();
  await expect(page.getByText('Quiet hours turned off')).toBeVisible();
});
