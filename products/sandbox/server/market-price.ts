/** The prices of the sandbox's market: derived from the seed and the time, so that past candles and later trades form one curve. Pure. */
import { createHash } from 'node:crypto';
import type { InstrumentCode } from '@calmly/domain';

/** The price level in ticks, around which it moves. */
const levels: Readonly<Record<InstrumentCode, number>> = {
  BTCEPI: 164_833,
  ETHEPI: 57_420,
  TONEPI: 2_914,
};

/** Amplitude in hundredths of a percent, and period in minutes. */
const waves = [
  [900, 20_000],
  [350, 2_900],
  [160, 430],
  [60, 71],
  [25, 11],
  [8, 2],
] as const;

export interface MarketPrices {
  /** Ticks at a moment. */
  at(instrument: InstrumentCode, atMs: number): number;
  /** A number from 0 to below 1, always the same for these words. */
  chance(words: string): number;
}

/** The same seed gives the same prices on every server. They stay within about 15 % of each instrument's level. */
export function createMarketPrices(seed: string): MarketPrices {
  const start = createHash('sha256').update(seed).digest().readInt32BE();
  const chance = (words: string): number => mixed(start, words) / 2 ** 32;

  /** Smooth noise from -1 to 1: random values at whole numbers, interpolated. */
  function noise(words: string, position: number): number {
    const from = Math.floor(position);
    const part = position - from;
    const [left, right] = [chance(`${words} ${from}`), chance(`${words} ${from + 1}`)];
    return 2 * (left + (right - left) * part * part * (3 - 2 * part)) - 1;
  }

  return {
    chance,
    at(instrument, atMs) {
      const minutes = atMs / 60_000;
      const moved = waves.reduce(
        (sum, [far, period]) => sum + far * noise(`${instrument} ${period}`, minutes / period),
        0,
      );
      return Math.round(levels[instrument] * (1 + moved / 10_000));
    },
  };
}

/**
 * 32 bits of a text, mixed like the end of MurmurHash3. The history of a new sandbox takes half a million of them, for which a cryptographic hash
 * took two seconds of its first start.
 */
function mixed(start: number, words: string): number {
  let bits = start;
  for (let place = 0; place < words.length; place += 1)
    bits = Math.imul(bits ^ words.charCodeAt(place), 0x5bd1e995);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
