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
  /** Number of the last trade. */
  readonly trades: bigint;
  /** Sellers first, each side with its best price first. */
  readonly buckets: readonly OrderBucket[];
}

/** Ticks of the last trade and of the best price of each side. */
export interface BestPrices {
  readonly lastPrice: number | undefined;
  readonly ask: number | undefined;
  readonly bid: number | undefined;
}

export async function readBooks(
  sql: Sql,
  codes: readonly InstrumentCode[],
): Promise<ReadonlyMap<InstrumentCode, PublishedBook>> {
  const { rows } = await query<{
    instrument: InstrumentCode;
    seq: bigint;
    event: bigint;
    lastPrice: bigint | null;
    trades: bigint;
    buckets: OrderBucket[];
  }>`
    select instrument, seq, event, last_price as "lastPrice", trades, buckets from trading.book
    where instrument = any(${codes}::text[])`.execute(sql);
  return new Map(
    rows.map(({ lastPrice, seq, event, ...row }) => [
      row.instrument,
      {
        ...row,
        seq: Number(seq),
        event: Number(event),
        lastPrice: lastPrice === null ? undefined : Number(lastPrice),
      },
    ]),
  );
}

export function bestOf({ instrument, lastPrice, buckets }: PublishedBook): BestPrices {
  const { quote, tickMinor } = instruments[instrument];
  const best = (side: OrderBucket['operation']) => {
    const bucket = buckets.find(({ operation }) => operation === side);
    const minor = bucket && parseDecimal(bucket.price, quote);
    return minor === undefined ? undefined : Number(minor / tickMinor);
  };
  return { lastPrice, ask: best('SELL'), bid: best('BUY') };
}
