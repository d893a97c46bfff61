/** The names of what failed, with the first line of the reason, from the runners' own JSON reports. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Failed tests of a Vitest report; a file that could not be loaded is one. Paths are relative to `root`. */
export function failedTests({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [line(file, message)];
    return failed.map((test) => line(`${file}: ${test.fullName}`, test.failureMessages[0]));
  });
}

/** Stories of a Playwright report that did not pass at the first try, skipped ones among them, each with what its pages showed. */
export function failedStories({ suites, errors }) {
  return [...errors.map(({ message }) => line('browser', message)), ...suites.flatMap(storiesOf)];
}

function storiesOf({ suites = [], specs = [] }) {
  const failed = specs.flatMap(({ title, file, line: at, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .flatMap(({ status, results, annotations }) => [
        line(`${file}:${at} ${title}`, results.find(({ error }) => error)?.error.message ?? status),
        ...annotations.filter(({ type }) => type === 'seen').map(({ description }) => description),
      ]),
  );
  return [...failed, ...suites.flatMap(storiesOf)];
}

function line(name, reason = '') {
  return `${name}: ${stripVTControlCharacters(reason).split('\n')[0]}`;
}
