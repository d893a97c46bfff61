/** The configured sources of prices. Part of the composition root. */

import type { Config } from '@calmly/platform/config/config.ts';
import type { Database } from '@calmly/platform/database.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { Module } from '@calmly/platform/module.ts';
import {
  createHttpPrices,
  createPriceService,
  createSandboxPrices,
  noPrices,
  type PriceProvider,
  type PriceService,
} from '@calmly/providers/price/index.ts';

interface PricesParts {
  readonly config: Pick<Config, 'sandbox'> & Partial<Pick<Config, 'prices'>>;
  readonly database: Database;
  readonly log: Log;
}

/** Exchange rates: from real sources, or invented in a sandbox. Without either there are none, because no one may trade at invented rates. */
export function createPrices({ config, database, log }: PricesParts): {
  readonly prices: PriceProvider;
  /** For crypto. */
  readonly priceService: PriceService | undefined;
  readonly modules: readonly Module[];
} {
  const { prices, sandbox } = config;
  const priceService = prices?.service && createPriceService(prices.service, log);
  if (prices?.http) {
    const { provider, module } = createHttpPrices({ database, log, config: prices.http });
    return { prices: provider, priceService, modules: [module] };
  }
  if (sandbox.enabled) return { prices: createSandboxPrices(sandbox.seed), priceService, modules: [] };
  log.warn('there are no exchange rates: set PRICES=http');
  return { prices: noPrices, priceService, modules: [] };
}
