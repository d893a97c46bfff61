/** A person adds a company, step by step, and acts for it once its check is passed; its facts and activity are in its profile. */
import type { Page } from '@playwright/test';
import { attach } from '../../support/bill.ts';
import { ops, waiting } from '../../support/desk.ts';
import {
  boris,
  chooseOption,
  confirmCode,
  expect,
  expectAccessible,
  signInByForm,
  test,
} from '../../support/portal.ts';
import { choose, widgetOf } from '../../support/widget.ts';

// The browser's own message about the file that is not a PDF.
test.use({ allowedComplaints: [/status of 400 .*\/documents/] });

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

test('a company is added, declined, checked again and acted for', async ({ page }) => {
  const number = String(Date.now()).slice(-8);
  const name = `Lepik Bakery ${number} OÜ`;
  await signInByForm(page);

  await test.step('its register entry, kept over a reload', async () => {
    await page.goto('/companies/add');
    await expect(page.getByRole('heading', { name: 'Your company' })).toBeVisible();
    await next(page);
    await expect(page.getByText('Fill in this field.').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Company name').fill(name);
    await page.getByLabel('Registration number').fill(number);
    await chooseOption(page, 'Legal form', 'Private limited company (Ltd, OÜ, GmbH)');
    await page.getByLabel('Day').fill('4');
    await chooseOption(page, 'Month', 'April');
    await page.getByLabel('Year').fill('2019');
    await page.getByLabel('Business activity').fill('Bakes bread and sells it to cafés');
    await page.reload();
    await expect(page.getByLabel('Company name')).toHaveValue(name);
    await next(page);
  });
  await test.step('its address', async () => {
    await page.getByLabel('Street and number').fill('Telliskivi 60a');
    await page.getByLabel('Postcode').fill('10412');
    await page.getByLabel('City').fill('Tallinn');
    await next(page);
  });
  await test.step('directors and owners: the person who adds it is already listed', async () => {
    await expect(page.getByRole('heading', { name: 'Directors and owners' })).toBeVisible();
    await next(page);
    await expect(page.getByText('Some details are missing')).toBeHidden();
    await page.getByRole('button', { name: /Anna Lepik/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Person' });
    await expect(drawer.getByLabel('Day')).toHaveValue('17');
    await expect(drawer.getByLabel('Year')).toHaveValue('1990');
    await drawer.getByLabel('Owner', { exact: true }).check();
    await drawer.getByRole('button', { name: 'Done' }).click();
    await expect(drawer.getByText('Enter more than 0 and at most 100%')).toBeVisible();
    await expectAccessible(page);
    await drawer.getByLabel('Share', { exact: true }).fill('80');
    await drawer.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Director, owns 80%')).toBeVisible();
    await next(page);
  });
  await test.step('its documents', async () => {
    await attach(page, 'register.pdf');
    await expect(page.getByRole('button', { name: 'Remove register.pdf' })).toBeVisible();
    await attach(page, 'broken.pdf', Buffer.from('no pdf'));
    await expect(page.getByText('A file wasn’t accepted')).toBeVisible();
    await expectAccessible(page);
    await next(page);
    await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove broken.pdf' }).click();
    await next(page);
  });
  await test.step('its check, declined and then passed, without the owner’s document', async () => {
    const widget = widgetOf(page);
    await choose(widget, 'Reject permanently');
    await expect(page.getByText('The check was unsuccessful')).toBeVisible();
    await widget.getByRole('button', { name: 'Submit again' }).press('Enter');
    await choose(widget, 'Approve');
    await expect(page.getByRole('heading', { name: `${name} is ready to use` })).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('acting for it', async () => {
    await page.getByRole('button', { name: `Switch to ${name}` }).click();
    // The company's terms may already be over the page.
    const profile = page.getByRole('button', { name: new RegExp(`^Profile: ${name}`), includeHidden: true });
    await expect(profile).toBeVisible();
  });
  await test.step('a new name waits for the bank, and applies once the desk has approved it', async () => {
    const renamed = `Lepik Cakes ${number} OÜ`;
    const facts = page.getByRole('heading', { level: 2 });
    await page.goto('/account-profile?tab=company');
    const terms = page.getByRole('dialog', { name: 'Accept our terms' });
    await terms.getByRole('checkbox').check();
    await terms.getByRole('button', { name: 'Continue' }).click();
    await expect(terms).toBeHidden();
    await page.getByRole('link', { name: 'Change', exact: true }).click();
    await page.getByLabel('Company name').fill(renamed);
    await next(page);
    await expect(page.getByRole('heading', { name: 'Company address' })).toBeVisible();
    await next(page);
    await expect(page.getByRole('heading', { name: 'Directors and owners' })).toBeVisible();
    await next(page);
    await attach(page, 'new-name.pdf');
    await expect(page.getByRole('button', { name: 'Remove new-name.pdf' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit change' }).click();
    await confirmCode(page);
    await expect(page.getByText(`Company name: ${renamed}`)).toBeVisible();
    await expect(facts.filter({ hasText: name })).toBeVisible();
    await ops('approve', await waiting(`${name}: change of company details`), '--as', 'Maija');
    await expect(facts.filter({ hasText: renamed })).toBeVisible();
    await expect(page.getByText(/In force since/)).toBeVisible();
    await expectAccessible(page);
  });
});

test('an administrator sees the company’s facts and activity', async ({ page }) => {
  await signInByForm(page, boris);
  await page.getByRole('button', { name: /Boris Sokolov.*menu/ }).click();
  await page.getByRole('button', { name: /Northwind Trading OU/ }).click();
  await expect(page.getByRole('button', { name: /Northwind Trading OU.*menu/ })).toBeVisible();

  await test.step('its facts', async () => {
    await page.goto('/account-profile?tab=company');
    await expect(page.getByText('16342807')).toBeVisible();
    await expect(page.getByText('Director, owns 60%')).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('actions, filtered by the URL', async () => {
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByText('Switched to this profile').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Type' }).click();
    await page.getByRole('button', { name: 'Other' }).click();
    await expect(page.getByRole('heading', { name: 'No matching activity' })).toBeVisible();
    await expect(page).toHaveURL(/kind=other/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText('Switched to this profile').first()).toBeVisible();
  });
  await test.step('and exported', async () => {
    const exported = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await exported).suggestedFilename()).toBe('activity.csv');
  });
});
