/**
 * Every screen, in both themes and languages and four widths: accessible, without console errors, translated, with one coral button at
 * most, and without overlaps on a phone.
 */
import { screens as allScreens, listAccounts, savePreferences } from '@calmly/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, expectLegible } from '../../support/accessible.ts';
import { signInToApi } from '../../support/bank.ts';
import { expectNoCollisions } from '../../support/collisions.ts';
import { anna, boris, coral, expect, signIn, test } from '../../support/portal.ts';

const screens = [
  '/dashboard',
  '/beneficiaries',
  '/beneficiaries/add',
  '/requisites',
  '/payments',
  '/payments/create/outgoing',
  '/accounts/{id}',
  '/statements',
  '/statements/year',
  '/fees',
  '/crypto',
  '/cards',
  '/documents',
  '/cards/new',
  '/inbox',
  '/inbox?view=REQUESTED',
  '/account-profile',
  '/account-profile?change=address',
  '/account-profile?tab=security',
  '/account-profile?tab=notifications',
  '/account-profile?tab=terms',
  '/account-profile?tab=fees',
  '/account-profile?tab=preferences',
  '/account-profile?tab=connections',
  '/support',
  '/support?ask=general',
  '/payments/payouts',
  '/payments/payouts/create',
  '/payments/payouts/old',
  '/payments/payouts/coming-soon',
  '/oauth',
  '/no-such-page',
];
/** Screens of a visitor who is not signed in; a link with an invalid token shows the same as one with a used token. */
const entryScreens = [
  '/login',
  '/login-verification',
  '/register',
  '/confirm?token=none',
  '/help',
  '/help?q=iban',
  '/help/payment-rejected',
  '/forgot-password',
  '/resetpassword?token=none',
  '/unfreeze?token=none',
  '/verify/0000000000000000',
];
/** Screens that are not visited here, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  '/': 'leads to the first screen of who is signed in',
  '/beneficiaries/{id}': 'story `beneficiaries`',
  '/beneficiaries/{id}/accounts/{index}': 'story `beneficiaries`',
  '/beneficiaries/{id}/add-account': 'story `beneficiaries`',
  '/beneficiaries/{id}/edit': 'story `beneficiaries`',
  '/coming-soon': 'leads to the homepage',
  '/companies/add': 'story `company`',
  '/companies/change': 'story `company`',
  '/create-account': 'story `registration`',
  '/get-paid/{token}': 'story `requests`',
  '/invitation': 'story `people`',
  '/logout': 'ends the session',
  '/oauth/consent/{uid}': 'story `connections`',
  '/oauth/error': 'story `connections`',
  '/oauth/tell-connect': 'leads on',
  '/onboarding': 'story `registration`',
  '/payments/payouts/{id}': 'story `payouts`',
  '/phone-verification': 'story `registration`',
  '/sandbox/desk': 'story `sandbox-desk`',
  '/undo-contact-change': 'story `profile`',
};

const widths = [1440, 1024, 390, 320];

// The browser's own messages about the invalid link and the page that does not exist.
test.use({
  allowedComplaints: [
    // The frame of a mail runs no script, not even the test's.
    /status of (422 .*\/passwordresets\/check|404 .*\/(no-such-page|dashboard\/more))|Blocked script execution in '[^']*\/sandbox\/outbox\/email/,
  ],
});

// Each runs in whichever bank is free.
test.describe.configure({ mode: 'parallel' });

test('no screen is left out without a reason', () => {
  const literal = (screen: string) => screen.replaceAll(/\{\w+\??\}/g, '').length;
  /** Of several matching screens, the most specific one. */
  const screenOf = (address: string) =>
    allScreens
      .filter((screen) => {
        const text = screen.replaceAll(/\/\{\w+\?\}/g, '(/.+)?').replaceAll(/\{\w+\}/g, '[^/]+');
        return new RegExp(`^${text}$`).test(address);
      })
      .toSorted((one, other) => literal(other) - literal(one))[0];
  const walked = new Set(
    [...screens, ...entryScreens].map((address) => screenOf(address.replace(/\?.*/, ''))),
  );
  expect(allScreens.filter((screen) => !walked.has(screen)).toSorted()).toEqual(
    Object.keys(elsewhere).toSorted(),
  );
});

test('every screen of a visitor passes the checks', async ({ page, context, baseURL }) => {
  for (const language of ['en', 'ru'] as const) {
    await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
    for (const screen of entryScreens) await expectToHold(page, screen, language);
  }
});

