/** What `npm test -- --changed` chooses for a change of each kind, by the files of this project. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../build/sources.mjs';
import changes, { changedFiles, reachedFrom, storiesReachedFrom } from './changes.mjs';
import { listStories } from './playwright.mjs';

const domain = 'packages/domain/src/money/charges.ts';
const component = 'packages/ui/src/facts/flag.tsx';
const migration = 'apps/server/migrations/0001_initial.sql';
const server = 'products/search/server/search.test.ts';
const scripts = 'scripts/commands.test.mjs';
const config = 'vitest.config.ts';

test.each([
  ['a domain function', domain, ['packages/domain/src/money/fee.test.ts'], [scripts]],
  ['a component', component, ['apps/web/src/app/router.test.ts'], [server, scripts]],
  ['a migration', migration, [server, 'apps/server/test/support/global-setup.ts'], [scripts, config]],
  [
    'a migration of a product',
    'products/ledger/schema/0003_ledger.sql',
    [server, 'apps/server/test/support/global-setup.ts'],
    [scripts, config],
  ],
  [
    'a worker that is started by its address',
    'products/payments/server/clearing/files/reader-worker.ts',
    ['products/payments/server/clearing/files/files.test.ts'],
    [scripts],
  ],
  [
    'a process that a test starts by its path',
    'apps/server/test/attacks/uploads/xml-reader-process.ts',
    ['apps/server/test/attacks/uploads/hostile-xml.test.ts'],
    [server],
  ],
  ['a page that a test reads', 'docs/reliability.md', ['scripts/reliability.test.mjs'], [server]],
  ['a page that none reads', 'docs/recipes.md', [], [server, scripts]],
  ['a script of package.json', 'scripts/test.mjs', [scripts], [server, config, 'package.json']],
  ['package.json', 'package.json', [scripts, 'package.json'], []],
])('%s', (_, changed, reached, spared) => {
  const names = reachedFrom([changed]);
  expect(names).toEqual(expect.arrayContaining([changed, ...reached]));
  expect(names.filter((name) => spared.includes(name))).toEqual([]);
});

const story = 'e2e/stories/portal/errors.spec.ts';
test.each([
  [[component], '@journey'],
  [[domain], '@journey'],
  [[migration], '@journey'],
  [['e2e/support/bank.ts'], '@journey'],
  [['package.json'], '@journey'],
  [[story], 'portal/errors\\.spec\\.ts'],
  [[component, story], '@journey|portal/errors\\.spec\\.ts'],
  [['e2e/stories/portal/deleted.spec.ts'], undefined],
  [[server, 'apps/server/test/support/app.ts', 'scripts/test/tiers.mjs', 'docs/reliability.md'], undefined],
])('stories for %j: %s', (changed, pattern) => {
  expect(storiesReachedFrom(changed)).toBe(pattern);
});

test('the pattern of a story finds the stories of its file', async () => {
  const files = (await listStories(storiesReachedFrom([story]))).map(({ name }) => name.split(':')[0]);
  expect(new Set(files)).toEqual(new Set(['portal/errors.spec.ts']));
});

test('for Vitest paths are absolute, and only requested commits are counted', async () => {
  const paths = (names) => names.map((name) => join(root, name)).toSorted();
  const uncommitted = reachedFrom(changedFiles());
  for (const changedSince of [true, 'HEAD'])
    expect((await changes.findChangedFiles({ changedSince })).toSorted()).toEqual(paths(uncommitted));
});

test('changed are files that are new, edited, moved or deleted, staged or not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calmly-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  git('init', '-q');
  for (const name of ['same', 'edited', 'staged', 'moved', 'deleted'])
    write(name, `${name} ${'x'.repeat(99)}`);
  git('add', '.');
  git('commit', '-qm', 'all');
  for (const name of ['edited', 'staged']) write(name, 'other');
  git('mv', 'moved', 'moved here');
  git('add', 'staged');
  rmSync(join(folder, 'deleted'));
  mkdirSync(join(folder, 'a'));
  write('a/new', '');
  expect(changedFiles(folder).toSorted()).toEqual(
    ['a/new', 'deleted', 'edited', 'moved', 'moved here', 'staged'].toSorted(),
  );
});
