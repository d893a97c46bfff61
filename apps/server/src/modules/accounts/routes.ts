/** The calls of accounts: a page with balances, and the summary. */
import { listAccounts, summariseAccounts } from '@calmly/contract';
import type { Router } from '../../platform/http/router.ts';
import { cursorId, pageOf } from '../../platform/page.ts';
import type { PriceProvider } from '../../providers/price/index.ts';
import { requireClientActor } from '../identity/index.ts';
import type { Bank } from './bank.ts';
import * as service from './service.ts';
import * as summary from './summary.ts';

export function accountRoutes(router: Router, { bank, prices }: { bank: Bank; prices: PriceProvider }): void {
  router.read(listAccounts, async (work, { query }) => {
    const { limit, currency } = query;
    const { clientId, application } = requireClientActor(work);
    const among = application?.accountIds;
    const filter = { clientId, limit: limit + 1, after: cursorId(query.cursor), currency, among };
    return pageOf(await service.listAccounts(work.sql, bank, filter), limit);
  });
  router.read(summariseAccounts, (work, { query }) => {
    const { clientId } = requireClientActor(work);
    return summary.summariseAccounts(work.sql, prices, work.now, { ...query, clientId });
  });
}
