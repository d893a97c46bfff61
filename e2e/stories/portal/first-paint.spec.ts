/**
 * What a new visitor's browser loads before it shows a page, and what it shows until then. The budgets apply to compressed JavaScript and
 * CSS; a page that exceeds its budget has probably begun to import a library that it needs later.
 */
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '../../support/portal.ts';

for (const { path, kilobytes } of [
  { path: '/login', kilobytes: 118 },
  { path: '/register', kilobytes: 134 },
  { path: '/forgot-password', kilobytes: 184 },
]) {
  test(`${path} is visible before its scripts, keeps its layout and stays small`, {
    tag: '@journey',
  }, async ({ browser, baseURL }) => {
    const still = await browser.newContext({
      javaScriptEnabled: false,
      locale: 'ru',
      ...(baseURL && { baseURL }),
    });
    const frame = await still.newPage();
    await frame.goto(path);
    await expect(frame.locator('h1')).toHaveText(/\p{Script=Cyrillic}/u);
    // Nothing typed or pressed too early may get lost, and nothing is announced twice.
    expect(await frame.locator('#root').evaluate(({ children: [all] }) => all?.hasAttribute('inert'))).toBe(
      true,
    );
    await expect(frame.getByRole('textbox')).toHaveCount(0);
    await still.close();

    const context = await browser.newContext({ serviceWorkers: 'block', ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (/\.(js|css)$/.test(response.url())) bodies.push(response.body());
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.frame')).toHaveCount(0);
    const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
    expect(bytes / 1000, 'kB of JavaScript and CSS').toBeLessThan(kilobytes);
    expect(await page.evaluate(layoutShift), 'layout shift').toBeLessThan(0.02);
    await context.close();
  });
}

/** How much of the page has moved since it was first painted. */
function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let total = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
  });
}
