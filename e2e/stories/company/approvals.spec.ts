/** Approvals among three people at once: requests, decisions, and what fails closed. Each person has their own browser. */
import {
  createPayment,
  decideInbox,
  isSentForApproval,
  listAccounts,
  listBeneficiaries,
  listInbox,
  problems,
  updateBeneficiary,
} from '@calmly/contract';
import type { Browser, Page } from '@playwright/test';
import { signInForCompany } from '../../support/bank.ts';
import {
  anna,
  boris,
  confirmCode,
  expect,
  expectAccessible,
  signInByForm,
  test,
} from '../../support/portal.ts';

const { password } = anna;
const clara = { email: 'clara@demo.calmly.example', password };
const maria = { email: 'maria@demo.calmly.example', password };
const toomas = { email: 'toomas@demo.calmly.example', password };
type Person = typeof clara;

/** A separate browser, signed in. */
async function sitDown(browser: Browser, person: Person, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', timezoneId: 'Europe/Tallinn' });
  const page = await context.newPage();
  await signInByForm(page, person);
  return page;
}

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Requests a payment of the company over the API; returns its number. */
async function askFor(bank: Awaited<ReturnType<typeof signInForCompany>>, payee: string, reference: string) {
  const accounts = await bank.call(listAccounts, { query: { currency: 'EUR' } });
  const payees = await bank.call(listBeneficiaries, { query: { search: payee } });
  const body = {
    debtorAccount: accounts.Items.find(({ name }) => name === 'Operating')?.number ?? '',
    beneficiaryId: payees.Items[0]?.id ?? '',
    amount: '1350.00',
    reference,
    chargeBearer: 'SHA',
  } as const;
  return bank.call(createPayment, { body });
}

/** Opens the person's waiting request in the drawer. */
async function openInInbox(page: Page, reference: string): Promise<void> {
  await page.goto('/inbox');
  await page.getByRole('button', { name: new RegExp(reference) }).click();
  await expect(page.getByRole('complementary', { name: 'Payment' })).toContainText(reference);
}

const drawerOf = (page: Page) => page.getByRole('complementary', { name: 'Payment' });
const approveIn = (page: Page) => drawerOf(page).getByRole('button', { name: 'Approve', exact: true });

test('Clara requests, Maria and Boris approve concurrently, one of them is counted, and Clara sees it sent', {
  tag: '@journey',
}, async ({ browser, page, baseURL }) => {
  const url = baseURL ?? '';
  const reference = `Race ${Date.now()}`;
  await signInByForm(page, clara);

  await test.step('Clara orders it, and sees whose approval it awaits', async () => {
    await page.goto('/payments/create/outgoing');
    await choose(page, 'From', /Operating/);
    await choose(page, 'To', /Valoa/);
    await page.getByLabel('Amount').fill('1420.00');
    await page.getByLabel('Reference').fill(reference);
    await page.getByRole('button', { name: 'Continue to confirm' }).click();
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    expect(await confirmCode(page)).toContain('1 420.00'.replace(' ', '\u00a0'));
    const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });
    await expect(drawer).toContainText(/Waiting for Boris Sokolov, Maria Kask,? or Toomas Rebane/);
    await expect(drawer.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    await expectAccessible(page);
  });

  const [atMaria, atBoris] = [await sitDown(browser, maria, url), await sitDown(browser, boris, url)];
  await test.step('both administrators see it, Boris from his own profile', async () => {
    for (const boss of [atMaria, atBoris]) await openInInbox(boss, reference);
    await expect(atBoris.getByRole('button', { name: /^Profile: Boris/ })).toBeVisible();
    await expect(drawerOf(atBoris)).toContainText('FI85 1234 5600 0007 00');
    await expectAccessible(atBoris);
  });

  await test.step('both confirm concurrently', async () => {
    const bosses = [atMaria, atBoris];
    const popups = bosses.map((boss) => boss.getByRole('dialog', { name: 'Enter the code' }));
    for (const boss of bosses) await approveIn(boss).click();
    for (const popup of popups) await expect(popup.getByLabel('Digit 6 of 6')).toHaveValue(/\d/);
    await Promise.all(popups.map((popup) => popup.getByRole('button', { name: 'Continue' }).click()));
    for (const boss of bosses) {
      await expect(drawerOf(boss).getByText('Approved', { exact: true })).toHaveCount(2);
      await expect(approveIn(boss)).toHaveCount(0);
    }
    // One of the two decisions was counted.
    const deciders = await drawerOf(atMaria)
      .getByRole('listitem')
      .filter({ hasText: 'Approved' })
      .allInnerTexts();
    expect(deciders).toHaveLength(1);
  });

  await test.step('Clara sees it sent without a reload', async () => {
    const drawer = page.getByRole('complementary', { name: 'Outgoing payment' });
    await expect(drawer.getByRole('button', { name: /Confirmation/i })).toBeVisible();
  });
  for (const boss of [atMaria, atBoris]) await boss.context().close();
});

