/** The calls of beneficiaries and of the bank lookup: endpoint to store or service. */
import {
  createBeneficiary,
  deleteBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  lookUpBank,
  updateBeneficiary,
} from '@calmly/contract';
import type { Router } from '../../platform/http/router.ts';
import { cursorId, pageOf } from '../../platform/page.ts';
import { Problem } from '../../platform/problem.ts';
import type { Bank } from '../accounts/index.ts';
import { requireClientActor } from '../identity/index.ts';
import { searchPatterns } from './search-text.ts';
import * as service from './service.ts';
import { findBeneficiaries, listPage } from './store.ts';

export function beneficiaryRoutes(router: Router, bank: Bank): void {
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
  router.write(createBeneficiary, (work, { body }) =>
    service.createBeneficiary(work, requireClientActor(work), bank, body),
  );
  router.write(updateBeneficiary, (work, { params, body }) =>
    service.replaceBankDetails(work, requireClientActor(work), bank, params.id, body.bankDetails),
  );
  router.write(deleteBeneficiary, async (work, { params }) => {
    await service.deleteBeneficiary(work, requireClientActor(work), params.id);
    return undefined;
  });
  router.read(lookUpBank, async (_work, { query }) => service.lookUpBank(query, bank));
}
