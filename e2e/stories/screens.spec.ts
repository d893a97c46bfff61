/** Every screen, in both themes and languages and three widths: accessible, quiet, as wide as its window, and translated. */
import type { Page } from '@playwright/test';
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
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    for (const [dark, locale] of [
      ['0', 'en'],
      ['1', 'en'],
      ['0', 'ru'],
    ] as const) {
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
        if (locale === 'ru') expect(await untranslated(page), `English left on ${screen}`).toEqual([]);
        await expectAccessible(page);
      }
    }
  });
}

/** Headings, labels and links of the frame that have words and not one Cyrillic letter; names and codes are no words. */
async function untranslated(page: Page): Promise<string[]> {
  const texts = await page
    .locator('h1, h2, h3, th[scope="col"], label, dt, nav a, legend, summary')
    .allInnerTexts();
  const codes = /\b(Everyday|Savings|US dollars|Pounds sterling|Yen|Calmly|English|[A-Z]{2,4})\b/g;
  return texts.filter((text) => /[a-z]{3}/i.test(text.replace(codes, '')) && !/[а-яё]/i.test(text));
}
