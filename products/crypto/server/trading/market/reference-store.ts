/** SQL of the external price service's prices. No trade happens at them. */
import type { InstrumentCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { PriceSink } from '@calmly/providers/price/index.ts';
import { sql as query } from 'kysely';

/** Stores the service's prices, whichever server receives them; the newest price wins. */
export const referenceSink = (sql: Sql): PriceSink => ({
  async price(instrument, { ticks, at, usableUntil }) {
    await query`
      insert into trading.reference_price as kept (instrument, price, at, usable_until) values (${instrument}, ${ticks}, ${at}, ${usableUntil})
      on conflict (instrument) do update set price = excluded.price, at = excluded.at, usable_until = excluded.usable_until
      where kept.at < excluded.at`.execute(sql);
  },
  async candles(instrument, candles) {
    await query`
      insert into trading.reference_candle (instrument, starts_at, close)
      select ${instrument}, * from unnest(${candles.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
        ${candles.map(({ close }) => close)}::bigint[])
      on conflict do nothing`.execute(sql);
  },
});

/** The service's price in ticks; undefined while there is none recent enough. */
export async function findReferencePrice(sql: Sql, instrument: InstrumentCode): Promise<number | undefined> {
  const { rows } = await query<{ price: bigint }>`
    select price from trading.reference_price where instrument = ${instrument} and usable_until > now()`.execute(
    sql,
  );
  return rows[0] && Number(rows[0].price);
}
