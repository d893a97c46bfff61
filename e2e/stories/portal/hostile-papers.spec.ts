/**
 * Hostile texts in places that are easily forgotten (W1): on the printed confirmation, in file names, and in all of an applicant's
 * entries.
 */
import { randomUUID } from 'node:crypto';
import {
  createBeneficiary,
  createPayment,
  deleteBeneficiary,
  isSentForApproval,
  listAccounts,
} from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { attach } from '../../support/bill.ts';
import { ops, waiting } from '../../support/desk.ts';
import { hostileText, type Watch, watchContext } from '../../support/hostile.ts';
import { confirmPhone, enterCode, fillPerson, newStranger, next, register } from '../../support/joining.ts';
import { newestMessage } from '../../support/outbox.ts';
import { anna, confirmCode, expect, signIn, test } from '../../support/portal.ts';

// The test's own watch script is refused in frames that run no scripts: terms, mails and printed documents.
test.use({
  allowedComplaints: [
    /status of 4\d\d|Blocked script execution in '[^']*' because the document's frame is sandboxed/,
  ],
});

const ibans = ['DE02120300000000202051', 'DE02500105170137075030', 'DE02100500000054540402'];

test('a hostile name on the printed confirmation is only text', async ({ page, context, baseURL }) => {
  const watch = await watchContext(context, baseURL ?? '');
  const bank = await signInToApi(baseURL ?? '', anna);
  const [from] = (await bank.call(listAccounts, { query: { currency: 'EUR' } })).Items;
  const payees: string[] = [];
  const payments: string[] = [];
  for (const [n, iban] of ibans.entries()) {
    const name = hostileText(n, 140);
    const body = {
      legalStatus: 'COMPANY' as const,
      name,
      country: 'DE',
      bankDetails: [{ iban, currency: 'EUR' as const }],
    };
    const payee = await bank.call(createBeneficiary, { body }, { idempotencyKey: randomUUID() });
    if (isSentForApproval(payee)) throw new Error('Anna decides alone');
    payees.push(payee.id);
    const order = {
      debtorAccount: from?.number ?? '',
      beneficiaryId: payee.id,
      amount: '1.00',
      reference: 'Printed',
      chargeBearer: 'SHA' as const,
    };
    payments.push((await bank.call(createPayment, { body: order }, { idempotencyKey: randomUUID() })).id);
  }
  await signIn(page);
  for (const [n, payment] of payments.entries()) {
    await page.goto(`/payments?payment=${payment}`);
    // The printed document is inspected, so its frame stays.
    await page.evaluate(() => {
      HTMLIFrameElement.prototype.remove = () => undefined;
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    const printed = page.frameLocator('iframe[title*="PAY-"]');
    await expect(printed.locator('[data-field="recipient"]')).toHaveText(hostileText(n, 140));
    await watch.look(page);
  }
  expect(watch.seen).toEqual([]);
  for (const id of payees) await bank.call(deleteBeneficiary, { params: { id } });
});

test('a hostile file name is only a name', async ({ page, context, baseURL }) => {
  const watch = await watchContext(context, baseURL ?? '');
  await signIn(page);
  await page.goto('/account-profile');
  await page.getByRole('button', { name: 'Change address' }).click();
  const line = 'Hostile Street 13';
  await page.getByLabel('City').fill(hostileText(1, 35));
  await page.getByLabel('Address', { exact: true }).fill(line);
  await page.getByLabel('Postcode').fill('10145');
  for (let n = 0; n < 4; n += 1) {
    await attach(page, `${hostileText(n, 60).replaceAll('/', '\u2215')}.pdf`);
    await expect(page.getByRole('button', { name: /^Remove .*\.pdf$/ })).toHaveCount(n + 1);
  }
  await watch.look(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await confirmCode(page);
  await expect(page.getByText('Under review since')).toBeVisible();
  await watch.look(page);
  await page.reload();
  await expect(page.getByText('Under review since')).toBeVisible();
  await watch.look(page);
  await ops('reject', await waiting(line), '--as', 'Maija', '--reason', hostileText(1, 60));
  await expect(page.getByText(/Reason:/)).toBeVisible();
  await watch.look(page);
  expect(watch.seen).toEqual([]);
});

test('an applicant’s entries stay text on every registration screen', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const watch = await watchContext(context, baseURL ?? '');
  const stranger = newStranger();
  await register(page, stranger);
  await fillPerson(page);
  await page.getByLabel('First name').fill(hostileText(3, 60));
  await page.getByLabel('Last name').fill(hostileText(0, 60));
  await see(page, watch);
  await next(page);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await see(page, watch);
  const { code } = await newestMessage(browser, stranger.email, /./);
  await enterCode(page, code);
  await expect(page).toHaveURL(/\/phone-verification/);
  await watch.look(page);
  await confirmPhone(page);
  await next(page);
  await expect(page.getByRole('heading', { name: 'Your home address' })).toBeVisible();
  await page.getByLabel('Street and number').fill(hostileText(2, 60));
  await page.getByLabel('Postcode').fill('10123');
  await page.getByLabel('City').fill(hostileText(1, 35));
  await next(page);
  await expect(page.getByRole('heading', { name: 'Terms and fees' })).toBeVisible();
  await see(page, watch);
  await page.goto(`/sandbox/outbox?to=${encodeURIComponent(stranger.email)}`);
  await watch.look(page);
  expect(watch.seen).toEqual([]);
});

/** The screen now, and after a reload. */
async function see(page: Page, watch: Watch): Promise<void> {
  await watch.look(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await watch.look(page);
}
