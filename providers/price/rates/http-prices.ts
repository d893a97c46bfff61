/**
 * Exchange rates of real sources: reference rates of the European Central Bank, market rates of a provider with JSON. They are asked in the background and kept in the
 * database, so that every server and command has the same ones, also just after a start (docs/adr/0070-price-service.md).
 *
 * The ECB has no rate of some currencies, such as KWD: their reference rate is the market's.
 */
import type { CurrencyCode, ReferenceRates } from '@calmly/domain';
import { watch } from '@calmly/platform/metrics.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { PriceProvider, Rates } from '../prices.ts';
import { heldRates } from './desk.ts';
import type { KnownRate } from './judge.ts';
import { type PollParts, startPolling } from './poll.ts';
import { countHeld, type KeptRates, readRatesApart } from './rate-store.ts';

export interface HttpPrices {
  readonly provider: PriceProvider;
  /** Asks the sources while the server runs. */
  readonly module: Module;
}

/** So long a reading of the database is used, unless the configuration says otherwise. */
const usualMemoryMs = 1_000;

/**
 * Rates are decimal text per euro. Reference rates fall back on the market's; those older than the `maxAgeMs`
 * of what is asked for are left out. `asOf` is the oldest one's.
 */
export function createHttpPrices(parts: PollParts): HttpPrices {
  const { config, database } = parts;
  const kept = inMemory(() => readRatesApart(database), config.memoryMs ?? usualMemoryMs);
  return {
    provider: {
      async referenceRates(at) {
        const { reference, market } = await kept();
        return newest([reference, market], at, config.reference.maxAgeMs);
      },
      marketRates: async (at) => newest([(await kept()).market], at, config.market.maxAgeMs),
    },
    module: {
      name: 'prices',
      desk: [heldRates],
      async background() {
        watch('calmly_market_rates_age_seconds', 'Age of the newest market rate', async () =>
          ageOf((await kept()).market),
        );
        watch('calmly_reference_rates_age_seconds', 'Age of the newest reference rate', async () =>
          ageOf((await kept()).reference),
        );
        watch('calmly_rates_held', 'Exchange rates that wait for a decision at the desk', () =>
          countHeld(database.sql),
        );
        return startPolling(parts);
      },
    },
  };
}

/** The rates that are not too old; of a currency in several maps the first one's. */
function newest(
  sources: ReadonlyArray<ReadonlyMap<CurrencyCode, KnownRate>>,
  at: Date,
  maxAgeMs: number,
): Rates {
  const rates: Partial<Record<CurrencyCode, string>> = { EUR: '1' };
  let oldest = at;
  for (const [currency, { rate, asOf }] of sources.flatMap((source) => [...source])) {
    if (rates[currency] !== undefined || at.getTime() - asOf.getTime() > maxAgeMs) continue;
    rates[currency] = rate;
    if (asOf < oldest) oldest = asOf;
  }
  return { rates: rates satisfies ReferenceRates, asOf: oldest };
}

function ageOf(rates: ReadonlyMap<CurrencyCode, KnownRate>): number {
  const last = Math.max(...[...rates.values()].map(({ asOf }) => asOf.getTime()));
  return (Date.now() - last) / 1000;
}

interface Reading {
  readonly rates: Promise<KeptRates>;
  /** When it began, or failed. */
  sinceMs: number;
}

/** Reads at most once in `memoryMs`. While the database is away, every caller gets what was read last; it ages. */
function inMemory(read: () => Promise<KeptRates>, memoryMs: number): () => Promise<KeptRates> {
  let last: Reading | undefined;
  return () => {
    if (last && performance.now() - last.sinceMs < memoryMs) return last.rates;
    const before = last?.rates;
    const rates = read().catch((error: unknown) => {
      reading.sinceMs = performance.now();
      if (before) return before;
      if (last === reading) last = undefined;
      throw error;
    });
    const reading: Reading = { rates, sinceMs: performance.now() };
    last = reading;
    return rates;
  };
}
