/**
 * A card from its order to its end: terms and fee, top-up, the number shown for a while, payments at a merchant that appear live, a limit
 * that declines, block, unblock, close. The merchant is played at the sandbox desk. And a company's card that another person approves.
 */
import {
  advanceDeskCalendar,
  createClient,
  decideDeskDispute,
  decideDeskPurchase,
  listDeskMerchants,
  listDeskPurchases,
  newIdempotencyKey,
  payAtDesk,
} from '@calmly/contract';
import type { Page } from '@playwright/test';
import { bill } from '../../support/bill.ts';
import {
  anna,
  chooseCountry,
  confirmCode,
  expect,
  expectAccessible,
  signIn,
  signInByForm,
  test,
} from '../../support/portal.ts';

test.use({ serviceWorkers: 'block' });

/** The bank decides how long the details are shown: here some seconds, not a minute. */
async function shortenReveal(page: Page, seconds: number): Promise<void> {
  await page.route('**/api/cards/reveal/*', async (route) => {
    const response = await route.fetch();
    if (response.status() !== 200) return route.fulfill({ response });
    await route.fulfill({ response, json: { ...(await response.json()), Seconds: seconds } });
  });
}

test('Anna orders a card, tops it up, sees its number for a while, pays, is declined, blocks and closes it', {
  tag: '@journey',
}, async ({ page, context, baseURL }) => {
  const merchant = createClient({ baseUrl: baseURL ?? '', getToken: () => undefined });
  const name = `Trips ${`${Date.now()}`.slice(-5)}`;
  const chosen = page.getByRole('radio', { name: new RegExp(`^${name}`) });
  const payments = page.getByRole('region', { name: 'Card payments, newest first' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cards' }).click();

  await test.step('Continue opens when terms and fee are ticked; the card is there at once', async () => {
    await page.getByRole('link', { name: 'New card' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('radio', { name: 'Coral' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('One-off card fee: 5.00 €')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirmCode(page);
    await expect(page.getByRole('heading', { name: `${name} is ready` })).toBeVisible();
    await page.getByRole('link', { name: 'Show card' }).click();
    await expect(chosen).toBeChecked();
  });

  await test.step('a top-up shows its fee and what leaves the account', async () => {
    await page.getByRole('button', { name: 'Top up' }).click();
    const dialog = page.getByRole('dialog', { name: `Top up ${name}` });
    await dialog.getByLabel('Amount on the card').fill('50');
    await expect(dialog).toContainText('0.75 €');
    await expect(dialog).toContainText('50.75 €');
    await dialog.getByRole('button', { name: 'Top up 50.00 €' }).click();
    await confirmCode(page);
    await expect(page.getByRole('radio', { name: new RegExp(`^${name}.*50.00`) })).toBeVisible();
    await expectAccessible(page);
  });

  const heading = page.getByRole('heading', { name: new RegExp(`^${name}, `) });
  const lastFour = (await heading.innerText()).slice(-4);
  const cardId = new URL(page.url()).searchParams.get('card') ?? '';

  await test.step('Enter turns the card over; after its time nothing is left in the page or the clipboard', async () => {
    await shortenReveal(page, 8);
    await chosen.focus();
    await page.keyboard.press('Enter');
    await confirmCode(page);
    const back = page.getByRole('region', { name: 'Card details' });
    await expect(back).toContainText('Security code');
    const number = (await back.innerText()).match(/\d{4} \d{4} \d{4} \d{4}/)?.[0] ?? '';
    expect(number.slice(-4)).toBe(lastFour);
    await back.getByRole('button', { name: 'Copy Card number' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(number.replaceAll(' ', ''));
    await expect(back).toBeHidden();
    const content = await page.content();
    expect(content).not.toContain(number);
    expect(content).not.toContain(number.replaceAll(' ', ''));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('');
  });

  await test.step('the details go when the tab is left', async () => {
    await page.unroute('**/api/cards/reveal/*');
    await page.getByRole('button', { name: 'Show details' }).click();
    await confirmCode(page);
    const back = page.getByRole('region', { name: 'Card details' });
    await expect(back).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'hidden');
    });
    await expect(back).toBeHidden();
  });

  const { Items: merchants } = await merchant.call(listDeskMerchants, {});
  const shop = merchants.find(({ currency, channel }) => currency === 'EUR' && channel === 'ONLINE');
  if (!shop) throw new Error('no merchant charges euros online');
  const pay = (amount: string) =>
    merchant.call(payAtDesk, {
      body: {
        id: newIdempotencyKey(),
        cardId,
        merchant: shop.id,
        amount,
        channel: 'ONLINE',
        mistake: 'NONE',
      },
    });
  const decide = async (amount: string, action: 'clear' | 'reverse') => {
    const { Items: purchases } = await merchant.call(listDeskPurchases, { query: {} });
    const held = purchases.find((purchase) => purchase.amount === amount && purchase.card.includes(lastFour));
    await merchant.call(decideDeskPurchase, {
      params: { id: held?.id ?? '' },
      body: { action, isPartial: false },
    });
  };
  const row = (text: string) => payments.getByRole('listitem').filter({ hasText: text });

  await test.step('a payment appears on the open page as pending, and is collected', async () => {
    expect(await pay('12.40')).toMatchObject({ approved: true });
    await expect(row('12.40')).toContainText(shop.name);
    await expect(row('12.40')).toContainText('Pending');
    await decide('12.40', 'clear');
    await expect(row('12.40')).not.toContainText('Pending');
  });

  await test.step('an overdue receipt locks the card, and attached it unlocks it', async () => {
    await page.getByRole('button', { name: 'Receipt rules' }).click();
    const rules = page.getByRole('dialog', { name: 'Receipts of card payments' });
    await rules.getByLabel('Always').check();
    await rules.getByLabel('Lock a card when a receipt is missing').check();
    await rules.getByLabel('After how many days').fill('31');
    await rules.getByRole('button', { name: 'Save' }).click();
    await expect(rules.getByText('Enter a number of days from 1 to 30.')).toBeVisible();
    await rules.getByLabel('After how many days').fill('1');
    await expectAccessible(page);
    await rules.getByRole('button', { name: 'Save' }).click();
    await expect(rules).toBeHidden();
    expect(await pay('5.20')).toMatchObject({ approved: true });
    await expect(row('5.20')).toContainText('No receipt');
    await expect(page.getByText('1 receipt missing')).toBeVisible();
    await merchant.call(advanceDeskCalendar, { body: { Hours: 72 } });
    await expect(page.getByText('Locked until receipts are added')).toBeVisible();
    expect(await pay('5.30')).toMatchObject({ approved: false, declineReason: 'card_locked' });
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('No receipt').click();
    await expect(row('12.40')).toHaveCount(0);
    await row('5.20').getByRole('button').click();
    const drawer = page.getByRole('complementary');
    await expect(drawer).toContainText('The card is locked until you add it.');
    await drawer
      .getByLabel('Add a receipt')
      .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: bill });
    await expect(drawer.getByRole('button', { name: 'Download bill.pdf' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText('No receipts missing')).toBeVisible();
    await expect(page.getByText('Locked until receipts are added')).toBeHidden();
    await decide('5.20', 'reverse');
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('All').click();
  });

  await test.step('a part of a payment is disputed, and credited when the dispute is won', async () => {
    await row('12.40').getByRole('button').click();
    const drawer = page.getByRole('complementary');
    await drawer.getByRole('button', { name: 'Dispute payment' }).click();
    const dialog = page.getByRole('dialog', { name: /^Dispute 12.40/ });
    await dialog.getByRole('button', { name: 'Open dispute' }).click();
    await expect(dialog.getByText('Choose what went wrong.')).toBeVisible();
    await expect(dialog.getByLabel('I don’t recognise it')).toBeFocused();
    await dialog.getByLabel('Wrong amount').check();
    await dialog.getByLabel('What happened').fill('The bill was 10.00.');
    await dialog.getByLabel('Amount to dispute').fill('2.40');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Open dispute' }).click();
    await expect(drawer).toContainText('Dispute in review');
    await page.keyboard.press('Escape');
    const { Items: purchases } = await merchant.call(listDeskPurchases, { query: {} });
    const disputed = purchases.find(({ dispute }) => dispute?.status === 'IN_REVIEW');
    await merchant.call(decideDeskDispute, {
      params: { id: disputed?.dispute?.id ?? '' },
      body: { outcome: 'won' },
    });
    await expect(row('12.40')).toContainText('Dispute won');
    await payments.getByRole('listitem').filter({ hasText: '+2.40' }).getByRole('button').click();
    await expect(drawer).toContainText('You won the dispute about this payment.');
    await page.keyboard.press('Escape');
  });

  await test.step('a link opens a payment that is older than those on the first page', async () => {
    await row('12.40').getByRole('button').click();
    await page.route(/\/api\/cards\/transactions\/[^?]+\?limit=/, async (route) => {
      const response = await route.fetch();
      const { Items } = await response.json();
      await route.fulfill({ response, json: { Items: Items.slice(0, 1), NextCursor: null } });
    });
    await page.reload();
    await expect(page.getByRole('complementary')).toContainText('12.40');
    await expect(row('12.40')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(row('12.40')).toHaveCount(1);
    await expect(page.getByRole('complementary')).toContainText('12.40');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toHaveCount(0);
  });

  await test.step('a lower limit needs no code and declines what is over it; the drawer says what to do', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Limits for ${name}` });
    await dialog.getByLabel('One payment').fill('10');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Limits' })).toContainText('up to 10.00 €');
    expect(await pay('12.50')).toMatchObject({ approved: false, declineReason: 'limit_payment' });
    await expect(row('12.50')).toContainText('Over the limit for one payment');
    await row('12.50').getByRole('button').press('Enter');
    const drawer = page.getByRole('complementary');
    await expect(drawer).toContainText('Raise the limit, then try again.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(row('12.50').getByRole('button')).toBeFocused();
  });

  await test.step('a category is taken out, and one country is left', async () => {
    const limits = page.getByRole('region', { name: 'Limits' });
    await limits.getByRole('button', { name: 'Categories' }).click();
    const categories = page.getByRole('dialog', { name: 'Where the card works' });
    await categories.getByLabel('All categories except some').check();
    await categories.getByRole('button', { name: 'Save' }).click();
    await expect(categories.getByText('Choose at least one category.')).toBeVisible();
    await categories.getByLabel('Gambling').check();
    await categories.getByRole('button', { name: 'Save' }).click();
    await expect(categories).toBeHidden();
    await limits.getByRole('button', { name: 'Countries' }).click();
    const countries = page.getByRole('dialog', { name: 'Countries where the card works' });
    await countries.getByLabel('Only some countries').check();
    await chooseCountry(page, 'Add an allowed country', 'Estonia');
    await expectAccessible(page);
    await countries.getByRole('button', { name: 'Save' }).click();
    await expect(limits.getByRole('button', { name: 'Countries' })).toContainText('1');
  });

  await test.step('blocking takes one press, unblocking a code', async () => {
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(page.getByRole('radio', { name: new RegExp(`^${name}.*Blocked by you`) })).toBeVisible();
    expect(await pay('5.00')).toMatchObject({ approved: false, declineReason: 'card_blocked' });
    await page.getByRole('button', { name: 'Unblock' }).click();
    await confirmCode(page);
    await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  });

  await test.step('closed, its money is on the account and its payments are still there', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Close card' }).click();
    const dialog = page.getByRole('dialog', { name: `Close ${name}?` });
    await expect(dialog.getByLabel('Send 40.00 € to')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close card' }).click();
    await confirmCode(page);
    await expect(page.getByRole('status').filter({ hasText: `${name} is closed` })).toBeVisible();
    await expect(chosen).toHaveCount(0);
    await page.getByText(/^Closed/).click();
    await chosen.check();
    await expect(row('12.40')).toContainText(shop.name);
    await expectAccessible(page);
  });
});

test('Clara requests a card and a higher limit; Boris approves both, and she has them without a reload', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Fair ${`${Date.now()}`.slice(-5)}`;
  const at = (email: string) => ({ email: `${email}@demo.calmly.example`, password: anna.password });
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-GB' });
  const boss = await context.newPage();
  await signInByForm(page, at('clara'));
  await signInByForm(boss, at('boris'));
  const cards = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cards' });
  const approve = async (request: RegExp, seen: readonly (string | RegExp)[]) => {
    await boss.goto('/inbox');
    await boss.getByRole('button', { name: request }).click();
    const facts = boss.getByRole('complementary');
    for (const text of seen) await expect(facts).toContainText(text);
    await expectAccessible(boss);
    await facts.getByRole('button', { name: 'Approve', exact: true }).click();
    await confirmCode(boss);
    await expect(facts.getByText('Approved', { exact: true }).first()).toBeVisible();
  };

  await test.step('the form says beforehand whose approval it needs', async () => {
    await cards.click();
    await page.getByRole('link', { name: 'New card' }).first().click();
    await expect(
      page.getByText(/issued once Boris Sokolov, Maria Kask,? or Toomas Rebane approves/),
    ).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirmCode(page);
    await expect(page.getByRole('complementary', { name: `New card: ${name}` })).toContainText('Clara Weber');
  });

  await test.step('it waits among her cards, and is there once Boris has approved it', async () => {
    await cards.click();
    const waiting = page.getByRole('region', { name: 'Awaiting approval' });
    await expect(waiting.getByRole('listitem').filter({ hasText: name })).toContainText('Boris Sokolov');
    await expectAccessible(page);
    await approve(new RegExp(`New card: ${name}`), ['Clara Weber', 'Virtual', '10.00 €', 'Operating']);
    await expect(page.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeVisible();
    await expect(waiting).toHaveCount(0);
  });

  const limits = page.getByRole('region', { name: 'Limits' });
  await test.step('a higher limit waits beside the one in force', async () => {
    await page.getByRole('radio', { name: /^Advertising/ }).check();
    await expect(limits).toContainText(/1.500\.00/);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Limits for Advertising' });
    await expect(dialog).toContainText('approval by Boris Sokolov');
    await dialog.getByLabel('In total').fill('3000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await confirmCode(page);
    await expect(limits).toContainText('A change is awaiting approval');
    await expectAccessible(page);
    await approve(/New settings for card Advertising/, [/1.500\.00/, /3.000\.00/]);
    await expect(limits).not.toContainText('A change is awaiting approval');
    await expect(limits).toContainText(/of 3.000\.00/);
  });

  await test.step('a change that she withdraws is no longer asked of anyone', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Limits for Advertising' });
    await dialog.getByLabel('In total').fill('9000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await confirmCode(page);
    await limits.getByRole('button', { name: 'Withdraw: Advertising' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(limits).not.toContainText('A change is awaiting approval');
  });
  await context.close();
});
