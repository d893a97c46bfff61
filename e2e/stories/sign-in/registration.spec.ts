/** From registration to active client: in one session, over several days and devices, and with errors. */
import type { Browser, Page } from '@playwright/test';
import {
  acceptTerms,
  confirmPhone,
  enterCode,
  fillAddress,
  fillPerson,
  newStranger,
  next,
  register,
  type Stranger,
} from '../../support/joining.ts';
import { newestMessage } from '../../support/outbox.ts';
import {
  anna,
  chooseCountry,
  confirmCode,
  coral,
  expect,
  expectAccessible,
  test,
} from '../../support/portal.ts';
import { answer, widgetOf } from '../../support/widget.ts';

/** Another device: a browser without the first one's checks for complaints. */
async function otherDevice(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
  return context.newPage();
}

async function confirmEmail(page: Page, browser: Browser, stranger: Stranger): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  const { code } = await newestMessage(browser, stranger.email, /./);
  await enterCode(page, code);
}

async function openAccount(page: Page, browser: Browser, stranger: Stranger): Promise<void> {
  await register(page, stranger);
  await fillPerson(page);
  await next(page);
  await confirmEmail(page, browser, stranger);
  await confirmPhone(page);
  await next(page);
  await fillAddress(page);
  await next(page);
  await acceptTerms(page);
}

