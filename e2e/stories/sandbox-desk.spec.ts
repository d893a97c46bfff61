/** The outside world of a sandbox: a tester lets money arrive and sends a payment back, and the client's open page shows it. */
import { chooseOption, expect, expectAccessible, signIn, test } from '../support/portal.ts';

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
    await drawer.getByRole('link', { name: 'View the returned money' }).click();
    await expect(page.locator('tr[data-selected]')).toContainText('Return');
    await expect(drawer.getByRole('link', { name: 'View the original payment' })).toBeVisible();
  });
});
