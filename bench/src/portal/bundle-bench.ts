/**
 * P10: the files that the login page makes a browser load (brotli, JavaScript and CSS), against a peer with React, router, server
 * state and i18n but no UI kit, built in the same run.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { withEntryPages } from '../support/entry-pages.ts';
import type { BenchResult } from '../support/result.ts';

/** One measurement: bytes do not vary between rounds. */
export async function benchBundle(): Promise<BenchResult[]> {
  return withEntryPages(async ({ browser, peerDirectory, portalUrl }) => {
    const peer = await peerKilobytes(peerDirectory);
    const login = await loginKilobytes(browser, portalUrl);
    return [
      {
        id: 'P10',
        what: 'login page, brotli JS+CSS, against React + router + query + i18n',
        value: login / peer,
        unit: '×',
        must: 1.2,
        aim: 1,
        better: 'lower',
        details: { loginKilobytes: login, peerKilobytes: peer },
      },
    ];
  });
}

async function peerKilobytes(directory: string): Promise<number> {
  const files = (await readdir(directory, { recursive: true })).filter((name) => /\.(js|css)$/.test(name));
  return kilobytes(await Promise.all(files.map((name) => readFile(join(directory, name)))));
}

/** Everything that the browser requests until the page is idle, except the service worker's precache. */
async function loginKilobytes(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (/\.(js|css)(\?|$)/.test(response.url())) bodies.push(response.body());
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return kilobytes(await Promise.all(bodies));
}

function kilobytes(bodies: readonly Buffer[]): number {
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  return Math.round(bytes / 100) / 10;
}
