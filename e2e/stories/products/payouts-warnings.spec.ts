/**
 * A payment that is twice in a file: the workbench filters by the warning, the payer ticks that the rows were checked, and the approver reads
 * the rows, the warnings, the new payees and what differs from the payout before.
 */
import type { Browser, Page } from '@playwright/test';
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

test('a payment that is twice in the file is checked by who pays and by who approves', async ({
  browser,
}) => {
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
  // Clara cannot approve her own payout, so she is not told to.
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
  // What is between two sections keeps its distance from the line below.
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
