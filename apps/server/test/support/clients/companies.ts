/** Companies of signed-in people, added through the portal's calls, and sessions that act for them. */
import { randomUUID } from 'node:crypto';
import {
  addCompany,
  type Company,
  type CompanyInput,
  type Rights,
  termsVersions,
  uploadDocument,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import type { TestApp } from '../app.ts';
import { pageObjects, pdfOf } from '../files/files.ts';
import { newClient, type SignedIn } from './clients.ts';
import { address, person } from './joining/applicant.ts';

/** A bakery with one owner and no faults; add `documentIds`. */
export const bakery = (): CompanyInput => ({
  name: 'Tamm Bakery OÜ',
  registrationNumber: randomUUID().slice(0, 8),
  country: 'EE',
  legalForm: 'private_limited',
  foundedOn: '2019-04-01',
  activity: 'Bakes bread and sells it to cafés',
  address,
  people: [
    {
      firstName: 'Anna',
      lastName: 'Tamm',
      dateOfBirth: person.dateOfBirth,
      citizenship: 'EE',
      address,
      isDirector: true,
      shareBasisPoints: 10_000,
    },
  ],
  corporateOwners: [],
  othersBelowQuarter: false,
  documentIds: [],
});

/** Uploads a paper from the own profile; returns its id. */
export async function handInPaper(
  test: TestApp,
  { token }: Pick<SignedIn, 'token'>,
  fileName = 'register.pdf',
): Promise<string> {
  const content = pdfOf(pageObjects()).toString('base64');
  return (await test.call(uploadDocument, { body: { fileName, content } }, { token })).output.id;
}

/** Sends a body for `POST /companies`; default: with a paper. */
export async function sendCompany(test: TestApp, owner: SignedIn, change: Partial<CompanyInput> = {}) {
  const documentIds = change.documentIds ?? [await handInPaper(test, owner)];
  const body = { ...bakery(), ...change, documentIds };
  return test.call(addCompany, { body }, { token: owner.token, idempotencyKey: randomUUID() });
}

/** A company that waits for its check. */
export async function newCompany(
  test: TestApp,
  owner: SignedIn,
  change: Partial<CompanyInput> = {},
): Promise<Company> {
  return (await sendCompany(test, owner, change)).output;
}

/** Makes the person's sessions act for this client from now on. */
export async function actFor({ database }: TestApp, { personId }: SignedIn, clientId: string): Promise<void> {
  await query`update identity.session set client_id = ${clientId} where person_id = ${personId}`.execute(
    database.sql,
  );
}

/** An active company with accepted terms, whose administrator's sessions act for it. */
export async function newActiveCompany(test: TestApp, owner: SignedIn): Promise<Company> {
  const company = await newCompany(test, owner);
  await query`update identity.client set state = 'ACTIVE' where id = ${company.id}`.execute(
    test.database.sql,
  );
  await query`
    insert into identity.terms_acceptance (client_id, product, version, person_id, accepted_at)
    values (${company.id}, 'main', ${termsVersions.main}, ${owner.personId}, now())
  `.execute(test.database.sql);
  await actFor(test, owner, company.id);
  return company;
}

/** Another person with these rights in the company, acting from their own profile. */
export async function newMember(
  test: TestApp,
  companyId: string,
  rights: Partial<Rights> = {},
): Promise<SignedIn> {
  const member = await newClient(test, { email: `${newId()}@test.example` });
  await query`
    insert into identity.membership (person_id, client_id, is_boss, can_request_trans, can_create_benef, can_plast_view,
      can_plast_perform, can_view_documents, can_view_statements, can_approve, can_view_confidential)
    values (${member.personId}, ${companyId}, ${rights.is_boss ?? false}, ${rights.can_request_trans ?? false},
      ${rights.can_create_benef ?? false}, ${rights.can_plast_view ?? false}, ${rights.can_plast_perform ?? false},
      ${rights.can_view_documents ?? false}, ${rights.can_view_statements ?? false},
      ${rights.can_approve ?? false}, ${rights.can_view_confidential ?? false})
  `.execute(test.database.sql);
  return member;
}
