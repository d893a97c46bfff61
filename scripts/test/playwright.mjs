/** The browser stories of a run: once, failures once more with new banks, and the results. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../browser.mjs';
import { buildAll } from '../build/all.mjs';
import { root } from '../build/sources.mjs';
import { failedStories, flakyOnes } from './failures.mjs';
import { keepDurations, lastDurations, runCommand, tool } from './process.mjs';
import { slowestTable, storyDurations } from './slowest.mjs';

const config = 'e2e/playwright.config.ts';
/** The stories that `npm test` runs; `npm run test:all` runs every one. */
export const journeys = '@journey';
/** If more stories fail than this, something is broken, not flaky. */
const mostTriedAgain = 8;

/** Builds the bank as `npm start` runs it and runs the stories that fit a pattern, each time with new banks. */
export async function runStories({ all, stories }) {
  await buildAll();
  const browser = await findBrowser();
  console.log(`   browser: ${browser.source}`);
  return playStories(config, ['--grep', stories], {
    all,
    env: { CALMLY_TEST_BROWSER: JSON.stringify(browser) },
  });
}

/**
 * Runs the stories of a configuration; failures run once more in new processes, unless all stories are wanted. Reports go to the folder’s `.cache`.
 */
export async function playStories(file, options, { all, env = {}, folder = root }) {
  const first = await play('stories', file, options, env, folder);
  const durations = storyDurations(first);
  keepDurations(durations.tests, folder);
  console.log(`\n${slowestTable(durations)}\n`);
  const failures = failedStories(first);
  const passed = first.stats.expected;
  if (all || failures.length === 0 || failures.length > mostTriedAgain) return { passed, failures };
  console.log(`\nOnce more: ${failures.map(({ name }) => name).join(' · ')}`);
  // If no story could run (a bank that did not start), all of them run again.
  const ranNone = passed + first.stats.unexpected === 0;
  const second = await play(
    'stories-again',
    file,
    ranNone ? options : [...options, '--last-failed'],
    env,
    folder,
  );
  const last = failedStories(second);
  return { passed: passed + second.stats.expected, failures: last, flaky: flakyOnes(failures, last) };
}

/** The stories that fit a pattern, with the seconds of their last run. */
export async function listStories(stories) {
  const file = join(root, '.cache', 'stories.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const args = ['test', '--config', config, '--list', '--reporter=json', '--grep', stories];
  const { code } = await runCommand(process.execPath, [tool('@playwright/test/cli.js'), ...args], env);
  if (code !== 0) throw new Error('Playwright could not list its stories.');
  const { tests } = storyDurations(JSON.parse(readFileSync(file, 'utf8')));
  rmSync(file);
  const durations = lastDurations();
  return tests.map(({ name }) => ({ name, seconds: durations[name] }));
}

async function play(name, configuration, options, env, folder) {
  const file = join(folder, '.cache', 'reports', `${name}-${process.pid}.json`);
  // The data of its banks; the runner itself cannot remove it, because they are stopped last.
  const data = mkdtempSync(join(tmpdir(), 'calmly-e2e-'));
  // If root runs this, PostgreSQL is another user and keeps its cluster elsewhere if it cannot enter here.
  chmodSync(data, 0o755);
  const args = [tool('@playwright/test/cli.js'), 'test', '--config', configuration, ...options];
  const { code } = await runCommand(process.execPath, args, {
    ...env,
    CALMLY_TEST_DATA: data,
    E2E_PORT: String(await freePorts()),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  rmSync(data, { recursive: true, force: true });
  if (!existsSync(file)) throw new Error('Playwright ended without a report.');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A runner that fails although its report passes counts as failed.
  if (code !== 0 && failedStories(report).length === 0)
    report.errors.push({ message: 'Playwright failed outside the stories, see above' });
  return report;
}

/** The first of six free ports, because another run may be active on this machine. */
async function freePorts(first = 3190) {
  const ports = Array.from({ length: 6 }, (_, place) => first + place);
  for (const port of ports) if (!(await isFree(port))) return freePorts(first + 10);
  return first;
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .once('listening', () => server.close(() => resolve(true)))
      .listen(port);
  });
}
