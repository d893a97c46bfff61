/** What `npm test` makes of skipped tests, by a report as Vitest writes it. */
import { expect, test } from 'vitest';
import { judgeSkips } from './skips.ts';

const rootOnly = { 'as root': ['changes owners', 'changes modes'] };
const group = (title: string, status: string) => ({ ancestorTitles: ['as root'], title, status });
const judge = (isRoot: boolean, ...assertionResults: Array<ReturnType<typeof group>>) =>
  judgeSkips({ testResults: [{ assertionResults }] }, { rootOnly, isRoot });

const ran = [group('changes owners', 'passed'), group('changes modes', 'passed')];
const skipped = [group('changes owners', 'skipped'), group('changes modes', 'skipped')];

test('an ordinary user passes without the tests that only root runs, and is told which', () => {
  expect(judge(false, ...skipped)).toEqual({
    failed: 0,
    lines: ['Only root runs 2 tests, skipped here: as root > changes owners; as root > changes modes'],
  });
});

test.each(['skipped', 'pending', 'todo'])('any other test that is %s counts as failed', (status) => {
  const other = { ancestorTitles: ['as root'], title: 'a third test', status };
  expect(judge(false, ...skipped, other).failed).toBe(1);
  expect(judge(true, ...ran, other).failed).toBe(1);
});

test('root is excused nothing', () => {
  expect(judge(true, ...skipped).failed).toBe(2);
  expect(judge(true, ...ran)).toEqual({ failed: 0, lines: [] });
});

test('a listed test that no longer exists counts as failed', () => {
  expect(judge(false, ...skipped.slice(1)).failed).toBe(1);
});
