/** The outside world of a sandbox: a tester credits money, returns a payment and plays merchants, and the client's open page shows it. */
import {
  isSentForApproval,
  issueCard,
  listCryptoHistory,
  listWallets,
  termsVersions,
  topUpCard,
} from '@calmly/contract';
import { signInToApi } from '../../support/bank.ts';
import { anna, chooseOption, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

const annasIban = 'LT44 3850 0102 0491 8006';

test('a tester plays another bank, and Anna sees it happen', async ({ page, context }) => {
  const run = `${Date.now()}`.slice(-6);
  await signIn(page);
  await page.goto('/payments');
  const desk = await context.newPage();
  await desk.goto('/sandbox/desk');
  await expect(desk.getByRole('heading', { level: 1, name: 'The outside world' })).toBeVisible();

  await test.step('incoming money appears on her open page', async () => {
    await desk.getByLabel('To account').fill(annasIban);
    await desk.getByLabel('Amount', { exact: true }).fill('31.70');
    await desk.getByLabel('From', { exact: true }).fill(`Hansa ${run}`);
    await desk.getByRole('button', { name: 'Credit' }).click();
    await expect(desk.getByText('31.70 € credited')).toBeVisible();
    await expect(page.getByRole('table')).toContainText(`Hansa ${run}`);
    await expectAccessible(desk);
  });

  await test.step('a credit for an unknown account is held in suspense', async () => {
    await desk.getByLabel('To account').fill('EE38 2200 2210 2014 5685');
    await desk.getByRole('button', { name: 'Credit' }).click();
    await expect(desk.getByText('held in suspense')).toBeVisible();
  });

  await test.step('an executed payment is returned', async () => {
    await desk.getByText('Executed', { exact: true }).click();
    // Another client's payout may have filled the list.
    await desk.getByLabel('Name, number, reference').fill('Anna Lepik');
    // Immediately, because a moment later the list would change under the pointer.
    await desk.getByLabel('Name, number, reference').press('Enter');
    const row = desk
      .getByRole('listitem')
      .filter({ hasText: 'Anna Lepik' })
      .filter({ hasNotText: 'Returned' });
    const number = /PAY-[\d-]+/.exec((await row.first().textContent()) ?? '')?.[0] ?? '';
    await desk.getByRole('button', { name: `Return: ${number}` }).click();
    await expectAccessible(desk);
    await chooseOption(desk, 'Reason', 'Refused by the payee');
    await desk.getByRole('button', { name: 'Apply' }).click();
    await expect(desk.getByRole('listitem').filter({ hasText: number })).toContainText('Returned');
  });

  await test.step('both rows say what happened, and each drawer links to the other', async () => {
    const credit = page.getByRole('row').filter({ has: page.getByText('Return', { exact: true }) });
    await credit.first().getByRole('button').click();
    const drawer = page.getByRole('complementary');
    await drawer.getByRole('link', { name: 'View the original payment' }).click();
    await expect(drawer.getByText('Returned', { exact: true }).first()).toBeVisible();
    await test.step('the printed confirmation says that it came back', async () => {
      // The printed document is inspected, so its frame stays.
      await page.evaluate(() => {
        HTMLIFrameElement.prototype.remove = () => undefined;
      });
      await drawer.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Print' }).click();
      const printed = page.frameLocator('iframe[title*="PAY-"]');
      await expect(printed.locator('[data-field="returned"]')).toHaveText(/^Returned on \d+ \w+ \d{4}$/);
    });
    await drawer.getByRole('link', { name: 'View the returned money' }).click();
    await expect(page.locator('tr[data-selected]')).toContainText('Return');
    await expect(drawer.getByRole('link', { name: 'View the original payment' })).toBeVisible();
  });
});

test('a tester sends a deposit from outside and mines the blocks that it needs', async ({
  page,
  baseURL,
}) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  const { Items: wallets } = await bank.call(listWallets, {});
  const address = wallets.find(({ asset }) => asset === 'BTC')?.addresses[0]?.address ?? '';
  const amount = `0.0${`${Date.now()}`.slice(-6)}1`;
  await page.goto('/sandbox/desk');
  await page.getByLabel('To address').fill(address);
  await page.getByLabel('Amount of the deposit').fill(amount);
  await page.getByRole('button', { name: 'Send deposit' }).click();
  await expect(page.getByText(`${amount} BTC sent`)).toBeVisible();
  await expectAccessible(page);
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Bitcoin: Mine a block' }).click();
  const states = async () => {
    const { Items } = await bank.call(listCryptoHistory, { query: { limit: 50 } });
    return Items.filter((each) => Number(each.amount) === Number(amount)).map(({ status }) => status);
  };
  await expect.poll(states).toEqual(['CREDITED']);
});

test('a tester plays a merchant, and Anna sees her card pay', async ({ page, baseURL }) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  const account = annasIban.replaceAll(' ', '');
  const name = `Desk ${Date.now() % 1_000_000}`;
  const issued = await bank.call(
    issueCard,
    {
      body: {
        kind: 'VIRTUAL',
        name,
        nameOnCard: 'ANNA LEPIK',
        design: 'ink',
        feeAccount: account,
        isSingleUse: false,
        termsVersion: termsVersions.cards,
      },
    },
    { idempotencyKey: crypto.randomUUID() },
  );
  if (isSentForApproval(issued)) throw new Error('a person’s own card waits for approval');
  const { id } = issued;
  await bank.call(
    topUpCard,
    { params: { id }, body: { account, amount: '50.00' } },
    { idempotencyKey: crypto.randomUUID() },
  );
  await page.goto('/sandbox/desk');
  const dialog = page.getByRole('dialog');

  await test.step('a purchase is declined, with the reason', async () => {
    await page.getByRole('button', { name: 'New purchase' }).click();
    await dialog.getByLabel('Card', { exact: true }).click();
    await page.getByRole('option').filter({ hasText: name }).click();
    await chooseOption(page, 'Merchant', 'Vanalinna Kohvik, Tallinn, Estonia');
    await dialog.getByLabel('Amount in EUR').fill('50.01');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Pay' }).click();
    await expect(dialog.getByText('Declined: Not enough money on the card')).toBeVisible();
  });

  await test.step('a smaller one is held, and collected in part', async () => {
    await dialog.getByLabel('Amount in EUR').fill('12.40');
    await dialog.getByRole('button', { name: 'Pay' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Vanalinna Kohvik' }).first();
    await expect(row).toContainText('On hold: 12.40');
    await row.getByRole('button', { name: 'More' }).click();
    await expectAccessible(page);
    await dialog.getByLabel('Amount in EUR').fill('2.40');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(row).toContainText('On hold: 10.00');
    await row.getByRole('button', { name: 'Collect' }).click();
    await expect(row).toContainText('Collected: 12.40');
    await expectAccessible(page);
  });

  await test.step('the payments list has both, and the drawer names merchant and card', async () => {
    await signIn(page);
    await page.goto('/payments');
    const rows = page.getByRole('row').filter({ hasText: 'Vanalinna Kohvik' });
    await expect(rows).toHaveCount(2);
    await rows.filter({ hasText: '12.40' }).getByRole('button').first().click();
    await expect(page.getByRole('complementary')).toContainText('Vanalinna Kohvik');
    await expect(page.getByRole('complementary')).toContainText('••••');
  });
});
