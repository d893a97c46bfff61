/** SQL of positions, and of the trades and prices that they are computed from. */
import type { InstrumentCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { emptyPosition, type Position } from './average-cost.ts';

/** A position up to an entry of the wallet's account. */
export interface PositionAt {
  readonly position: Position;
  /** Number of the last entry in it; 0: none. */
  readonly seq: bigint;
}

/** The newest stored position, or the newest of a day (UTC) before a moment. */
export async function findPosition(
  sql: Sql,
  walletId: string,
  before: Date | undefined,
): Promise<PositionAt> {
  const { rows } = await query<{
    seq: bigint;
    quantity: string;
    cost: string;
    realised: string;
    unpriced: string;
  }>`
    select seq, quantity::text, cost::text, realised::text, unpriced::text from trading.position
    where wallet_id = ${walletId} and ${before ? query`day < ${dayOf(before)}::date` : query`true`}
    order by day desc limit 1`.execute(sql);
  const [row] = rows;
  if (!row) return { position: emptyPosition, seq: 0n };
  return {
    seq: row.seq,
    position: {
      quantityMinor: BigInt(row.quantity),
      costMinor: BigInt(row.cost),
      realisedMinor: BigInt(row.realised),
      unpricedMinor: BigInt(row.unpriced),
    },
  };
}

/** Number of the last entry in each wallet's newest stored position; wallets without one are absent. */
export async function listKept(sql: Sql, walletIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ walletId: string; seq: bigint }>`
    select wallet.id as "walletId", kept.seq from unnest(${walletIds}::uuid[]) as wallet (id), lateral (
      select seq from trading.position where wallet_id = wallet.id order by day desc limit 1
    ) as kept`.execute(sql);
  return new Map(rows.map(({ walletId, seq }) => [walletId, seq]));
}

/** Stores the positions at the ends of days; a later stored one stays. */
export async function keepPositions(
  sql: Sql,
  walletId: string,
  ends: ReadonlyArray<PositionAt & { readonly day: string }>,
): Promise<void> {
  const list = (type: string, of: (end: (typeof ends)[number]) => string) =>
    query`unnest(${ends.map(of)}::${query.raw(type)}[])`;
  await query`
    insert into trading.position as kept (wallet_id, day, seq, quantity, cost, realised, unpriced)
    select ${walletId}, ${list('date', ({ day }) => day)}, ${list('bigint', ({ seq }) => String(seq))},
      ${list('numeric', ({ position }) => String(position.quantityMinor))},
      ${list('numeric', ({ position }) => String(position.costMinor))},
      ${list('numeric', ({ position }) => String(position.realisedMinor))},
      ${list('numeric', ({ position }) => String(position.unpricedMinor))}
    on conflict (wallet_id, day) do update
      set seq = excluded.seq, quantity = excluded.quantity, cost = excluded.cost, realised = excluded.realised, unpriced = excluded.unpriced
      where kept.seq < excluded.seq`.execute(sql);
}

/** The day (UTC) of a moment. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export interface TradeTerms {
  readonly price: bigint;
  readonly quantity: bigint;
  readonly side: 'BUY' | 'SELL';
  readonly makerFeeMinor: bigint;
  readonly takerFeeMinor: bigint;
}

/** Trades of an instrument by number. */
export async function findTrades(
  sql: Sql,
  instrument: InstrumentCode,
  numbers: readonly bigint[],
): Promise<ReadonlyMap<bigint, TradeTerms>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await query<{
    number: bigint;
    price: bigint;
    quantity: bigint;
    side: 'BUY' | 'SELL';
    makerFee: string;
    takerFee: string;
  }>`
    select number, price, quantity, side, maker_fee_minor::text as "makerFee", taker_fee_minor::text as "takerFee"
    from trading.trade where instrument = ${instrument} and number = any(${numbers.map(String)}::bigint[])`.execute(
    sql,
  );
  return new Map(
    rows.map(({ number, makerFee, takerFee, ...terms }) => [
      number,
      { ...terms, makerFeeMinor: BigInt(makerFee), takerFeeMinor: BigInt(takerFee) },
    ]),
  );
}

/**
 * The market's price at each of these moments: the close of the last completed half hour, which does not change any more. A market without trades
 * takes the price
 * service's half hour, not older than a day. In ticks; undefined without either.
 */
export async function pricesAt(
  sql: Sql,
  instrument: InstrumentCode,
  moments: readonly Date[],
): Promise<ReadonlyArray<number | undefined>> {
  if (moments.length === 0) return [];
  const { rows } = await query<{ close: bigint | null }>`
    select coalesce(candle.close, reference.close) as close from unnest(${moments.map((at) => at.toISOString())}::timestamptz[]) with ordinality as moment (at, place)
    left join lateral (
      select close from trading.candle where instrument = ${instrument} and starts_at <= moment.at - interval '30 minutes' order by starts_at desc limit 1
    ) as candle on true
    left join lateral (
      select close from trading.reference_candle where candle.close is null and instrument = ${instrument}
        and starts_at <= moment.at - interval '30 minutes' and starts_at > moment.at - interval '1 day' order by starts_at desc limit 1
    ) as reference on true
    order by moment.place`.execute(sql);
  return rows.map(({ close }) => (close === null ? undefined : Number(close)));
}
