/**
 * Changes of an active company's facts: an administrator requests them with proof, bank staff decide, and only then do they change.
 * Meanwhile the company works as before. Every administrator is notified of the request and the decision, so no one can take over a
 * company unnoticed.
 *
 * All checks run before a code is requested. The desk sees what the watch list says about new directors and owners. A person who
 * resembles a listed name is approved only with a stated reason.
 * A change is void once the person who asked is no longer an administrator, or what it replaces has changed.
 * Errors in the order checked: not_found, company_changed, invalid_request with the fields, company_unchanged, company_change_open;
 * company_change_decided. Source: server page section 4 (companies).
 */
import type { CompanyChange, CompanyChangeInput, Document } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Decision } from '@calmly/platform/desk.ts';
import { viewOf } from '@calmly/platform/desk-requests.ts';
import { before } from '@calmly/platform/jobs/retention.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import {
  findDocuments,
  linkDocuments,
  purgeWithPapers,
} from '../../../../accounts/server/documents/index.ts';
import { clientName, fillCompany, lockClientState, requireCode } from '../../../../identity/server/index.ts';
import { checkFacts } from '../company/rules.ts';
import * as companies from '../company/store.ts';
import { lockAsAdministrator, requireCompany } from '../people/members.ts';
import { requireInForce } from './in-force.ts';
import { changeSummary } from './messages.ts';
import { tellAdministrators } from './notices.ts';
import * as rules from './rules.ts';
import { type FactChange, factChanges, insertChange } from './store.ts';

export interface FactChangeOptions {
  readonly screening: Pick<Screening, 'findListed'>;
  /** Base address of links in messages. */
  readonly portalUrl: string;
}

const purposeOf = (id: string) => `company_change ${id}`;

/** Withdrawn requests, with their documents. */
export const factChangePurge = purgeWithPapers('companies.fact_change', {
  listOver: (sql, limit) => factChanges.listOver(sql, before('companies.fact_change'), limit),
  purposeOf,
});

/** `POST /companychanges`. */
export async function requestChange(
  work: Work,
  actor: ClientActor,
  { portalUrl }: Pick<FactChangeOptions, 'portalUrl'>,
  { reason, documentIds: given, version, ...wanted }: CompanyChangeInput,
): Promise<CompanyChange> {
  const { sql } = work;
  const { clientId, company: name, by } = await lockAsAdministrator(work, actor);
  const company = await requireStored(sql, clientId);
  if (version !== undefined && version !== rules.factsVersion(company)) throw new Problem('company_changed');
  const facts = rules.changedFacts(company, wanted);
  const documentIds = [...new Set(given)];
  const rejections = checkFacts(wanted, work.now);
  rejections.push(...rules.checkPapers(rules.newcomers(company, facts).people.length, documentIds.length));
  const { same } = await companies.countAdded(sql, { ...wanted, creatorId: company.creatorId, id: clientId });
  if (same > 0) rejections.push({ field: 'registrationNumber', code: 'company_known' });
  if (rejections.length > 0) throw badFields(...rejections);
  const parts = rules.partsOf(facts);
  if (parts.length === 0) throw new Problem('company_unchanged');
  const id = work.newId();
  const change = await insertChange(sql, {
    id,
    clientId,
    personId: by.id,
    askedBy: by.name,
    facts,
    reason: reason ?? null,
    documentIds,
    basedOn: rules.factsVersion(company, parts),
    createdAt: work.now,
  });
  if (!change) throw new Problem('company_change_open');
  const purpose = purposeOf(id);
  const documents = await linkDocuments(sql, { clientId, ids: documentIds, purpose, field: 'documentIds' });
  await requireCode(work, { summary: changeSummary(name, parts), snapshot: '', money: 'stays' });
  await audit(work, { action: 'company_change.requested', details: { id, parts: parts.join(' ') } });
  await tellAdministrators(work, { event: 'asked', company: { id: clientId, name }, change, portalUrl });
  await publish(sql, clientId, { topic: 'client' });
  return view(change, documents);
}

/** `GET /companychanges`. */
export async function listChanges(
  sql: Sql,
  actor: ClientActor,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const page = { clientId: requireCompany(actor), before: cursorId(cursor), limit: limit + 1 };
  const { Items, NextCursor } = pageOf(await factChanges.list(sql, page), limit);
  const documents = await findDocuments(
    sql,
    Items.flatMap(({ documentIds }) => documentIds),
  );
  return { Items: Items.map((change) => view(change, documents)), NextCursor };
}