test('the request beside the list stays when a newer one arrives, until its reader decides', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const asClara = await signInForCompany(url, clara);
  const [older, newer] = [`Pinned ${Date.now()}`, `Arriving ${Date.now()}`];
  await askFor(asClara, 'Valoa', older);
  const atMaria = await sitDown(browser, maria, url);
  await atMaria.goto('/inbox');
  await expect(drawerOf(atMaria)).toContainText(older);
  await askFor(asClara, 'Valoa', newer);
  const rows = atMaria.getByRole('button', { name: /Pinned|Arriving/ });
  // It is above the displayed one: without the pin it would be next to the list.
  await expect(rows.first()).toContainText(newer);
  await expect(drawerOf(atMaria)).toContainText(older);
  await approveIn(atMaria).click();
  await confirmCode(atMaria);
  await expect(drawerOf(atMaria)).toContainText(newer);
  await atMaria.context().close();
});

test('a changed payee voids the approval in progress, and the approver is notified', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const reference = `Void ${Date.now()}`;
  const [asClara, asMaria, asBoris] = [
    await signInForCompany(url, clara),
    await signInForCompany(url, maria),
    await signInForCompany(url, boris),
  ];
  await askFor(asClara, 'Tuulekindlustus', reference);
  const atBoris = await sitDown(browser, boris, url);
  await openInInbox(atBoris, reference);
  await approveIn(atBoris).click();
  const popup = atBoris.getByRole('dialog', { name: 'Enter the code' });
  await expect(popup.getByLabel('Digit 6 of 6')).toHaveValue(/\d/);

  await test.step('Maria requests another account of the payee, and Boris approves it in another window', async () => {
    const payees = await asMaria.call(listBeneficiaries, { query: { search: 'Tuulekindlustus' } });
    // No other story pays this account: there, a changed payee would have to be acknowledged.
    const bankDetails = [{ iban: 'LV80BANK0000435195001', currency: 'EUR' }];
    const sent = await asMaria.call(updateBeneficiary, {
      params: { id: payees.Items[0]?.id ?? '' },
      body: { bankDetails },
    });
    if (!isSentForApproval(sent)) throw new Error('the change did not wait for approval');
    const inbox = await asBoris.call(listInbox, { query: {} });
    const change = inbox.Items.find(({ id }) => id === sent.approvalId);
    const items = [{ id: sent.approvalId, version: change?.version ?? '' }];
    const { results } = await asBoris.call(decideInbox, { body: { items, decision: 'APPROVE' } });
    expect(results[0]?.outcome).toBe('APPROVED');
  });

  await popup.getByRole('button', { name: 'Continue' }).click();
  await expect(atBoris.getByText(problems.approval_changed.en)).toBeVisible();
  await expect(drawerOf(atBoris)).toContainText('The payee has another account now');
  await expect(drawerOf(atBoris)).toContainText(
    /This payment goes to EE\d+, the account it was requested for/,
  );
  // It waits as before: nothing was counted, and he may decide again on the current version.
  await expect(drawerOf(atBoris)).toContainText(/Waiting for Boris Sokolov, Maria Kask,? or Toomas Rebane/);
  await expect(approveIn(atBoris)).toBeVisible();
  await atBoris.context().close();

  await test.step('Clara, who asked for the payment, is told the same', async () => {
    const { Items } = await asClara.call(listInbox, { query: { view: 'REQUESTED' } });
    const own = Items.find(({ facts }) => facts.reference === reference);
    const atClara = await sitDown(browser, clara, url);
    await atClara.goto(`/payments?payment=${own?.subjectId}`);
    await expect(drawerOf(atClara)).toContainText('The payee has another account now');
    await atClara.context().close();
  });
});

