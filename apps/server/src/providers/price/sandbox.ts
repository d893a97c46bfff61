/**
 * The sandbox's reference rates: plausible levels that move a little from day to day. The same seed and day always give the
 * same rates, on every machine.
 */
import { createHash } from 'node:crypto';
import type { CurrencyCode, ReferenceRates } from '@calmly/domain';
import type { PriceProvider } from './index.ts';

/** Millionths of a unit per euro. */
const levels: Partial<Record<CurrencyCode, bigint>> = {
  USD: 1_158_400n,
  GBP: 879_600n,
  CHF: 928_300n,
  PLN: 4_243_000n,
  CZK: 24_180_000n,
  SEK: 10_985_000n,
  JPY: 181_300_000n,
  KWD: 355_700n,
};

const million = 1_000_000n;
/** Farthest a day's rate is from its level: 1 %. */
const swing = 10_000n;

/** Rates of this seed. */
export function createSandboxPrices(seed: string): PriceProvider {
  return {
    referenceRates: (at) => {
      const day = at.toISOString().slice(0, 10);
      const rates: Partial<Record<CurrencyCode, string>> = { EUR: '1' };
      for (const [currency, level] of Object.entries(levels)) {
        const hash = createHash('sha256').update(`${seed} ${currency} ${day}`).digest().readBigUInt64BE();
        const deviation = (hash % (2n * swing + 1n)) - swing;
        const rate = (level * (million + deviation)) / million;
        rates[currency as CurrencyCode] = `${rate / million}.${(rate % million).toString().padStart(6, '0')}`;
      }
      return Promise.resolve(rates satisfies ReferenceRates);
    },
  };
}
