/** The lists and charts, visually and by keyboard: one line of chips at every width, one way to reset filters, values at the pointer. */
import { saveNotificationChoice } from '@calmly/contract';
import { signInToApi } from '../../support/bank.ts';
import { ownBank } from '../../support/banks.ts';
import { anna, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

test('Anna reads her months, filters her lists and comes back', async ({ page }) => {
  await signIn(page);

  await test.step('a bar shows its month and figures, by pointer and by keyboard', async () => {
    const months = page.getByRole('slider', { name: 'Money in and out' });
    const latest = await months.getAttribute('aria-valuetext');
    // Later content would move the chart away from the pointer.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const box = await months.boundingBox();
    if (!box) throw new Error('the chart is drawn');
    await months.hover({ position: { x: 20, y: box.height / 2 } });
    await expect(months).toHaveAttribute('aria-valuenow', '0');
    const label = months.locator('[aria-hidden="true"]').last();
    await expect(label).toContainText('€');
    // The label is at the pointer, and inside the chart.
    const labelBox = await label.boundingBox();
    expect(labelBox?.x).toBeGreaterThanOrEqual(box.x);
    expect(labelBox?.x).toBeLessThan(box.x + 60);
    await page.mouse.move(0, 0);
    await expect(label).not.toContainText('€');
    await months.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(months).not.toHaveAttribute('aria-valuetext', latest ?? '');
    await expect(months).toHaveAttribute('aria-valuetext', /^\w+: In .+, Out .+€$/);
    await expectAccessible(page);
  });

  await test.step('the list starts near the top, and nothing wraps beside an open drawer', async () => {
    await page.goto('/payments');
    const first = page.locator('tr[data-clickable]').first();
    await expect(page.getByRole('button', { name: 'All totals' })).toBeVisible();
    for (const width of [1440, 1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(async () => (await first.boundingBox())?.y, { message: `at ${width}` })
        .toBeLessThan(385);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    const before = (await first.boundingBox())?.y;
    await first.getByRole('button').click();
    await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toBeVisible();
    expect((await first.boundingBox())?.y).toBe(before);
    await page.getByRole('button', { name: /^\d more$/ }).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toContainText('Amount');
    await page.keyboard.press('Escape');
  });

  await test.step('the date chip names the year, and a failed payment shows no fee', async () => {
    await page.goto('/payments?from=2025-03-01&to=2025-04-15');
    const bar = page.getByRole('search', { name: 'Filters' });
    await expect(bar.getByRole('button', { name: /^Date .*2025$/ })).toBeVisible();
    await page.goto('/payments?status=%5B%22REJECTED%22%5D');
    await page.getByRole('button', { name: 'Columns' }).click();
    const kept = page.waitForResponse(/\/api\/transactions\/columns$/);
    await page.getByRole('checkbox', { name: 'Fee' }).check();
    await kept;
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Fee' })).toBeVisible();
    const headers = await page.getByRole('columnheader').allInnerTexts();
    const fees = page.locator(`tr[data-clickable] td:nth-child(${headers.indexOf('Fee') + 1})`);
    await expect(fees.first()).toBeAttached();
    expect(new Set(await fees.allInnerTexts())).toEqual(new Set(['']));
    await page.goto('/payments?status=%5B%22EXECUTED%22%5D&scheme=%5B%22SEPA%22%5D');
    await expect(fees.filter({ hasText: /\d/ }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Fee' }).uncheck();
  });

  await test.step('repeated actions are one row of the activity', async () => {
    const bank = await signInToApi(ownBank().url, anna);
    const body = { topic: 'news', portal: true, email: false, sms: false, push: false } as const;
    for (let again = 0; again < 3; again += 1) await bank.call(saveNotificationChoice, { body });
    await page.goto('/account-profile?tab=activity');
    await expect(page.getByRole('row', { name: /Notification settings changed/ }).first()).toContainText(
      /[3-9] times/,
    );
  });

  for (const { path, chip, choice, none } of [
    { path: '/payments?tab=requests', chip: 'Status', choice: 'Cancelled', none: 'No matching requests' },
    { path: '/beneficiaries', chip: 'Currency', choice: 'CHF', none: 'No matching payees' },
  ])
    await test.step(`${path}: a chip narrows the list, and one button brings it back`, async () => {
      await page.goto(path);
      const rows = page.locator('tr[data-clickable]');
      await expect(rows.first()).toBeVisible();
      const all = await rows.count();
      const bar = page.getByRole('search', { name: 'Filters' });
      await bar.getByRole('button', { name: chip }).click();
      await page.getByRole('dialog', { name: chip }).getByRole('button', { name: choice }).click();
      await expect(bar.getByRole('button', { name: `Clear ${chip}` })).toBeVisible();
      await expect(page.getByRole('heading', { name: none })).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(rows).toHaveCount(all);
    });
});
