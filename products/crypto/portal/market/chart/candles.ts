/** Candles from the history and from the feed, whose running half hour is merged into candles of any length. Pure. */
import { type CandlePeriod, candleMinutes, type FeedMessage, type History } from '@calmly/contract';
import type { Figures } from '../figures.ts';

/** Prices in minor units of the quote, the volume in those of the base. */
export interface Candle {
  /** Start, in Unix seconds. */
  readonly time: number;
  readonly openMinor: bigint;
  readonly highMinor: bigint;
  readonly lowMinor: bigint;
  readonly closeMinor: bigint;
  readonly volumeMinor: bigint;
}

export type FeedCandle = Extract<FeedMessage, { topic: 'candle' }>['candle'];

/** In the order of the history. An unreadable figure counts as zero. */
export function candlesOf(
  { t, o, h, l, c, v }: History,
  { priceOf, quantityOf }: Figures,
): readonly Candle[] {
  return t.map((time, index) => ({
    time,
    openMinor: priceOf(o[index] ?? ''),
    highMinor: priceOf(h[index] ?? ''),
    lowMinor: priceOf(l[index] ?? ''),
    closeMinor: priceOf(c[index] ?? ''),
    volumeMinor: quantityOf(v[index] ?? ''),
  }));
}

/** The newest candle of a period with the feed's half hour merged in; undefined if the half hour is older. */
export function newestCandle(
  last: Candle | undefined,
  half: FeedCandle,
  period: CandlePeriod,
  { priceOf, quantityOf }: Figures,
): Candle | undefined {
  const seconds = candleMinutes[period] * 60;
  const began = Math.floor(Date.parse(half.time) / 1000);
  const time = began - (began % seconds);
  const candle = {
    time,
    openMinor: priceOf(half.open),
    highMinor: priceOf(half.high),
    lowMinor: priceOf(half.low),
    closeMinor: priceOf(half.close),
    volumeMinor: quantityOf(half.v),
  };
  if (!last || last.time < time) return candle;
  if (last.time > time) return undefined;
  if (period === '30m') return candle;
  return {
    ...candle,
    openMinor: last.openMinor,
    highMinor: last.highMinor > candle.highMinor ? last.highMinor : candle.highMinor,
    lowMinor: last.lowMinor < candle.lowMinor ? last.lowMinor : candle.lowMinor,
    // The volume of the other half hours comes from the history, which is read once a minute.
    volumeMinor: last.volumeMinor > candle.volumeMinor ? last.volumeMinor : candle.volumeMinor,
  };
}

/** Half hours of padding before the oldest point (specification section 9). */
const paddedMinutes = 1000 * 30;

/** The empty slots before the oldest candle, oldest first: as long as 1000 half hours, in slots of the period. */
export function paddingBefore(oldest: number, period: CandlePeriod): readonly number[] {
  const minutes = candleMinutes[period];
  const slots = Math.floor(paddedMinutes / minutes);
  return Array.from({ length: slots }, (_, index) => oldest - (slots - index) * minutes * 60);
}
