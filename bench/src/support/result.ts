/**
 * The result of a benchmark: one row per goal of docs/performance.md. A row is a ratio to a peer in the same run (absolute
 * figures vary by a factor of two from minute to minute on a shared machine), or an absolute bound if the goal is one.
 */
export interface BenchResult {
  /** The goal, or one result of several: `P1`, `P15a`. Unique. */
  readonly id: string;
  readonly what: string;
  /** The median over the rounds. */
  readonly value: number;
  /** `×` for a ratio, else `s`, `ms`, `kB`. */
  readonly unit: string;
  readonly must: number;
  readonly aim: number;
  readonly better: 'higher' | 'lower';
  /** The figures behind the value, for `--json` and the curious. */
  readonly details: Readonly<Record<string, number | string | readonly number[]>>;
}

/** Number of measurements of a figure; the median counts. */
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

/** Whether the result meets the bound that must hold. */
export function meets(result: BenchResult): boolean {
  return result.better === 'higher' ? result.value >= result.must : result.value <= result.must;
}

/** The middle of the sorted values (the lower of two middles). */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('a median needs a value');
  return middle;
}

/** A table for people. */
export function formatTable(results: readonly BenchResult[]): string {
  const rows = results.map((result) => [
    result.id,
    result.what,
    `${result.value.toFixed(2)} ${result.unit}`,
    `${result.better === 'higher' ? '≥' : '≤'} ${result.must}`,
    String(result.aim),
    meets(result) ? 'ok' : 'MISSED',
  ]);
  const head = ['id', 'what', 'measured', 'must', 'aim', ''];
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
