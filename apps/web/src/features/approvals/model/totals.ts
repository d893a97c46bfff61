/** Totals of the selection per currency, in the order in which the currencies appear. Pure. */
import { type CurrencyCode, formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';

interface Money {
  /** Decimal string; null where no money moves. */
  readonly amount: string | null;
  readonly currency: string | null;
}

export interface Total {
  readonly amount: string;
  readonly currency: string;
}

/** Items without money, and those that cannot be read, are left out. */
export function totalsOf(items: readonly Money[]): Total[] {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { amount, currency } of items) {
    if (amount === null || currency === null || !isCurrency(currency)) continue;
    const minor = parseDecimal(amount, currency);
    if (minor !== undefined) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  }
  return Array.from(sums, ([currency, minor]) => ({ currency, amount: formatDecimal(minor, currency) }));
}
