/** The parts of `npm test` and of `npm run test:all`, in the order they run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/sources.mjs';
import { changedFiles, storiesReachedFrom } from './changes.mjs';
import { readControls, runControls } from './controls.mjs';
import { runMutants } from './mutants.mjs';
import { journeys, listStories, runStories } from './playwright.mjs';
import { runCommand } from './process.mjs';
import { listTests, runTests } from './vitest.mjs';

/** The static checks: what `npm run check` depends on. */
const { scripts, wireit } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const checks = wireit.check.dependencies;

/**
 * @param {{ all: boolean, changed: boolean }} options `all`: full sizes, every story, no second try; `changed`: only what the uncommitted changes can
 * affect
 * @returns name, purpose, how to run it and how to list it; `isPart`: belongs to a tier and runs alone only when named
 */
export function tiers({ all, changed }) {
  const tests = (...projects) => ({
    run: () => runTests(projects, { all, changed }),
    list: () => listTests(projects, { changed }),
  });
  const pure = tests('pure');
  const parts = [
    {
      name: 'check',
      does: `${checks.join(', ')}, and pure`,
      run: async () => sum(await runChecks('check', checks), await pure.run()),
      list: async () => [...checks.map((name) => ({ name: `npm run ${name}` })), ...(await pure.list())],
    },
    ...checks.map((name) => ({
      name,
      isPart: true,
      does: wireit[name].command,
      run: () => runChecks(name, [name]),
      list: () => [{ name: `npm run ${name}` }],
    })),
    {
      name: 'pure',
      isPart: true,
      does: 'Vitest: tests that need no database, the portal’s among them',
      ...pure,
    },
  ];
  const whole = all ? '' : journeys;
  const stories = () => (changed ? storiesReachedFrom(changedFiles()) : whole);
  const browser = {
    name: 'browser',
    does: all
      ? 'Playwright: every story'
      : 'Playwright: the journeys a bank lives by, and the first-paint budget',
    run: async () => (stories() === undefined ? nothing : runStories({ all, stories: stories() })),
    list: () => (stories() === undefined ? [] : listStories(stories())),
  };
  const full = [
    {
      name: 'mutants',
      does: 'Stryker: whether the tests of the rules of money and access notice a broken rule',
      run: () => runMutants(),
      list: () => [{ name: 'npm run mutants' }],
    },
    {
      name: 'controls',
      does: 'Vitest: whether the tests that are named for it notice a broken line',
      run: () => runControls(),
      list: () => readControls(root, process.env.CONTROLS),
    },
    { name: 'server', does: 'Vitest: the server on a real PostgreSQL', ...tests('server') },
    { name: 'attacks', does: 'Vitest: every attack in full size', ...tests('attacks') },
    { name: 'faults', does: 'Vitest: kills, outages and races in full size', ...tests('faults') },
  ];
  const short = [
    {
      name: 'server',
      does: 'Vitest: the server and the attacks in short form, on a real PostgreSQL',
      ...tests('server', 'attacks'),
    },
  ];
  return [...parts, ...(all ? full : short), browser];
}

/** Prints the content of the parts, with the seconds of the last run of each. */
export async function list(parts) {
  for (const { name, list: rows } of parts) {
    console.log(`\n${name}`);
    const found = await rows();
    if (found.length === 0) console.log(`${' '.repeat(8)}  nothing that the changes reach`);
    for (const row of found)
      console.log(`${row.seconds === undefined ? '' : row.seconds.toFixed(1)}`.padStart(8), ` ${row.name}`);
  }
}

const nothing = { passed: 0, failures: [] };

/** Wireit runs two at a time and skips those unchanged since they passed. */
async function runChecks(script, names) {
  if (scripts[script] !== 'wireit') throw new Error(`package.json has no check ${script}`);
  const env = { WIREIT_PARALLEL: '2', WIREIT_FAILURES: 'continue', WIREIT_LOGGER: 'simple' };
  const { code, output } = await runCommand('npm', ['run', '--silent', script], env);
  const failed = names.filter((name) => output.includes(`❌ [${name}]`));
  if (code !== 0 && failed.length === 0) failed.push(script);
  const failures = failed.map((name) => ({ name, reason: `npm run ${name}` }));
  return { passed: names.length - failed.length, failures };
}

function sum(...results) {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    flaky: results.flatMap(({ flaky = [] }) => flaky),
  };
}
