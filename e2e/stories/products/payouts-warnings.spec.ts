/**
 * A duplicate payment in a file: the workbench filters by the warning, the payer ticks that the rows were checked, and the approver reads
 * the rows, the warnings, the new payees and the differences from the previous payout. A payee whose account is replaced while the payout waits is
 * named to the approver.
 */
import {
  decideInbox,
  isSentForApproval,
  listBeneficiaries,
  listInbox,
  savePreferences,
  updateBeneficiary,
} from '@calmly/contract';
import { formatIban } from '@calmly/domain';
import type { Browser, Page } from '@playwright/test';
import { signInForCompany } from '../../support/bank.ts';
import { choose, csv } from '../../support/payouts.ts';
import { anna, boris, confirmCode, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

// A confirmation whose warnings have changed is refused.
test.use({ allowedComplaints: [/status of 409/] });

const clara = { ...anna, email: 'clara@demo.calmly.example' };
const headings = ['Name', 'IBAN', 'Amount', 'Currency', 'Reference'];
const repeated = ['Liisa Kask', 'EE471000001020145685', '410.00', 'EUR', 'Repairs'];
const rows = [repeated, ['Jonas Weber', 'DE89370400440532013000', '120.00', 'EUR', 'Repairs'], repeated];

async function pageOf(browser: Browser, client: typeof anna, profile: RegExp): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signIn(page, client);
  await expect(page.getByRole('button', { name: profile })).toBeVisible();
  return page;
}

