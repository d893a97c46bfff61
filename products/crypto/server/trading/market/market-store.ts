/** SQL of the market's trades and candles. */
import type { InstrumentCode } from '@calmly/domain';
import { spread } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { StoredTrade } from '../matching/carry-out.ts';

/** Stores trades of one moment and adds them to the candle of its half hour. */
export async function insertTrades(
  sql: Sql,
  instrument: InstrumentCode,
  trades: readonly StoredTrade[],
  at: Date,
): Promise<void> {
  const [first, last] = [trades[0], trades.at(-1)];
  if (!first || !last) return;
  const list = (type: string, of: (trade: StoredTrade) => string | number) =>
    query`unnest(${spread(type, trades.map(of))})`;
  const prices = trades.map(({ price }) => price);
  const volume = trades.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);
  const value = trades.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);
  await Promise.all([
    query`
      insert into trading.trade (instrument, number, price, quantity, side, maker_order_id, taker_order_id, maker_fee_minor, taker_fee_minor, at)
      select ${instrument}, ${list('bigint', ({ number }) => String(number))}, ${list('bigint', ({ price }) => price)},
        ${list('bigint', ({ quantity }) => quantity)}, ${list('text', ({ side }) => side)},
        ${list('uuid', ({ makerOrderId }) => makerOrderId)}, ${list('uuid', ({ takerOrderId }) => takerOrderId)},
        ${list('numeric', ({ makerFeeMinor }) => String(makerFeeMinor))}, ${list('numeric', ({ takerFeeMinor }) => String(takerFeeMinor))},
        ${at}`.execute(sql),
    query`
      insert into trading.candle as c (instrument, starts_at, open, high, low, close, volume, value)
      values (${instrument}, ${halfHourOf(at)}, ${first.price}, ${Math.max(...prices)}, ${Math.min(...prices)}, ${last.price},
        ${volume}, ${String(value)}::numeric)
      on conflict (instrument, starts_at) do update set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low),
        close = excluded.close, volume = c.volume + excluded.volume, value = c.value + excluded.value`.execute(
      sql,
    ),
  ]);
}

const halfHourMs = 30 * 60_000;

/** Start of the half hour that contains a moment. */
export const halfHourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / halfHourMs) * halfHourMs);
