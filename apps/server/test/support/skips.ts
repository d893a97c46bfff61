/**
 * Which skipped tests of a Vitest report count as failed: all of them, except the tests that only root can run when another user
 * runs them. Those must be exactly the listed ones, so that the list cannot excuse anything else or become outdated. Used by `npm test`
 * (scripts/test.mjs).
 */

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly assertionResults: ReadonlyArray<{
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }>;
  }>;
}

interface Excuse {
  /** Title of a group to the tests in it. */
  readonly rootOnly: Readonly<Record<string, readonly string[]>>;
  readonly isRoot: boolean;
  /** Whether the report has every test of the server; only then can a listed name be outdated. */
  readonly isWhole: boolean;
}

/** The skips and stale names that count as failed, and a line about the excused ones if there are any. */
export function judgeSkips(
  { testResults }: Report,
  { rootOnly, isRoot, isWhole }: Excuse,
): { failures: string[]; excuse: string | undefined } {
  const tests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ ancestorTitles, title, status }) => ({
      name: [...ancestorTitles, title].filter(Boolean).join(' > '),
      wasSkipped: status !== 'passed' && status !== 'failed',
    }));
  const skipped = tests.filter(({ wasSkipped }) => wasSkipped).map(({ name }) => name);
  const listed = Object.entries(rootOnly).flatMap(([group, titles]) =>
    titles.map((title) => `${group} > ${title}`),
  );
  const excused = isRoot ? [] : listed.filter((name) => skipped.includes(name));
  const unexcused = skipped.filter((name) => !excused.includes(name));
  const stale = isWhole ? listed.filter((name) => !tests.some((test) => test.name === name)) : [];
  return {
    failures: [
      ...unexcused.map((name) => `Skipped, which counts as failed: ${name}`),
      ...stale.map((name) => `Listed as a test that only root runs, but there is no such test: ${name}`),
    ],
    excuse: excused.length > 0 ? `Skipped, because only root can run them: ${excused.join('; ')}` : undefined,
  };
}