test('a duplicate payment in the file is checked by the payer and by the approver', async ({ browser }) => {
  const page = await pageOf(browser, clara, /^Profile: Northwind/);
  await page
    .getByRole('navigation', { name: 'Quick actions' })
    .getByRole('link', { name: 'Upload payout' })
    .click();
  await expect(
    page.getByText('We also recognise headings such as Name, IBAN, Amount and Currency.', { exact: false }),
  ).toBeVisible();
  await choose(page, 'repairs.csv', csv(rows, headings));
  await expect(
    page.getByText('Every row can be paid, but some rows have warnings.', { exact: false }).first(),
  ).toBeVisible();
  await expect(page.getByText('Every row passes our checks.')).toHaveCount(0);
  const chip = page
    .getByRole('group', { name: 'Warnings' })
    .getByRole('button', { name: 'Same payment twice 1' });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('row', { name: /^3\b/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^1\b/ })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Continue to totals' }).click();
  const notice = page.getByRole('region', { name: 'Same payment twice: 1 row' });
  await expect(notice).toContainText('Row 3: Liisa Kask, 410.00 €');
  await expect(page.getByText(/First payment to this account: 3 rows/)).toBeVisible();
  const send = page.getByRole('button', { name: 'Send 940.60 € for approval' });
  await send.click();
  await expect(page.getByText('Tick this box first, or go back to the rows.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('I’ve checked these rows and want to pay them').check();
  await send.click();
  await confirmCode(page);
  await expect(page).toHaveURL(/\/inbox/);
  // Clara cannot approve her own payout, so she gets no advice to do so.
  await expect(page.getByText('Some rows have warnings')).toBeVisible();
  await expect(page.getByText('Check these rows before you approve')).toHaveCount(0);

  // Boris decides from his own profile.
  const approver = await pageOf(browser, boris, /^Profile: Boris/);
  await approver.goto('/inbox');
  await approver.getByRole('button', { name: /repairs/ }).click();
  const drawer = approver.getByRole('complementary', { name: /repairs/ });
  await expect(drawer).toContainText('Check these rows before you approve');
  await expect(drawer).toContainText('Same payment twice: 1 row');
  await expect(drawer.getByRole('list', { name: 'Accounts you’ve never paid' })).toContainText('Liisa Kask');
  const listed = drawer.getByRole('list', { name: 'Rows' }).getByRole('listitem');
  // The gap between two sections keeps its distance from the line below.
  await expect(drawer.getByText('There is no earlier payout', { exact: false })).toHaveCSS(
    'padding-bottom',
    '16px',
  );
  await expect(listed).toHaveCount(3);
  await drawer.getByRole('button', { name: 'Same payment twice 1' }).click();
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText('EE47 1000 0010 2014 5685');
  await expect(listed).toContainText(
    'Row 1 pays the same amount to the same account with the same reference.',
  );
  await expectAccessible(approver);
  await drawer.getByRole('button', { name: 'Approve', exact: true }).click();
  await confirmCode(approver);
  await expect(drawer.getByRole('list', { name: 'Rows' })).toHaveCount(0);
});

test('the approver of a payout reads which rows go to an account that its payee no longer has', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const maria = { ...anna, email: 'maria@demo.calmly.example' };
  const payee = 'Kaader ja Valgus';
  const page = await pageOf(browser, clara, /^Profile: Northwind/);
  const [asMaria, asBoris] = [await signInForCompany(url, maria), await signInForCompany(url, boris)];
  const [saved] = (await asMaria.call(listBeneficiaries, { query: { search: payee } })).Items;
  const iban = saved?.bankDetails[0]?.iban ?? '';

  await page.goto('/payments/payouts/create');
  await choose(
    page,
    'water.csv',
    csv(
      [
        [saved?.name ?? '', iban, '87.30', 'EUR', 'Water'],
        ['Peeter Oja', 'LT121000011101001000', '14.20', 'EUR', 'Tolls'],
      ],
      headings,
    ),
  );
  await page.getByRole('button', { name: 'Continue to totals' }).click();
  await page.getByRole('button', { name: /^Send .* for approval$/ }).click();
  await confirmCode(page);
  await expect(page).toHaveURL(/\/inbox/);

  await test.step('Maria requests another account of the payee, and Boris approves it', async () => {
    const sent = await asMaria.call(updateBeneficiary, {
      params: { id: saved?.id ?? '' },
      body: { bankDetails: [{ iban: 'IE29AIBK93115212345678', currency: 'EUR' }] },
    });
    if (!isSentForApproval(sent)) throw new Error('the change did not wait for approval');
    const inbox = await asBoris.call(listInbox, { query: {} });
    const change = inbox.Items.find(({ id }) => id === sent.approvalId);
    const items = [{ id: sent.approvalId, version: change?.version ?? '' }];
    const { results } = await asBoris.call(decideInbox, { body: { items, decision: 'APPROVE' } });
    expect(results[0]?.outcome).toBe('APPROVED');
  });

  const named = new RegExp(`Row 1: ${saved?.name}, ${formatIban(iban)}, 87\\.30\\s€`);
  await test.step('Boris reads which row it is, and that the payout must be sent again', async () => {
    const approver = await pageOf(browser, boris, /^Profile: Boris/);
    await approver.goto('/inbox');
    // The list shows this, and a decision on several leaves it out.
    const row = approver.getByRole('listitem').filter({ hasText: 'Payout: water' });
    await expect(row).toContainText('Can’t be approved');
    await row.getByRole('checkbox').check();
    const bar = approver.getByRole('region', { name: '1 selected' });
    await expect(bar).toContainText('1 payout can’t be approved, because a payee has changed');
    await expect(bar.getByRole('button', { name: 'Reject' })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    await row.getByRole('checkbox').uncheck();
    await approver.getByRole('button', { name: /water/ }).click();
    const drawer = approver.getByRole('complementary', { name: /water/ });
    await expect(drawer).toContainText('The payee has another account now: 1 row');
    await expect(drawer).toContainText(named);
    await expect(drawer).toContainText(
      'A payee has changed since this payout was requested, so it can’t be approved. Ask Clara Weber to withdraw the request and send the payout again.',
    );
    // It would be refused after the code.
    await expect(drawer.getByRole('button', { name: 'Reject' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    await expectAccessible(approver);
    await approver.context().close();
  });

  await test.step('Clara reads the same on the page of the payout, in Russian too', async () => {
    await page.getByRole('button', { name: /water/ }).click();
    await page.getByRole('link', { name: 'Open payout' }).click();
    await expect(page.getByText(named)).toBeVisible();
    await expect(
      page.getByText('A payee has changed since you requested this payout', { exact: false }),
    ).toBeVisible();
    await expectAccessible(page);
    const asClara = await signInForCompany(url, clara);
    await asClara.call(savePreferences, { body: { language: 'ru' } });
    await page.reload();
    await expect(page.getByText('У получателя уже другой счёт: 1 строка')).toBeVisible();
    await asClara.call(savePreferences, { body: { language: 'en' } });
  });
  await page.context().close();
});

test('names that are still being compared hold the payment back, unless one does not wait', async ({
  page,
}) => {
  let left = 1_200;
  await page.route('**/api/masspayout/*/preview', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), UncomparedNames: left } });
  });
  await signIn(page, anna);
  await page.goto('/payments/payouts/create');
  await choose(
    page,
    'names.csv',
    csv([['Otto Pihlak', 'EE471000001020145685', '3.10', 'EUR', 'Tea']], headings),
  );
  await page.getByRole('button', { name: 'Continue to totals' }).click();
  await expect(page.getByText('Checking 1,200 names against the payees’ accounts…')).toBeVisible();
  const pay = page.getByRole('button', { name: /^Pay 3\.\d\d €/ });
  await expect(pay).toBeDisabled();
  await expectAccessible(page);
  await page.getByLabel('Confirm without the remaining name checks').check();
  await expect(pay).toBeEnabled();
  await page.getByLabel('Confirm without the remaining name checks').uncheck();
  await expect(pay).toBeDisabled();
  left = 0;
  await expect(pay).toBeEnabled();
  await expect(page.getByText('against the payees’ accounts', { exact: false })).toHaveCount(0);
});
