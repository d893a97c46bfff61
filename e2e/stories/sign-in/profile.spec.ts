/** A client's own data: a new address, phone and email, terms, and the settings that follow to another browser. */
import type { Page } from '@playwright/test';
import { attach } from '../../support/bill.ts';
import { ops, waiting } from '../../support/desk.ts';
import { newestMessage } from '../../support/outbox.ts';
import {
  boris,
  chooseCountry,
  confirmCode,
  expect,
  expectAccessible,
  signInByForm,
  test,
} from '../../support/portal.ts';

/** The browser's own message about a refusal that the story provokes. */
test.use({ allowedComplaints: [/status of 4\d\d/], serviceWorkers: 'block' });

async function askForAddress(page: Page, line: string): Promise<void> {
  await page.getByRole('button', { name: 'Change address' }).click();
  await chooseCountry(page, 'Country', 'Latvia');
  await page.getByLabel('City').fill('Riga');
  await page.getByLabel('Address', { exact: true }).fill(line);
  await page.getByLabel('Postcode').fill('LV-1010');
  await attach(page, 'bill.pdf');
  await page.getByRole('button', { name: 'Submit' }).click();
  expect(await confirmCode(page)).toContain(line);
  await expect(page.getByText('Under review since')).toBeVisible();
}

test('a new address is proved, waits for the bank, and the decision arrives live', async ({ page }) => {
  await signInByForm(page, boris);
  await page.goto('/account-profile');
  await page.getByRole('button', { name: 'Change address' }).click();
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('City').focus();
  await page.getByLabel('Address', { exact: true }).focus();
  await expect(page.getByText('Please, enter city')).toBeVisible();
  await page.getByLabel('City').fill('Riga');
  await page.getByLabel('Address', { exact: true }).fill('Brivibas iela 10');
  await chooseCountry(page, 'Country', 'Latvia');
  await page.getByLabel('Postcode').fill('LV-10101');
  await page.getByLabel('Postcode').blur();
  await expect(page.getByText('Enter a postcode like 1234')).toBeVisible();
  await page.getByLabel('Postcode').fill('LV-1010');
  await attach(page, 'first.pdf');
  await expect(submit).toBeEnabled();
  await attach(page, 'page.pdf', Buffer.from('%PDF-1.4 <script>alert(1)</script>'));
  await expect(page.getByText('This file contains scripts or attachments.')).toBeVisible();
  await expect(submit).toBeDisabled();
  await page.getByRole('button', { name: 'Remove page.pdf' }).click();
  await expect(submit).toBeEnabled();
  await page.getByRole('button', { name: 'Remove first.pdf' }).click();
  await expectAccessible(page);

  // Nothing typed is lost by a reload.
  await attach(page, 'bill.pdf');
  // It has arrived.
  await expect(submit).toBeEnabled();
  await page.reload();
  await expect(page.getByLabel('City')).toHaveValue('Riga');
  await submit.click();
  await confirmCode(page);
  await expect(page.getByText('Under review since')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change address' })).toBeHidden();

  await ops('reject', await waiting('Brivibas iela 10'), '--as', 'Maija', '--reason', 'The bill is too old.');
  await expect(page.getByText('Reason: The bill is too old.')).toBeVisible();

  await askForAddress(page, 'Elizabetes iela 2');
  await ops('approve', await waiting('Elizabetes iela 2'), '--as', 'Maija');
  const address = page.getByRole('term').filter({ hasText: /^Address$/ });
  await expect(address.locator('+ dd')).toContainText('Elizabetes iela 2, LV-1010 Riga');
  await expectAccessible(page);
});

test('a new phone is confirmed by a code there; a new email can be undone from the old one', async ({
  page,
  browser,
}) => {
  await signInByForm(page, boris);
  await page.goto('/account-profile');
  await page.getByRole('button', { name: 'Change phone' }).click();
  await page.getByRole('textbox', { name: 'Mobile phone' }).fill('+371 20001234');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await confirmCode(page);
  await expect(page.getByRole('heading', { name: 'Confirm it’s yours' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Phone changed.')).toBeVisible();
  await expect(page.getByText('+371 20 001 234')).toBeVisible();

  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill('thief@evil.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await confirmCode(page);
  await expect(page.getByRole('heading', { name: 'Confirm it’s yours' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('thief@evil.example')).toBeVisible();

  const { link } = await newestMessage(browser, boris.email, /Your email has changed/);
  const owner = await (await browser.newContext()).newPage();
  await owner.goto(new URL(link).pathname + new URL(link).search);
  const undo = owner.getByRole('button', { name: 'Undo change' });
  await expect(undo).toBeVisible();
  await expectAccessible(owner);
  await undo.click();
  await expect(owner.getByRole('heading', { name: 'Change undone' })).toBeVisible();
  expect(owner.url()).not.toContain('token');
  await expect(page).toHaveURL(/\/log(in|out)/);
  await signInByForm(owner, boris);
  await owner.context().close();
});

test('language and theme follow to another browser; the terms show what was accepted', async ({
  page,
  browser,
}) => {
  await signInByForm(page, boris);
  await page.goto('/account-profile?tab=preferences');
  await page.getByText('Dark', { exact: true }).click();
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/preferences') && answer.request().postData()?.includes('ru') === true,
  );
  await page.getByText('Русский', { exact: true }).last().click();
  await saved;

  const other = await (await browser.newContext()).newPage();
  await signInByForm(other, boris);
  await expect(other.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await other.goto('/account-profile?tab=terms');
  await expect(other.getByRole('heading', { name: 'Принятые условия' })).toBeVisible();
  await expect(other.getByText('Основные условия, версия 4.0')).toBeVisible();

  // Of two quick choices the bank stores the last. Tried: sent concurrently, the first one arrives last and is stored.
  await page.goto('/account-profile?tab=preferences');
  const isChosen = Promise.withResolvers<void>();
  const stored: unknown[] = [];
  let arrived = 0;
  await page.route('**/api/preferences', async (route) => {
    arrived += 1;
    if (arrived === 1) await isChosen.promise;
    stored.push(route.request().postDataJSON());
    await route.continue();
  });
  const choices = page.getByRole('main');
  await choices.getByText('English', { exact: true }).click();
  // A language is stored once it is on the screen.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await choices.getByText('Русский', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  isChosen.resolve();
  await expect.poll(() => stored).toEqual([{ Language: 'en' }, { Language: 'ru' }]);
  await page.unroute('**/api/preferences');

  // Back to the demo's initial setting; this browser learns of it from the other.
  await other.goto('/account-profile?tab=preferences');
  await other.getByText('Светлая', { exact: true }).click();
  await other.getByText('English', { exact: true }).last().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await other.context().close();
});
