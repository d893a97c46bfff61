/** A company client for tests: active, terms accepted unless stated otherwise, with one administrator. */
import { randomUUID } from 'node:crypto';
import { termsVersions } from '@calmly/contract';
import { createCompanyClient } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import type { TestApp } from '../app.ts';
import { systemWork } from '../work.ts';

/** Creates this person's company; returns its client id. */
export async function newCompany(
  test: TestApp,
  { personId, clientId: creatorId }: { readonly personId: string; readonly clientId: string },
  { termsAccepted = true }: { readonly termsAccepted?: boolean } = {},
): Promise<string> {
  return test.database.inTransaction(async (sql) => {
    const name = `Northwind ${randomUUID()}`;
    const companyId = await createCompanyClient(systemWork(sql), {
      creatorId,
      personId,
      name,
      country: 'EE',
    });
    await query`update identity.client set state = 'ACTIVE' where id = ${companyId}`.execute(sql);
    if (!termsAccepted) return companyId;
    await query`
      insert into identity.terms_acceptance (client_id, product, version, person_id, accepted_at)
      values (${companyId}, 'main', ${termsVersions.main}, ${personId}, now())
    `.execute(sql);
    return companyId;
  });
}
