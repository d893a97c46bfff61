/**
 * Push notifications: turned on in the profile, delivered encrypted to the browser's push service, shown by the service worker. Only the
 * service between bank and browser is simulated: it decrypts the bank's messages and passes them to the worker as the browser would.
 */
import {
  type PushService,
  startPushService,
  type TestBrowser,
} from '@calmly/server/test/support/processes/providers/push-service.ts';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { ownBank } from '../../support/banks.ts';
import { anna, confirmCode, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

let service: PushService;
test.beforeAll(async () => {
  service = await startPushService(ownBank().pushPort);
});
test.afterAll(() => service.close());

/** Chromium would ask a service on the internet for a subscription; this one comes from the story. */
async function playSubscription(context: BrowserContext): Promise<TestBrowser> {
  const browser = service.subscribe();
  await context.addInitScript((own) => {
    const key = 'story.subscription';
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const made = (bankKey: string) => ({
      endpoint: own.endpoint,
      options: { applicationServerKey: bytes(bankKey).buffer },
      getKey: (name: string) => bytes(name === 'auth' ? own.secret : own.publicKey).buffer,
      unsubscribe: async () => {
        localStorage.removeItem(key);
        return true;
      },
    });
    // The headless shell never grants it, despite the context's permissions.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Object.assign(Notification, { requestPermission: async () => 'granted' });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const kept = localStorage.getItem(key);
        return kept === null ? null : made(kept);
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const bankKey = btoa(String.fromCharCode(...applicationServerKey));
        localStorage.setItem(key, bankKey);
        return made(bankKey);
      },
    });
  }, browser);
  return browser;
}

const here = (page: Page) => page.getByRole('switch', { name: 'Show notifications in this browser' });

async function openSettings(page: Page): Promise<void> {
  await page.goto('/account-profile?tab=notifications');
  await expect(page.getByRole('heading', { name: 'Push notifications' })).toBeVisible();
}

interface Shown {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly lang: string;
    readonly tag: string;
    readonly data: unknown;
  };
}

/**
 * Passes a message to the service worker, like the browser's push service; returns what the worker shows. The headless shell has no
 * notifications and opens no windows for them, so both are recorded here instead.
 */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<Shown[]> {
  const worker = await workerOf(context, page);
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: object; clients: object; kept: unknown[] };
    scope.kept = [];
    Object.assign(Object.getPrototypeOf(scope.registration), {
      showNotification: async (title: string, options: object) => void scope.kept.push({ title, options }),
    });
  });
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: ownBank().url, registrationId, data });
  await devtools.detach();
  const kept = () => worker.evaluate(() => (globalThis as unknown as { kept: Shown[] }).kept);
  await expect.poll(kept).toHaveLength(1);
  return kept();
}

async function workerOf(context: BrowserContext, page: Page): Promise<Worker> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/** Clicks a notification with this data; returns the address that the worker opens. */
async function press(context: BrowserContext, page: Page, data: unknown): Promise<string> {
  const worker = await workerOf(context, page);
  return worker.evaluate((given) => {
    const scope = globalThis as unknown as {
      clients: object;
      WindowClient: { prototype: object };
      ExtendableEvent: new (type: string) => Event;
    };
    return new Promise<string>((resolve) => {
      Object.assign(Object.getPrototypeOf(scope.clients), {
        openWindow: async (address: string) => resolve(address),
      });
      Object.assign(scope.WindowClient.prototype, {
        async focus(this: { url: string }) {
          resolve(this.url);
        },
      });
      const event = new scope.ExtendableEvent('notificationclick');
      const notification = { data: given, close: () => undefined };
      globalThis.dispatchEvent(Object.assign(event, { notification }));
    });
  }, data);
}

