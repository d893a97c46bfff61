/** The main job, end to end: sign in, see real money, pay a real IBAN, and find the books right to the cent. */
import { listAccounts, listPayments } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi, verifyBooks } from '../../support/bank.ts';
import { loseAnswers } from '../../support/lost-answers.ts';
import {
  anna,
  chooseCountry,
  confirmCode,
  expect,
  expectAccessible,
  minorUnits,
  signInByForm,
  test,
} from '../../support/portal.ts';

test.use({ serviceWorkers: 'block' });

/** Available on the first euro account, in cents, as the dashboard shows it. */
async function everydayCents(page: Page): Promise<bigint> {
  await page.goto('/dashboard');
  const card = page.getByRole('list', { name: 'Accounts' }).getByRole('link', { name: /Everyday/ });
  await expect(card).toBeVisible();
  const amount = (await card.innerText()).match(/-?[\d\u00a0 ]+\.\d{2}/)?.[0];
  return minorUnits(amount ?? '');
}

async function fillPayment(page: Page, payee: string, amount: string, reference: string): Promise<void> {
  await page.goto('/payments/create/outgoing');
  await choose(page, 'From', /Everyday/);
  await choose(page, 'To', new RegExp(payee));
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Reference').fill(reference);
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

test('Anna adds a payee, pays it, follows the payment live and finds the books right', {
  tag: '@journey',
}, async ({ page, baseURL }) => {
  await signInByForm(page);
  await expectAccessible(page);
  const before = await everydayCents(page);
  const bank = await signInToApi(baseURL ?? '', anna);
  const everyday = async () => {
    const accounts = await bank.call(listAccounts, { query: { currency: 'EUR' } });
    const found = accounts.Items.find((account) => account.name === 'Everyday');
    return { booked: minorUnits(found?.booked ?? ''), reserved: minorUnits(found?.reserved ?? '') };
  };
  const booksBefore = await everyday();

  await test.step('a mistyped IBAN is reported by its field', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Beneficiaries' }).click();
    await page.getByRole('link', { name: 'Add payee' }).click();
    await page.getByText('Company', { exact: true }).click();
    await page.getByLabel('Company name').fill('Rheinwerk Logistik GmbH');
    await chooseCountry(page, 'Country', 'Germany');
    await page.getByLabel('IBAN').fill('DE88 3704 0044 0532 0130 00');
    await expect(page.getByText('The check digits don’t match')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the right one names the bank, and a code that names the payee adds it', async () => {
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await expect(page.getByText(/Commerzbank.*COBADEFF/)).toBeVisible();
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    const asked = await confirmCode(page);
    expect(asked).toContain('Rheinwerk Logistik GmbH');
    await expect(page.getByRole('complementary')).toContainText('DE89 3704 0044 0532 0130 00');
    await expectAccessible(page);
  });

  await test.step('the fee and the total are shown before confirming', async () => {
    await fillPayment(page, 'Rheinwerk', '120.50', 'Invoice 2026-118');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('120.50 €'.replace(' ', '\u00a0'));
    await expect(summary).toContainText(/Total/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await expectAccessible(page);
  });

  await test.step('the code names amount and payee; then the drawer follows it without a reload', async () => {
    await page.evaluate(() => {
      document.documentElement.dataset.loadedOnce = 'yes';
    });
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    const asked = await confirmCode(page);
    expect(asked).toContain('Rheinwerk Logistik GmbH');
    expect(asked).toContain('120.50');
    await expect(page).toHaveURL(/payment=/);
    const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });
    await expect(drawer).toContainText('Submitted');
    // The future steps are shown from the start; the confirmation appears when the payment is done.
    await expect(drawer.getByRole('button', { name: /Confirmation/i })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-loaded-once', 'yes');
    await expectAccessible(page);
  });

  const fee = await test.step('the confirmation is a PDF', async () => {
    const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });
    const download = page.waitForEvent('download');
    await drawer.getByRole('button', { name: /Download confirmation|Confirmation/ }).click();
    const file = await (await download).createReadStream();
    const head = await new Promise<string>((resolve, reject) => {
      file.once('data', (chunk) => resolve(chunk.toString('latin1').slice(0, 5)));
      file.once('error', reject);
    });
    expect(head).toBe('%PDF-');
    const text = await drawer.innerText();
    return minorUnits(text.match(/Fee, SEPA(?: Instant)?\s+([\d\u00a0]+\.\d{2})/)?.[1] ?? '');
  });

  await test.step('balance and books are right to the cent', async () => {
    expect(fee).toBeGreaterThan(0n);
    expect(await everydayCents(page)).toBe(before - 12_050n - fee);
    expect(await everyday()).toEqual({
      booked: booksBefore.booked - 12_050n - fee,
      reserved: booksBefore.reserved,
    });
    await verifyBooks();
  });

  await test.step('the price list names the fee that was charged', async () => {
    await page.goto('/account-profile?tab=fees');
    const row = page
      .getByRole('table', { name: 'Outgoing payments' })
      .getByRole('row', { name: /^SEPA\b(?! I)/ });
    const price = row.getByRole('cell').first();
    await expect(price).toHaveText(/\d/);
    expect(minorUnits((await price.innerText()).replace(/[^\d.]/g, ''))).toBe(fee);
    await expect(page.getByRole('row', { name: /^Currency exchange/ })).toContainText('0.4%');
    await expectAccessible(page);
  });
});

