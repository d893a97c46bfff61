/** Asks until the answer is as wanted; the test's own time limit is the end. */
export async function until<Value>(
  ask: () => Promise<Value> | Value,
  isSo: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
