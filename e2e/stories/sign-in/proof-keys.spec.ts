/** The session belongs to the browser it was opened in: copied data opens nothing elsewhere. */
import type { Page, Request } from '@playwright/test';
import { expect, signIn, signInByForm, test } from '../../support/portal.ts';

test.use({
  allowedComplaints: [/the server responded with a status of (203|401)/],
});

/** The next call of the page with a token. */
const nextCall = (page: Page): Promise<Request> =>
  page.waitForRequest((request) => request.headers().authorization?.startsWith('DPoP ') === true);

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code?: string }).code;
}

test('a copied token, cookie or proof opens nothing; the browser itself continues after a reload', async ({
  page,
  baseURL,
}) => {
  const calling = nextCall(page);
  await signInByForm(page);
  const call = await calling;
  const { authorization = '', dpop = '' } = call.headers();
  const again = (headers: Record<string, string>) => fetch(call.url(), { method: call.method(), headers });
  expect(await codeOf(await again({ authorization }))).toBe('proof_refused');
  expect(await codeOf(await again({ authorization, dpop }))).toBe('proof_refused');
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const refreshed = await fetch(`${baseURL}/api/oauth/refresh`, { method: 'POST', headers: { cookie } });
  expect(await codeOf(refreshed)).toBe('proof_refused');

  await page.reload();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the session of a story is bound to the key of its browser too', async ({ page }) => {
  await signIn(page);
  const calling = nextCall(page);
  await page.reload();
  await calling;
});

test('signing out removes the key', async ({ page }) => {
  await signInByForm(page);
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(await databases()).toContain('calmly-session');
  await page.goto('/logout');
  await expect.poll(databases).not.toContain('calmly-session');
});

test('a device whose clock is an hour wrong can still sign in', async ({ page }) => {
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 3_600_000;
  });
  await signInByForm(page);
});
