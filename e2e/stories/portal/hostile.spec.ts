/**
 * The browser against stored texts and leftovers: a thousand hostile texts in every field that a client fills, shown on the screens,
 * PDFs and emails, stay text (W1); and no screen leaves a token or a code where someone could read it, nor, after signing out, any data
 * of the client (W3). Each has its control: the detector finds planted ones.
 */
import { randomUUID } from 'node:crypto';
import {
  createBeneficiary,
  createPayment,
  deleteBeneficiary,
  isSentForApproval,
  listAccounts,
  listDevices,
  logout,
  renameDevice,
} from '@calmly/contract';
import type { Page } from '@playwright/test';
import { signInToApi } from '../../support/bank.ts';
import { hostileText, watchContext } from '../../support/hostile.ts';
import { readKept, secrets } from '../../support/kept.ts';
import { anna, expect, signInByForm, test } from '../../support/portal.ts';

const screens = [
  '/dashboard',
  '/beneficiaries',
  '/beneficiaries/add',
  '/requisites',
  '/payments',
  '/payments/create/outgoing',
  '/account-profile',
  '/account-profile?tab=security',
  '/account-profile?tab=terms',
  '/account-profile?tab=fees',
  '/account-profile?tab=notifications',
  '/account-profile?tab=preferences',
  '/coming-soon',
  '/no-such-page',
];
const openScreens = ['/login', '/register', '/forgot-password'];

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** A German IBAN at a real bank: account number n with its check digits (ISO 13616). */
function germanIban(n: number): string {
  const account = `37040044${String(n).padStart(10, '0')}`;
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`;
}

/** Fills every field that accepts a client's own text; refused texts are not stored and do not count. */
async function storeHostileTexts(baseUrl: string) {
  const bank = await signInToApi(baseUrl, anna);
  let n = 0;
  const text = (maxLength: number) => hostileText(n++, maxLength);
  const payees: string[] = [];
  for (let payee = 0; payee < 20; payee += 1) {
    const bankDetails = Array.from({ length: 10 }, (_, index) => ({
      iban: germanIban(9_000_000 + payee * 10 + index),
      currency: 'EUR' as const,
      bankName: text(140),
      bankAddress: text(140),
      correspondentBank: text(140),
    }));
    const party = {
      street: text(70),
      buildingNumber: text(16),
      postCode: '10115',
      town: text(35),
      country: 'DE',
    };
    const body = { legalStatus: 'COMPANY' as const, name: text(140), ...party, bankDetails };
    const added = await bank.call(createBeneficiary, { body }, { idempotencyKey: randomUUID() });
    if (!isSentForApproval(added)) payees.push(added.id);
  }
  const accounts = (await bank.call(listAccounts, { query: {} })).Items;
  const [from, to] = accounts.filter(({ currency }) => currency === 'EUR');
  let refused = 0;
  for (let payment = 0; payment < 360; payment += 1) {
    const order = { debtorAccount: from?.number ?? '', creditorAccount: to?.number ?? '', amount: '0.01' };
    const body = { ...order, reference: text(140), chargeBearer: 'SHA' as const };
    const paid = bank.call(createPayment, { body }, { idempotencyKey: randomUUID() });
    await paid.catch(() => {
      refused += 1;
    });
  }
  const devices = (await bank.call(listDevices, { query: {} })).Items;
  for (const { id } of devices) await bank.call(renameDevice, { params: { id }, body: { name: text(40) } });
  return {
    stored: n - refused,
    async cleanUp() {
      for (const id of payees) await bank.call(deleteBeneficiary, { params: { id } });
      // Forgetting a browser signs it out; a plain name is enough for the stories after this one.
      for (const { id } of devices)
        await bank.call(renameDevice, { params: { id }, body: { name: 'Chrome' } });
      await bank.call(logout, { query: {} });
    },
  };
}

test.describe('hostile texts', () => {
  // The test's own watch script is refused in the frame of a mail, which runs no scripts.
  test.use({
    allowedComplaints: [
      /^error: Blocked script execution in '\S+\/sandbox\/outbox\/email|status of 404 .*no-such-page/,
    ],
  });

  test('a thousand of them in every field are text on every screen, PDF and email', async ({
    page,
    context,
    baseURL,
  }) => {
    const watch = await watchContext(context, baseURL ?? '');
    const hostile = await storeHostileTexts(baseURL ?? '');
    expect(hostile.stored).toBeGreaterThan(1_000);
    try {
      await signInByForm(page);
      for (const screen of screens) {
        await show(page, screen);
        await watch.look(page);
      }
      await show(page, '/beneficiaries');
      const payee = page.getByRole('row').filter({ hasText: 'x-hostile' }).first();
      await payee.getByRole('button').first().click();
      await expect(page.getByRole('complementary')).toContainText(/pwned|hostile|evil/);
      await watch.look(page);

      await show(page, '/payments');
      for (let row = 0; row < 4; row += 1) {
        await page
          .getByText(/pwned|x-hostile|evil\.example/)
          .nth(row)
          .click();
        await expect(page.getByRole('complementary')).toContainText(/pwned|hostile|evil/);
        await watch.look(page);
        await page.keyboard.press('Escape');
      }
      await page.goto(`/sandbox/outbox?to=${encodeURIComponent(anna.email)}`);
      const mails = page.getByRole('navigation', { name: 'Messages' }).getByRole('link');
      await expect(mails.first()).toBeVisible();
      const links = await Promise.all(
        (await mails.all()).slice(0, 8).map((mail) => mail.getAttribute('href')),
      );
      for (const link of links) {
        await page.goto(link ?? '');
        await watch.look(page);
      }
      expect(watch.seen).toEqual([]);
    } finally {
      // The other stories look for their own payees.
      await hostile.cleanUp();
    }
  });

  test.describe('the detector', () => {
    test.use({ allowedComplaints: [/./] });

    test('controls: sees a script that runs, an element and a foreign address; a handler cannot even be created', async ({
      page,
      context,
      baseURL,
    }) => {
      const watch = await watchContext(context, baseURL ?? '');
      await page.goto('/login');
      const handler = page.evaluate(() => document.body.setAttribute('onclick', 'pwned()'));
      await expect(handler, 'Trusted Types refuse a handler').rejects.toThrow('TrustedScript');
      await page.evaluate(() => {
        const foreign = document.createElement('img');
        foreign.src = 'http://evil.example/x.png';
        document.body.append(document.createElement('x-hostile'), foreign);
        (window as unknown as { pwned(): void }).pwned();
      });
      await watch.look(page);
      const kinds = () => new Set(watch.seen.map((what) => what.replace(/^http\S+ /, '').split(':')[0]));
      await expect.poll(kinds).toEqual(new Set(['executed', 'element', 'policy', 'request']));
    });
  });
});

// The browser's own message about the page that does not exist.
test.use({ allowedComplaints: [/status of 404 .*no-such-page/] });

test('no screen leaves a token or a code behind, and a sign-out leaves nothing of the client', async ({
  page,
  baseURL,
}) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  const iban = (await bank.call(listAccounts, { query: {} })).Items[0]?.iban ?? '';
  expect(iban).toMatch(/^LT\d{18}$/);
  await bank.call(logout, { query: {} });
  const found: string[] = [];
  const addresses: string[] = [];
  const codes = new Set<string>();
  page.on('request', (request) => {
    addresses.push(request.url());
    codes.add(request.headers()['x-tfa-code'] ?? '');
  });
  for (const screen of openScreens) {
    await show(page, screen);
    const { stored, shown } = await readKept(page);
    found.push(...secrets(stored + shown));
  }
  await signInByForm(page);
  await show(page, '/requisites');
  await expect(page.locator('main')).toContainText(iban.slice(-4));
  for (const screen of screens) {
    await show(page, screen);
    const { stored, shown } = await readKept(page);
    found.push(...secrets(stored + shown).map((secret) => `${screen} ${secret}`));
    for (const code of [...codes].filter(Boolean))
      expect(stored + shown, screen).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(stored.replaceAll(/\s/g, ''), screen).not.toContain(iban);
    expect(stored, screen).not.toContain(anna.email);
  }
  expect(found).toEqual([]);
  expect([...codes].join('')).toMatch(/^\d{6}$/);
  expect(addresses.flatMap(secrets)).toEqual([]);

  // The result of going back.
  await show(page, '/payments');
  await show(page, '/dashboard');
  const answer = page.waitForResponse(/\/oauth\/logout/);
  await page.getByRole('link', { name: 'Sign out' }).click();
  expect(await (await answer).headerValue('clear-site-data')).toContain('"storage"');
  for (const step of ['after signing out', 'after going back']) {
    if (step === 'after going back') await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { stored, shown } = await readKept(page);
    const all = (stored + shown).replaceAll(/\s/g, '');
    for (const own of [iban, anna.email, 'Anna', 'Everyday']) expect(all, step).not.toContain(own);
    expect(secrets(all), step).toEqual([]);
  }
});

test.describe('emailed links', () => {
  test.use({ allowedComplaints: [/status of 4\d\d/] });

  test('the secret of an emailed link does not stay in the URL, the history or the page', async ({
    page,
  }) => {
    const token = `cal_ml_${'x'.repeat(51)}`;
    for (const path of ['/resetpassword', '/confirm', '/unfreeze']) {
      await page.goto(`${path}?token=${token}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).not.toHaveURL(/token/);
      const { stored, shown } = await readKept(page);
      expect([path, ...secrets(stored + shown)]).toEqual([path]);
    }
  });
});

