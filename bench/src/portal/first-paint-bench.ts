/**
 * P15: the work of a browser before our sign-in page is usable, against the peer of P10: the JavaScript that runs (by the engine's own
 * coverage, which is independent of the machine's load), and the busy time of the main thread, on a processor slowed down fourfold,
 * both pages in turn.
 */
import type { Browser } from '@playwright/test';
import { withEntryPages } from '../support/entry-pages.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';

const slowdown = 4;

/** P15a: evaluated JavaScript, measured once. P15b: the time, in rounds. */
export async function benchFirstPaint(): Promise<BenchResult[]> {
  return withEntryPages(async ({ browser, peerUrl, portalUrl }) => {
    const evaluated = {
      portal: await evaluatedKilobytes(browser, portalUrl),
      peer: await evaluatedKilobytes(browser, peerUrl),
    };
    const portal: Busy[] = [];
    const peer: Busy[] = [];
    for (let round = 0; round < rounds; round += 1) {
      portal.push(await busy(browser, portalUrl));
      peer.push(await busy(browser, peerUrl));
    }
    const busyMs = (all: readonly Busy[]) => median(all.map(({ totalMs }) => totalMs));
    const blockedMs = (all: readonly Busy[]) => median(all.map(({ blockedMs }) => blockedMs));
    return [
      {
        id: 'P15a',
        what: 'sign-in page, evaluated JavaScript, against the same libraries alone',
        value: evaluated.portal / evaluated.peer,
        unit: '×',
        must: 1.7,
        aim: 1.2,
        better: 'lower',
        details: { portalKilobytes: evaluated.portal, peerKilobytes: evaluated.peer },
      },
      {
        id: 'P15b',
        what: `sign-in page, main thread busy until idle (${slowdown}× slower), against the same`,
        value: busyMs(portal) / busyMs(peer),
        unit: '×',
        must: 3,
        aim: 1.5,
        better: 'lower',
        details: {
          portalMs: busyMs(portal),
          peerMs: busyMs(peer),
          portalBlockedMs: blockedMs(portal),
          peerBlockedMs: blockedMs(peer),
        },
      },
    ];
  });
}

/** The JavaScript, uncompressed, that has run when the page is idle. */
async function evaluatedKilobytes(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.coverage.startJSCoverage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('textbox').first().waitFor();
  const scripts = await page.coverage.stopJSCoverage();
  await context.close();
  let bytes = 0;
  for (const { source = '', functions } of scripts) {
    const ran = new Uint8Array(source.length);
    // Functions come before those inside them, and ranges before those inside them.
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges)
        ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    bytes += ran.reduce((sum, byte) => sum + byte, 0);
  }
  return Math.round(bytes / 100) / 10;
}

interface Busy {
  readonly totalMs: number;
  /** Sum of the time of tasks beyond 50 ms each. */
  readonly blockedMs: number;
}

async function busy(browser: Browser, url: string): Promise<Busy> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await session.send('Performance.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('textbox').first().waitFor();
  const { metrics } = await session.send('Performance.getMetrics');
  const blockedMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)),
        ).observe({ type: 'longtask', buffered: true });
        // Without a long task, nothing is observed.
        setTimeout(() => resolve(0), 500);
      }),
  );
  await context.close();
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  return { totalMs: Math.round(seconds * 1000), blockedMs: Math.round(blockedMs) };
}
