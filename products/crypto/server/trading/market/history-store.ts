/** SQL that reads trades and candles. */
import type { InstrumentCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface TradeRow {
  readonly number: bigint;
  /** In ticks. */
  readonly price: number;
  /** In lots. */
  readonly quantity: number;
  readonly side: 'BUY' | 'SELL';
  readonly at: Date;
}

/** Trades with a higher number, newest first, at most `limit`. */
export async function listNewTrades(
  sql: Sql,
  instrument: InstrumentCode,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<TradeRow[]> {
  const { rows } = await query<
    Omit<TradeRow, 'price' | 'quantity'> & { readonly price: bigint; readonly quantity: bigint }
  >`
    select number, price, quantity, side, at from trading.trade where instrument = ${instrument} and number > ${after}
    order by number desc limit ${limit}`.execute(sql);
  return rows.map((row) => ({ ...row, price: Number(row.price), quantity: Number(row.quantity) }));
}

export interface Candle {
  readonly startsAt: Date;
  /** In ticks. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In lots. */
  readonly volume: bigint;
  /** In ticks times lots. */
  readonly value: bigint;
}

interface CandleRow {
  readonly startsAt: Date;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: string;
  readonly value: string;
}

const toCandle = ({ startsAt, open, high, low, close, volume, value }: CandleRow): Candle => ({
  startsAt,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: BigInt(volume),
  value: BigInt(value),
});

/** Sums of half hours. */
const merged = query`
  (array_agg(open order by starts_at))[1] as open, max(high) as high, min(low) as low,
  (array_agg(close order by starts_at desc))[1] as close, sum(volume)::text as volume, sum(value)::text as value`;

/** Candles of this many minutes, oldest first: the newest `limit` ones, or those before a moment. */
export async function listCandles(
  sql: Sql,
  instrument: InstrumentCode,
  { minutes, before, limit }: { minutes: number; before: Date | undefined; limit: number },
): Promise<Candle[]> {
  // As many half hours as fit into the wanted candles are enough, because each candle has at least one.
  const halfHours = limit * (minutes / 30);
  const lengthMs = minutes * 60_000;
  // A candle that begins before the moment is complete; only the newest may lack its last half hours.
  const end = before ? new Date(Math.ceil(before.getTime() / lengthMs) * lengthMs) : 'infinity';
  const { rows } = await query<CandleRow>`
    select date_bin(make_interval(mins => ${minutes}), starts_at, timestamptz '2000-01-01 00:00:00+00') as "startsAt", ${merged}
    from (
      select * from trading.candle
      where instrument = ${instrument} and starts_at < ${end}
      order by starts_at desc limit ${halfHours}
    ) as half
    group by 1 order by 1 desc limit ${limit}`.execute(sql);
  return rows.map(toCandle).reverse();
}

/** All half hours since a moment combined, by instrument; instruments without a trade are absent. */
export async function readDays(sql: Sql, since: Date): Promise<ReadonlyMap<InstrumentCode, Candle>> {
  const { rows } = await query<CandleRow & { instrument: InstrumentCode }>`
    select b.instrument, day.* from trading.book b, lateral (
      select min(starts_at) as "startsAt", ${merged} from trading.candle c
      where c.instrument = b.instrument and c.starts_at > ${since}
    ) as day where day.open is not null`.execute(sql);
  return new Map(rows.map((row) => [row.instrument, toCandle(row)]));
}
