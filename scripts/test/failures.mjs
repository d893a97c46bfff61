/** The failures in the runners' own JSON reports, and the effect of a second run. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Failed tests of a Vitest report; a file that could not be loaded is one. Paths are relative to `root`.
 *
 * @returns {{ name: string, reason: string }[]} `reason`: the first line of the message
 */
export function failedTests({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [failure(file, message)];
    return failed.map((test) => failure(`${file}: ${test.fullName}`, test.failureMessages[0]));
  });
}

/** Paths of the files with a failure in a Vitest report. */
export function failedFiles({ testResults }) {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** A Vitest report in which the repeated files count with their second result. */
export function withSecondRun(first, second) {
  const again = new Map(second.testResults.map((result) => [result.name, result]));
  return { ...first, testResults: first.testResults.map((result) => again.get(result.name) ?? result) };
}

/** Stories of a Playwright report that did not pass, including skipped ones, each with the content of its pages. */
export function failedStories({ suites, errors }) {
  return [...errors.map(({ message }) => failure('browser', message)), ...suites.flatMap(storiesOf)];
}

function storiesOf({ suites = [], specs = [] }) {
  const failed = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results, annotations }) => ({
        ...failure(`${file}:${line} ${title}`, results.find(({ error }) => error)?.error.message ?? status),
        seen: annotations.filter(({ type }) => type === 'seen').map(({ description }) => description),
      })),
  );
  return [...failed, ...suites.flatMap(storiesOf)];
}

function failure(name, reason = '') {
  return { name, reason: stripVTControlCharacters(reason).split('\n')[0] };
}

/** A failure in the form printed at the end of a run. */
export function describeFailure({ name, reason, seen = [] }) {
  return [reason ? `${name}: ${reason}` : name, ...seen].join('\n');
}

/** The failures of a first run that the second one no longer has. */
export function flakyOnes(first, second) {
  const names = new Set(second.map(({ name }) => name));
  return first.filter(({ name }) => !names.has(name));
}
