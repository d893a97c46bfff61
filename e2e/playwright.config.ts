/**
 * Browser stories. The server under test is the one that a user starts: `scripts/start.mjs` on an empty data directory, with its embedded
 * database and its sandbox. Two stories run at a time, each with its own bank (support/banks.ts).
 * `npm test` runs those with the tag `@journey`, `npm run test:all` runs every one.
 *
 * The folders run in the order of their names, then those of the products. `sign-in` is the last: its stories change how people sign in, and for a day afterwards these people confirm
 * larger payments and orders differently.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findBrowser, launchEnv, launchFlags } from '../scripts/browser.mjs';
import { banks, ownBank } from './support/banks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const known = process.env.CALMLY_TEST_BROWSER;
const browser = known ? JSON.parse(known) : await findBrowser();
// Workers load this file again: pass them the browser that was already found.
process.env.CALMLY_TEST_BROWSER = JSON.stringify(browser);

export default defineConfig({
  testDir: './stories',
  projects: [
    { name: 'stories', testIgnore: '**/e2e/stories/sign-in/**' },
    // A product's own, in its folder.
    { name: 'products', testDir: '../products', testMatch: '**/stories/**/*.spec.ts' },
    { name: 'sign-in', testMatch: '**/e2e/stories/sign-in/**/*.spec.ts' },
  ],
  outputDir: join(root, '.cache', 'playwright'),
  // Ends a story that hangs. A busy machine is no reason to fail.
  timeout: 600_000,
  // Repeated checks, such as whether a mail has arrived, run ten times a second instead of once.
  expect: { timeout: 120_000, toPass: { intervals: [100] } },
  workers: banks.length,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    // An action waits as long for its element as an expectation does.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    baseURL: ownBank().url,
    locale: 'en-GB',
    timezoneId: 'Europe/Tallinn',
    // Without animations: Playwright scrolls to moving elements when it wants to press them, and lists follow the scroll.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each story takes more of the machine than the story; `--trace on` records one for inspection.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      args: launchFlags,
      env: { ...process.env, ...launchEnv, ...browser.env },
    },
  },
  webServer: banks.map(({ url, port, pushPort, officePort, directory }) => ({
    command: `${process.execPath} scripts/start.mjs`,
    cwd: root,
    url: `${url}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      OFFICE_PORT: String(officePort),
      DATA_DIR: directory,
      SANDBOX_RAIL_DELAY_MS: '1500',
      SANDBOX_PURCHASES_PER_HOUR: '0',
      SANDBOX_MARKET: 'off',
      LOG_LEVEL: 'warn',
      PAYOUTS: 'on',
      WEB_PUSH_TRUSTED_ORIGINS: `http://127.0.0.1:${pushPort}`,
    },
  })),
});
