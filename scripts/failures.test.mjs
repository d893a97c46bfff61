/** What `npm test` names as failed, by reports that the two runners wrote of files which fail on purpose. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { failedStories, failedTests } from './failures.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

test('tests that fail and files that do not load', () => {
  const folder = write({
    'sums.test.mjs': `import { expect, test } from 'vitest';
      test('two and two', () => expect(2 + 2).toBe(5));
      test('one and one', () => expect(1 + 1).toBe(2));`,
    'broken.test.mjs': `throw new Error('no such table');`,
    'vitest.config.mjs': 'export default {};',
  });
  const report = join(folder, 'report.json');
  run('vitest', ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`]);
  expect(failedTests(JSON.parse(readFileSync(report, 'utf8')), folder).toSorted()).toEqual([
    'broken.test.mjs: no such table',
    'sums.test.mjs: two and two: AssertionError: expected 4 to be 5 // Object.is equality',
  ]);
});

test('stories that fail, are skipped or pass only at the second try', () => {
  const folder = write({
    'a.spec.mjs': `import { expect, test } from '@playwright/test';
      test('passes', () => {});
      test.describe('in a group', () => {
        test('fails', () => { throw new Error('the button is gone'); });
        test('is skipped', () => test.skip());
      });
      test('passes later', ({}, { retry }) => { if (retry === 0) throw new Error('not yet'); });`,
    'playwright.config.mjs': 'export default { retries: 1 };',
  });
  const report = join(folder, 'report.json');
  run('playwright', ['test', '--config', join(folder, 'playwright.config.mjs'), '--reporter=json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  expect(failedStories(JSON.parse(readFileSync(report, 'utf8'))).toSorted()).toEqual([
    'a.spec.mjs:4 fails: Error: the button is gone',
    'a.spec.mjs:5 is skipped: skipped',
    'a.spec.mjs:7 passes later: Error: not yet',
  ]);
});

/** A folder with these files, inside the project so that they find its packages. */
function write(files) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'failures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function run(runner, args, env) {
  const { status } = spawnSync(join(root, 'node_modules', '.bin', runner), args, {
    env: { ...process.env, ...env, VITEST: undefined },
  });
  expect(status).toBe(1);
}
