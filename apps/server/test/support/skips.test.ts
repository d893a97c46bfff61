/** Handling of skipped tests by `npm test`, on a Vitest report. */
import { expect, test } from 'vitest';
import { judgeSkips } from './skips.ts';

const rootOnly = { 'as root': ['changes owners', 'changes modes'] };
const group = (title: string, status: string) => ({ ancestorTitles: ['as root'], title, status });
const judge = (isRoot: boolean, ...assertionResults: Array<ReturnType<typeof group>>) =>
  judgeSkips({ testResults: [{ assertionResults }] }, { rootOnly, isRoot, isWhole: true });

const ran = [group('changes owners', 'passed'), group('changes modes', 'passed')];
const skipped = [group('changes owners', 'skipped'), group('changes modes', 'skipped')];

test('an ordinary user passes without the tests that only root runs, and reads which', () => {
  expect(judge(false, ...skipped)).toEqual({
    failures: [],
    excuse: 'Skipped, because only root can run them: as root > changes owners; as root > changes modes',
  });
});

test.each(['skipped', 'pending', 'todo'])('any other test that is %s counts as failed', (status) => {
  const other = { ancestorTitles: ['as root'], title: 'a third test', status };
  const failures = ['Skipped, which counts as failed: as root > a third test'];
  expect(judge(false, ...skipped, other).failures).toEqual(failures);
  expect(judge(true, ...ran, other).failures).toEqual(failures);
});

test('root is excused nothing', () => {
  expect(judge(true, ...skipped).failures).toHaveLength(2);
  expect(judge(true, ...ran)).toEqual({ failures: [], excuse: undefined });
});

test('a listed test that no longer exists counts as failed', () => {
  expect(judge(false, ...skipped.slice(1)).failures).toEqual([
    'Listed as a test that only root runs, but there is no such test: as root > changes owners',
  ]);
});

test('a run of some files may lack a listed test, and a listed one in it is excused all the same', () => {
  const report = { testResults: [{ assertionResults: skipped.slice(1) }] };
  expect(judgeSkips(report, { rootOnly, isRoot: false, isWhole: false })).toEqual({
    failures: [],
    excuse: 'Skipped, because only root can run them: as root > changes modes',
  });
});
