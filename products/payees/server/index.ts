/**
 * Beneficiaries: a client's payees, name checks of accounts, and the bank of an IBAN or a BIC. Owns the schema `beneficiaries`.
 *
 * Other modules read payees by client and id, including deleted ones, with the name and address that travel with a payment (`latin`) and
 * a `version` that increases whenever name, address or accounts change. No other module writes them.
 */
import type { Module } from '@calmly/platform/module.ts';
import { activity } from './activity.ts';
import { namePurge } from './name-check/store.ts';
import { type BeneficiariesParts, beneficiaryRoutes } from './routes.ts';
import { payeeSearch } from './search.ts';

export { type ListAdded, payeeApprovals } from './approval.ts';
export { checkBankDetail, impliedBankCountry } from './bank-detail-rules.ts';
export { type BookAccount, findBookAccounts } from './book-store.ts';
export {
  findAccountChanges,
  findAccountsSince,
  findPayeeFacts,
  findPayeesNow,
  holdChangedSince,
  type PayeeFacts,
  type PayeeNow,
} from './fact-store.ts';
export {
  checkAccount,
  checkHolder,
  checkListed,
  type NamedAccount,
  type NamingBanks,
} from './name-check/name-check.ts';
export { findCheckedName, findNameChecks, type KnownName } from './name-check/store.ts';
export { accountKey } from './rules.ts';
export { createBeneficiaries, deleteBeneficiary } from './service.ts';
export {
  type Among,
  type BeneficiaryKey,
  type BeneficiaryRecord,
  findBeneficiaries,
  hasPayee,
  holdBeneficiaries,
  listPage as listPayees,
} from './store.ts';
export { type Addition, addBeneficiaries } from './write.ts';

export const createBeneficiariesModule = (parts: BeneficiariesParts): Module => ({
  name: 'beneficiaries',
  activity,
  routes: (router) => beneficiaryRoutes(router, parts),
  search: [payeeSearch],
  purges: [namePurge],
});
