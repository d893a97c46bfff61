export { noPrices, type PriceProvider, type Rates } from './prices.ts';
export { createHttpPrices } from './rates/http-prices.ts';
export { createSandboxPrices } from './sandbox.ts';
export { createPriceService, type PriceService, type PriceSink } from './service/price-service.ts';
