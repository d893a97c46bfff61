export type { MarketRates, PriceProvider } from './prices.ts';
export { createSandboxPrices } from './sandbox.ts';
