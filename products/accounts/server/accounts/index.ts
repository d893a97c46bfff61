/**
 * Accounts: which client has which account, and the details that a payer needs. Owns the schema `accounts`. The ledger keeps the money,
 * under the same ids.
 */
import type { Module } from '@calmly/platform/module.ts';
import { activity } from './activity.ts';
import { requireUsableBank } from './bank.ts';
import type { IbanRequestKey } from './iban-store.ts';
import { issueIban, issueTask } from './ibans.ts';
import { type AccountsParts, accountRoutes } from './routes.ts';
import { accountSearch } from './search.ts';

export { type Bank, bankOf, correspondentOf, defaultBank, isIbanOf } from './bank.ts';
export { monthOf, monthStarts } from './chart-periods.ts';
export { type DependingOrders, type DependsOn, stopDepending } from './depending-orders.ts';
export { listAccounts as readAccounts, type Opening, openAccounts, requireAccount } from './service.ts';
export { refusalOf, requireFunds } from './shortage.ts';
export {
  type AccountKey,
  type AccountRecord,
  findAccounts,
  findAccountsById,
  findAccountsByNumberOrIban,
  findOwnIbans,
  idsByNumberOrIban,
  listOfClient as listAccountsOf,
  lockAccountsOf,
} from './store.ts';
export { hasReceivedMoney } from './summary.ts';

/** The module for this bank; refuses a bank that payers could not reach. */
export function createAccountsModule(deps: AccountsParts): Module {
  requireUsableBank(deps.bank);
  return {
    name: 'accounts',
    activity,
    routes: (router) => accountRoutes(router, deps),
    search: [accountSearch],
    jobs: { [issueTask]: (work, payload) => issueIban(work, deps.bank, payload as IbanRequestKey) },
  };
}
