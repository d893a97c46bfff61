/**
 * `npm test`: every change must pass it, in three tiers: `check` (static checks and tests without a database), `server` and `browser` (the
 * most important journeys). `npm run test:all` adds the faults, runs every attack in full size and every story. See docs/tests.md.
 * The last line is `N passed, N failed`; the exit code is 1 if anything failed. A failure runs once more in a fresh process: if it passes then, it
 * counts as passed and is listed under "Flaky". `npm run test:all` allows no second try.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build/sources.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();
const { list, tiers } = await import('./test/tiers.mjs');
const { describeFailure } = await import('./test/failures.mjs');

const options = {
  all: { type: 'boolean' },
  changed: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};
const { values, positionals } = readArguments();
const { all = false, changed = false } = values;
const swallowed = ['changed', 'list'].filter((name) => process.env[`npm_config_${name}`]);
if (swallowed.length > 0) {
  const options = swallowed.map((name) => `--${name}`).join(' ');
  console.error(`npm kept ${options} for itself. Put it after two dashes: npm test -- ${options}`);
  process.exit(1);
}
const parts = tiers({ all, changed });
const listed = parts.map(({ name, does }) => `  ${name.padEnd(10)} ${does}`).join('\n');

if (values.help) {
  console.log(`npm test: runs what a change must pass.
npm test -- lint server: runs only these parts.
npm test -- --changed: runs what the uncommitted changes can reach.
npm test -- --changed --list: what that is, and runs nothing.
npm test -- --list: what each part holds, and how many seconds it took last time.
npm run test:all: runs everything, in full size.

${listed}`);
  process.exit();
}
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) refuse(`There is no part ${unknown.join(', ')}.`);
const wanted = parts.filter(({ name, isPart }) =>
  positionals.length > 0 ? positionals.includes(name) : !isPart,
);
if (values.list) {
  await list(wanted);
  process.exit();
}

const reports = join(root, '.cache', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const began = Date.now();
const total = { passed: 0, failures: [], flaky: [] };
for (const { name, run } of wanted) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  const {
    passed,
    failures,
    flaky = [],
  } = await run().catch((error) => ({
    passed: 0,
    failures: [{ name, reason: error.stack }],
  }));
  total.passed += passed;
  total.failures.push(...failures);
  total.flaky.push(...flaky);
  console.log(`── ${name}: ${passed} passed, ${failures.length} failed (${secondsSince(started)} s)`);
}

// Repeated at the end, so that the last lines of a long run list what to fix.
printAgain('Flaky: passed in a second run', total.flaky);
printAgain('Failed', total.failures);
writeReports();
const isIdle = total.passed + total.failures.length === 0;
if (isIdle && changed) console.log('\nThe uncommitted changes reach nothing in these parts.');
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length > 0 || (isIdle && !changed) ? 1 : 0;

function printAgain(heading, failures) {
  if (failures.length === 0) return;
  const lines = failures.map(describeFailure).join('\n').replaceAll('\n', '\n  ');
  console.log(`\n${heading}:\n  ${lines}`);
}

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    console.error(`${error.message}\nnpm test -- --help explains the options.`);
    process.exit(1);
  }
}

function refuse(sentence) {
  console.error(`${sentence} The parts are:\n\n${listed}`);
  process.exit(1);
}

/** The results of this run for other tools. */
function writeReports() {
  const tier = [all ? 'test:all' : 'test', ...positionals, ...(changed ? ['--changed'] : [])].join(' ');
  const { passed, failures, flaky } = total;
  const run = { commit: headCommit(), tier, passed, failed: failures.length, flaky: flaky.length };
  write('last-run.json', { ...run, seconds: Number(secondsSince(began)) });
  write('flaky.json', flaky);
}

function write(name, value) {
  writeFileSync(join(reports, name), `${JSON.stringify(value, null, 2)}\n`);
}

/** Empty outside a checkout. */
function headCommit() {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim();
  } catch {
    return '';
  }
}

function secondsSince(start) {
  return ((Date.now() - start) / 1000).toFixed(1);
}