test('the requester cannot approve from another profile either, and sees who can', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const reference = `Self ${Date.now()}`;
  const asBoris = await signInForCompany(url, boris);
  await askFor(asBoris, 'Kaader', reference);

  // In this browser he uses his own profile: the company's request is still his own.
  const atBoris = await sitDown(browser, boris, url);
  await atBoris.goto('/inbox');
  await expect(atBoris.getByRole('list').getByRole('button').first()).toBeVisible();
  await expect(atBoris.getByRole('button', { name: new RegExp(reference) })).toHaveCount(0);
  await atBoris.getByText(/^Yours/).click();
  await atBoris
    .getByRole('button', { name: /Waiting for Maria Kask/ })
    .first()
    .click();
  await expect(drawerOf(atBoris)).toContainText('This is your own request, so another approver decides.');
  await expect(approveIn(atBoris)).toHaveCount(0);

  await test.step('nor by calling the API directly', async () => {
    const { Items } = await asBoris.call(listInbox, { query: { view: 'REQUESTED' } });
    const own = Items.find(({ facts }) => facts.reference === reference);
    const items = [{ id: own?.id ?? '', version: own?.version ?? '' }];
    const { results } = await asBoris.call(decideInbox, { body: { items, decision: 'APPROVE' } });
    expect(results[0]).toMatchObject({ outcome: 'REFUSED', problem: 'approval_own_request' });
  });

  await test.step('a colleague whose only right is to approve can', async () => {
    const other = `Other ${Date.now()}`;
    await askFor(asBoris, 'Valoa', other);
    const atToomas = await sitDown(browser, toomas, url);
    await openInInbox(atToomas, other);
    await approveIn(atToomas).click();
    await confirmCode(atToomas);
    await expect(drawerOf(atToomas).getByText('Approved', { exact: true })).toHaveCount(2);
    await atToomas.context().close();
  });

  await test.step('once withdrawn, it no longer awaits approval', async () => {
    await drawerOf(atBoris).getByRole('button', { name: 'Withdraw' }).click();
    await atBoris.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(drawerOf(atBoris).getByText('Withdrawn').first()).toBeVisible();
    await expectAccessible(atBoris);
  });
  await atBoris.context().close();
});

test('before rules are saved the page shows their effect for every amount, and asks for confirmation', async ({
  page,
}) => {
  await signInByForm(page, boris);
  await page.getByRole('button', { name: /^Profile: Boris Sokolov/ }).click();
  await page.getByRole('region', { name: 'Companies' }).getByRole('button').first().click();
  await expect(page.getByRole('button', { name: /^Profile: Northwind/ })).toBeVisible();
  await page.goto('/account-profile?tab=approvals');
  await page.getByRole('button', { name: 'Change rules' }).click();
  // All rules are in euro, and the company has dollars too.
  await expect(page.getByText('No general rule for USD')).toBeVisible();
  await page.getByLabel('Currency').first().click();
  await page.getByRole('option', { name: 'EUR or equivalent' }).click();
  await expect(page.getByText('No general rule for USD')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save rules' }).click();
  const effect = page.getByRole('dialog', { name: 'What these rules mean' });
  const ranges = effect.getByRole('listitem');
  await expect(ranges.first()).toContainText('Up to 1 000.00 € or equivalent in any currency');
  await expect(ranges.first()).toContainText(
    'A payment by a member who isn’t an administrator needs approval from one approver.',
  );
  await expect(ranges.first()).toContainText('A payment by an administrator needs no approval.');
  await expect(effect).toContainText('When one person pays more than');
  // People who pay under other terms are listed before the others.
  await expect(ranges.filter({ hasText: 'Over 20 000.00 €' })).toContainText(
    'A payment by Maria Kask needs approval from Boris Sokolov.Any other payment needs approval from Boris Sokolov, then from Maria Kask.',
  );
  await expectAccessible(page);
  await effect.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save rules' }).click();
  await effect.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByRole('dialog', { name: 'Enter the code' })).toBeVisible();
});
