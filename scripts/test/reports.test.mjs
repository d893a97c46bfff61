/**
 * The failures and slow tests listed by `npm test`, from reports that the two runners wrote about files which fail, are skipped and wait on
 * purpose.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../build/sources.mjs';
import { failedStories, failedTests } from './failures.mjs';
import { playStories } from './playwright.mjs';
import { lastDurations } from './process.mjs';
import { slowestTable, storyDurations, testDurations } from './slowest.mjs';
import { runTests } from './vitest.mjs';

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
    expect(failedTests(report, folder).toSorted(byName)).toEqual([
      { name: 'broken.test.mjs', reason: 'no such table' },
      {
        name: 'sums.test.mjs: two and two',
        reason: 'AssertionError: expected 4 to be 5 // Object.is equality',
      },
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

  test('stories that fail, are skipped or pass only at the second try are listed as failed, with the content of their pages', () => {
    expect(failedStories(report).toSorted(byName)).toEqual([
      { name: 'a.spec.mjs:4 fails', reason: 'Error: the button is gone', seen: ['the page is empty'] },
      { name: 'a.spec.mjs:8 is skipped', reason: 'skipped', seen: [] },
      { name: 'b.spec.mjs:2 passes later', reason: 'Error: not yet', seen: [] },
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

describe('failures run once more', () => {
  afterAll(removeFolder);
  /** Detects the first run by a file next to it. */
  const isFirst = `import { existsSync, writeFileSync } from 'node:fs';
    const mark = new URL('mark', import.meta.url);
    const isFirst = () => {
      if (existsSync(mark)) return false;
      writeFileSync(mark, '');
      return true;
    };`;
  const tests = {
    'now-and-then.test.mjs': `${isFirst}
      import { expect, test } from 'vitest';
      test('is lucky', () => expect(isFirst()).toBe(false));
      test('is right', () => {});`,
    'wrong.test.mjs': `import { expect, test } from 'vitest'; test('is wrong', () => expect(1).toBe(2));`,
    'vitest.config.mjs': `export default { test: { projects: [{ test: { name: 'sample', include: ['*.test.mjs'] } }] } };`,
  };
  const stories = {
    'now-and-then.spec.mjs': `${isFirst}
      import { expect, test } from '@playwright/test';
      test('is lucky', () => expect(isFirst()).toBe(false));
      test('is right', () => {});`,
    'wrong.spec.mjs': `import { expect, test } from '@playwright/test'; test('is wrong', () => expect(1).toBe(2));`,
    'playwright.config.mjs': `export default { outputDir: 'out', reporter: [['json']], workers: 1 };`,
  };
  const ofTests = (all) => runTests(['sample'], { all, changed: false, folder });
  const ofStories = (all) => playStories(join(folder, 'playwright.config.mjs'), [], { all, folder });
  const names = (failures) => failures.map(({ name }) => name);

  test.each([
    ['tests', tests, ofTests, 'now-and-then.test.mjs: is lucky', 'wrong.test.mjs: is wrong'],
    ['stories', stories, ofStories, 'now-and-then.spec.mjs:9 is lucky', 'wrong.spec.mjs:1 is wrong'],
  ])(
    '%s: a test that passes then is flaky, one that fails again has failed',
    async (_, files, run, lucky, wrong) => {
      makeFolder(files);
      const { passed, failures, flaky } = await run(false);
      expect([passed, names(failures), names(flaky)]).toEqual([2, [wrong], [lucky]]);
    },
  );

  test.each([
    ['tests', tests, ofTests],
    ['stories', stories, ofStories],
  ])('%s: in full size nothing does', async (_, files, run) => {
    makeFolder(files);
    const { passed, failures, flaky = [] } = await run(true);
    expect([passed, failures.length, flaky]).toEqual([1, 2, []]);
  });

  test('the tests that only root can run are named once, after the first run', async () => {
    makeFolder({
      ...tests,
      'owners.test.mjs': `import { describe, test } from 'vitest';
        describe('as root', () => { test.skip('changes owners', () => {}); });`,
    });
    const printed = vi.spyOn(console, 'log');
    onTestFinished(() => printed.mockRestore());
    const skips = async () => ({ rootOnly: { 'as root': ['changes owners'] }, isRoot: false });
    const { failures } = await runTests(['sample'], { all: false, changed: false, folder, skips });
    expect(names(failures)).toEqual(['wrong.test.mjs: is wrong']);
    const lines = printed.mock.calls.map(([line]) => line);
    expect(lines.filter((line) => /^(Skipped|\nOnce more)/.test(line))).toEqual([
      'Skipped, because only root can run them: as root > changes owners',
      expect.stringContaining('Once more: '),
    ]);
  });

  test.each([
    ['tests', 'test.mjs', 'vitest', ofTests],
    ['stories', 'spec.mjs', '@playwright/test', ofStories],
  ])('%s: the seconds of a run are kept in its own folder', async (_, ending, library, run) => {
    const own = `own-${process.pid}`;
    const { 'vitest.config.mjs': config } = tests;
    makeFolder({
      ...stories,
      'vitest.config.mjs': config,
      [`${own}.${ending}`]: `import { test } from '${library}'; test('is right', () => {});`,
    });
    await run(true);
    const ownRows = (durations) => Object.keys(durations).filter((name) => name.startsWith(own));
    expect(ownRows(lastDurations(folder))).not.toEqual([]);
    expect(ownRows(lastDurations())).toEqual([]);
  });
});

/** The report of this runner on these files, of which some fail. */
function reportOf(runner, files) {
  makeFolder(files);
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

/** A new folder with these files; inside the project so that they find its packages. */
function makeFolder(files) {
  removeFolder();
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'reports-test-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function removeFolder() {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

function byName(one, other) {
  return one.name.localeCompare(other.name);
}

/** The lines of a table; the seconds differ from run to run. */
function withoutFigures(table) {
  return table.split('\n').map((line) => line.replace(/^ +\d+\.\d /, ''));
}
