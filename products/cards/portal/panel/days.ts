/** Payments of a card by day, with what each day cost. */
import type { CardTransaction } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';

export interface CardDay {
  /** `YYYY-MM-DD` on the reader's clock. */
  readonly day: string;
  readonly rows: readonly CardTransaction[];
  /** Payments less refunds, held ones included; null where it is not known whether the day has more. */
  readonly sum: { readonly amount: string; readonly direction: 'DEBIT' | 'CREDIT' } | null;
}

/** No money moved, or it came back. */
export const movedNothing = ({ status }: Pick<CardTransaction, 'status'>): boolean =>
  status === 'DECLINED' || status === 'RELEASED';

/**
 * Rows as the bank lists them, newest first. `dayOf` says on which day a moment is; `hasMore`: older rows are not loaded, so that the
 * last day has no sum yet.
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
