/**
 * Edit forms while a colleague saves another change: what is saved is never undone, the form says what is stored now, and can begin again
 * from that. The colleague acts over the API; the open page hears of each change.
 */
import {
  changeCardControls,
  changeStandingOrder,
  createBeneficiary,
  createStandingOrder,
  deleteBeneficiary,
  endStandingOrder,
  getBeneficiary,
  getCard,
  getDeskCalendar,
  getStandingOrder,
  isSentForApproval,
  issueCard,
  listAccounts,
  newIdempotencyKey,
  termsVersions,
  updateBeneficiary,
} from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
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

test('the account of a payee that was chosen is the one that is changed', async ({ page, baseURL }) => {
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

test('a standing order that was changed meanwhile is not changed back', async ({ page, baseURL }) => {
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
