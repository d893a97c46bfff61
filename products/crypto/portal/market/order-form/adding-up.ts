/** The lines of a bill as they are shown: each rounded to cents, and value and fee together are the total. Pure. */

interface Bill {
  readonly valueMinor: bigint;
  readonly feeMinor: bigint;
  readonly totalMinor: bigint;
}

/**
 * The total is the true one, rounded. Where value and fee, each rounded, don't make it, the cent is put to the value, or to the fee if the value is whole
 * cents: that one everybody can work out.
 */
export function addingUp({ valueMinor, feeMinor, totalMinor }: Bill, centMinor: bigint): Bill {
  const round = (minor: bigint) => ((minor + centMinor / 2n) / centMinor) * centMinor;
  const sign = totalMinor < valueMinor ? -1n : 1n;
  const [value, fee, total] = [round(valueMinor), round(feeMinor), round(totalMinor)];
  return value === valueMinor
    ? { valueMinor: value, feeMinor: (total - value) * sign, totalMinor: total }
    : { valueMinor: total - sign * fee, feeMinor: fee, totalMinor: total };
}
