import { inspect } from 'node:util';

/** Longer than any wait takes on a busy machine; shorter than the test's own limit, which would not report the last value. */
const patienceMs = 300_000;
/** Pause between two checks; the first ones are shorter, because most results are ready at once. */
const longestPauseMs = 20;

/** Repeats a check until its result is accepted, and returns it. Fails with the last result when the time is over. */
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
