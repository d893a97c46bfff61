/**
 * Exchange from one currency into another at a quoted price, between a client's own accounts or for a payment. Owns the schema
 * `exchange`; both sides are transactions. Reasons: docs/adr/0015-exchange.md.
 */
import { createQuote, executeExchange as executeEndpoint } from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { requireClientActor } from '../../../identity/server/index.ts';

export { bookExchange } from './book-exchange.ts';
export { findConversion } from './conversion-store.ts';
export { createConversions } from './service.ts';

import { executeExchange, quoteExchange } from './service.ts';

/** The module, with who knows the market. */
export function createExchangeModule({ prices }: { readonly prices: PriceProvider }): Module {
  return {
    name: 'exchange',
    purges: [purgeOf('exchange.quote', "executed_at is null and expires_at < now() - interval '1 day'")],
    routes: (router) => {
      router.write(createQuote, (work, { body }) =>
        quoteExchange(work, requireClientActor(work), prices, body),
      );
      router.write(executeEndpoint, (work, { body }) =>
        executeExchange(work, requireClientActor(work), body.quoteId),
      );
    },
  };
}
