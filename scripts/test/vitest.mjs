/** The Vitest projects of a run: once, failures once more, and the results. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../build/sources.mjs';
import { failedFiles, failedTests, flakyOnes, withSecondRun } from './failures.mjs';
import { printFindings } from './findings.mjs';
import { keepDurations, lastDurations, runCommand, tool } from './process.mjs';
import { slowestTable, testDurations } from './slowest.mjs';

/** If more files fail than this, something is broken, not flaky. */
const mostTriedAgain = 12;

/**
 * Runs projects of vitest.config.ts. A file with a failure runs once more as a whole, in a new process with a new database, because tests build on
 * earlier ones. In full size nothing runs twice, and one file runs at a time, because most of them measure or race. Reports go to the folder’s
 * `.cache`.
 */
export async function runTests(projects, { all, changed, folder = root, skips = rootOnlySkips }) {
  const name = projects.join('-');
  const findings = join(folder, '.cache', 'reports', `${name}-findings.jsonl`);
  const isSerial = all && !projects.includes('pure') && !projects.includes('server');
  const options = [
    `--root=${folder}`,
    ...projects.map((project) => `--project=${project}`),
    ...(changed ? ['--changed', '--passWithNoTests'] : []),
    ...(isSerial ? ['--no-file-parallelism'] : []),
  ];
  const env = { CALMLY_FINDINGS: findings, ...(all && { CALMLY_CAMPAIGN: 'full' }) };
  const { report: first, hadErrors } = await run(name, options, env, folder);
  printFindings(findings);
  const durations = testDurations(first, folder);
  keepDurations(durations.files, folder);
  console.log(`\n${slowestTable(durations)}\n`);

  const stray = hadErrors ? [{ name, reason: 'an error outside the tests, see above' }] : [];
  const files = failedFiles(first).map((file) => relative(folder, file));
  const isWhole = projects.includes('server') && !changed;
  const judge = async (report) => settle(report, { folder, ...(await skips()), isWhole });
  const { passed, failures, excuse } = await judge(first);
  if (excuse) console.log(excuse);
  if (all || files.length === 0 || files.length > mostTriedAgain)
    return { passed, failures: [...failures, ...stray] };
  console.log(`\nOnce more: ${files.join(' ')}`);
  const second = await run(`${name}-again`, [...options, ...files], env, folder);
  const last = await judge(withSecondRun(first, second.report));
  if (second.hadErrors && !hadErrors)
    stray.push({ name, reason: 'an error outside the tests of the second run' });
  return {
    passed: last.passed,
    failures: [...last.failures, ...stray],
    flaky: flakyOnes(failures, last.failures),
  };
}

/** The files of the projects, with the seconds of their last run. */
export async function listTests(projects, { changed }) {
  const file = join(root, '.cache', 'files.json');
  const chosen = [...projects.map((project) => `--project=${project}`), ...(changed ? ['--changed'] : [])];
  const options = [...chosen, '--filesOnly', `--json=${file}`];
  const { code } = await runCommand(process.execPath, [tool('vitest/vitest.mjs'), 'list', ...options]);
  if (code !== 0) throw new Error('Vitest could not list its files.');
  const rows = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  const durations = lastDurations();
  return rows.map((row) => relative(root, row.file)).map((name) => ({ name, seconds: durations[name] }));
}

async function run(name, options, env, folder) {
  const file = join(folder, '.cache', 'reports', `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code, output } = await runCommand(
    process.execPath,
    [tool('vitest/vitest.mjs'), 'run', ...reporters, ...options],
    env,
  );
  if (!existsSync(file)) throw new Error('Vitest ended without a report.');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // The report lacks errors outside the tests; if no test failed, only the exit code shows them.
  const hadErrors = output.includes('Unhandled Error') || (code !== 0 && failedFiles(report).length === 0);
  return { report, hadErrors };
}

/** The tests that only root runs, and whether this is root. */
async function rootOnlySkips() {
  return await import('../../apps/server/test/support/processes/root-only.ts');
}

/** The report's tests, with the skipped ones judged. */
async function settle(report, { folder, ...allowed }) {
  const { judgeSkips } = await import('../../apps/server/test/support/skips.ts');
  const skips = judgeSkips(report, allowed);
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [...failedTests(report, folder), ...skips.failures.map((name) => ({ name, reason: '' }))],
    excuse: skips.excuse,
  };
}
