import { inspect } from 'node:util';

/** Longer than anything a test waits for takes on a busy machine; shorter than the test's own limit, which would not say what it saw. */
const patienceMs = 300_000;
/** Between two questions; the first ones follow sooner, because most answers are there at once. */
const longestPauseMs = 20;

/** Asks until the answer is as wanted, and gives it. Fails with the last answer once patience is over. */
export async function until<Value>(
  ask: () => Promise<Value> | Value,
  isSo: (value: Value) => boolean,
  deadlineMs = patienceMs,
): Promise<Value> {
  const end = performance.now() + deadlineMs;
  let pauseMs = 2;
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    if (performance.now() > end)
      throw new Error(
        `still not so after ${deadlineMs} ms: ${isSo} saw ${inspect(value, { depth: 4, breakLength: 120 })}`,
      );
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}
