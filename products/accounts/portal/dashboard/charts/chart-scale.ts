/**
 * Geometry of the dashboard's charts: pure functions from figures to pixels. Only here do decimal amounts become approximate numbers; they place a
 * point on the screen and are never shown or summed.
 */

/** A decimal amount as a coordinate. */
export function coordinate(decimal: string): number {
  return Number.parseInt(decimal, 10);
}

/** Round values that cover `[low, high]`, about `count` of them, lowest first. */
export function ticks(low: number, high: number, count: number): number[] {
  const span = Math.max(high - low, 1);
  const rough = span / Math.max(count - 1, 1);
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 2.5, 5, 10].map((m) => m * magnitude).find((s) => s >= rough) ?? rough, 1);
  const first = Math.floor(low / step) * step;
  const values: number[] = [];
  for (let value = first; value < high + step || values.length < 2; value += step)
    values.push(Math.round(value));
  return values;
}

const units = [
  { unit: 'billions', size: 1_000_000_000 },
  { unit: 'millions', size: 1_000_000 },
  { unit: 'thousands', size: 1_000 },
] as const;

/** An axis figure in few characters, `490` and `thousands`: exact to three decimals, so that no two marks read the same. */
export function axisFigure(value: number): {
  value: string;
  unit: (typeof units)[number]['unit'] | undefined;
} {
  const found = units.find(({ size }) => Math.abs(value) >= size);
  const figure = Math.round((value / (found?.size ?? 1)) * 1_000) / 1_000;
  return { value: String(figure).replace('-', '\u2212'), unit: found?.unit };
}

/** Maps `[fromLow, fromHigh]` onto `[toLow, toHigh]`. */
export function linear(fromLow: number, fromHigh: number, toLow: number, toHigh: number) {
  const span = fromHigh - fromLow || 1;
  return (value: number) => toLow + ((value - fromLow) / span) * (toHigh - toLow);
}

/** Indexes of at most `count` labels spread evenly over `length` points, including the first and last. */
export function spread(length: number, count: number): number[] {
  if (length <= count) return Array.from({ length }, (_, index) => index);
  return Array.from({ length: count }, (_, index) => Math.round((index * (length - 1)) / (count - 1)));
}
