/**
 * Companies: adding one, entering its facts, and reading them. Members see a company from any of their profiles. Only members with the
 * right to see documents see its documents, birthdays and home addresses. Once the check has begun, nothing can be entered; only bank
 * staff may correct it.
 *
 * Errors in the order checked: not_found, boss_needed, own_profile_needed, state_moved, too_many_companies, invalid_request with the
 * fields. Source: specification sections 3, 4; server page section 4.
 */
import type { Company, CompanyInput } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { type Documents, findDocuments, linkDocuments } from '../../../../accounts/server/documents/index.ts';
import {
  createCompanyClient,
  fillCompany,
  findProfile,
  lockClientState,
} from '../../../../identity/server/index.ts';
import { factsVersion } from '../fact-changes/rules.ts';
import { checkFacts } from './rules.ts';
import * as store from './store.ts';

/** More than any client needs; few enough to prevent abuse. */
const mostCompanies = 20;

/** `POST /companies`: creates the company's client, not yet checked, with its creator as administrator. */
export async function addCompany(work: Work, actor: ClientActor, input: CompanyInput): Promise<Company> {
  if (actor.role === 'LEGAL') throw new Problem('own_profile_needed');
  const { clientId: creatorId, personId } = actor;
  // If two are added concurrently, the second sees the first.
  await lockClientState(work.sql, creatorId);
  const { all } = await store.countAdded(work.sql, { ...input, creatorId, id: creatorId });
  if (all >= mostCompanies) throw new Problem('too_many_companies');
  const id = await foundCompany(work, { creatorId, personId, entry: input, isRegistered: false });
  await enterFacts(work, { id, creatorId, documentIds: [] }, input);
  return requireCompany(work.sql, actor, id);
}

/** `PUT /companies/{id}`. */
export async function saveFacts(
  work: Work,
  actor: ClientActor,
  id: string,
  input: CompanyInput,
): Promise<Company> {
  const { company, profile } = await requireMembership(work.sql, actor, id);
  if (!profile.rights.is_boss) throw new Problem('boss_needed');
  if (actor.clientId !== company.creatorId) throw new Problem('own_profile_needed');
  if ((await lockClientState(work.sql, id)) !== 'SMS_CONFIRMED') throw new Problem('state_moved');
  await enterFacts(work, company, input);
  await audit(work, { action: 'company.facts_entered', clientId: id });
  return requireCompany(work.sql, actor, id);
}

/** Creates the company's client with its register entry alone, for an applicant who registered with it; returns its id. */
export async function foundCompany(
  work: Work,
  {
    creatorId,
    personId,
    entry,
    isRegistered,
  }: {
    readonly creatorId: string;
    readonly personId: string;
    readonly entry: store.RegisterEntry;
    readonly isRegistered: boolean;
  },
): Promise<string> {
  const { name, country, registrationNumber } = entry;
  const id = await createCompanyClient(work, { creatorId, personId, name, country });
  await store.insertCompany(work.sql, {
    id,
    creatorId,
    name,
    registrationNumber,
    country,
    isRegistered,
    createdAt: work.now,
  });
  await publish(work.sql, creatorId, { topic: 'client' });
  return id;
}

/** `GET /companies/{id}`. */
export async function requireCompany(sql: Sql, actor: ClientActor, id: string): Promise<Company> {
  const { company, profile } = await requireMembership(sql, actor, id);
  const { documentIds, ...facts } = company;
  const seesPapers = profile.rights.is_boss || profile.rights.can_view_documents;
  const people = company.people.map((person) => ({
    ...person,
    dateOfBirth: seesPapers ? person.dateOfBirth : null,
    address: seesPapers ? person.address : null,
  }));
  return {
    ...facts,
    state: profile.state,
    people,
    corporateOwners: [...company.corporateOwners],
    documents: seesPapers ? await findDocuments(sql, documentIds) : [],
    // Computed from the visible facts only: with a hash of all facts, guesses at a birthday could be checked.
    version: factsVersion({ ...company, people }),
    isComplete: isComplete(company),
    createdAt: company.createdAt.toISOString(),
  };
}

/** `GET /companies/{id}/documents/{documentId}`. */
export async function readCompanyDocument(
  sql: Sql,
  actor: ClientActor,
  documents: Pick<Documents, 'requireContent'>,
  { id, documentId }: { readonly id: string; readonly documentId: string },
) {
  const { company, profile } = await requireMembership(sql, actor, id);
  if (!profile.rights.is_boss && !profile.rights.can_view_documents)
    throw new Problem('document_right_missing');
  if (!company.documentIds.includes(documentId)) throw new Problem('not_found');
  const { fileName, mediaType, content } = await documents.requireContent(sql, documentId);
  return { fileName, mediaType, content: content.toString('base64') };
}

/** The company to be checked; `mayBeChecked` tells whether all required facts are entered. */
export interface CompanyCandidate {
  readonly id: string;
  readonly state: string;
  readonly accountType: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly isComplete: boolean;
}

/**
 * The company whose check this administrator may start, by its creator's id (specification section 7) or its own; another person's company is not
 * found.
 */
export async function requireCandidate(
  sql: Sql,
  actor: ClientActor,
  { id, startedBy }: { readonly id: string; readonly startedBy: string },
): Promise<CompanyCandidate> {
  const { company, profile } = await requireMembership(sql, actor, id);
  if (startedBy !== company.creatorId && startedBy !== id) throw new Problem('not_found');
  if (!profile.rights.is_boss) throw new Problem('boss_needed');
  return { ...profile, isComplete: isComplete(company) };
}

async function requireMembership(sql: Sql, { personId }: ClientActor, id: string) {
  const [company, profile] = [
    await store.findCompany(sql, id),
    await findProfile(sql, { personId, clientId: id }),
  ];
  if (!company || !profile) throw new Problem('not_found');
  return { company, profile };
}

async function enterFacts(
  work: Work,
  company: Pick<store.StoredCompany, 'id' | 'creatorId' | 'documentIds'>,
  { documentIds, ...facts }: CompanyInput,
): Promise<void> {
  const { sql, now } = work;
  const { id, creatorId } = company;
  const rejections = checkFacts(facts, now);
  if (documentIds.length === 0) rejections.push({ field: 'documentIds', code: 'required' });
  const { same } = await store.countAdded(sql, { ...facts, id, creatorId });
  if (same > 0) rejections.push({ field: 'registrationNumber', code: 'company_known' });
  if (rejections.length > 0) throw badFields(...rejections);
  const papers = [...new Set(documentIds)];
  const added = papers.filter((documentId) => !company.documentIds.includes(documentId));
  await linkDocuments(sql, {
    clientId: creatorId,
    ids: added,
    purpose: `company ${id}`,
    field: 'documentIds',
  });
  await store.replaceFacts(sql, id, facts, papers);
  await fillCompany(sql, id, facts);
  await publish(sql, id, { topic: 'client' });
}

/** Whether the check's facts are complete: they are stored together, so one implies all. */
const isComplete = ({ legalForm }: Pick<store.StoredCompany, 'legalForm'>): boolean => legalForm !== null;
