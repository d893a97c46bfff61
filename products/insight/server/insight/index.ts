/**
 * Insight: spending by category and payee, the forecast of the balance, and unusual changes. Owns the schema `insight`, which stores only dismissed changes:
 * everything else is computed when it is read. Reasons: products/insight/README.md. Source: product, pain 14.
 */
import * as contract from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { dismissChange, readChanges } from './changes/changes.ts';
import { readForecast } from './forecast/forecast.ts';
import { readSpending } from './spending/spending.ts';

export const createInsightModule = ({ prices }: { readonly prices: PriceProvider }): Module => ({
  name: 'insight',
  // A change is found for a few weeks at most.
  purges: [purgeOf('insight.dismissed', "dismissed_at < now() - interval '200 days'")],
  routes(router) {
    router.read(contract.getSpending, (work, { query }) => readSpending(work, prices, query));
    router.read(contract.getForecast, (work, { query }) => readForecast(work, prices, query));
    router.read(contract.listUnusualChanges, async (work, { query }) => ({
      items: await readChanges(work, prices, query),
    }));
    router.write(contract.dismissUnusualChange, (work, { params, query }) =>
      dismissChange(work, prices, { ...params, ...query }),
    );
  },
});
