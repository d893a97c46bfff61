/** Every screen, in both themes and languages and three widths: accessible, quiet, and wholly translated. */
import { expect, expectAccessible, signIn, test } from '../support/portal.ts';

const screens = [
  '/dashboard',
  '/beneficiaries',
  '/beneficiaries/add',
  '/requisites',
  '/payments',
  '/payments/create/outgoing',
  '/account-profile',
  '/account-profile?tab=fees',
  '/account-profile?tab=preferences',
  '/coming-soon',
  '/no-such-page',
];
const widths = { desktop: 1440, tablet: 1024, phone: 390 };

for (const [device, width] of Object.entries(widths)) {
  test(`every screen holds on a ${device}, light and dark, English and Russian`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    for (const dark of ['0', '1'])
      for (const locale of ['en', 'ru']) {
        await context.addCookies([
          { name: 'dark-mode', value: dark, url: baseURL ?? '' },
          { name: 'locale', value: locale, url: baseURL ?? '' },
        ]);
        for (const screen of screens) {
          await page.goto(screen);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `${screen} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
          await expectAccessible(page);
        }
      }
  });
}