test('an applicant becomes a client with a euro account in one session', { tag: '@journey' }, async ({
  page,
  browser,
}) => {
  const stranger = newStranger();

  await test.step('registration shows the password rules and keeps entries', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Open an account' }).click();
    await expectAccessible(page);
    const submit = page.getByRole('button', { name: 'Open an account' });
    await expect(submit, 'an empty form has nothing to send').not.toHaveCSS('background-color', coral);
    await page.getByLabel('Email').fill(stranger.email);
    await expect(submit).toHaveCSS('background-color', coral);
    await submit.click();
    await expect(page.getByText('The password must meet both requirements.')).toBeVisible();
    await expect(page.getByText('Enter your mobile number.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Email')).toHaveValue(stranger.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await register(page, stranger);
  });

  await test.step('the person’s details survive a reload', async () => {
    await expect(page.getByLabel('First name')).toBeVisible();
    await expect(page.getByText('Step 1 of 7, about 10 minutes left')).toBeVisible();
    await expect(page.getByText('For companies only')).toBeVisible();
    await expectAccessible(page);
    await fillPerson(page);
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Marta');
    await expect(page.getByLabel('Country of residence')).toContainText('Estonia');
    await next(page);
  });

  await test.step('email and phone are confirmed', async () => {
    await expect(page.getByText('Send again in')).toBeVisible();
    await expect(page.getByText('Step 2 of 7')).toBeVisible();
    await expectAccessible(page);
    await confirmEmail(page, browser, stranger);
    await expect(page).toHaveURL(/\/phone-verification/);
    await expectAccessible(page);
    await confirmPhone(page);
  });

  await test.step('account, card and address, with Back where it is allowed', async () => {
    const back = page.getByRole('button', { name: 'Back' });
    await expect(back).toBeDisabled();
    await expect(page.getByText('Step 4 of 7, about 6 minutes left')).toBeVisible();
    await page.getByRole('tab', { name: 'Virtual' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('5.00');
    await page.getByText('Business', { exact: true }).click();
    await expect(page.getByRole('tabpanel')).toContainText('10.00');
    await expect(page.getByRole('tabpanel')).toContainText('1.5%');
    await page.getByText('Personal', { exact: true }).click();
    await expectAccessible(page);
    await next(page);
    await fillAddress(page);
    await page.getByLabel('Postcode').fill('1012');
    await next(page);
    await expect(page.getByText('Enter a postcode like 12345')).toBeVisible();
    await page.getByLabel('Postcode').fill('10123');
    await back.click();
    await expect(page.getByRole('tab', { name: 'Virtual' })).toHaveAttribute('aria-selected', 'true');
    await next(page);
    await expect(page.getByLabel('City')).toHaveValue('Tallinn');
    await expectAccessible(page);
    await next(page);
  });

  await test.step('terms and fees are accepted one by one', async () => {
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    const texts = page.locator('iframe[src^="/terms/"]');
    await expect(texts).toHaveCount(2);
    const text = await page.request.get((await texts.first().getAttribute('src')) ?? '');
    expect(await text.text()).toContain('Who we are and what these terms are');
    // The texts run no script, not even the check's own.
    await texts.evaluateAll((frames) => {
      for (const frame of frames) frame.remove();
    });
    await expectAccessible(page);
    await page.reload();
    await acceptTerms(page);
    await expect(page.getByRole('button', { name: 'Back' })).toBeDisabled();
  });

  await test.step('the identity is approved, and the account is there', async () => {
    await answer(widgetOf(page), 'Approve');
    await expect(page).toHaveURL(/\/dashboard/);
  });

  await test.step('the dashboard shows the first steps, each ticked when done, until they are hidden', async () => {
    const title = page.getByRole('heading', { name: 'Welcome, let’s get you started' });
    const steps = page.locator('section', { has: title });
    await expect(steps.getByText('1 of 5 done')).toBeVisible();
    await expect(steps.getByRole('listitem').filter({ hasText: 'Open an account, done' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Balance over time' })).toBeHidden();
    const actions = page.getByRole('navigation', { name: 'Quick actions' });
    await expect(actions.getByRole('link', { name: 'Send money' })).not.toHaveCSS('background-color', coral);
    await expect(actions.getByRole('link', { name: 'Add money' })).toHaveCSS('background-color', coral);
    await expectAccessible(page);
    await steps.getByRole('link', { name: 'See account details' }).click();
    await expect(page).toHaveURL(/\/requisites/);
    await expect(page.getByText(/^[A-Z]{2}\d{2}( \w{1,4})+$/).first()).toBeVisible();
    await page.goBack();
    await steps.getByRole('button', { name: 'Hide these steps' }).click();
    await expect(steps).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Balance over time' })).toBeVisible();
    await page.goto('/requisites');
    await expect(page.getByRole('main').getByText('Marta Kask').first()).toBeVisible();
  });
});

test('a company confirms by the link on another device, and the first one continues automatically', async ({
  page,
  browser,
}) => {
  const stranger = newStranger();
  await register(page, stranger, 'My company');
  await fillPerson(page);
  await next(page);
  await expect(page.getByRole('heading', { name: 'Your company' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('Step 2 of 13')).toBeVisible();
  await page.getByLabel('Company name').fill('Juniper Freight OÜ');
  await page.getByLabel('Registration number').fill('14532877');
  await next(page);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();

  const { link } = await newestMessage(browser, stranger.email, /./);
  const telephone = await otherDevice(browser);
  const { pathname, search } = new URL(link);
  await telephone.goto(pathname + search);
  await expect(telephone.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expectAccessible(telephone);
  await telephone.getByRole('button', { name: 'Confirm email' }).click();
  await expect(telephone.getByText('Go back to the window where you registered')).toBeVisible();
  expect(telephone.url()).not.toContain('token');
  await telephone.context().close();

  await expect(page).toHaveURL(/\/phone-verification/);
});

test('entries on one device are there on another', async ({ page, browser }) => {
  const stranger = newStranger();
  await register(page, stranger);
  await fillPerson(page);
  await next(page);
  await confirmEmail(page, browser, stranger);
  await confirmPhone(page);
  await page.getByRole('tab', { name: 'Plastic' }).click();
  await next(page);
  await expect(page.getByRole('heading', { name: 'Your home address' })).toBeVisible();

  const telephone = await otherDevice(browser);
  await telephone.goto('/login');
  await telephone.getByLabel('Email or client number').fill(stranger.email);
  await telephone.getByLabel('Password', { exact: true }).fill(stranger.password);
  await telephone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await confirmCode(telephone);
  await expect(telephone).toHaveURL(/\/create-account/);
  await expect(telephone.getByRole('heading', { name: 'Your home address' })).toBeVisible();
  await expect(telephone.getByLabel('Country', { exact: true })).toContainText('Estonia');
  await telephone.getByRole('button', { name: 'Back' }).click();
  await expect(telephone.getByRole('tab', { name: 'Plastic' })).toHaveAttribute('aria-selected', 'true');
  await telephone.context().close();
});

test.describe('errors', () => {
  test.use({ allowedComplaints: [/status of 4(00|09|22|29)/] });

  test('a wrong code, no code, another address', async ({ page, browser }) => {
    const stranger = newStranger();
    await register(page, stranger);
    await fillPerson(page);
    await next(page);
    const outbox = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Read the message in the outbox' }).click();
    const messages = (await outbox).getByRole('navigation', { name: 'Messages' });
    await expect(messages.getByRole('link', { name: stranger.email })).toHaveCount(1);
    const { code } = await newestMessage(browser, stranger.email, /./);
    await enterCode(page, code === '000000' ? '000001' : '000000');
    await expect(page.getByText('Wrong code. 4 attempts left.')).toBeVisible();
    await page.getByText('Didn’t get a code?').click();
    await expect(page.getByRole('link', { name: /^support@/ })).toBeVisible();
    await expectAccessible(page);

    const other = newStranger().email;
    await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('Email').fill(other);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByText(`We sent 6 digits and a link to ${other}.`)).toBeVisible();
    const second = await newestMessage(browser, other, /./);
    await enterCode(page, second.code);
    await expect(page).toHaveURL(/\/phone-verification/);
  });

  test('a used or mistyped link leads on', async ({ page }) => {
    await page.goto('/confirm?token=thisisnolinkofours');
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/login/);
  });

  test('a client’s address looks like any other, and its owner is notified', async ({ page, browser }) => {
    await register(page, { ...newStranger(), email: anna.email });
    await fillPerson(page);
    await next(page);
    await expect(page.getByText(`We sent 6 digits and a link to ${anna.email}.`)).toBeVisible();
    const { text } = await newestMessage(browser, anna.email, /already/i);
    expect(text).not.toMatch(/\b\d{6}\b/);
  });

  test('an age below 18 is refused by field, and a country that is not served cannot be chosen', async ({
    page,
  }) => {
    await register(page, newStranger());
    await fillPerson(page, { day: '1', month: 'January', year: String(new Date().getFullYear() - 10) });
    await next(page);
    await expect(page.getByText('You must be at least 18 to open an account.')).toBeVisible();
    // The form moves the focus there a frame later: a year typed before that would land in the day.
    await expect(page.getByLabel('Day')).toBeFocused();
    await page.getByLabel('Year').fill('1990');
    const residence = page.getByLabel('Country of residence', { exact: true });
    await residence.click();
    await page.getByPlaceholder(/^Country/).fill('North Korea');
    const unserved = page.getByRole('option', { name: 'North Korea' });
    await expect(unserved).toContainText('Not available yet');
    await expect(unserved).toBeDisabled();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(residence).toContainText('Estonia');
    await residence.click();
    await expect(page.getByRole('option').nth(100)).toBeAttached();
    await page.keyboard.press('Escape');
    await next(page);
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  });
});

test('unreadable documents may be submitted again, and a refusal replaces the whole portal', async ({
  page,
  browser,
}) => {
  await openAccount(page, browser, newStranger());

  await answer(widgetOf(page), 'Reject, allow another try');
  await expect(page.getByText('The photos were not clear enough')).toBeVisible();
  await widgetOf(page).getByRole('button', { name: 'Submit again' }).click();
  await answer(widgetOf(page), 'Reject permanently');
  await expect(page.getByRole('heading', { name: 'We couldn’t confirm your identity' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByTitle('Identity check')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'We couldn’t confirm your identity' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test.describe('a slow line', () => {
  // Otherwise the service worker would serve cached files.
  test.use({ serviceWorkers: 'block' });

  test('a number that is corrected, and a code that is typed, before the next answer stay', async ({
    page,
    browser,
  }) => {
    const stranger = newStranger();
    const reader = Promise.withResolvers<void>();
    await page.route('**/assets/min-*.js', async (route) => {
      await reader.promise;
      await route.fallback();
    });
    await page.goto('/register');
    await chooseCountry(page, 'Country code', 'Estonia');
    const number = page.getByRole('textbox', { name: 'Mobile phone' });
    await number.fill('5123456');
    await number.blur();
    await number.fill('51234567');
    reader.resolve();
    await number.blur();
    await expect(number).toHaveValue('5123 4567');

    const sent = Promise.withResolvers<void>();
    await page.route('**/api/onboarding/phone-code', async (route) => {
      const response = await route.fetch();
      await sent.promise;
      await route.fulfill({ response });
    });
    await register(page, stranger);
    await fillPerson(page);
    await next(page);
    await confirmEmail(page, browser, stranger);
    await expect(page).toHaveURL(/\/phone-verification/);
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type('1234');
    const answer = page.waitForResponse('**/api/onboarding/phone-code');
    sent.resolve();
    await (await answer).finished();
    await expect(page.getByText('Send again in')).toBeVisible();
    await expect(page.getByLabel('Digit 4 of 6')).toHaveValue('4');
    await expect(page.getByLabel('Digit 5 of 6')).toHaveValue('');
  });

  test.describe('and a wrong code', () => {
    test.use({ allowedComplaints: [/status of 4(00|09|22)/] });

    test('a code that is sent again while another is checked takes its place', async ({ page, browser }) => {
      const stranger = newStranger();
      await register(page, stranger);
      await fillPerson(page);
      await next(page);
      await confirmEmail(page, browser, stranger);
      await expect(page).toHaveURL(/\/phone-verification/);
      await expect(page.getByText('We sent 6 digits by SMS')).toBeVisible();
      const again = page.getByRole('button', { name: 'Send again' });
      await expect(again).toBeVisible();
      const isSentAgain = Promise.withResolvers<void>();
      await page.route(
        '**/api/onboarding/phone-confirmation',
        async (route) => {
          const response = await route.fetch();
          await isSentAgain.promise;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      const isChecking = page.waitForRequest('**/api/onboarding/phone-confirmation');
      await enterCode(page, '000000');
      await isChecking;
      const sent = page.waitForResponse('**/api/onboarding/phone-code');
      await again.click();
      await (await sent).finished();
      await expect(page.getByText('We sent 6 digits by SMS')).toBeVisible();
      isSentAgain.resolve();
      await expect(page.getByRole('button', { name: 'Confirm', exact: true })).not.toHaveAttribute(
        'aria-busy',
      );
      await expect(page.getByText(/Wrong code/)).toHaveCount(0);
      await expect(page.getByLabel('Digit 6 of 6')).toHaveValue(/\d/);
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expect(page).toHaveURL(/\/create-account/);
    });
  });
});

test.describe('a number that the bank refuses', () => {
  test.use({ serviceWorkers: 'block', allowedComplaints: [/status of 422/] });

  test('the reason stays when the field is only left', async ({ page }) => {
    await page.route('**/api/registrations', (route) =>
      route.fulfill({ status: 422, json: { detail: [{ field: 'Phone', message: 'We can’t reach it.' }] } }),
    );
    await page.goto('/register');
    await page.getByLabel('Email').fill(newStranger().email);
    await page.getByLabel('Password', { exact: true }).fill('quiet lemon harbour by six');
    await chooseCountry(page, 'Country code', 'Estonia');
    const number = page.getByRole('textbox', { name: 'Mobile phone' });
    await number.fill('5123456');
    await number.press('Enter');
    const reason = page.getByText('We can’t reach it.');
    await expect(reason).toBeVisible();
    for (const _pass of [1, 2]) {
      await number.focus();
      await number.blur();
      // The number has been read and rendered.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
    }
    await expect(reason).toBeVisible();
    await number.fill('51234567');
    await expect(reason).toBeHidden();
  });
});