test('a payment beyond the balance is refused before any code is requested', { tag: '@journey' }, async ({
  page,
}) => {
  await signInByForm(page);
  await fillPayment(page, 'Rheinwerk', '999 999.00', 'Too much');
  await expect(page.getByText(/^You’re .+ short$/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await expect(page.getByText('There isn’t enough money in the account.')).toBeVisible();
  await expect(page.getByLabel('Amount')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a double click sends once', { tag: '@journey' }, async ({ page, baseURL }) => {
  await signInByForm(page);
  const reference = `Double ${Date.now()}`;
  await fillPayment(page, 'Rheinwerk', '1.00', reference);
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await page.getByRole('button', { name: 'Confirm and send' }).dblclick();
  await confirmCode(page);
  await expect(page).toHaveURL(/payment=/);
  const bank = await signInToApi(baseURL ?? '', anna);
  expect((await bank.call(listPayments, { query: { search: reference } })).Items).toHaveLength(1);
});

test.describe('when the response is lost', () => {
  test.use({ allowedComplaints: [/net::ERR_|status of 503/] });

  test('the same intent is sent again and executed once', { tag: '@journey' }, async ({ page, baseURL }) => {
    await signInByForm(page);
    const reference = `Lost ${Date.now()}`;
    const summary = page.getByRole('region', { name: 'Summary' });
    await test.step('missing figures are reported, and arrive when they are requested again', async () => {
      const isPreview = '**/api/transactions/preview';
      await page.route(isPreview, (route) => route.abort('connectionreset'));
      await fillPayment(page, 'Rheinwerk', '2.00', reference);
      await expect(summary).toContainText('We couldn’t load the fee and arrival time');
      // Held until the press: a hint about an earlier payment may also refetch, and the new figures would remove the button.
      const pressed = Promise.withResolvers<void>();
      await page.route(isPreview, async (route) => {
        await pressed.promise;
        await route.continue();
      });
      await summary.getByRole('button', { name: 'Try again' }).click();
      pressed.resolve();
      await expect(summary).toContainText('2.00\u00a0€');
      await page.unroute(isPreview);
    });
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    let dropped = 0;
    await page.route('**/api/transactions', async (route) => {
      const withCode = route.request().headers()['x-tfa-code'] !== undefined;
      if (route.request().method() !== 'POST' || !withCode || dropped > 0) return route.fallback();
      dropped += 1;
      // The server has executed it; the browser never gets the answer.
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(page).toHaveURL(/payment=/);
    expect(dropped).toBe(1);
    const bank = await signInToApi(baseURL ?? '', anna);
    expect((await bank.call(listPayments, { query: { search: reference } })).Items).toHaveLength(1);
  });

  test('an order whose commit is uncertain stays as it was sent, also after a reload', async ({
    page,
    baseURL,
  }) => {
    await signInByForm(page);
    const reference = `Unsure ${Date.now()}`;
    await fillPayment(page, 'Rheinwerk', '2.25', reference);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    const loss = await loseAnswers(page, /\/api\/transactions$/, 'commit');
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(page.getByText('We couldn’t get the result')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeDisabled();
    await page.reload();
    await expect(page.getByText('The page closed while this payment was being sent')).toBeVisible();
    await loss.end();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page).toHaveURL(/payment=/);
    expect(loss.keys.size).toBe(1);
    const bank = await signInToApi(baseURL ?? '', anna);
    expect((await bank.call(listPayments, { query: { search: reference } })).Items).toHaveLength(1);
  });

  // Control: if sending waits for the details, the form stays.
  test('losing the details does not affect the sent payment', async ({ page, baseURL }) => {
    await signInByForm(page);
    const reference = `Unread ${Date.now()}`;
    await fillPayment(page, 'Rheinwerk', '1.50', reference);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    const isDetails = /\/api\/transactions\/[\da-f]{8}-[\da-f-]{27}$/;
    const held = Promise.withResolvers<void>();
    await page.route(isDetails, async (route) => {
      await held.promise;
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await confirmCode(page);
    await expect(page).toHaveURL(/payment=/);
    await expect(page.getByText('We’ve received your payment to Rheinwerk Logistik GmbH')).toBeVisible();
    const drawer = page.getByRole('complementary');
    await expect(drawer.getByRole('status', { name: 'Loading' })).toBeVisible();
    held.resolve();
    await expect(drawer).toContainText('This doesn’t affect the payment.');
    // The first attempt is lost too; the client repeats it.
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await page.unroute(isDetails);
    await expect(page.getByRole('complementary', { name: 'Outgoing payment' })).toContainText(reference);
    const bank = await signInToApi(baseURL ?? '', anna);
    expect((await bank.call(listPayments, { query: { search: reference } })).Items).toHaveLength(1);
  });
});

test('the button stays in place when figures and warnings arrive, so that a press does not miss it', async ({
  page,
}) => {
  await signInByForm(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/transactions/preview', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await fillPayment(page, 'Rheinwerk', '2.75', 'In place');
  const button = page.getByRole('button', { name: 'Continue to confirm' });
  const before = await button.boundingBox();
  answered.resolve();
  await expect(page.getByText('New payee', { exact: true })).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test.describe('a payee deleted meanwhile', () => {
  test('leaves the form at once, which reports it and offers a new one', async ({ page, baseURL }) => {
    await signInByForm(page);
    await fillPayment(page, 'Rheinwerk', '3.00', 'After the end');
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await expect(page.getByRole('button', { name: 'Confirm and send' })).toBeVisible();
    const bank = await signInToApi(baseURL ?? '', anna);
    const { deleteBeneficiary, listBeneficiaries } = await import('@calmly/contract');
    const found = await bank.call(listBeneficiaries, { query: { search: 'Rheinwerk' } });
    for (const payee of found.Items) await bank.call(deleteBeneficiary, { params: { id: payee.id } });
    await expect(page.getByText(/is no longer one of your payees/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm and send' })).toHaveCount(0);
  });
});
