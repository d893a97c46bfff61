/** The calls of companies. */
import { addCompany, getCompany, getCompanyDocument, saveCompanyFacts } from '@calmly/contract';
import type { Router } from '../../platform/http/router.ts';
import type { Documents } from '../documents/index.ts';
import { requireClientActor } from '../identity/index.ts';
import * as company from './company.ts';

export function companyRoutes(router: Router, documents: Documents): void {
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
}
