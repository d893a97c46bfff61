/**
 * Whether two samples of durations come from the same distribution: the Mann-Whitney U test with the normal approximation,
 * which makes no assumption about the distribution's shape. Source: H. B. Mann, D. R. Whitney, 1947; with the usual correction for ties.
 */

/** The two-sided p-value: the probability that equal samples differ at least this much by chance. For samples of 20 and more. */
export function rankTest(left: readonly number[], right: readonly number[]): number {
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ].sort((a, b) => a.value - b.value);
  let leftRanks = 0;
  let tieTerm = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const ties = end - start;
    tieTerm += ties ** 3 - ties;
    const rank = (start + 1 + end) / 2;
    for (let index = start; index < end; index += 1) if (all[index]?.isLeft) leftRanks += rank;
    start = end;
  }
  const [m, n] = [left.length, right.length];
  const u = leftRanks - (m * (m + 1)) / 2;
  const variance = ((m * n) / 12) * (m + n + 1 - tieTerm / ((m + n) * (m + n - 1)));
  const z = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5) / Math.sqrt(variance);
  return 2 * upperTail(z);
}

/** The normal distribution's upper tail for z >= 0 (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
