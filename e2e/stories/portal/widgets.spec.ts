/** Keyboard, pointer and screen-reader support of the portal's widgets, on screens that use them. */
import type { Locator, Page } from '@playwright/test';
import { chooseCountry, chooseOption, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

/** The option reached by keyboard in a list under a search field. */
const reached = (page: Page) =>
  page.locator('[role="option"][data-highlighted]').evaluate((option) => option.textContent);

test('lists, calendars and panels support the keyboard and have accessible names', async ({ page }) => {
  await signIn(page);
  await page.goto('/payments/create/outgoing');

  await test.step('a list with a search: typing filters it, Escape keeps the choice', async () => {
    const payee = page.getByRole('combobox', { name: 'To', exact: true });
    const search = page.getByRole('combobox', { name: 'Search by name or IBAN' });
    await payee.focus();
    await payee.press('ArrowDown');
    await expect(search).toBeFocused();
    await expectAccessible(page);
    await search.fill('Fahrrad');
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect.poll(() => reached(page)).toContain('Fahrradwerkstatt');
    await search.press('Enter');
    await expect(payee).toBeFocused();
    await expect(payee).toContainText('Fahrradwerkstatt');
    await payee.press('ArrowDown');
    await search.fill('Bluebird');
    await expect.poll(() => reached(page)).toContain('Bluebird');
    await search.press('Escape');
    await expect(payee).toBeFocused();
    await expect(payee).toContainText('Fahrradwerkstatt');
  });

  await test.step('a list without one: arrows, End, and type-ahead', async () => {
    const from = page.getByRole('combobox', { name: 'From', exact: true });
    await from.focus();
    await from.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toBeFocused();
    await expect(from).toHaveAttribute(
      'aria-controls',
      (await page.getByRole('listbox').getAttribute('id')) ?? '',
    );
    await page.keyboard.press('End');
    await expect(page.getByRole('option').last()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(from).toBeFocused();

    const when = page.getByRole('combobox', { name: 'When', exact: true });
    await when.focus();
    await when.press('e');
    // A list forgets typed letters after 750 ms, so the wait is in the page.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = (): void => {
            if (document.querySelector('[role="option"]:focus')?.textContent === 'Every week') resolve();
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    await page.keyboard.type('very m');
    await expect(page.getByRole('option', { name: 'Every month' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(when).toBeFocused();
    await expect(when).toHaveText('Every month');
  });

  await test.step('a list opens on the side with room', async () => {
    await page.setViewportSize({ width: 390, height: 500 });
    // Rendered for the new width, so that the scroll position stays.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const rest = page.getByRole('combobox', { name: 'On weekends and bank holidays' });
    await rest.focus();
    await rest.evaluate((box) => scrollTo(0, box.getBoundingClientRect().bottom + scrollY - innerHeight + 8));
    await page.keyboard.press('ArrowDown');
    const list = page.getByRole('listbox');
    await expect
      .poll(
        async () => {
          const [above, box] = [await list.boundingBox(), await rest.boundingBox()];
          return above && box ? above.y + above.height - box.y : undefined;
        },
        { message: 'above its box' },
      )
      .toBeLessThanOrEqual(0);
    expect((await list.boundingBox())?.y, 'inside the window').toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a day is typed, or chosen in the calendar by keyboard within its bounds', async () => {
    const day = page.getByLabel('First payment');
    const year = new Date().getFullYear() + 1;
    await day.fill(`5.3.${year}`);
    await page.getByLabel('Reference').focus();
    await expect(day).toHaveValue(`05/03/${year}`);
    await day.press('ArrowDown');
    await expect(page.getByRole('button', { name: /\b5 March/ })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('button', { name: /\b12 April/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(day).toHaveValue(`12/04/${year}`);
    await expect(page.getByRole('button', { name: 'Choose a date' })).toBeFocused();

    await day.fill('');
    await page.getByRole('button', { name: 'Choose a date' }).click();
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await day.fill('30.2.2027');
    await page.getByLabel('Reference').focus();
    await expect(day).toHaveAccessibleDescription('Enter the date as DD/MM/YYYY.');
  });

  await test.step('both languages write and read their own date formats', async () => {
    const year = new Date().getFullYear() + 1;
    await page.getByLabel('First payment').fill(`05/03/${year}`);
    await chooseOption(page, 'Language', 'Русский');
    const day = page.getByLabel('Первый платёж');
    await expect(day).toHaveValue(`05.03.${year}`);
    // Leaving before it is saved would lose the choice.
    const saved = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('"en"'));
    await chooseOption(page, 'Язык', 'English');
    await saved;
  });

  await test.step('a panel closes when the focus leaves it, and returns it on Escape', async () => {
    await page.goto('/payments');
    const chip = page.getByRole('button', { name: 'Date', exact: true });
    const panel = page.getByRole('dialog', { name: 'Date' });
    await chip.press('Enter');
    await expect(panel.getByRole('button', { name: 'Today', exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(chip).toBeFocused();
    await chip.press('Enter');
    await panel.getByLabel('From').fill('01/11/2025');
    await panel.getByLabel('To').fill('20/11/2025');
    await expect(panel.getByRole('gridcell', { selected: true })).toHaveCount(20);
    await panel.getByRole('button', { name: 'Apply' }).focus();
    await page.keyboard.press('Tab');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeFocused();
  });
});

test('a press on the button of a form counts although the form grows meanwhile, unless it is dragged away', async ({
  page,
}) => {
  await signIn(page);
  let answer = () => {};
  await page.route('**/api/banks/lookup*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fallback();
  });
  await page.goto('/beneficiaries/add');
  await page.getByText('Company', { exact: true }).click();
  await page.getByLabel('Company name').fill('Kepler Druck GmbH');
  await chooseCountry(page, 'Country', 'Germany');
  const iban = page.getByLabel('IBAN');
  // An unknown bank, so the form asks for its BIC once the look-up has answered.
  await iban.fill('DE75512108001245126199');
  await expect(page.getByText('The account is in this name')).toBeVisible();
  const button = page.getByRole('button', { name: 'Continue to confirm' });
  const pressAndGrow = async () => {
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    if (!before) throw new Error('the button is not there');
    await page.mouse.move(before.x + before.width / 2, before.y + 4);
    await page.mouse.down();
    return before;
  };
  const code = page.getByRole('dialog', { name: 'Enter the code' });

  await test.step('dragged away, it is none', async () => {
    await pressAndGrow();
    await page.mouse.move(40, 300, { steps: 4 });
    await page.mouse.up();
    await expect(button).toBeEnabled();
    await expect(code).toHaveCount(0);
  });

  await test.step('the bank’s answer pushes the button away', async () => {
    const before = await pressAndGrow();
    answer();
    await expect(page.getByLabel(/^BIC/)).toBeVisible();
    const after = await button.boundingBox();
    expect(after?.y, 'the pointer is on it no more').toBeGreaterThan(before.y + 8);
    await page.mouse.up();
    await expect(code).toBeVisible();
  });
});

test.describe('a press on a link counts although an answer arrives before it ends', () => {
  test.use({ serviceWorkers: 'block' });

  /** Holds back the answers for an address until the returned function is called. */
  async function holdAnswers(page: Page, address: string): Promise<() => void> {
    const isReleased = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await isReleased.promise;
      await route.fulfill({ response });
    });
    return isReleased.resolve;
  }

  async function pressDown(page: Page, target: Locator): Promise<{ x: number; y: number }> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error('it is not on the screen');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    return box;
  }

  /** The drawer of a payment that can be repeated, and its link. */
  async function openPaid(page: Page): Promise<{ drawer: Locator; link: Locator }> {
    await page
      .getByRole('row')
      .filter({ hasText: 'Boris Sokolov' })
      .first()
      .getByRole('button')
      .first()
      .click();
    const drawer = page.getByRole('complementary').last();
    return { drawer, link: drawer.getByRole('link', { name: 'Pay again' }) };
  }

  test('of a payment: the link stays where it is', async ({ page }) => {
    await signIn(page);
    const release = await holdAnswers(page, '**/api/transactions/receipts/**');
    await page.goto('/payments?search=Boris%20Sokolov');
    const { drawer, link } = await openPaid(page);
    await expect(drawer.getByRole('button', { name: 'Add a note' })).toBeVisible();
    const before = await pressDown(page, link);
    release();
    await expect(drawer.getByRole('heading', { name: 'Receipts' })).toBeAttached();
    expect(await link.boundingBox()).toEqual(before);
    await page.mouse.up();
    await expect(page).toHaveURL(/\/payments\/create\/outgoing\?.*from=/);
  });

  test('a link can still be dragged, and a press that is dragged away does not count', async ({ page }) => {
    await signIn(page);
    await page.goto('/payments?search=Boris%20Sokolov');
    const { link } = await openPaid(page);
    const dragged = page.evaluate(
      () =>
        new Promise<string | undefined>((resolve) =>
          addEventListener('dragstart', (event) => resolve(event.dataTransfer?.getData('text/uri-list'))),
        ),
    );
    const { x, y } = await pressDown(page, link);
    await page.mouse.move(x - 200, y - 200, { steps: 8 });
    expect(await dragged).toContain('from=');
    await page.mouse.up();
    await expect(page).toHaveURL(/\/payments/);
  });
});

test('in the system’s high-contrast colours, switches, charts, legends and selections can be distinguished', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await signIn(page);
  const canvas = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const markOf = (element: Locator) =>
    element.evaluate((shown) => getComputedStyle(shown, '::before').backgroundColor);
  const legend = page.locator('section').filter({ hasText: 'Money in and out' }).locator('dt');
  const series = [await markOf(legend.nth(0)), await markOf(legend.nth(1))];
  expect(new Set([canvas, ...series]).size, 'two series on the ground').toBe(3);
  const line = page
    .locator('section')
    .filter({ hasText: 'Balance over time' })
    .locator('polyline, path')
    .first();
  await expect(line).not.toHaveCSS('stroke', canvas);
  await expect(page.locator('label', { hasText: '3 months' })).toHaveCSS('outline-style', 'solid');
  await expect(page.locator('label', { hasText: '1 month' })).not.toHaveCSS('outline-style', 'solid');
  await page.goto('/cards');
  const online = page.getByRole('switch', { name: 'Online payments' });
  const track = await online.evaluate((shown) => getComputedStyle(shown).backgroundColor);
  expect(track, 'the switch is on').not.toBe(canvas);
  expect(await markOf(online), 'its knob').not.toBe(track);
});