test('the outbox and the terms have the portal’s typeface, the reader’s language and local times', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page);
  await context.addCookies([{ name: 'locale', value: 'ru', url: baseURL ?? '' }]);
  await setWidth(page, 320);
  await page.goto(`/sandbox/outbox?to=${anna.email}`);
  await expect(page.getByRole('heading', { name: 'Исходящие' })).toBeVisible();
  const [sent] = await page.locator('nav time').evaluateAll((times) =>
    times.map((time) => [
      time.textContent,
      new Intl.DateTimeFormat('ru', {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'Europe/Tallinn',
      }).format(new Date((time as HTMLTimeElement).dateTime)),
    ]),
  );
  expect(sent?.[0]).toBe(sent?.[1]);
  await expectTypeface(page);
  await expectNoCollisions(page, 'the outbox at 320 in ru');
  await page.locator('nav a').first().click();
  await expectNoCollisions(page, 'a message at 320 in ru');
  await page.goto('/terms/main.ru.html');
  await expectTypeface(page);
  await expectNoCollisions(page, 'terms at 320 in ru');
});

/** Text is rendered in the shipped typeface, in Cyrillic too. */
async function expectTypeface(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Onest Variable"/);
  const drawn = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === 'loaded').length;
  });
  expect(drawn, 'faces that are loaded').toBeGreaterThanOrEqual(2);
}

test('every route of the specification answers, and an unknown address is a 404 inside the shell', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/payments/payouts/coming-soon');
  await expect(page).toHaveURL(/\/payments\/payouts$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  for (const path of ['/no-such-page', '/dashboard/more']) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
    await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('img', { name: 'Calmly' }),
    ).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to the homepage' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

for (const [place, part] of [screens.slice(0, 11), screens.slice(11, 21), screens.slice(21)].entries())
  test(`every screen of a client passes the checks, part ${place + 1} of 3`, async ({ page, baseURL }) => {
    await signIn(page);
    const bank = await signInToApi(baseURL ?? '', anna);
    const [account] = (await bank.call(listAccounts, {})).Items;
    const speak = (language: 'en' | 'ru') =>
      bank.call(savePreferences, { body: { theme: 'light', language } });
    try {
      for (const language of ['en', 'ru'] as const) {
        await speak(language);
        for (const screen of part)
          await expectToHold(page, screen.replace('{id}', account?.id ?? ''), language);
      }
    } finally {
      // The language that the other stories expect.
      await speak('en');
    }
  });

/**
 * Each check where it can fail: words on the first width, room in both languages and at each width, structure on the widths
 * with different layouts, colours in both themes there.
 */
async function expectToHold(page: Page, screen: string, language: 'en' | 'ru'): Promise<void> {
  await setWidth(page, 1440);
  await page.goto(screen);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  expect((await coralTexts(page)).slice(1), `more than one coral button on ${screen}`).toEqual([]);
  if (language === 'ru') expect(await untranslated(page), `English left on ${screen}`).toEqual([]);
  for (const width of widths) {
    await setWidth(page, width);
    // Layout by script follows a new width a moment later.
    await expect
      .poll(
        () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        { message: `${screen} scrolls sideways at ${width}` },
      )
      .toBeLessThanOrEqual(0);
    if (width <= 390) await expectNoCollisions(page, `${screen} at ${width} in ${language}`);
    if (language === 'ru' || width === 1024 || width === 320) continue;
    await expectAccessible(page);
    await setTheme(page, 'dark');
    await expectLegible(page);
    await setTheme(page, 'light');
  }
}

/** The page's suggested actions: the texts of its coral buttons and links. */
const coralTexts = (page: Page): Promise<string[]> =>
  page
    .locator('button, a')
    .evaluateAll(
      (elements, colour) =>
        elements
          .filter(
            (element) => element.checkVisibility() && getComputedStyle(element).backgroundColor === colour,
          )
          .map((element) => (element as HTMLElement).innerText),
      coral,
    );

/** Sets the window's width and waits until the page is rendered for it. */
async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Like the page's head and the switch in the profile. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((chosen) => {
    if (chosen === 'dark') document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
  }, theme);
}

/** Headings, labels and links of the frame that have words but no Cyrillic letter; clients' texts and codes are exempt. */
async function untranslated(page: Page): Promise<string[]> {
  const texts = await page
    .locator('h1, h2, h3, th[scope="col"], label, dt, nav a, legend, summary')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const names = [element, ...element.querySelectorAll('*')].filter((part) =>
          part.matches('[translate="no"]'),
        );
        return names.reduce(
          (text, name) => text.replace((name as HTMLElement).innerText, ''),
          (element as HTMLElement).innerText,
        );
      }),
    );
  const codes = /\b(Calmly|Penny|English|Chrome|Linux|Bitcoin|Ethereum|[A-Z]{2,5})\b/g;
  return texts.filter((text) => /[a-z]{3}/i.test(text.replace(codes, '')) && !/[а-яё]/i.test(text));
}

test('a logout makes a dark page light at once', async ({ page, baseURL }) => {
  await signIn(page, boris);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences'));
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await saved;
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/log(in|out)/);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  // For the following stories.
  const bank = await signInToApi(baseURL ?? '', boris);
  await bank.call(savePreferences, { body: { theme: 'light' } });
});
