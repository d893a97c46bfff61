/** The displayed rows of the book: grouped, best price first, with cumulative totals. */
import type { Book } from '@calmly/contract';
import { type BookLevel, groupLevels } from '@calmly/domain';
import type { Figures } from '../figures.ts';

export interface BookRow extends BookLevel {
  /** Everything offered up to this price. */
  readonly totalMinor: bigint;
  /** Relative to the larger side's total, 0 to 1. */
  readonly depth: number;
}

export interface BookSides {
  /** Best first. */
  readonly bids: readonly BookRow[];
  readonly asks: readonly BookRow[];
  /** Undefined while a side is empty. */
  readonly spreadMinor: bigint | undefined;
}

/** One side in minor units, in the order of the book; empty before the book is known. */
export function levelsOf(
  book: Book | undefined,
  side: 'BUY' | 'SELL',
  figures: Figures,
): readonly BookLevel[] {
  return (book?.buckets ?? [])
    .filter(({ operation }) => operation === side)
    .map(({ price, quantity }) => ({
      priceMinor: figures.priceOf(price),
      quantityMinor: figures.quantityOf(quantity),
    }));
}

/** Grouped by steps of `stepMinor`; the spread is taken before grouping. */
export function sidesOf(book: Book, figures: Figures, stepMinor: bigint): BookSides {
  const bids = levelsOf(book, 'BUY', figures);
  const asks = levelsOf(book, 'SELL', figures);
  const summed = [
    withTotals(groupLevels(bids, stepMinor, 'BUY')),
    withTotals(groupLevels(asks, stepMinor, 'SELL')),
  ] as const;
  const most = Math.max(...summed.map((rows) => Number(rows.at(-1)?.totalMinor ?? 0n)), 1);
  const [bidRows, askRows] = summed.map((rows) =>
    rows.map((row) => ({ ...row, depth: Number(row.totalMinor) / most })),
  );
  const [bestBid, bestAsk] = [bids[0], asks[0]];
  return {
    bids: bidRows ?? [],
    asks: askRows ?? [],
    spreadMinor: bestBid && bestAsk && bestAsk.priceMinor - bestBid.priceMinor,
  };
}

function withTotals(levels: readonly BookLevel[]): Omit<BookRow, 'depth'>[] {
  let totalMinor = 0n;
  return levels.map((level) => {
    totalMinor += level.quantityMinor;
    return { ...level, totalMinor };
  });
}