/** `DELETE /companychanges/{id}`, by any administrator. */
export async function withdrawChange(work: Work, actor: ClientActor, id: string): Promise<void> {
  const { sql } = work;
  const { clientId } = await lockAsAdministrator(work, actor);
  const change = await factChanges.lock(sql, id);
  if (change?.clientId !== clientId) throw new Problem('not_found');
  // A repeat after a lost answer.
  if (change.state === 'WITHDRAWN') return;
  if (change.state !== 'WAITING') throw new Problem('company_change_decided');
  await factChanges.end(sql, id, { state: 'WITHDRAWN', comment: null });
  await audit(work, { action: 'company_change.withdrawn', details: { id } });
  await publish(sql, clientId, { topic: 'client' });
}

/** The decision of bank staff. The company sees the reason of a rejection; the reason for approving a listed name stays in the record. */
export async function decideChange(
  work: Work,
  { screening, portalUrl }: FactChangeOptions,
  {
    id,
    decision,
    reason,
  }: { readonly id: string; readonly decision: Decision; readonly reason: string | undefined },
): Promise<void> {
  const { sql } = work;
  const waiting = await factChanges.find(sql, id);
  if (!waiting) throw new Problem('not_found');
  await lockClientState(sql, waiting.clientId);
  const change = await factChanges.lock(sql, id);
  if (change?.state !== 'WAITING') throw new Problem('company_change_decided');
  const { clientId: companyId, personId } = change;
  const company = await requireStored(sql, companyId);
  const isApproved = decision === 'approve';
  if (isApproved) await requireInForce(sql, company, { ...change, parts: rules.partsOf(change.facts) });
  const listed = isApproved ? await findListed(sql, screening, company, change) : [];
  if (listed.length > 0 && !reason)
    throw new Refusal(
      `On the watch list: ${listed.join('; ')}. Explain why this is a different person: --reason <why>.`,
    );
  await factChanges.end(sql, id, {
    state: isApproved ? 'APPROVED' : 'REJECTED',
    comment: isApproved ? null : (reason ?? null),
  });
  if (isApproved) await putInForce(sql, company, change);
  await audit(work, {
    action: isApproved ? 'company_change.approved' : 'company_change.rejected',
    clientId: companyId,
    personId,
    details: { id, reason: reason ?? null, listed: listed.join('; ') || null },
  });
  const named = { id: companyId, name: await clientName(sql, companyId) };
  const event = isApproved ? 'approved' : 'rejected';
  await tellAdministrators(work, { event, company: named, change, reason, portalUrl });
  for (const clientId of [companyId, company.creatorId]) await publish(sql, clientId, { topic: 'client' });
}

/** The new names in a request, each with the watch-list entry that it resembles. */
export async function findListed(
  sql: Sql,
  { findListed: find }: Pick<Screening, 'findListed'>,
  company: companies.StoredCompany,
  { facts }: Pick<FactChange, 'facts'>,
): Promise<string[]> {
  const { people, corporateOwners } = rules.newcomers(company, facts);
  const names = [
    ...(facts.name === undefined ? [] : [facts.name]),
    ...people.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    ...corporateOwners.map(({ name }) => name),
  ];
  const entries = await find(sql, names);
  return names.flatMap((name, index) =>
    entries[index] === undefined ? [] : [`${name} resembles ${entries[index]}`],
  );
}

/** The company of a request. Errors: `not_found`. */
export async function requireStored(sql: Sql, id: string): Promise<companies.StoredCompany> {
  const company = await companies.findCompany(sql, id);
  if (!company) throw new Problem('not_found');
  return company;
}

async function putInForce(
  sql: Sql,
  company: companies.StoredCompany,
  { facts: changed, documentIds }: FactChange,
): Promise<void> {
  const facts = rules.factsWith(company, changed);
  await companies.replaceFacts(sql, company.id, facts, [...company.documentIds, ...documentIds]);
  await fillCompany(sql, company.id, facts);
}

const view = ({ basedOn: _, ...change }: FactChange, documents: readonly Document[]): CompanyChange => ({
  ...viewOf(change, documents),
  parts: rules.partsOf(change.facts),
});
