/**
 * P11: the JavaScript (brotli) that a later screen adds to what the dashboard has loaded, for a signed-in client. The screen that adds
 * most counts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Page, type Response } from '@playwright/test';
import { findBrowser, launchFlags } from '../../../scripts/browser.mjs';
import type { BenchResult } from '../support/result.ts';
import { startServer } from '../support/server-process.ts';

const screens = [
  '/payments',
  '/payments/create',
  '/beneficiaries',
  '/beneficiaries/add',
  '/requisites',
  '/cards',
  '/cards/new',
  '/inbox',
  '/account-profile',
  '/payments/payouts',
  '/statements',
  '/documents',
  '/support',
  '/fees',
] as const;
/** For a client who uses crypto. */
const cryptoScreens = ['/crypto', '/crypto?screen=WALLETS'] as const;

/** The figures of all screens are in the details, by path. Throws if a path leads elsewhere. */
export async function benchScreens(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  const server = await startServer(directory);
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: launchFlags,
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
  try {
    const page = await browser.newPage({ baseURL: server.url, serviceWorkers: 'block' });
    await signIn(page);
    const known = await scriptsOf(page, '/dashboard');
    const added: Record<string, number> = {};
    for (const path of [...screens, ...cryptoScreens]) {
      if (path === '/crypto') await startCrypto(page);
      const scripts = await scriptsOf(page, path);
      added[path] = kilobytes([...scripts].flatMap(([url, body]) => (known.has(url) ? [] : body)));
    }
    return [
      {
        id: 'P11',
        what: 'brotli JavaScript that a screen adds to the dashboard, the largest',
        value: Math.max(...Object.values(added)),
        unit: 'kB',
        must: 60,
        aim: 30,
        better: 'lower',
        details: added,
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** As the demo's client; the sandbox fills in the code. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or client number').fill('anna@demo.calmly.example');
  await page.getByLabel('Password', { exact: true }).fill('more-payments-less-stress');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/dashboard/);
}

/** Otherwise its screens only ask whether to start. The demo's client may already have. */
async function startCrypto(page: Page): Promise<void> {
  await page.goto('/crypto');
  const yes = page.getByRole('button', { name: 'Yes, create' });
  const market = page.getByRole('link', { name: 'Market' });
  await yes.or(market).first().waitFor();
  if (await market.isVisible()) return;
  await yes.click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await market.waitFor();
}

/** The drawing library of the market's candles: loaded after the screen, and not part of its budget. */
const chart = '/assets/candle-chart-';

/** The scripts that a page loads until it is idle, by address. */
async function scriptsOf(page: Page, path: string): Promise<Map<string, Buffer>> {
  const loaded = new Set<string>();
  const take = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js') && !pathname.startsWith(chart)) loaded.add(response.url());
  };
  page.on('response', take);
  await page.goto(path, { waitUntil: 'networkidle' });
  page.off('response', take);
  if (!page.url().includes(path)) throw new Error(`${path} leads to ${page.url()}`);
  return new Map(await Promise.all([...loaded].map(async (url) => [url, await download(url)] as const)));
}

/** Fetched again, because a page that has moved on no longer holds its files. */
const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

function kilobytes(bodies: readonly Buffer[]): number {
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  return Math.round(bytes / 100) / 10;
}
