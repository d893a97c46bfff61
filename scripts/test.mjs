/**
 * `npm test`: everything a change must pass, cheapest first. Ends with one line, `N passed, N failed`; exit code 1 when
 * anything failed or a step does not exist. `npm test -- lint types` runs only the named steps, `npm test -- --help` lists them.
 *
 * A skipped test counts as failed, except the few that only root can run (apps/server/test/support/processes/root-only.ts) when another
 * user runs them.
 *
 * The steps `tests` and `browser` each print their ten slowest files and tests (scripts/slowest.mjs).
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';
import { buildAll } from './build/all.mjs';
import { failedStories, failedTests } from './failures.mjs';
import { printFindings } from './findings.mjs';
import { requireNode24 } from './node-version.mjs';
import { slowestTable, storyDurations, testDurations } from './slowest.mjs';

requireNode24();
const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache', 'reports');
const bin = (name) => join(root, 'node_modules', '.bin', name);

const steps = [
  {
    name: 'lint',
    does: 'Biome: format and lint of all files',
    run: () => check(bin('biome'), ['check', '.']),
  },
  {
    name: 'types',
    does: 'TypeScript: server, packages, stories, benchmarks',
    run: () => check(bin('tsc'), ['-p', 'tsconfig.json']),
  },
  {
    name: 'types-web',
    does: 'TypeScript: portal',
    run: () => check(bin('tsc'), ['-p', 'apps/web/tsconfig.json']),
  },
  { name: 'arrows', does: 'who may import whom', run: () => check(process.execPath, ['scripts/arrows.mjs']) },
  {
    name: 'regexes',
    does: 'no regular expression takes more than linear time',
    run: () => check(process.execPath, ['scripts/regexes.mjs']),
  },
  { name: 'unused', does: 'knip: unused files, exports and dependencies', run: () => check(bin('knip'), []) },
  {
    name: 'tests',
    does: 'Vitest: unit, API and reliability tests on a real PostgreSQL',
    run: vitest,
  },
  { name: 'build', does: 'the portal and the server as npm start runs them', run: build },
  { name: 'browser', does: 'Playwright: the stories in a real Chromium', run: playwright },
];

const wanted = process.argv.slice(2);
const listed = steps.map(({ name, does }) => `  ${name.padEnd(10)} ${does}`).join('\n');
if (wanted.includes('--help') || wanted.includes('-h')) {
  console.log(
    `npm test: runs everything a change must pass.\nnpm test -- lint types: runs only these steps.\n\n${listed}`,
  );
  process.exit();
}
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are:\n\n${listed}`);
  process.exit(1);
}
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total = { passed: 0, failed: 0 };
const failures = [];
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue;
  const started = Date.now();
  console.log(`\n── ${step.name}`);
  const result = await step.run().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  total.passed += result.passed;
  total.failed += result.failed;
  if (result.failed > 0) failures.push(...(result.failures ?? [step.name]));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`── ${step.name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
}
// Again at the end, so that the last lines of a long run say what to mend.
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** One command that passes or fails as a whole. */
async function check(command, args, options = {}) {
  const code = await run(command, args, options);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function build() {
  await buildAll();
  return { passed: 1, failed: 0 };
}

async function vitest() {
  const file = join(reports, 'vitest.json');
  const findings = join(reports, 'findings.jsonl');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { rootOnly, isRoot } = await import('../apps/server/test/support/processes/root-only.ts');
  const { judgeSkips } = await import('../apps/server/test/support/skips.ts');
  const code = await run(bin('vitest'), ['run', ...reporters], { env: { CALMLY_FINDINGS: findings } });
  printFindings(findings);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const brokenFiles = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
  const skips = judgeSkips(report, { rootOnly, isRoot });
  for (const line of [...skips.failures, skips.excuse].filter(Boolean)) console.log(line);
  console.log(`\n${slowestTable(testDurations(report, root))}\n`);
  return {
    ...settle(code, report.numPassedTests, report.numFailedTests + brokenFiles + skips.failures.length),
    failures: [...failedTests(report, root), ...skips.failures],
  };
}

async function playwright() {
  const browser = await findBrowser();
  console.log(`   browser: ${browser.source}`);
  const file = join(reports, 'playwright.json');
  // The data of its banks; the runner itself cannot remove it, for they are stopped last.
  const data = mkdtempSync(join(tmpdir(), 'calmly-e2e-'));
  // Where root runs this, PostgreSQL is another user and keeps its cluster elsewhere if it cannot come here.
  chmodSync(data, 0o755);
  const code = await run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
    env: {
      CALMLY_TEST_BROWSER: JSON.stringify(browser),
      CALMLY_TEST_DATA: data,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  });
  rmSync(data, { recursive: true, force: true });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  console.log(`\n${slowestTable(storyDurations(report))}\n`);
  const { expected, unexpected, flaky, skipped } = report.stats;
  // A test that passed only on a retry, or was skipped, has not passed.
  return { ...settle(code, expected, unexpected + flaky + skipped), failures: failedStories(report) };
}

/** A runner that says no while its counts say yes has failed all the same. */
function settle(code, passed, failed) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      stdio: 'inherit',
      env: { ...process.env, ...options.env },
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}
