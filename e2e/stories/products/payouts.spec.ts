/**
 * Payouts from a file: one that is refused says why; one with wrong cells is mapped by hand, corrected by keyboard and by suggestion, undone
 * and redone, changed in bulk and that undone, its payees saved, left and opened again, confirmed and paid; another is discarded; others are dropped and pasted;
 * the same on a phone.
 * A company's administrator pays a confidential one, and a colleague beside them sees one line.
 */
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { decideInbox, listInbox } from '@calmly/contract';
import type { Browser, Locator, Page } from '@playwright/test';
import { signInForCompany } from '../../support/bank.ts';
import {
  anna,
  chooseOption,
  confirmCode,
  expect,
  expectAccessible,
  signIn,
  test,
} from '../../support/portal.ts';

// A file that was paid before is refused, and a story goes without a connection.
test.use({ allowedComplaints: [/status of 409|ERR_INTERNET_DISCONNECTED/], serviceWorkers: 'block' });

const good = [
  ['Kadri Tamm', 'EE382200221020145685', '14.20', 'EUR', 'Tolls November'],
  ['Henk de Boer', 'NL91ABNA0417164300', '19.55', 'EUR', 'Tolls November'],
  ['Sofia Almeida', 'PT50000201231234567890154', '8.75', 'EUR', 'Tolls November'],
];
const wrong = [
  ['Lukas Brandt', 'DE89370400440532013000', '18.4O', 'EUR', 'Tolls November'],
  ['Marek Nowak', 'DE89370400440532013001', '22.60', 'EUR', 'Tolls November'],
];
/** The sandbox’s other bank rejects payments to this account. */
const rejected = ['Gone GmbH', 'DE48200505500000000041', '3.10', 'EUR', 'Tolls November'];
const headings = ['Name', 'IBAN', 'Amount', 'Currency', 'What for'];

const csv = (rows: readonly (readonly string[])[]) =>
  Buffer.from([headings, ...rows].map((row) => row.join(';')).join('\n'), 'utf8');

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer });

const cell = (page: Page, row: string, text: string): Locator =>
  page.getByRole('row', { name: new RegExp(`^${row}\\b`) }).getByRole('gridcell', { name: text });

/** A column whose heading says nothing is matched by hand. */
async function match(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeVisible();
  await chooseOption(page, 'What for holds', 'Don’t use');
  await chooseOption(page, 'What for holds', 'Reference');
  await page.getByRole('button', { name: 'Check the rows' }).click();
  // The button has disappeared, and the focus has moved to the rows.
  await expect(page.locator('[data-part="bench"]')).toBeFocused();
}

