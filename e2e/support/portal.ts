/**
 * Shared by all stories: a browser page without complaints (console, uncaught errors, policy violations fail the story), and a sign-in
 * as a person does it.
 */
import { basicAuthorization, logout, savePreferences } from '@calmly/contract';
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { signInToApi } from './bank.ts';
import { ownBank } from './banks.ts';
import { proofOf } from './proof-key.ts';

export { expect } from '@playwright/test';
export { expectAccessible } from './accessible.ts';

export const anna = { email: 'anna@demo.calmly.example', password: 'more-payments-less-stress' };
export const boris = { ...anna, email: 'boris@demo.calmly.example' };

/** The recorder adds its own script to every frame; the frame that shows terms runs none, and reports it. */
const recorderRefused =
  /^error: Blocked script execution in '[^']*\/terms\/[^']*' because the document's frame is sandboxed/;

/** Message of Chromium's headless shell 153 (the browser inside the npm package) about files served by a service worker. */
const preloadOverlooked =
  /^warning: A preload for '\S+' is found, but is not used because it is a cross-world service worker resource mismatch/;

/**
 * Playwright's message in a story that blocks the service worker. Every story that fakes or holds back calls
 * (`page.route`) does so: Chromium breaks calls that bypass a worker on a page where Playwright starts to intercept.
 */
const workerBlocked = /^warning: Service Worker registration blocked by Playwright/;

/** The colour of a screen's single suggested action. */
export const coral = 'rgb(254, 107, 65)';

interface Fixtures {
  /** Complaints that a story expects, such as the browser's line about a refused request. */
  readonly allowedComplaints: RegExp[];
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  allowedComplaints: async ({}, use) => {
    await use([]);
  },
  // All tabs of the story's browser.
  context: async ({ context, allowedComplaints }, use, story) => {
    const complaints: string[] = [];
    const calls = listenToCalls(context);
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(place(message));
    });
    context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
    await use(context);
    // The story is over: requests that its routes still hold are no failure.
    const routed = [context, ...context.pages()];
    await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
    if (story.status !== story.expectedStatus)
      story.annotations.push({ type: 'seen', description: await whatWasSeen(context, calls) });
    const expected = [recorderRefused, preloadOverlooked, workerBlocked, ...allowedComplaints];
    const unexpected = complaints.filter((text) => !expected.some((allowed) => allowed.test(text)));
    expect(unexpected, 'the console is clean').toEqual([]);
  },
});

/** The calls to the bank, in order, with their answers once there are any. */
function listenToCalls(context: BrowserContext): string[] {
  const calls: string[] = [];
  const began = Date.now();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const place = calls.push('') - 1;
    const tell = (outcome: string) => {
      calls[place] = `${request.method()} ${pathname} ${outcome}`;
    };
    const sentMs = Date.now() - began;
    tell(`sent at ${sentMs} ms, not answered`);
    request.response().then(
      (response) =>
        tell(`sent at ${sentMs} ms: ${response?.status() ?? 'broken'} at ${Date.now() - began} ms`),
      () => tell(`sent at ${sentMs} ms, given up`),
    );
  });
  return calls;
}

const lastCalls = 12;

/** The content of the pages of a failed story and their last calls: the run prints it with the failure. */
async function whatWasSeen(context: BrowserContext, calls: readonly string[]): Promise<string> {
  const pages = await Promise.all(
    context.pages().map(async (page) => {
      // The menu and the header tell nothing about a failure.
      const text = await page
        .locator('main, [role=dialog]')
        .allInnerTexts()
        .catch((error: Error) => [error.message]);
      return `${page.url()}\n${text.join('\n').replaceAll(/\n+/g, ' · ').slice(0, 1000)}`;
    }),
  );
  return [...pages, ...calls.slice(-lastCalls)].join('\n');
}

function place(message: ConsoleMessage): string {
  return `${message.type()}: ${message.text()} (${message.location().url})`;
}

/** In the stories of this group the person reads Russian on a phone. Afterwards the stored language is English again for the other stories. */
export function readsRussianOnPhone(client = anna): void {
  const read = async (language: 'en' | 'ru') => {
    const bank = await signInToApi(ownBank().url, client);
    await bank.call(savePreferences, { body: { language } });
    await bank.call(logout, { query: {} });
  };
  test.use({ viewport: { width: 390, height: 844 }, locale: 'ru-RU' });
  test.beforeEach(() => read('ru'));
  test.afterEach(() => read('en'));
}

/** Signs in over the API, with a key like the portal's, and opens the dashboard. The form has its own stories. */
export async function signIn(page: Page, client = anna): Promise<void> {
  const call = { htm: 'POST', htu: `${ownBank().url}/api/oauth/token` };
  // The smallest page of the bank.
  await page.goto('/robots.txt');
  const enter = async (code?: string) =>
    page.request.post(call.htu, {
      data: { remember: false },
      headers: {
        dpop: await proofOf(page, call),
        authorization: basicAuthorization(client.email, client.password),
        ...(code !== undefined && { 'x-tfa-code': code }),
      },
    });
  const asked = await enter();
  const { detail } = (await asked.json()) as { detail?: { code: string } };
  if (detail) expect((await enter(detail.code)).status()).toBe(200);
  // The portal's own marker: without it a page requests no session.
  await page.context().addCookies([{ name: 'signed-in', value: 'session', url: ownBank().url }]);
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Signs in through the form and, from a browser the bank does not know, the code popup. */
export async function signInByForm(page: Page, client = anna, remember = false): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or client number').fill(client.email);
  await page.getByLabel('Password', { exact: true }).fill(client.password);
  if (remember) await page.getByLabel('Keep me signed in for 7 days').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await confirmCode(page);
  await expect(page).toHaveURL(/\/dashboard/);
  // The address changes before the screen appears.
  await expect(page.getByRole('navigation').first()).toBeVisible();
}

/** Continues with the code that the sandbox has filled in, and returns what it confirms. */
export async function confirmCode(page: Page): Promise<string> {
  const popup = page.getByRole('dialog', { name: 'Enter the code' });
  await expect(popup).toBeVisible();
  await expect(popup.getByLabel('Digit 6 of 6')).toHaveValue(/\d/);
  const text = await popup.innerText();
  await popup.getByRole('button', { name: 'Continue' }).click();
  await expect(popup).toBeHidden();
  return text;
}

/** Opens the list of a field and takes an option. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  const wanted = page.getByRole('option', { name: option, exact: true });
  // On a busy machine the list moves into place a moment after it has opened.
  await wanted.hover();
  await wanted.click();
  // The list fades out after the choice.
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** Opens a country picker, types the name and takes the result. */
export async function chooseCountry(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByPlaceholder(/^Country/).fill(name);
  await page.getByRole('option', { name }).first().click();
}

/** Minor units of an amount in the portal's format: `1 234.50 €`. */
export function minorUnits(shown: string): bigint {
  const digits = shown.replace(/[^\d-]/g, '');
  return BigInt(digits);
}
