/** Where the configuration says that prices come from. Part of the composition root. */
import type { Logger } from 'pino';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { Module } from './platform/module.ts';
import {
  createHttpPrices,
  createSandboxPrices,
  noPrices,
  type PriceProvider,
} from './providers/price/index.ts';

interface PricesParts {
  readonly config: Pick<Config, 'sandbox'> & Partial<Pick<Config, 'prices'>>;
  readonly database: Database;
  readonly log: Logger;
}

/** Exchange rates: of real sources, or invented in a sandbox. Without either there are none, because no one may trade at invented rates. */
export function createPrices({ config, database, log }: PricesParts): {
  readonly prices: PriceProvider;
  readonly modules: readonly Module[];
} {
  const { prices, sandbox } = config;
  if (prices?.http) {
    const { provider, module } = createHttpPrices({ database, log, config: prices.http });
    return { prices: provider, modules: [module] };
  }
  if (sandbox.enabled) return { prices: createSandboxPrices(sandbox.seed), modules: [] };
  log.warn('there are no exchange rates: set PRICES=http');
  return { prices: noPrices, modules: [] };
}
