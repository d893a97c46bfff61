/**
 * WCAG 2.2 AA and best practice, by axe. Each frame is checked separately: axe reaches a page's frames through scripts in them, and the
 * frame that shows terms runs none. Only violations are collected; the rest takes half of axe's time.
 */
import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Landmark rules for a page, which do not apply to a document inside another. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'bypass'];

/** Base UI's focus guards: they pass the focus on as soon as they get it, so nothing hidden is ever focused. */
const guards = ['[data-base-ui-focus-guard]'];

/** No rule is violated, once the page is rendered and animations have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, { type: 'tag', values: everything });
}

/** The same for colours only: for the other theme of a page that passed. */
export async function expectLegible(page: Page): Promise<void> {
  await expectNoViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
}

async function expectNoViolations(page: Page, rules: axe.RunOnly): Promise<void> {
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('h1').first()).toBeAttached();
  await page.evaluate(async () => {
    // A theme change begins to fade in with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  await framesLoaded(page);
  const found = await Promise.all(page.frames().map((frame) => findViolations(frame, rules)));
  expect(found.flat(), `axe on ${page.url()}`).toEqual([]);
}

/** Waits until the frames of the page have their documents: a later one would replace the document under test. */
export async function framesLoaded(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLIFrameElement>('iframe[src]')].every(({ contentDocument }) => {
          // Of another origin, so it cannot be queried.
          if (!contentDocument) return true;
          return contentDocument.URL !== 'about:blank' && contentDocument.readyState === 'complete';
        }),
      ),
    )
    .toBe(true);
}

async function findViolations(frame: Frame, rules: axe.RunOnly): Promise<string[]> {
  const off = frame.parentFrame() === null ? [] : pageRules;
  const options: axe.RunOptions = {
    runOnly: rules,
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  };
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(
    ([chosen, exclude]) => (globalThis as unknown as { axe: typeof axe }).axe.run({ exclude }, chosen),
    [options, guards] as const,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
