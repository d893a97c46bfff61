/**
 * Paying in special cases: warnings of the bank, an instant payment whose bank cannot receive it, and a failed payment that is sent
 * again.
 */
import type { Page } from '@playwright/test';
import {
  chooseCountry,
  chooseOption,
  confirmCode,
  expect,
  expectAccessible,
  signIn,
  test,
} from '../../support/portal.ts';

test.use({ serviceWorkers: 'block' });

async function choosePayee(page: Page, name: RegExp): Promise<void> {
  await page.getByLabel('To', { exact: true }).click();
  await page.getByRole('option', { name }).first().click();
}

async function fill(page: Page, payee: RegExp, amount: string, reference: string): Promise<void> {
  await page.goto('/payments/create/outgoing');
  await choosePayee(page, payee);
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('Reference').fill(reference);
}

/** Adds a company at a German bank and opens the form that pays it. */
async function addPayee(page: Page, name: string, iban: string): Promise<void> {
  await page.goto('/beneficiaries/add');
  await page.getByText('Company', { exact: true }).click();
  await page.getByLabel('Company name').fill(name);
  await chooseCountry(page, 'Country', 'Germany');
  await page.getByLabel('IBAN').fill(iban);
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await confirmCode(page);
  await expect(page.getByRole('complementary')).toContainText(name);
}

test('Anna pays instantly if the bank can, is warned of a repeat, and sends a failed payment again', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page);
  const run = `${Date.now()}`.slice(-6);
  const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });

  await test.step('an error under the bar of a phone scrolls into view', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fill(page, /Fahrradwerkstatt/, '12.00', 'Дрова');
    await page.getByLabel('Reference').blur();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    const reference = page.getByLabel('Reference');
    await expect(reference).toBeFocused();
    const bar = page.locator('[data-bottom-bar]');
    await expect
      .poll(async () => ((await reference.boundingBox())?.y ?? 0) + 48 < ((await bar.boundingBox())?.y ?? 0))
      .toBe(true);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Start over' }).click();
  });

  await test.step('the form keeps its layout while late templates, a payee and an amount come', async () => {
    await page.route('**/api/transactions/kept', async (route) => {
      await new Promise((done) => setTimeout(done, 1_000));
      await route.continue();
    });
    await page.goto('/payments/create/outgoing');
    await expect(page.getByLabel('To', { exact: true })).toBeFocused();
    const places = () =>
      page
        .locator('form [name]:not([type="radio"])')
        .evaluateAll((fields) =>
          Object.fromEntries(
            fields.map((field) => [
              field.getAttribute('name'),
              Math.round(field.getBoundingClientRect().top + window.scrollY),
            ]),
          ),
        );
    const before = await places();
    await choosePayee(page, /Fahrradwerkstatt/);
    await page.getByLabel('Amount', { exact: true }).fill('12.00');
    await expect(page.getByText('SEPA Instant')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Templates' })).toBeVisible();
    expect(await places()).toMatchObject(before);
    await page.unroute('**/api/transactions/kept');
  });

  await test.step('on a phone the form starts at the top and its button stays in view', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    const kind = page.getByRole('radiogroup', { name: 'Payment type' });
    const room = async () => {
      const header = await page.getByRole('banner').boundingBox();
      return ((await kind.boundingBox())?.y ?? 0) - ((header?.y ?? 0) + (header?.height ?? 0));
    };
    await expect.poll(room, 'room over the form').toBeLessThan(32);
    await expect(page.getByRole('button', { name: 'Continue to confirm' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a payee in dollars is paid from euro, at a held rate, with one code', async () => {
    await page.getByLabel('From', { exact: true }).click();
    await page
      .getByRole('option', { name: /Everyday/ })
      .first()
      .click();
    await choosePayee(page, /Bluebird Hosting/);
    await page.getByLabel('Amount', { exact: true }).fill('40');
    await page.getByLabel('Reference').fill(`Dollars ${run}`);
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(
      page.getByText(/^They receive \S+\s\$ at 1\sEUR = [\d.]+\sUSD, held for \d+ s$/),
    ).toBeVisible();
    await chooseOption(page, 'Currency of the amount', 'USD');
    await expect(page.getByText(/^You pay \S+\s€ at 1\sEUR = [\d.]+\sUSD, held for \d+ s$/)).toBeVisible();
    await expect(summary).toContainText('Includes our margin of 0.4%');
    await expect(summary.getByText('They receive').locator('..')).toContainText(/40\.00\s\$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await expect(page.getByText(/Held for \d+ s\./)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 500 });
    await expect(page.getByRole('button', { name: 'Confirm and send' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(drawer).toContainText('Converted from');
    await expect(drawer).toContainText(/40\.00\s\$/);
  });

  await test.step('an instant payment to a bank without instant payments is sent as an ordinary one and says so', async () => {
    await addPayee(page, `Slow Bank ${run}`, 'DE26 2005 0550 0000 0000 49');
    await fill(page, new RegExp(`Slow Bank ${run}`), '25.00', `Slow ${run}`);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('First payment to this payee');
    await expect(
      page.getByRole('radio', { name: /SEPA Instant/ }),
      'the faster one, at the same price',
    ).toBeChecked();
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Within seconds');
    await page.locator('input[type=file]').setInputFiles({
      name: 'invoice.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    });
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await expect(page.getByText('A file wasn’t accepted. Remove it or choose another one.')).toBeVisible();
    await expect(page.locator('input[type=file]')).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove invoice.exe' }).click();
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(drawer).toContainText('sending it as a standard payment');
    await expect(drawer.getByRole('button', { name: /Confirmation/i })).toBeVisible();
  });

  await test.step('a repeated payment is pointed out, and needs a tick', async () => {
    await fill(page, new RegExp(`Slow Bank ${run}`), '25.00', `Slow ${run}`);
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('Looks like a duplicate');
    await expect(summary.locator('[data-tone]'), 'all that is unusual is in one notice').toHaveCount(1);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await expect(page.getByText('Tick this box first, or go back.')).toBeVisible();
    await expect(page.getByRole('checkbox')).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
  });

  await test.step('a failed payment opens at the wrong field, and is sent once', async () => {
    await fill(page, /Fahrradwerkstatt/, '12.00', `Wheels ${run}`);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(drawer).toContainText('has closed this account');
    const failed = new URL(page.url()).searchParams.get('payment') ?? '';
    await page.goto(`/payments/create/outgoing?from=${failed}`);
    await expect(page.getByText('Replacement for a failed payment')).toBeVisible();
    await expect(page.getByLabel('To', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await choosePayee(page, new RegExp(`Slow Bank ${run}`));
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(drawer).toContainText(`Wheels ${run}`);
  });
});
