/**
 * Edit forms while a colleague saves another change: saved changes are never undone, the form shows the stored values, and can start again
 * from them. The colleague acts over the API; the open page is notified of each change.
 */
import {
  changeCardControls,
  changeNote,
  changeReceiptRules,
  changeStandingOrder,
  closeAccount,
  createBeneficiary,
  createStandingOrder,
  deleteBeneficiary,
  deletePayout,
  endStandingOrder,
  getBeneficiary,
  getCard,
  getDeskCalendar,
  getPayout,
  getReceiptRules,
  getStandingOrder,
  isSentForApproval,
  issueCard,
  listAccounts,
  listPayments,
  newIdempotencyKey,
  openAccount,
  renameAccount,
  renamePayout,
  termsVersions,
  updateBeneficiary,
} from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { choose, csv } from '../../support/payouts.ts';
import { anna, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

test.use({ allowedComplaints: [/status of (404|409)/], serviceWorkers: 'block' });

/** Runs the colleague's change and waits until the page has read it. */
async function meanwhile(page: Page, path: string, change: () => Promise<unknown>): Promise<void> {
  const isRead = page.waitForResponse(
    (response) => response.request().method() === 'GET' && new URL(response.url()).pathname === `/api${path}`,
  );
  await change();
  await isRead;
}
const again = (page: Page) => page.getByRole('button', { name: 'Use the saved version' });

test('limits of a card that were changed meanwhile stay', async ({ page, baseURL }) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  const { Items: accounts } = await bank.call(listAccounts, { query: { currency: 'EUR' } });
  const card = await bank.call(issueCard, {
    body: {
      kind: 'VIRTUAL',
      design: 'ink',
      name: 'Edited together',
      nameOnCard: 'ANNA TAMM',
      feeAccount: accounts[0]?.number ?? '',
      isSingleUse: false,
      termsVersion: termsVersions.cards,
    },
  });
  if (isSentForApproval(card)) throw new Error('Anna decides alone');
  const params = { id: card.id };
  const limits = async () => (await bank.call(getCard, { params })).controls.limits;
  await signIn(page);
  await page.goto(`/cards?card=${card.id}`);
  await page.getByRole('region', { name: 'Limits' }).getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Limits for Edited together' });
  await dialog.getByLabel('Per month').fill('900');
  await meanwhile(page, `/cards/${card.id}`, () =>
    bank.call(changeCardControls, {
      params,
      body: { version: card.version, ...card.controls, limits: { ...card.controls.limits, perDay: '50.00' } },
    }),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('The card was changed in the meantime.');
  await expect(dialog).toContainText('Per day: 50.00\u00a0€');
  await expectAccessible(page);
  expect(await limits()).toMatchObject({ perDay: '50.00', perMonth: null });
  await again(page).click();
  await expect(dialog.getByLabel('Per day')).toHaveValue('50.00');
  await dialog.getByLabel('Per month').fill('900');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await limits()).toMatchObject({ perDay: '50.00', perMonth: '900.00' });
});

test('the chosen account of a payee is the one that is changed', async ({ page, baseURL }) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  const [first, second] = ['DE02120300000000202051', 'DE02500105170137075030'];
  const made = await bank.call(createBeneficiary, {
    body: {
      legalStatus: 'COMPANY',
      name: 'Zwei Konten GmbH',
      country: 'DE',
      bankDetails: [first, second].map((iban) => ({ iban, currency: 'EUR' as const })),
    },
  });
  if (isSentForApproval(made)) throw new Error('Anna decides alone');
  const params = { id: made.id };
  const ibans = async () => (await bank.call(getBeneficiary, { params })).bankDetails.map(({ iban }) => iban);
  await signIn(page);

  await test.step('a link to an account of an older list opens no other', async () => {
    await page.goto(`/beneficiaries/${made.id}/accounts/1?version=${made.version + 1}`);
    await expect(page.getByText('The payee’s accounts have changed')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the first account is removed while the second is being changed', async () => {
    await page.getByRole('link', { name: 'Open payee' }).click();
    await page.getByRole('link', { name: 'Edit this account' }).nth(1).click();
    const iban = page.getByLabel('IBAN');
    await expect(iban).toHaveValue(/7075 ?030|0750 ?30/);
    await meanwhile(page, `/beneficiaries/${made.id}`, () =>
      bank.call(updateBeneficiary, {
        params,
        body: { bankDetails: [{ iban: second, currency: 'EUR' }], version: made.version },
      }),
    );
    await iban.fill('DE02100500000054540402');
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await expect(page.getByText('This payee was changed in the meantime.')).toBeVisible();
    await expect(page.getByText('Latest saved version')).toBeVisible();
    expect(await ibans()).toEqual([second]);
  });
  await bank.call(deleteBeneficiary, { params });
});

