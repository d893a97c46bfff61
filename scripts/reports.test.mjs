/**
 * What `npm test` names as failed and as slow, by reports that the two runners wrote of files which fail, are skipped and wait on
 * purpose.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failedStories, failedTests } from './failures.mjs';
import { slowestTable, storyDurations, testDurations } from './slowest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Longer than everything else in its file. */
const pause = 'await new Promise((resolve) => setTimeout(resolve, 800));';
let folder;
let report;

describe('of a Vitest report', () => {
  beforeAll(() => {
    report = reportOf('vitest', {
      'sums.test.mjs': `import { expect, test } from 'vitest';
        test('two and two', () => expect(2 + 2).toBe(5));
        test('one and one', () => expect(1 + 1).toBe(2));`,
      'payments.test.mjs': `import { describe, test } from 'vitest';
        test('opens', () => {});
        describe('a payment', () => { test('is sent', async () => { ${pause} }); test.skip('is skipped', () => {}); });`,
      'broken.test.mjs': `throw new Error('no such table');`,
      'vitest.config.mjs': 'export default {};',
    });
  });
  afterAll(removeFolder);

  test('tests that fail and files that do not load are named as failed', () => {
    expect(failedTests(report, folder).toSorted()).toEqual([
      'broken.test.mjs: no such table',
      'sums.test.mjs: two and two: AssertionError: expected 4 to be 5 // Object.is equality',
    ]);
  });

  test('the slowest file and the slowest test lead the table', () => {
    const durations = testDurations(report, folder);
    // The skipped test and the file without tests have no duration of their own.
    expect([durations.files.length, durations.tests.length]).toEqual([3, 5]);
    expect(withoutFigures(slowestTable(durations, 1))).toEqual([
      'Slowest files',
      's  payments.test.mjs',
      'Slowest tests',
      's  payments.test.mjs: a payment is sent',
    ]);
  });
});

describe('of a Playwright report', () => {
  beforeAll(() => {
    report = reportOf('playwright', {
      'a.spec.mjs': `import { expect, test } from '@playwright/test';
        test('passes', () => {});
        test.describe('in a group', () => {
          test('fails', () => {
            test.info().annotations.push({ type: 'seen', description: 'the page is empty' });
            throw new Error('the button is gone');
          });
          test('is skipped', () => test.skip());
        });`,
      'b.spec.mjs': `import { expect, test } from '@playwright/test';
        test('passes later', async ({}, { retry }) => { ${pause} if (retry === 0) throw new Error('not yet'); });`,
      'playwright.config.mjs': 'export default { retries: 1 };',
    });
  });
  afterAll(removeFolder);

  test('stories that fail, are skipped or pass only at the second try are named as failed, with what their pages showed', () => {
    expect(failedStories(report).toSorted()).toEqual([
      'a.spec.mjs:4 fails: Error: the button is gone',
      'a.spec.mjs:8 is skipped: skipped',
      'b.spec.mjs:2 passes later: Error: not yet',
      'the page is empty',
    ]);
  });

  test('the slowest file and the slowest story lead the table; a retry counts', () => {
    const durations = storyDurations(report);
    expect([durations.files.length, durations.tests.length]).toEqual([2, 4]);
    expect(durations.files.find(({ name }) => name === 'b.spec.mjs')?.milliseconds).toBeGreaterThan(1_500);
    expect(withoutFigures(slowestTable(durations, 1))).toEqual([
      'Slowest files',
      's  b.spec.mjs',
      'Slowest tests',
      's  b.spec.mjs: passes later',
    ]);
  });
});

test('a table holds at most ten rows of each kind, in seconds, slowest first', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({
    name: `test ${index}`,
    milliseconds: index * 1_250,
  }));
  const files = [{ name: 'a.test.ts', milliseconds: 90_060 }];
  const lines = slowestTable({ files, tests }).split('\n');
  expect(lines).toHaveLength(1 + 1 + 1 + 10);
  expect(lines.slice(0, 4)).toEqual([
    'Slowest files',
    '    90.1 s  a.test.ts',
    'Slowest tests',
    '    13.8 s  test 11',
  ]);
});

/** The report that this runner writes of these files, of which some fail. */
function reportOf(runner, files) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside the project so that the files find its packages.
  folder = mkdtempSync(join(root, '.cache', 'reports-test-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const file = join(folder, 'report.json');
  const args = {
    vitest: ['run', '--root', folder, '--reporter=json', `--outputFile=${file}`],
    playwright: ['test', '--config', join(folder, 'playwright.config.mjs'), '--reporter=json'],
  }[runner];
  const { status } = spawnSync(join(root, 'node_modules', '.bin', runner), args, {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, VITEST: undefined },
  });
  expect(status).toBe(1);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function removeFolder() {
  rmSync(folder, { recursive: true, force: true });
}

/** The lines of a table; the seconds differ from run to run. */
function withoutFigures(table) {
  return table.split('\n').map((line) => line.replace(/^ +\d+\.\d /, ''));
}
