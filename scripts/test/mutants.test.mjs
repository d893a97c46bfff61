/** The result of the part `mutants` of a full run, in a project of one rule: its tests notice every break of it, or not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root } from '../build/sources.mjs';
import { runMutants } from './mutants.mjs';

let folder;
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('tests that notice every break of a rule count as one pass', async () => {
  makeProject('expect([mayPay(4), mayPay(5), mayPay(6)]).toEqual([true, true, false]);');
  expect(await runMutants(folder)).toEqual({ passed: 1, failures: [] });
});

test('tests that miss the limit of a rule are one failure, which counts the mutants and names the report', async () => {
  makeProject('expect([mayPay(4), mayPay(6)]).toEqual([true, false]);');
  const page = relative(root, join(folder, '.cache', 'reports', 'mutants.html'));
  const reason = `1 of 4 mutants survive: ${page}`;
  expect(await runMutants(folder)).toEqual({ passed: 0, failures: [{ name: 'mutants', reason }] });
});

/** Inside the repository, so that it finds the packages. */
function makeProject(assertion) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'mutants-test-'));
  const files = {
    'package.json': '{}',
    'stryker.config.mjs': `import config from '${join(root, 'stryker.config.mjs')}';
      export default { ...config, mutate: ['rule.mjs'], concurrency: 1, incremental: false, ignorePatterns: [] };`,
    'vitest.mutants.config.ts': `export default { test: { include: ['*.test.mjs'] } };`,
    'rule.mjs': 'export const mayPay = (amount) => amount <= 5;',
    'rule.test.mjs': `import { expect, test } from 'vitest'; import { mayPay } from './rule.mjs'; test('rule', () => { ${assertion} });`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
