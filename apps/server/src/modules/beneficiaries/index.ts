/**
 * Beneficiaries: whom a client pays, and which bank an IBAN or a BIC names. Owns the schema `beneficiaries`.
 *
 * Other modules read payees by client and id, deleted ones too, with a `version` that rises whenever the bank
 * accounts change; nobody else writes them.
 */
import {
  createBeneficiary,
  deleteBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  lookUpBank,
  updateBeneficiary,
} from '@calmly/contract';
import type { Module } from '../../platform/module.ts';
import { cursorId, pageOf } from '../../platform/page.ts';
import { Problem } from '../../platform/problem.ts';
import type { Bank } from '../accounts/index.ts';
import { requireClientActor } from '../identity/index.ts';
import { searchPatterns } from './search-text.ts';
import * as service from './service.ts';
import { findBeneficiaries, listPage } from './store.ts';

export { type Addition, addBeneficiaries, deleteBeneficiary } from './service.ts';
export { type BeneficiaryKey, type BeneficiaryRecord, findBeneficiaries } from './store.ts';

/** The module for this bank, whose own IBANs are in no directory. */
export function createBeneficiariesModule({ bank }: { bank: Bank }): Module {
  return {
    name: 'beneficiaries',
    routes: (router) => {
      router.read(listBeneficiaries, async (work, { query }) => {
        const { limit, search, currency, country } = query;
        const { clientId } = requireClientActor(work);
        const before = cursorId(query.cursor);
        const patterns = searchPatterns(search ?? '');
        const filter = { clientId, limit: limit + 1, before, patterns, currency, country };
        return pageOf(await listPage(work.sql, filter), limit);
      });
      router.read(getBeneficiary, async (work, { params }) => {
        const { clientId } = requireClientActor(work);
        const [beneficiary] = await findBeneficiaries(work.sql, [{ clientId, id: params.id }]);
        if (!beneficiary) throw new Problem('not_found');
        return beneficiary;
      });
      router.write(createBeneficiary, async (work, { body }) =>
        service.createBeneficiary(work, requireClientActor(work), bank, body),
      );
      router.write(updateBeneficiary, async (work, { params, body }) =>
        service.replaceBankDetails(work, requireClientActor(work), bank, params.id, body.bankDetails),
      );
      router.write(deleteBeneficiary, async (work, { params }) => {
        await service.deleteBeneficiary(work, requireClientActor(work), params.id);
        return undefined;
      });
      router.read(lookUpBank, async (_work, { query }) => service.lookUpBank(query, bank));
    },
  };
}
