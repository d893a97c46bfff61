/** SQL of the books as published to readers. */
import type { OrderBucket } from '@calmly/contract';
import { type InstrumentCode, instruments, parseDecimal } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface PublishedBook {
  readonly instrument: InstrumentCode;
  readonly seq: number;
  /** Events of the order book. */
  readonly event: number;
  /** In ticks; undefined before the first trade. */
  readonly lastPrice: number | undefined;
  /** The external price in ticks; undefined while there is none. */
  readonly referencePrice: number | undefined;
  /**
   * In ticks: the time-weighted average of the closing prices of the last day, without the demo's past. Read only while there is no external price.
   */
  readonly averagePrice: number | undefined;
  /** Number of the last trade. */
  readonly trades: bigint;
  /** Sell side first, each side with its best price first. */
  readonly buckets: readonly OrderBucket[];
}

/** In ticks: last trade, price service, the day's average, and the best price of each side. */
export interface BestPrices extends KnownPrices {
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
    averagePrice: bigint | null;
    trades: bigint;
    buckets: OrderBucket[];
  }>`
    select book.instrument, seq, event, last_price as "lastPrice", reference.price as "referencePrice",
      case when reference.price is null then (
        select round(sum(close * seconds) / nullif(sum(seconds), 0))::bigint
        from (
          select close, extract(epoch from lead(starts_at, 1, now()) over (order by starts_at) - starts_at) as seconds
          from trading.candle c where c.instrument = book.instrument and c.starts_at > now() - interval '1 day' and c.starts_at >
            (select at from trading.trade t where t.instrument = book.instrument order by number limit 1) - interval '30 minutes'
        ) as closed
      ) end as "averagePrice",
      trades, buckets
    from trading.book
    left join trading.reference_price reference on reference.instrument = book.instrument and reference.usable_until > now()
    where book.instrument = any(${codes}::text[])`.execute(sql);
  return new Map(
    rows.map(({ lastPrice, referencePrice, averagePrice, seq, event, ...row }) => [
      row.instrument,
      {
        ...row,
        seq: Number(seq),
        event: Number(event),
        lastPrice: ticksOf(lastPrice),
        referencePrice: ticksOf(referencePrice),
        averagePrice: ticksOf(averagePrice),
      },
    ]),
  );
}

const ticksOf = (ticks: bigint | null): number | undefined => (ticks === null ? undefined : Number(ticks));

export type KnownPrices = Pick<PublishedBook, 'lastPrice' | 'referencePrice' | 'averagePrice'>;

/**
 * The price that orders are compared with: the external one; without it the average of a day. Two people trading with each other could move the
 * last trade step by step to any price.
 */
export const knownPrice = ({ lastPrice, referencePrice, averagePrice }: KnownPrices): number | undefined =>
  referencePrice ?? averagePrice ?? lastPrice;

/** Prices of the best bucket of each side, as published; undefined for an empty side. */
export function bestOf({ instrument, buckets, ...book }: PublishedBook): BestPrices {
  const { lastPrice, referencePrice, averagePrice } = book;
  const { quote, tickMinor } = instruments[instrument];
  const best = (side: OrderBucket['operation']) => {
    const bucket = buckets.find(({ operation }) => operation === side);
    const minor = bucket && parseDecimal(bucket.price, quote);
    return minor === undefined ? undefined : Number(minor / tickMinor);
  };
  return { lastPrice, referencePrice, averagePrice, ask: best('SELL'), bid: best('BUY') };
}
