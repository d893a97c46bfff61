/**
 * The sandbox's rates: plausible levels that change a little from day to day, and market rates that also change every ten seconds. The
 * same seed and time always give the same rates, on every machine.
 */
import { createHash } from 'node:crypto';
import type { CurrencyCode, ReferenceRates } from '@calmly/domain';
import type { PriceProvider } from './prices.ts';

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
const daySwing = 10_000n;
/** Farthest the market is from the day's rate: 0.1 %. It takes a step every ten seconds. */
const marketSwing = 1_000n;
const marketStepMs = 10_000;

/** Rates of this seed. */
export function createSandboxPrices(seed: string): PriceProvider {
  /** A number around zero, at most `swing`, that this text always gives. */
  const deviation = (text: string, swing: bigint): bigint => {
    const hash = createHash('sha256').update(`${seed} ${text}`).digest().readBigUInt64BE();
    return (hash % (2n * swing + 1n)) - swing;
  };
  const onDay = (currency: string, level: bigint, at: Date): bigint =>
    (level * (million + deviation(`${currency} ${at.toISOString().slice(0, 10)}`, daySwing))) / million;
  return {
    referenceRates: async (at) => ({
      rates: ratesOf((currency, level) => onDay(currency, level, at)),
      asOf: new Date(at.toISOString().slice(0, 10)),
    }),
    marketRates: (at) => {
      const step = Math.floor(at.getTime() / marketStepMs);
      const rates = ratesOf((currency, level) => {
        const moved = deviation(`${currency} step ${step}`, marketSwing);
        return (onDay(currency, level, at) * (million + moved)) / million;
      });
      return Promise.resolve({ rates, asOf: new Date(step * marketStepMs) });
    },
  };
}

function ratesOf(rateOf: (currency: string, level: bigint) => bigint): ReferenceRates {
  const rates: Partial<Record<CurrencyCode, string>> = { EUR: '1' };
  for (const [currency, level] of Object.entries(levels)) {
    const rate = rateOf(currency, level);
    rates[currency as CurrencyCode] = `${rate / million}.${(rate % million).toString().padStart(6, '0')}`;
  }
  return rates;
}
