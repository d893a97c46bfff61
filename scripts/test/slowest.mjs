/** The files and tests that took longest, from the runners' own JSON reports. */
import { relative } from 'node:path';

/**
 * Durations in a Vitest report. A file counts from the start of its first test to the end of its last: the report does not hold
 * its imports and the hooks around all its tests. Paths are relative to `root`.
 */
export function testDurations({ testResults }, root) {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    milliseconds: endTime - startTime,
  }));
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      name: `${relative(root, name)}: ${fullName}`,
      milliseconds: duration,
    })),
  );
  return { files, tests };
}

/** Durations in a Playwright report. A file counts the sum of its stories, retries included. */
export function storyDurations({ suites }) {
  const stories = suites.flatMap(storiesOf);
  const files = Object.entries(Object.groupBy(stories, ({ file }) => file)).map(([name, told]) => ({
    name,
    milliseconds: sum(told.map(({ milliseconds }) => milliseconds)),
  }));
  const tests = stories.map(({ file, title, milliseconds }) => ({ name: `${file}: ${title}`, milliseconds }));
  return { files, tests };
}

function storiesOf({ suites = [], specs = [] }) {
  const own = specs.map(({ title, file, tests }) => ({
    file,
    title,
    milliseconds: sum(tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  }));
  return [...own, ...suites.flatMap(storiesOf)];
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The table that a step prints: the slowest files, then the slowest tests. */
export function slowestTable({ files, tests }, count = 10) {
  return [...section('Slowest files', files, count), ...section('Slowest tests', tests, count)].join('\n');
}

function section(heading, rows, count) {
  if (rows.length === 0) return [];
  const slowest = rows.toSorted((left, right) => right.milliseconds - left.milliseconds).slice(0, count);
  return [
    heading,
    ...slowest.map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(8)} s  ${name}`),
  ];
}
