/**
 * Beneficiaries: whom a client pays, and which bank an IBAN or a BIC names. Owns the schema `beneficiaries`.
 *
 * Other modules read payees by client and id, deleted ones too, with a `version` that rises whenever the bank
 * accounts change; nobody else writes them.
 */
import type { Module } from '../../platform/module.ts';
import type { Bank } from '../accounts/index.ts';
import { beneficiaryRoutes } from './routes.ts';

export { payeeApprovals } from './approval.ts';
export { deleteBeneficiary } from './service.ts';
export {
  type BeneficiaryKey,
  type BeneficiaryRecord,
  findAccountsSince,
  findBeneficiaries,
  holdBeneficiaries,
} from './store.ts';
export { type Addition, addBeneficiaries } from './write.ts';

/** The module for this bank, whose own IBANs are in no directory. */
export const createBeneficiariesModule = ({ bank }: { bank: Bank }): Module => ({
  name: 'beneficiaries',
  routes: (router) => beneficiaryRoutes(router, bank),
});