test('control: a token planted in each searched place is found', async ({ page }) => {
  await page.goto('/login');
  const places = {
    local: () => localStorage.setItem('a', 'cal_at_planted'),
    session: () => sessionStorage.setItem('a', 'cal_at_planted'),
    cookie: () => {
      // biome-ignore lint/suspicious/noDocumentCookie: what a careless page would do
      document.cookie = 'a=cal_at_planted';
    },
    history: () => history.replaceState({ a: 'cal_at_planted' }, ''),
    address: () => history.replaceState(null, '', '?a=cal_at_planted'),
    name: () => {
      window.name = 'cal_at_planted';
    },
    cache: async () =>
      (await caches.open('a')).put(
        '/a',
        new Response('cal_at_planted', { headers: { 'content-type': 'text/plain' } }),
      ),
    database: () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('planted');
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore('a', { autoIncrement: true }).add('cal_at_planted');
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
    field: () => document.querySelector('input')?.setAttribute('value', 'cal_at_planted'),
  };
  for (const [place, plant] of Object.entries(places)) {
    await page.goto('/login');
    await expect(page.getByLabel('Email or client number')).toBeVisible();
    const before = await readKept(page);
    const had = secrets(before.stored + before.shown).length;
    await page.evaluate(plant);
    const { stored, shown } = await readKept(page);
    expect([place, secrets(stored + shown).length > had]).toEqual([place, true]);
  }
});
