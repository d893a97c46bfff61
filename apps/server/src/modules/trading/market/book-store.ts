/** SQL of the books as readers see them. */
import type { OrderBucket } from '@calmly/contract';
import { type InstrumentCode, instruments, parseDecimal } from '@calmly/domain';
import { sql as query } from 'kysely';
import type { Sql } from '../../../platform/work.ts';

export interface PublishedBook {
  readonly instrument: InstrumentCode;
  readonly seq: number;
  /** Events of the order book. */
  readonly event: number;
  /** Ticks; undefined before the first trade. */
  readonly lastPrice: number | undefined;
  /** Ticks of the external price service; undefined while there is none. */
  readonly referencePrice: number | undefined;
  /** Number of the last trade. */
  readonly trades: bigint;
  /** Sellers first, each side with its best price first. */
  readonly buckets: readonly OrderBucket[];
}

/** Ticks of the last trade, of the price service, and of the best price of each side. */
export interface BestPrices {
  readonly lastPrice: number | undefined;
  readonly referencePrice: number | undefined;
  readonly ask: number | undefined;
  readonly bid: number | undefined;
}

/**
 * Prices in ticks. A book without a row is absent; a reference price counts only until `usable_until`, by
 * the database's clock.
 */
export async function readBooks(
  sql: Sql,
  codes: readonly InstrumentCode[],
): Promise<ReadonlyMap<InstrumentCode, PublishedBook>> {
  const { rows } = await query<{
    instrument: InstrumentCode;
    seq: bigint;
    event: bigint;
    lastPrice: bigint | null;
    referencePrice: bigint | null;
    trades: bigint;
    buckets: OrderBucket[];
  }>`
    select book.instrument, seq, event, last_price as "lastPrice", reference.price as "referencePrice", trades, buckets from trading.book
    left join trading.reference_price reference on reference.instrument = book.instrument and reference.usable_until > now()
    where book.instrument = any(${codes}::text[])`.execute(sql);
  return new Map(
    rows.map(({ lastPrice, referencePrice, seq, event, ...row }) => [
      row.instrument,
      {
        ...row,
        seq: Number(seq),
        event: Number(event),
        lastPrice: lastPrice === null ? undefined : Number(lastPrice),
        referencePrice: referencePrice === null ? undefined : Number(referencePrice),
      },
    ]),
  );
}

/** What an order is compared with: the last trade, or before the first one the external price. */
export const knownPrice = ({
  lastPrice,
  referencePrice,
}: Pick<BestPrices, 'lastPrice' | 'referencePrice'>): number | undefined => lastPrice ?? referencePrice;

/** Of the best bucket of each side, as published; undefined for an empty side. */
export function bestOf({ instrument, lastPrice, referencePrice, buckets }: PublishedBook): BestPrices {
  const { quote, tickMinor } = instruments[instrument];
  const best = (side: OrderBucket['operation']) => {
    const bucket = buckets.find(({ operation }) => operation === side);
    const minor = bucket && parseDecimal(bucket.price, quote);
    return minor === undefined ? undefined : Number(minor / tickMinor);
  };
  return { lastPrice, referencePrice, ask: best('SELL'), bid: best('BUY') };
}
