/** The identity check with the provider's real Web SDK: its answers, and which of them cannot be forged. */
import { issueVerificationToken } from '@calmly/contract';
import { createApplicant, signInToCheck } from '../../support/applicant.ts';
import { chooseOption, expect, expectAccessible, test } from '../../support/portal.ts';
import { answer, choose, goToAnswer, widgetOf } from '../../support/widget.ts';

test.use({ serviceWorkers: 'block' });

test('documents refused for a retry, then for good, then approved', { tag: '@journey' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await createApplicant(browser, baseURL);
  await signInToCheck(page, person);
  const widget = widgetOf(page);

  await test.step('every step is accessible', async () => {
    await expect(widget.getByRole('heading', { name: 'Your document' })).toBeVisible();
    await expectAccessible(page);
    await widget.getByRole('button', { name: 'Continue' }).click();
    await expect(widget.getByText('Take or choose a photo, or use the sample.').first()).toBeVisible();
  });
  await test.step('a refusal with a second chance leads back to the documents', async () => {
    await answer(widget, 'Reject, allow another try');
    // The bank knows it too; until then the page may still move on and reload the widget.
    await expect(page.getByText('The photos were not clear enough')).toBeVisible();
    await expect(widget.getByRole('heading', { name: 'Please try again' })).toBeVisible();
    await expect(page).toHaveURL(/\/create-account/);
    await widget.getByRole('button', { name: 'Submit again' }).click();
  });
  await test.step('after a final refusal the check replaces the portal', async () => {
    await answer(widget, 'Reject permanently');
    await expect(page.getByRole('heading', { name: 'We couldn’t confirm your identity' })).toBeVisible();
    await expect(widget.getByRole('heading', { name: 'Declined' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectAccessible(page);
  });
  await test.step('submitted again and approved, the portal opens with an account', async () => {
    await widget.getByRole('button', { name: 'Submit again' }).click();
    await answer(widget, 'Approve');
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requisites' }),
    ).toBeVisible();
    // The check redirects there; anything opened before would be left again.
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/requisites');
    await expect(page.getByText(/^[A-Z]{2}\d{2}( \w{1,4})+$/).first()).toBeVisible();
  });
});

// Control, tried once: a page that trusts the event, and takes the client for ACTIVE, opens the portal here.
test('a GREEN that the page forges changes nothing at the bank', async ({ page, browser, baseURL }) => {
  const person = await createApplicant(browser, baseURL);
  // The widget is accepted by the session that it names in every message; a forger in the page can read that.
  await page.addInitScript(() =>
    window.addEventListener('message', ({ data }) => {
      if (data?.sessionId) document.documentElement.dataset.widgetSession = data.sessionId;
    }),
  );
  await signInToCheck(page, person);
  await expect(widgetOf(page).getByRole('heading', { name: 'Your document' })).toBeVisible();
  await page.evaluate(() => {
    const sessionId = document.documentElement.dataset.widgetSession;
    const reviewResult = { reviewAnswer: 'GREEN' };
    for (const method of ['idCheck.onApplicantStatusChanged', 'idCheck.onApplicantVerificationCompleted'])
      window.postMessage({ method, sessionId, reviewStatus: 'completed', reviewResult }, location.origin);
  });
  // The page has received it, and waits for the bank.
  await expect(page.getByRole('heading', { name: 'Thank you, that’s everything' })).toBeVisible();
  await page.goto('/requisites');
  await expect(page).toHaveURL(/\/create-account/);
  await expect(widgetOf(page).getByRole('heading', { name: 'Your document' })).toBeVisible();
});

test('the widget follows the language, keeps entries, and works by keyboard alone', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInToCheck(page, await createApplicant(browser, baseURL));
  const widget = widgetOf(page);
  await widget.getByRole('radio', { name: 'Passport' }).press('Space');
  await widget.getByRole('button', { name: 'Use a sample' }).press('Enter');
  await expect(widget.getByText('Chosen: sample')).toBeVisible();
  await chooseOption(page, 'Language', 'Русский');
  const russian = page.frameLocator('iframe[title="Проверка личности"]');
  await expect(russian.getByRole('heading', { name: 'Ваш документ' })).toBeVisible();
  await expect(russian.getByText('Выбрано: образец')).toBeVisible();
  await expect(russian.getByRole('radio', { name: 'Паспорт' })).toBeChecked();
  await russian.getByRole('button', { name: 'Продолжить' }).press('Enter');
  // From here on without a pointer: keyboard users tab to the controls.
  const pressOn = async (name: string) => {
    const button = russian.getByRole('button', { name });
    const isFocused = () => button.evaluate((element) => element === document.activeElement);
    for (let tabs = 0; tabs < 8 && !(await isFocused()); tabs++) await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await expect(russian.getByRole('heading', { name: 'Сделайте селфи' })).toBeFocused();
  await pressOn('Использовать образец');
  await expect(russian.getByText('Выбрано: образец')).toBeVisible();
  await expect(russian.getByRole('button', { name: 'Выбрать другой файл' })).toBeFocused();
  await pressOn('Продолжить');
  for (const move of ['прямо', 'влево', 'вправо']) {
    await expect(russian.getByRole('status')).toContainText(move);
    await pressOn('Готово');
  }
  await expect(russian.getByRole('heading', { name: 'Выберите ответ провайдера' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(russian.getByRole('radio', { name: 'Одобрить' })).toBeFocused();
  await pressOn('Отправить');
  const menu = page.getByRole('navigation', { name: 'Главное меню' });
  await expect(menu.getByRole('link', { name: 'Реквизиты' })).toBeVisible();
});

test.describe('failures', () => {
  test.use({ allowedComplaints: [/status of (401|500|503)/] });

  test('without the provider the client reads why and tries again', async ({ page, browser, baseURL }) => {
    const person = await createApplicant(browser, baseURL);
    await page.route('**/sdktoken', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'urn:calmly:problem:verification_unavailable',
          title: 'Verification unavailable',
          status: 503,
          code: 'verification_unavailable',
          detail: 'The identity check isn’t available right now. Try again in a few minutes.',
        }),
      }),
    );
    await signInToCheck(page, person);
    await expect(page.getByRole('alert')).toContainText('We couldn’t start the identity check.');
    await expectAccessible(page);
    await page.unroute('**/sdktoken');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(widgetOf(page).getByRole('heading', { name: 'Your document' })).toBeVisible();
  });

  test('an expired token is renewed silently', async ({ page, browser, baseURL }) => {
    await signInToCheck(page, await createApplicant(browser, baseURL));
    const widget = widgetOf(page);
    await goToAnswer(widget);
    await page.route('**/sandbox/applicant/documents', (route) => route.fulfill({ status: 401 }), {
      times: 1,
    });
    const renewal = page.waitForRequest(new RegExp(`${issueVerificationToken.path.split('/').at(-1)}$`));
    await choose(widget, 'Reject permanently');
    await renewal;
    await expect(page.getByRole('heading', { name: 'We couldn’t confirm your identity' })).toBeVisible();
  });
});