test('a standing order changed by a colleague in the meantime is not changed back', async ({
  page,
  baseURL,
}) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  const { BusinessTime } = await bank.call(getDeskCalendar, {});
  const [everyday, savings] = (await bank.call(listAccounts, { query: { currency: 'EUR' } })).Items;
  const startOn = new Date(Date.parse(BusinessTime) + 5 * 86_400_000).toISOString().slice(0, 10);
  const terms = { frequency: 'MONTHLY', startOn, endOn: null, times: null, restDays: 'AFTER' } as const;
  const order = await bank.call(
    createStandingOrder,
    {
      body: {
        debtorAccount: everyday?.number ?? '',
        creditorAccount: savings?.number ?? '',
        amount: '3.00',
        reference: 'Saved together',
        chargeBearer: 'SHA',
        ...terms,
      },
    },
    { idempotencyKey: newIdempotencyKey() },
  );
  const params = { id: order.id };
  await signIn(page);
  await page.goto(`/payments?tab=scheduled&order=${order.id}`);
  await page.getByRole('complementary').getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reference').fill('Renamed');
  await meanwhile(page, `/transactions/scheduled/${order.id}`, () =>
    bank.call(changeStandingOrder, {
      params,
      body: { amount: '4.00', reference: order.reference, ...terms },
    }),
  );
  await dialog.getByRole('button', { name: 'Continue to confirm' }).click();
  await expect(dialog).toContainText('This standing order was changed in the meantime.');
  await expect(dialog).toContainText('4.00\u00a0€; Saved together');
  await again(page).click();
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('4.00');
  expect(await bank.call(getStandingOrder, { params })).toMatchObject({
    amount: '4.00',
    reference: 'Saved together',
  });
  await bank.call(endStandingOrder, { params });
});

test('a name, a note and rules for receipts that were saved meanwhile stay, and both values are shown', async ({
  page,
  baseURL,
}) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  await signIn(page);

  await test.step('the name of an account', async () => {
    const account = await bank.call(
      openAccount,
      { body: { currency: 'CZK', name: 'Prague' } },
      { idempotencyKey: newIdempotencyKey() },
    );
    const params = { id: account.id };
    await page.goto(`/requisites?account=${account.id}`);
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename account' });
    const name = dialog.getByLabel('Name', { exact: true });
    await name.fill('Travel');
    await meanwhile(page, '/clientaccounts', () =>
      bank.call(renameAccount, { params, body: { name: 'Holidays' } }),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('This account was renamed in the meantime.');
    await expect(dialog.getByRole('status')).toContainText('Holidays');
    await expect(name).toHaveValue('Travel');
    await expectAccessible(page);
    await again(page).press('Enter');
    await expect(name).toHaveValue('Holidays');
    // The pressed button has disappeared.
    await expect(name).toBeFocused();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Holidays', level: 2 })).toBeVisible();
    await bank.call(closeAccount, { params, query: {} });
  });

  await test.step('a note', async () => {
    const [payment] = (await bank.call(listPayments, { query: { limit: 1 } })).Items;
    const params = { id: payment?.id ?? '' };
    await page.goto(`/payments?all=true&payment=${params.id}`);
    await page.getByRole('button', { name: /^(Add a|Edit) note$/ }).click();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Ask about the rate');
    await meanwhile(page, '/bookkeeping/annotations', () =>
      bank.call(changeNote, { params, body: { note: 'Checked by Clara' } }),
    );
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByText('This note was changed in the meantime.', { exact: false })).toBeVisible();
    await expect(page.getByText('Checked by Clara')).toBeVisible();
    await expectAccessible(page);
    // A long note need not be typed again.
    await expect(note).toHaveValue('Ask about the rate');
    await page.getByRole('button', { name: 'Save mine instead' }).click();
    await expect(note).toHaveCount(0);
    await expect(page.getByText('Ask about the rate')).toBeVisible();
    await expect(page.getByText('Checked by Clara')).toHaveCount(0);
    await bank.call(changeNote, { params, body: { note: null } });
  });

  await test.step('the rules for receipts of card payments', async () => {
    const before = await bank.call(getReceiptRules, {});
    await page.goto('/cards');
    await page.getByRole('button', { name: 'Receipt rules' }).click();
    const dialog = page.getByRole('dialog', { name: 'Receipts of card payments' });
    await dialog.getByLabel('Always').check();
    await meanwhile(page, '/cards/receipts', () =>
      bank.call(changeReceiptRules, { body: { ask: 'ABOVE', above: '70.00', lockAfterDays: null } }),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('The rules for receipts were changed in the meantime.');
    await expect(dialog).toContainText('Above an amount: 70.00\u00a0€');
    await expectAccessible(page);
    await again(page).click();
    await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('70.00');
    await bank.call(changeReceiptRules, { body: before });
  });
});

