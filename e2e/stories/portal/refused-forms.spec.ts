/** A refused form (packages/portal-kit/src/shared/form): sent again unchanged, it is a new attempt under a new idempotency key. */
import { expect, signIn, test } from '../../support/portal.ts';

// The browser's own message about the refusals that this story fakes. Otherwise the service worker would serve cached files.
test.use({ allowedComplaints: [/status of 422/], serviceWorkers: 'block' });

test('a refused form is a new attempt when it is sent again unchanged, also after a reload', async ({
  page,
}) => {
  const what = `Refused ${Date.now()}`;
  const keys: Array<string | undefined> = [];
  let isRefused = true;
  await page.route('**/api/transactions/incoming', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    return isRefused ? route.fulfill({ status: 422, json: { detail: 'Not now.' } }) : route.fallback();
  });
  const send = page.getByRole('button', { name: 'Create request' }).and(page.locator(':visible'));
  await signIn(page);
  await page.goto('/payments/create/incoming');
  await page.getByLabel('Amount', { exact: true }).fill('42');
  await page.getByLabel('Payer', { exact: true }).fill('Boris Sokolov');
  await page.getByLabel('Description').fill(what);
  for (const attempt of [1, 2]) {
    await send.click();
    await expect.poll(() => keys.length).toBe(attempt);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Not now.');
  }
  isRefused = false;
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue(what);
  await send.click();
  await expect(page.getByRole('complementary', { name: 'Request for money' })).toContainText(what);
  expect(new Set(keys).size, 'idempotency keys').toBe(3);
});
