/** Candles from before the first trade: the demo's past. */
import type { InstrumentCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface PastCandle {
  /** Start of the half hour. */
  readonly startsAt: Date;
  /** In ticks. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In lots. */
  readonly volume: bigint;
}

/** Counts candles of trades as well as those of the demo's past. */
export async function hasCandles(sql: Sql, instrument: InstrumentCode): Promise<boolean> {
  const { rows } = await query`select from trading.candle where instrument = ${instrument} limit 1`.execute(
    sql,
  );
  return rows.length > 0;
}

/** Stores candles. Their average price is midway between open and close. */
export async function addCandles(
  sql: Sql,
  instrument: InstrumentCode,
  candles: readonly PastCandle[],
): Promise<void> {
  const list = (type: string, of: (candle: PastCandle) => string) =>
    query`unnest(${candles.map(of)}::${query.raw(type)}[])`;
  await query`
    insert into trading.candle (instrument, starts_at, open, high, low, close, volume, value)
    select ${instrument}, ${list('timestamptz', ({ startsAt }) => startsAt.toISOString())}, ${list('bigint', ({ open }) => String(open))},
      ${list('bigint', ({ high }) => String(high))}, ${list('bigint', ({ low }) => String(low))},
      ${list('bigint', ({ close }) => String(close))}, ${list('bigint', ({ volume }) => String(volume))},
      ${list('numeric', ({ open, close, volume }) => String((BigInt(open + close) * volume) / 2n))}
    on conflict do nothing`.execute(sql);
}
