/**
 * Accounts: which client has which account, and what a payer needs to know of it. Owns the schema `accounts`; the money on
 * the accounts is the ledger's, under the same ids.
 */
import { listAccounts, summariseAccounts } from '@calmly/contract';
import type { Module } from '../../platform/module.ts';
import { cursorId, pageOf } from '../../platform/page.ts';
import type { PriceProvider } from '../../providers/price/index.ts';
import { requireClientActor } from '../identity/index.ts';
import { type Bank, requireUsableBank } from './bank.ts';
import { listAccounts as listClientAccounts } from './service.ts';
import { summariseAccounts as summariseClientAccounts } from './summary.ts';

export { type Bank, bankOf, defaultBank } from './bank.ts';
export { type Opening, openAccounts, requireAccount } from './service.ts';
export {
  type AccountKey,
  type AccountRecord,
  findAccounts,
  findAccountsById,
  findAccountsByNumberOrIban,
  findOwnIbans,
} from './store.ts';

/** The module for this bank; throws when the bank's own details could not be paid to. */
export function createAccountsModule({ bank, prices }: { bank: Bank; prices: PriceProvider }): Module {
  requireUsableBank(bank);
  return {
    name: 'accounts',
    routes: (router) => {
      router.read(listAccounts, async (work, { query }) => {
        const { limit, currency } = query;
        const { clientId } = requireClientActor(work);
        const after = cursorId(query.cursor);
        const rows = await listClientAccounts(work.sql, bank, {
          clientId,
          limit: limit + 1,
          after,
          currency,
        });
        return pageOf(rows, limit);
      });
      router.read(summariseAccounts, async (work, { query }) => {
        const { clientId } = requireClientActor(work);
        return summariseClientAccounts(work.sql, prices, work.now, { ...query, clientId });
      });
    },
  };
}
