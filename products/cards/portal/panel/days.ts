/** Groups a card's payments by day, with the day's sum. */
import type { CardTransaction } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';

export interface CardDay {
  /** `YYYY-MM-DD` in the reader's time zone. */
  readonly day: string;
  readonly rows: readonly CardTransaction[];
  /** Payments less refunds, held ones included; null if more payments of the day may follow. */
  readonly sum: { readonly amount: string; readonly direction: 'DEBIT' | 'CREDIT' } | null;
}

/** No money moved, or it was returned. */
export const movedNothing = ({ status }: Pick<CardTransaction, 'status'>): boolean =>
  status === 'DECLINED' || status === 'RELEASED';

/**
 * Rows in the bank's order, newest first. `dayOf` returns the day of a moment; `hasMore`: older rows are not loaded, so the last day has no sum yet.
 */
export function groupByDay(
  rows: readonly CardTransaction[],
  dayOf: (at: string) => string,
  hasMore: boolean,
): CardDay[] {
  const days = [...Map.groupBy(rows, ({ createdAt }) => dayOf(createdAt))];
  return days.map(([day, ofDay], at) => ({
    day,
    rows: ofDay,
    sum: hasMore && at === days.length - 1 ? null : sumOf(ofDay),
  }));
}

function sumOf(rows: readonly CardTransaction[]): CardDay['sum'] {
  const currency = rows[0]?.currency ?? '';
  if (!isCurrency(currency)) return null;
  const minor = rows
    .filter((row) => !movedNothing(row))
    .reduce((sum, { amount, direction }) => {
      const part = parseDecimal(amount, currency) ?? 0n;
      return direction === 'DEBIT' ? sum + part : sum - part;
    }, 0n);
  return {
    amount: formatDecimal(minor < 0n ? -minor : minor, currency),
    direction: minor < 0n ? 'CREDIT' : 'DEBIT',
  };
}
