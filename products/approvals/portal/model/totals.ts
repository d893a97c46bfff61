/** Totals of the selection per currency, in the order in which the currencies appear. Pure. */
import { type CurrencyCode, formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';

interface Money {
  /** Decimal string. */
  readonly amount: string;
  readonly currency: string;
}

export interface Total {
  readonly amount: string;
  readonly currency: string;
}

/** Unreadable amounts are omitted. */
export function totalsOf(items: readonly Money[]): Total[] {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { amount, currency } of items) {
    if (!isCurrency(currency)) continue;
    const minor = parseDecimal(amount, currency);
    if (minor !== undefined) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  }
  return Array.from(sums, ([currency, minor]) => ({ currency, amount: formatDecimal(minor, currency) }));
}
