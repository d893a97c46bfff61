/**
 * Browser stories. The server under test is the one a user starts: `scripts/start.mjs` on an empty data directory,
 * with its embedded database and its sandbox.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findBrowser, launchFlags } from '../scripts/browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = Number(process.env.E2E_PORT ?? 3190);

const known = process.env.CALMLY_TEST_BROWSER;
const browser = known ? JSON.parse(known) : await findBrowser();
// Workers load this file again: hand them the browser that was already tried.
process.env.CALMLY_TEST_BROWSER = JSON.stringify(browser);
process.env.CALMLY_TEST_DATA ??= mkdtempSync(join(tmpdir(), 'calmly-e2e-'));

export default defineConfig({
  testDir: './stories',
  outputDir: join(root, '.cache', 'playwright'),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Tallinn',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      args: launchFlags,
      env: { ...process.env, ...browser.env },
    },
  },
  webServer: {
    command: `${process.execPath} scripts/start.mjs`,
    cwd: root,
    url: `http://localhost:${port}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.CALMLY_TEST_DATA,
      SANDBOX_RAIL_DELAY_MS: '1500',
      LOG_LEVEL: 'warn',
    },
  },
});
