/** The calls of beneficiaries and of the bank lookup: endpoint to store or service. */

import {
  addPayeeDocument,
  type Beneficiary,
  changeParty,
  checkName,
  createBeneficiary,
  deleteBeneficiary,
  getBeneficiary,
  isSentForApproval,
  listBeneficiaries,
  listPayeeDocuments,
  lookUpBank,
  type SentForApproval,
  trustBeneficiary,
  updateBeneficiary,
} from '@calmly/contract';
import { payeeReadiness } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { NameChecks } from '@calmly/providers/name-check/name-check.ts';
import type { Bank, DependingOrders } from '../../accounts/server/accounts/index.ts';
import type { Documents } from '../../accounts/server/documents/index.ts';
import { requireClientActor, seesConfidential } from '../../identity/server/index.ts';
import * as documents from './documents/documents.ts';
import * as nameCheck from './name-check/name-check.ts';
import { schemesOf } from './rules.ts';
import * as service from './service.ts';
import { type Among, type BeneficiaryRecord, findBeneficiaries, listPage } from './store.ts';

export interface BeneficiariesParts {
  readonly database: Database;
  /** This bank, whose own IBANs are in no directory. */
  readonly bank: Bank;
  readonly nameChecks: NameChecks;
  readonly documents: Documents;
  readonly orders: DependingOrders;
}

const amongFor = (actor: ClientActor): Among => (seesConfidential(actor) ? 'all' : 'open');

/**
 * The name check, and the upload of a document, open their own transactions: both wait for something else. A
 * confidential payee is `not_found` for a member who may not see it.
 */
export function beneficiaryRoutes(router: Router, parts: BeneficiariesParts): void {
  const { bank } = parts;
  const shown = (record: BeneficiaryRecord) => viewOf(record, bank.bic);
  const answer = (outcome: BeneficiaryRecord | SentForApproval) =>
    isSentForApproval(outcome) ? outcome : shown(outcome);

  router.read(listBeneficiaries, async (work, { query }) => {
    const { limit, search, currency, country, direction } = query;
    const actor = requireClientActor(work);
    const before = cursorId(query.cursor);
    const filter = {
      among: query.confidential === 'no' ? 'open' : amongFor(actor),
      clientId: actor.clientId,
      limit: limit + 1,
      before,
      search,
      currency,
      country,
      direction,
    };
    return pageOf((await listPage(work.sql, filter)).map(shown), limit);
  });
  router.read(getBeneficiary, async (work, { params }) => {
    const actor = requireClientActor(work);
    const key = { clientId: actor.clientId, id: params.id };
    const [beneficiary] = await findBeneficiaries(work.sql, [key], amongFor(actor));
    if (!beneficiary) throw new Problem('not_found');
    return shown(beneficiary);
  });
  router.write(createBeneficiary, async (work, { body }) =>
    answer(await service.createBeneficiary(work, requireClientActor(work), bank, body)),
  );
  const changing = async (work: Work, { id }: { readonly id: string }): Promise<ClientActor> => {
    const actor = requireClientActor(work);
    await service.refuseConfidential(work.sql, actor, id);
    return actor;
  };
  router.write(updateBeneficiary, async (work, { params, body }) =>
    answer(await service.replaceBankDetails(work, await changing(work, params), bank, params.id, body)),
  );
  router.write(changeParty, async (work, { params, body }) =>
    answer(await service.changeParty(work, await changing(work, params), bank, params.id, body)),
  );
  router.write(trustBeneficiary, async (work, { params, body }) =>
    shown(await service.setTrust(work, await changing(work, params), params.id, body.trusted)),
  );
  router.write(deleteBeneficiary, async (work, { params, query }) => {
    const deletion = { ...params, known: query.orders };
    await service.deleteBeneficiary(work, requireClientActor(work), parts.orders, deletion);
    return undefined;
  });
  router.read(lookUpBank, async (_work, { query }) => service.lookUpBank(query, bank));
  router.own(checkName, (work, { body }) => nameCheck.checkName(work, requireClientActor(work), parts, body));
  router.own(addPayeeDocument, async (work, { params, body }) =>
    documents.addDocument(work, await changing(work, params), parts, params.id, body),
  );
  router.read(listPayeeDocuments, async (work, { params, query: { limit, cursor } }) => {
    const { clientId } = requireClientActor(work);
    const page = { limit: limit + 1, before: cursorId(cursor) };
    return pageOf(await documents.listPage(work.sql, { clientId, id: params.id }, page), limit);
  });
}

/**
 * A payee as the portal sees it, with the details that are missing before a bank would accept a payment to it. `ownBic`: accounts at this bank are
 * reached without any rail.
 */
const viewOf = (record: BeneficiaryRecord, ownBic: string): Beneficiary => ({
  ...record,
  readiness: payeeReadiness({ ...record.latin, schemes: schemesOf(record.bankDetails, ownBic) }),
});
