/** The calls of companies. */
import {
  addCompany,
  getCompany,
  getCompanyDocument,
  listCompanyChanges,
  requestCompanyChange,
  saveCompanyFacts,
  withdrawCompanyChange,
} from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import type { Documents } from '../../../../accounts/server/documents/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import * as changes from '../fact-changes/fact-changes.ts';
import * as company from './company.ts';

/**
 * Company facts, their documents and requests to change them. People and invitations are in `peopleRoutes`.
 */
export function companyRoutes(
  router: Router,
  { documents, portalUrl }: { readonly documents: Documents; readonly portalUrl: string },
): void {
  router.write(addCompany, (work, { body }) => company.addCompany(work, requireClientActor(work), body));
  router.read(getCompany, (work, { params }) =>
    company.requireCompany(work.sql, requireClientActor(work), params.id),
  );
  router.write(saveCompanyFacts, (work, { params, body }) =>
    company.saveFacts(work, requireClientActor(work), params.id, body),
  );
  router.read(getCompanyDocument, (work, { params }) =>
    company.readCompanyDocument(work.sql, requireClientActor(work), documents, params),
  );

  router.write(requestCompanyChange, (work, { body }) =>
    changes.requestChange(work, requireClientActor(work), { portalUrl }, body),
  );
  router.read(listCompanyChanges, (work, { query }) =>
    changes.listChanges(work.sql, requireClientActor(work), query),
  );
  router.write(withdrawCompanyChange, async (work, { params }) => {
    await changes.withdrawChange(work, requireClientActor(work), params.id);
    return undefined;
  });
}