test('a person turns push notifications on, is notified of a payment, opens it, and turns them off', async ({
  page,
  context,
}) => {
  const browser = await playSubscription(context);
  await signIn(page);
  await openSettings(page);
  const byPush = page.getByRole('checkbox', { name: 'Payment executed: Push' });
  await expect(byPush).toBeDisabled();
  await expect(byPush, 'nothing arrives anywhere').not.toBeChecked();
  await expect(page.getByText('Push: not turned on in any browser yet.').first()).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // Disabled until the browser's subscription is known, and disabled controls take no keys.
  await expect(here(page)).toBeEnabled();
  await here(page).press('Space');
  await expect(here(page)).toBeChecked();
  await expect(byPush).toBeEnabled();
  await expect(byPush).toBeChecked();
  await expectAccessible(page);
  // It is on after a reload too, and details are off.
  await page.reload();
  await expect(here(page)).toBeChecked();
  const details = page.getByRole('switch', { name: 'Show details' });
  await expect(details).not.toBeChecked();
  await details.press('Space');
  await expect(details).toBeChecked();
  // It shows the choice immediately; the bank has stored it when it is no longer busy.
  await expect(details).not.toHaveAttribute('aria-busy');

  await page.goto('/payments/create/outgoing');
  for (const [label, option] of [
    ['From', /Everyday/],
    ['To', /Kodupood/],
  ] as const) {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: option }).first().click();
  }
  await page.getByLabel('Amount').fill('64.70');
  await page.getByLabel('Reference').fill('Pushed');
  await page.getByRole('button', { name: 'Continue to confirm' }).click();
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await confirmCode(page);
  const sent = () =>
    service.received.find(
      ({ endpoint, message }) => endpoint === browser.endpoint && message.title === 'Payment executed',
    );
  await expect.poll(() => sent() !== undefined).toBe(true);
  expect(service.faults).toEqual([]);
  const message = sent()?.message ?? {};
  expect(message.body).toContain('64.70');

  const [shown] = await deliver(context, page, JSON.stringify(message));
  expect(shown).toMatchObject({
    title: 'Payment executed',
    options: { body: message.body, lang: 'en', tag: message.id },
  });
  const opened = await press(context, page, shown?.options.data);
  expect(new URL(opened).origin).toBe(ownBank().url);
  await page.goto(opened);
  await expect(page.getByRole('complementary').getByText('64.70').first()).toBeVisible();

  await openSettings(page);
  await expect(here(page)).toBeChecked();
  await here(page).press('Space');
  await expect(here(page)).not.toBeChecked();
  await page.reload();
  // Also off while nothing is known.
  await expect(here(page)).toBeEnabled();
  await expect(here(page)).not.toBeChecked();
});

test('a message that is not the bank’s shows none of its content and leads nowhere else', async ({
  page,
  context,
}) => {
  await signIn(page);
  const address = async (data: string) => {
    const [only] = await deliver(context, page, data);
    const opened = new URL(await press(context, page, only?.options.data));
    return { title: only?.title, body: only?.options.body, origin: opened.origin, path: opened.pathname };
  };
  const neutral = { title: 'Calmly', body: '', origin: ownBank().url, path: '/dashboard' };
  for (const data of ['', 'not JSON', '[]', 'null', '{"title":{}}', `{"body":"${'a'.repeat(400)}"}`])
    expect(await address(data)).toEqual(neutral);
  for (const path of ['https://evil.example/', '//evil.example/', '/\\\\evil.example', 'javascript:alert(1)'])
    expect(await address(JSON.stringify({ id: 'a', title: 'Hello', body: 'x', path }))).toMatchObject({
      title: 'Hello',
      origin: ownBank().url,
      path: '/dashboard',
    });
});

test('a browser whose notifications are blocked explains how to allow them', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await signIn(page);
  await openSettings(page);
  await expect(here(page)).toBeDisabled();
  await expect(page.getByText('Notifications are blocked for Calmly')).toBeVisible();
  await expectAccessible(page);
});

test('an iPhone says that it needs the app on the home screen', async ({ page, context }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager');
    Object.defineProperty(navigator, 'standalone', { value: false });
  });
  await signIn(page, anna);
  await openSettings(page);
  await expect(page.getByText('Add Calmly to your home screen first')).toBeVisible();
});
