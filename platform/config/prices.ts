/** The configuration of price sources. */

import { Refusal } from '../refusal.ts';
import type { Variables } from './variables.ts';

export interface RateSource {
  readonly url: string;
  /** Value of the `Authorization` header. */
  readonly authorization?: string | undefined;
  readonly pollMs: number;
  /** Older rates are ignored. */
  readonly maxAgeMs: number;
  /** Time limit of one call; ten seconds by default. */
  readonly timeoutMs?: number;
}

export interface HttpPricesConfig {
  readonly reference: RateSource;
  readonly market: RateSource;
  /** A rate that differs more from the previous one is held for staff. */
  readonly mostJumpPercent: number;
  /** How long rates read from the database are cached; a second by default. */
  readonly memoryMs?: number;
}

export interface PriceServiceConfig {
  readonly url: string;
  readonly authorization?: string | undefined;
  /** Older prices are ignored. */
  readonly maxAgeMs: number;
  /** Defaults are in `providers/price/service`. */
  readonly timing?: Partial<
    Record<'pollMs' | 'heartbeatMs' | 'firstRetryMs' | 'longestRetryMs' | 'keepMs' | 'timeoutMs', number>
  >;
}

export interface PricesConfig {
  /** Sources of exchange rates; undefined: the sandbox's, or none without a sandbox. */
  readonly http: HttpPricesConfig | undefined;
  /** The price service for crypto. */
  readonly service: PriceServiceConfig | undefined;
}

const dayMs = 86_400_000;
const referencePollMs = 30 * 60_000;

/** Throws Refusal for contradictory settings. */
export function pricesOf(data: Variables): PricesConfig {
  if (data.SANDBOX_MARKET === 'follow' && data.PRICES_CRYPTO_URL === undefined)
    throw new Refusal('Calmly’s configuration is wrong: SANDBOX_MARKET=follow needs PRICES_CRYPTO_URL.');
  return {
    http: data.PRICES === 'http' ? ratesOf(data) : undefined,
    service:
      data.PRICES_CRYPTO_URL === undefined
        ? undefined
        : {
            url: data.PRICES_CRYPTO_URL,
            authorization: data.PRICES_CRYPTO_AUTHORIZATION,
            maxAgeMs: data.PRICES_CRYPTO_MAX_AGE_SECONDS * 1000,
          },
  };
}

function ratesOf(data: Variables): PricesConfig['http'] {
  const {
    PRICES_MARKET_URL: url,
    PRICES_MARKET_POLL_SECONDS: poll,
    PRICES_MARKET_MAX_AGE_SECONDS: age,
  } = data;
  if (url === undefined)
    throw new Refusal('Calmly’s configuration is wrong: PRICES=http needs PRICES_MARKET_URL.');
  if (age <= poll)
    throw new Refusal(
      'Calmly’s configuration is wrong: PRICES_MARKET_MAX_AGE_SECONDS must be above PRICES_MARKET_POLL_SECONDS, or rates are too old before they are read again.',
    );
  return {
    reference: {
      url: data.PRICES_REFERENCE_URL ?? 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
      authorization: undefined,
      pollMs: referencePollMs,
      maxAgeMs: data.PRICES_REFERENCE_MAX_AGE_DAYS * dayMs,
    },
    market: {
      url,
      authorization: data.PRICES_MARKET_AUTHORIZATION,
      pollMs: poll * 1000,
      maxAgeMs: age * 1000,
    },
    mostJumpPercent: data.PRICES_JUMP_PERCENT,
  };
}
