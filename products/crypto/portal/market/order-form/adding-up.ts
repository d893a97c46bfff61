/** The displayed lines of a bill: each is rounded to cents, and value and fee add up to the total. Pure. */

interface Bill {
  readonly valueMinor: bigint;
  readonly feeMinor: bigint;
  readonly totalMinor: bigint;
}

/**
 * The total is the exact one, rounded. If the rounded value and fee don't add up to it, the cent is added to the value, or to the fee if the value is
 * whole
 * cents, because anyone can check that one.
 */
export function addingUp({ valueMinor, feeMinor, totalMinor }: Bill, centMinor: bigint): Bill {
  const round = (minor: bigint) => ((minor + centMinor / 2n) / centMinor) * centMinor;
  const sign = totalMinor < valueMinor ? -1n : 1n;
  const [value, fee, total] = [round(valueMinor), round(feeMinor), round(totalMinor)];
  return value === valueMinor
    ? { valueMinor: value, feeMinor: (total - value) * sign, totalMinor: total }
    : { valueMinor: total - sign * fee, feeMinor: fee, totalMinor: total };
}
