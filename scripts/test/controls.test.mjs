/** The results of controls, in a project of one rule: its test notices the break, or not, or there is nothing to break or to run. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../build/sources.mjs';
import { runControls } from './controls.mjs';

const line = 'amount <= 5';
const sound = { file: 'rule.mjs', line, broken: 'true', test: 'rule.test.mjs', fails: 'refuses six' };
const controls = [
  { ...sound, breaks: 'there is no limit' },
  { ...sound, breaks: 'no test looks at five', broken: 'amount < 5' },
  { ...sound, breaks: 'the same again' },
  { ...sound, breaks: 'a group is named', fails: 'amounts are paid up to', broken: 'false' },
  { ...sound, breaks: 'a title is a value', fails: 'sums nine' },
  { ...sound, breaks: 'the line is gone', line: 'amount < 6' },
  { ...sound, breaks: 'the title is gone', fails: 'refuses seven' },
  { ...sound, breaks: 'only a case of a table has the title', fails: 'pays no 9' },
  { ...sound, breaks: 'the test fails anyway', fails: 'refuses five' },
  { ...sound, breaks: 'the rule does not load', broken: 'amount <=' },
  { ...sound, breaks: 'what precedes the test fails', fails: 'counts', broken: 'amount === 4' },
  { ...sound, breaks: 'a word is misspelt', tets: 'rule.test.mjs' },
];
const files = {
  'apps/server/test/controls/rules.json': JSON.stringify(controls),
  'vitest.config.mjs': 'export default { test: { isolate: false } };',
  'rule.mjs': `export const mayPay = (amount) => ${line};`,
  'rule.test.mjs': `import { beforeEach, describe, expect, test } from 'vitest';
    import { mayPay } from './rule.mjs';
    test('refuses six', () => expect(mayPay(6)).toBe(false));
    test('refuses five', () => expect(mayPay(5)).toBe(false));
    test.each([7, 8])('pays no %s', (amount) => expect(mayPay(amount)).toBe(false));
    describe('amounts', () => { test.each([3, 4])('are paid up to %s', (amount) => expect(mayPay(amount)).toBe(true)); });
    describe('sums', () => { test.each([['n' + 'ine', 9]])('%s', (_, amount) => expect(mayPay(amount)).toBe(false)); });
    describe('sums', () => { beforeEach(() => expect(mayPay(5)).toBe(true)); test('counts', () => expect(mayPay(4)).toBe(true)); });`,
};
let folder;
let results;

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside the repository, so that it finds the packages.
  folder = mkdtempSync(join(root, '.cache', 'controls-test-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  results = await runControls({ folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reasonOf = (breaks) =>
  results.failures.find(({ name }) => name === `controls, rules: ${breaks}`)?.reason;

test('controls that their tests notice are counted as passed', () => {
  expect([results.passed, results.failures.length]).toEqual([4, 8]);
});

test.each([
  ['no test looks at five', '“refuses six” passes although the line is broken: amount <= 5'],
  ['the line is gone', 'rule.mjs has this line 0 times: amount < 6'],
  ['the title is gone', 'no title in rule.test.mjs begins “refuses seven”'],
  ['only a case of a table has the title', 'no test in rule.test.mjs is called “pays no 9”'],
  [
    'the test fails anyway',
    '“refuses five” must pass while nothing is broken: expected true to be false // Object.is equality',
  ],
  [
    'the rule does not load',
    '“refuses six” did not run with the line broken: Parse failure: Parse failed with 1 error:',
  ],
  [
    'what precedes the test fails',
    '“counts” did not run with the line broken: expected false to be true // Object.is equality',
  ],
  ['a word is misspelt', 'tets means nothing here'],
])('a control is a failure if %s', (breaks, reason) => {
  expect(reasonOf(breaks)).toBe(reason);
});

test('only the requested ones run', async () => {
  expect(await runControls({ folder, only: 'there is no,same again' })).toEqual({ passed: 2, failures: [] });
  await expect(runControls({ folder, only: 'ruels' })).rejects.toThrow('No control has “ruels” in its name.');
});