test('a file is mapped, corrected, kept and paid; what was not paid is paid again', async ({ page }) => {
  await signIn(page, anna);
  await page.goto('/payments/payouts/create');
  await expectAccessible(page);
  const file = csv([...good, ...wrong, rejected]);
  await choose(page, 'tolls.csv', file);
  await match(page);

  const grid = page.getByRole('grid', { name: 'Rows' });
  await expect(grid).toBeVisible();
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // By keyboard: the wrong IBAN is opened from the panel and typed anew.
  await page.getByRole('button', { name: 'Go to the first error' }).click();
  await expect(cell(page, '4', '18.4O')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Use 18.40' }).click();
  await expect(cell(page, '4', '18.40')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('1 row', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Fix next error' }).click();
  await expect(grid).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('DE89370400440532013000');
  await page.keyboard.press('Escape');
  await expect(cell(page, '5', 'DE89370400440532013001')).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await expect(cell(page, '5', 'DE89370400440532013000')).toBeVisible();
  await expect(page.getByText('No errors')).toBeVisible();

  await page.keyboard.press('Control+Z');
  await expect(cell(page, '5', 'DE89370400440532013001')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+Shift+Z');
  await expect(page.getByText('No errors')).toBeVisible();

  // Typing replaces a cell, Delete empties it, Ctrl+D takes the one above.
  await cell(page, '2', 'Henk de Boer').click();
  await page.keyboard.type('Hendrik de Boer');
  await page.keyboard.press('Enter');
  await expect(cell(page, '2', 'Hendrik de Boer')).toBeVisible();
  await cell(page, '3', 'Tolls November').click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('row', { name: /^3\b/ })).not.toContainText('Tolls November');
  await page.keyboard.press('Control+D');
  await expect(cell(page, '3', 'Tolls November')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Find and replace' }).click();
  await page.getByLabel('Find', { exact: true }).fill('November');
  await page.getByLabel('Replace with').fill('Nov 2026');
  await page.getByRole('button', { name: 'Change 6 rows' }).click();
  await expect(cell(page, '1', 'Tolls Nov 2026')).toBeVisible();

  // A repair is undone as a whole; what was changed since stays.
  // Tried: an undo that does not wait for the row overtakes it, and row 3 is undone too.
  const isUndone = Promise.withResolvers<void>();
  await page.route(
    '**/api/masspayout/*/rows',
    async (route) => {
      await isUndone.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await cell(page, '3', 'Tolls Nov 2026').click();
  await page.keyboard.type('Tolls, last of 2026');
  await page.keyboard.press('Enter');
  await expect(cell(page, '3', 'Tolls, last of 2026')).toBeVisible();
  await expect(page.getByText('Saving', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Undo a correction' }).click();
  const corrections = page.getByRole('dialog', { name: 'Corrections' });
  await corrections.getByRole('button', { name: 'Undo: Found and replaced' }).click();
  isUndone.resolve();
  await expect(corrections.getByText(/1 row stayed as it is.*: 3/)).toBeVisible();
  await expectAccessible(page);
  await corrections.getByRole('button', { name: 'Close' }).click();
  await expect(cell(page, '1', 'Tolls November')).toBeVisible();

  // New payees are looked at and saved with one code.
  await page.getByRole('button', { name: 'Review new payees' }).click();
  const payees = page.getByRole('dialog', { name: 'New payees' });
  await chooseOption(page, 'All of them are', 'People');
  await chooseOption(page, 'Sofia Almeida is', 'Company');
  await expectAccessible(page);
  await payees.getByRole('button', { name: 'Save 4 payees' }).click();
  await confirmCode(page);
  await expect(page.getByText('4 payees saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review new payees' })).toBeHidden();

  await page.getByRole('button', { name: 'Save for later' }).click();
  await expect(page.getByText('Saved. You can continue at any time.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /tolls/ }).click();
  await expect(cell(page, '2', 'Hendrik de Boer')).toBeVisible();
  await expect(page.getByText('No errors')).toBeVisible();

  await page.getByRole('button', { name: 'Continue to totals' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm the totals' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay 6 rows' }).click();
  await confirmCode(page);
  const results = page.getByRole('group', { name: 'Show rows' });
  await expect(results.getByRole('button', { name: 'Paid 5' })).toBeVisible();

  await page.getByRole('button', { name: 'Rename' }).click();
  await page.keyboard.type('Tolls, November');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Motorway tolls');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Motorway tolls')).toBeVisible();

  await results.getByRole('button', { name: 'Not paid 1' }).press('Enter');
  await expect(page.getByRole('row', { name: /^6\b/ })).toContainText('Gone GmbH');
  await expect(cell(page, '1', 'Kadri Tamm')).toHaveCount(0);
  await expectAccessible(page);
  // On a phone a card says what became of the row, not what the check warned of, and leads to the payment.
  const { width = 1280, height = 720 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('list', { name: 'Rows' }).getByRole('listitem');
  await expect(card).toContainText('Gone GmbH');
  await expect(card.getByRole('button')).toHaveCount(0);
  await expect(card.getByRole('link', { name: /Open payment/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width, height });
  await page.getByRole('button', { name: 'Download results' }).click();
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /pain\.002/ }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^B-.*\.xml$/);

  await page.getByRole('button', { name: 'Pay unpaid rows again' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create payout with 1 row' }).click();
  await expect(cell(page, '1', 'Gone GmbH')).toBeVisible();

  // The same file again is refused unless it is meant.
  await page.goto('/payments/payouts/create');
  await choose(page, 'tolls.csv', file);
  await expect(page.getByText(/You already confirmed this file as payout B-/)).toBeVisible();
  await page.getByLabel('I want to make these payments again').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upload it again' }).click();
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
});

test('a file that is refused says why, another is discarded', async ({ page }) => {
  await signIn(page, anna);
  await page.goto('/payments/payouts/create');
  await choose(page, 'picture.csv', Buffer.from('%PDF-1.7 this is no table'));
  await expect(page.getByText('This isn’t a file we can read.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Discard payout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard payout' }).click();
  await expect(page.getByText('Payout discarded')).toBeVisible();
  await expect(page).toHaveURL(/\/payments\/payouts$/);
});

/** Drops what lies at these paths, as the system’s file manager does. */
async function drop(page: Page, place: { x: number; y: number }, ...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  await session.detach();
}

const paste = async (page: Page, ...lines: readonly (readonly string[])[]) => {
  const text = lines.map((line) => line.join('\t')).join('\n');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
};

test('a file is dropped and cells are pasted; what can’t be taken is said', async ({
  page,
  context,
}, story) => {
  const at = (name: string) => story.outputPath(name);
  const [table, picture, folder, large] = [at('fuel.csv'), at('photo.png'), at('wages'), at('large.csv')];
  // A heading of its own: other stories have matched theirs.
  await writeFile(table, csv(good).toString().replace('What for', 'Noted'));
  await writeFile(picture, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  await mkdir(folder);
  await writeFile(large, '');
  await truncate(large, 60_000_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, anna);
  await page.goto('/payments/payouts/create');
  const zone = await page.getByText('Drop a file here or choose one').boundingBox();
  if (!zone) throw new Error('there is no drop zone');
  const [inZone, beside] = [
    { x: zone.x, y: zone.y },
    { x: 700, y: 60 },
  ];

  await drop(page, inZone, table, picture);
  await expect(page.getByText('Upload one file at a time.', { exact: false })).toBeVisible();
  await drop(page, inZone, folder);
  await expect(page.getByText('Choose one file, not a folder.', { exact: false })).toBeVisible();
  await drop(page, inZone, large);
  await expect(page.getByText('The file is larger than 50 MB.', { exact: false })).toBeVisible();
  await paste(page, ['  ']);
  await expect(page.getByText('The clipboard has no table.', { exact: false })).toBeVisible();

  // Beside the zone: without the page’s own listener, the browser opens the picture instead.
  await drop(page, beside, picture);
  await expect(page.getByText('This isn’t a file we can read.', { exact: false })).toBeVisible();
  await drop(page, beside, table);
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeVisible();

  // Headings say which columns are taken; the grid has room for as many as it has.
  await page.goto('/payments/payouts/create');
  await expect(page.getByText('Drop a file here or choose one')).toBeVisible();
  const wide = good.map((row) => [...row, 'Sales']);
  await paste(page, ['Name', 'IBAN', 'Amount', 'Currency', 'Reference', 'Team'], ...wide);
  await expect(page.getByText('One column was left out: Team.')).toBeVisible();
  await cell(page, '3', 'Tolls November').click();
  await paste(page, ['Tolls December', 'Sales', 'Tallinn']);
  await expect(page.getByText('1 cell pasted. 2 columns had no room.')).toBeVisible();
  await expect(cell(page, '3', 'Tolls December')).toBeVisible();
});

// Tried: sent at once, it is lost behind an error.
test('what is typed without a connection is saved when there is one', async ({ page, context }) => {
  await signIn(page, anna);
  await page.goto('/payments/payouts/create');
  const rows = [['Name', 'IBAN', 'Amount', 'Currency', 'Reference'], ...good];
  await choose(page, 'tunnel.csv', Buffer.from(rows.map((row) => row.join(';')).join('\n'), 'utf8'));
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByText('No errors')).toBeVisible();

  await context.setOffline(true);
  await cell(page, '2', 'Henk de Boer').click();
  await page.keyboard.type('Hendrik de Boer');
  await page.keyboard.press('Enter');
  await expect(cell(page, '2', 'Hendrik de Boer')).toBeVisible();
  await expect(page.getByText('Saving', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Saving', { exact: true })).toBeHidden();
  await page.reload();
  await expect(cell(page, '2', 'Hendrik de Boer')).toBeVisible();
});

test('on a phone, rows are cards and open as fields', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, anna);
  await page.goto('/payments/payouts/create');
  await page.getByRole('button', { name: 'Start with an empty table' }).click();
  await page.getByRole('button', { name: 'Add row' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Row 1' });
  await sheet.getByLabel('Name').fill('Kadri Tamm');
  await sheet.getByLabel('IBAN or account').fill('EE382200221020145685');
  await sheet.getByLabel('Amount').fill('12.50');
  await sheet.getByLabel('Currency').fill('EUR');
  await sheet.getByLabel('Reference').fill('Tolls');
  await sheet.getByRole('button', { name: 'Save row' }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No errors')).toBeVisible();
  await expect(page.getByRole('button', { name: /Kadri Tamm/ })).toBeVisible();
  await expectAccessible(page);
});

const company = 'Northwind Trading OU';

/** A person at a computer of their own, acting for the company; Clara has no profile beside it. */
async function colleague(browser: Browser, name: 'boris' | 'clara'): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signIn(page, { ...anna, email: `${name}@demo.calmly.example` });
  const profile = page.getByRole('button', { name: new RegExp(`^Profile: ${company}`) });
  if (name === 'boris') {
    await page.getByRole('button', { name: /^Profile: / }).click();
    await page.getByRole('button', { name: new RegExp(company) }).click();
  }
  await expect(profile).toBeVisible();
  return page;
}

/** Toomas, who sees no row of it, approves the payout over the API: the company wants a second consent for new payees. */
/** Approves the payout and answers its number. */
async function approve(url: string): Promise<string> {
  const toomas = await signInForCompany(url, { ...anna, email: 'toomas@demo.calmly.example' });
  const asked = (await toomas.call(listInbox, { query: {} })).Items.find(({ kind }) => kind === 'payout');
  if (!asked) throw new Error('the payout did not wait for approval');
  expect(asked.facts).toMatchObject({ name: asked.facts.number, rows: '3' });
  const { id, version, facts } = asked;
  await toomas.call(decideInbox, { body: { items: [{ id, version }], decision: 'APPROVE' } });
  return facts.number ?? '';
}

test('a confidential payout: the administrator sees each payment, a colleague beside them one line', async ({
  browser,
  baseURL,
}) => {
  const [boris, clara] = [await colleague(browser, 'boris'), await colleague(browser, 'clara')];
  await boris.goto('/payments/payouts/create');
  await boris.getByRole('checkbox', { name: 'Confidential payout' }).click();
  await expectAccessible(boris);
  await choose(boris, 'wages.csv', csv(good));
  await match(boris);
  const isConfidential = boris.getByRole('checkbox', { name: 'Confidential payout' });
  await expect(isConfidential).toBeChecked();
  await isConfidential.click();
  await expect(boris.getByText('The payout is no longer confidential.')).toBeVisible();
  await isConfidential.click();
  await expect(boris.getByText('The payout is now confidential.')).toBeVisible();
  await expectAccessible(boris);
  await boris.getByRole('button', { name: 'Continue to totals' }).click();
  await expect(boris.getByRole('checkbox', { name: 'Confidential payout' })).toBeChecked();
  await boris.getByRole('button', { name: 'Pay 3 rows' }).click();
  await confirmCode(boris);
  await expect(boris).toHaveURL(/\/inbox/);
  const number = await approve(baseURL ?? '');

  await clara.goto('/payments');
  const line = clara.getByRole('button', { name: new RegExp(`Confidential payout ${number}`) }).first();
  await expect(line).toBeVisible();
  await expect(clara.getByText('Sofia Almeida')).toHaveCount(0);
  await boris.goto('/payments');
  await expect(boris.getByText('Sofia Almeida').first()).toBeVisible();
  await expect(boris.getByText(/Confidential payout B-/)).toHaveCount(0);

  await line.click();
  await expect(
    clara.getByText('You see one line for all payments of this payout.', { exact: false }),
  ).toBeVisible();
  await expectAccessible(clara);
  await clara.getByRole('link', { name: 'Open payout' }).click();
  await expect(clara.getByText('This payout is confidential', { exact: false })).toBeVisible();
  await expect(clara.getByText('3 rows')).toBeVisible();
  await expect(clara.getByRole('button', { name: 'Results (CSV)' })).toHaveCount(0);
  await expectAccessible(clara);
});