test.describe('a connection that fails', () => {
  test.use({ allowedComplaints: [/status of (404|409)|net::ERR_FAILED/] });

  test('a name that could not be saved stays in its field', async ({ page, baseURL }) => {
    const bank = await signInToApi(baseURL ?? '', anna);
    await signIn(page);
    await page.goto('/payments/payouts/create');
    const row = ['Otto Pihlak', 'EE471000001020145685', '3.20', 'EUR', 'Cups'];
    await choose(page, 'cups.csv', csv([row], ['Name', 'IBAN', 'Amount', 'Currency', 'Reference']));
    await expect(page.getByRole('button', { name: 'Continue to totals' })).toBeVisible();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const field = page.getByRole('textbox', { name: 'Payout name' });
    const isRename = (url: URL) => url.pathname === `/api/masspayout/${id}/name`;
    await page.route(isRename, (route) => route.abort());
    await page.getByRole('button', { name: 'Rename' }).click();
    await field.fill('Cups of May');
    await field.press('Enter');
    const message = page.getByRole('dialog');
    await expect(message).toBeVisible();
    await message.getByRole('button').first().click();
    await expect(field).toHaveValue('Cups of May');
    await page.unroute(isRename);
    await field.press('Enter');
    await expect(page.getByText('Cups of May', { exact: true })).toBeVisible();
    await expect.poll(async () => (await bank.call(getPayout, { params: { id } })).name).toBe('Cups of May');
    await bank.call(deletePayout, { params: { id } });
  });
});

test('a payout renamed by a colleague in the meantime shows both names, and neither is lost', async ({
  page,
  baseURL,
}) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  await signIn(page);
  await page.goto('/payments/payouts/create');
  const row = ['Otto Pihlak', 'EE471000001020145685', '3.10', 'EUR', 'Tea'];
  await choose(page, 'together.csv', csv([row], ['Name', 'IBAN', 'Amount', 'Currency', 'Reference']));
  await expect(page.getByRole('button', { name: 'Continue to totals' })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const params = { id };
  const stored = async () => (await bank.call(getPayout, { params })).name;
  const rename = page.getByRole('button', { name: 'Rename' });
  const field = page.getByRole('textbox', { name: 'Payout name' });
  const dialog = page.getByRole('dialog', { name: 'This payout was renamed in the meantime' });
  /** Types a name while a colleague saves another one. */
  const renameTogether = async (typed: string, saved: string) => {
    await rename.click();
    await field.fill(typed);
    await meanwhile(page, `/masspayout/${id}`, () =>
      bank.call(renamePayout, { params, body: { name: saved } }),
    );
    await field.press('Enter');
    await expect(dialog).toContainText(`It’s now called “${saved}”. You typed “${typed}”.`);
    expect(await stored()).toBe(saved);
  };

  await renameTogether('Tea of May', 'Tea and coffee');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep saved name' }).click();
  await expect(dialog).toBeHidden();
  await expect(rename).toBeFocused();
  expect(await stored()).toBe('Tea and coffee');

  await renameTogether('Tea of June', 'Coffee');
  await dialog.getByRole('button', { name: 'Use my name' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Tea of June', { exact: true })).toBeVisible();
  expect(await stored()).toBe('Tea of June');
  await bank.call(deletePayout, { params });
});
