/**
 * Which skipped tests of a Vitest report count as failed: all of them, except the tests that only root can run when another user
 * runs them. Those must be exactly the listed ones, so that the list cannot excuse anything else or go stale.
 */

/** `rootOnly`: title of a group to the tests in it. Returns how many tests to count as failed, and the lines that say why. */
export function judgeSkips({ testResults }, { rootOnly, isRoot }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(nameOf);
  const listed = Object.entries(rootOnly).flatMap(([group, titles]) =>
    titles.map((title) => `${group} > ${title}`),
  );
  const excused = isRoot ? [] : listed.filter((name) => skipped.includes(name));
  const unexcused = skipped.filter((name) => !excused.includes(name));
  const all = new Set(tests.map(nameOf));
  const stale = listed.filter((name) => !all.has(name));
  return {
    failed: unexcused.length + stale.length,
    lines: [
      ...unexcused.map((name) => `Skipped, which counts as failed: ${name}`),
      ...stale.map((name) => `Listed as a test that only root runs, but there is no such test: ${name}`),
      ...(excused.length > 0
        ? [`Only root runs ${excused.length} tests, skipped here: ${excused.join('; ')}`]
        : []),
    ],
  };
}

const nameOf = ({ ancestorTitles, title }) => [...ancestorTitles, title].filter(Boolean).join(' > ');
