/** Every screen, in both themes and languages and three widths: accessible, quiet, as wide as its window, and translated. */
import { savePreferences } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../support/bank.ts';
import { anna, expect, expectAccessible, signIn, test } from '../support/portal.ts';

const screens = [
  '/dashboard',
  '/beneficiaries',
  '/beneficiaries/add',
  '/requisites',
  '/payments',
  '/payments/create/outgoing',
  '/inbox',
  '/inbox?view=REQUESTED',
  '/account-profile',
  '/account-profile?change=address',
  '/account-profile?tab=security',
  '/account-profile?tab=notifications',
  '/account-profile?tab=terms',
  '/account-profile?tab=fees',
  '/account-profile?tab=preferences',
  '/coming-soon',
  '/no-such-page',
];
/** Those of somebody who is not signed in; a link with a token that is none shows what a used one shows. */
const entryScreens = [
  '/login',
  '/register',
  '/confirm?token=none',
  '/forgot-password',
  '/resetpassword?token=none',
  '/unfreeze?token=none',
];
const variants = [
  { theme: 'light', language: 'ru' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'en' },
] as const;
const widths = { desktop: 1440, tablet: 1024, phone: 390 };

// The browser's own line about the link that is none.
test.use({ allowedComplaints: [/status of 422 .*\/passwordresets\/check/] });

// Each in whichever bank is free.
test.describe.configure({ mode: 'parallel' });

for (const [device, width] of Object.entries(widths)) {
  test(`every screen holds on a ${device}, light and dark, English and Russian`, async ({
    page,
    context,
    baseURL,
  }) => {
    const url = baseURL ?? '';
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height: 900 });
    // Two of the variants have both themes and both languages.
    for (const { theme, language } of variants.slice(0, 2)) {
      await context.addCookies([
        { name: 'dark-mode', value: theme === 'dark' ? '1' : '0', url },
        { name: 'locale', value: language, url },
      ]);
      for (const screen of entryScreens) await expectToHold(page, screen, language);
    }
    await signIn(page);
    const bank = await signInToApi(url, anna);
    for (const { theme, language } of variants) {
      await bank.call(savePreferences, { body: { theme, language } });
      for (const screen of screens) await expectToHold(page, screen, language);
    }
  });
}

async function expectToHold(page: Page, screen: string, language: 'en' | 'ru'): Promise<void> {
  await page.goto(screen);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
  if (language === 'ru') expect(await untranslated(page), `English left on ${screen}`).toEqual([]);
  await expectAccessible(page);
}

/** Headings, labels and links of the frame that have words and not one Cyrillic letter; names and codes are no words. */
async function untranslated(page: Page): Promise<string[]> {
  const texts = await page
    .locator('h1, h2, h3, th[scope="col"], label, dt, nav a, legend, summary')
    .allInnerTexts();
  const codes =
    /\b(Everyday|Savings|US dollars|Pounds sterling|Yen|Calmly|English|Chrome|Linux|[A-Z]{2,4})\b/g;
  return texts.filter((text) => /[a-z]{3}/i.test(text.replace(codes, '')) && !/[а-яё]/i.test(text));
}
