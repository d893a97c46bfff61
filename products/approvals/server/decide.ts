/**
 * Approving or rejecting one or many requests with one code, in any profile of the person. Each item is decided separately and has its
 * own outcome. The code is bound to all items and their versions.
 *
 * Refusals of an item in the order checked: not_found, approval_changed (another version than was seen), company_not_active,
 * approval_requester_left, and by the engine approval_closed, approval_own_request, approval_already_decided, approval_not_yours, approval_not_your_turn; then the errors of
 * carrying it out. Order of locks: requests by id, then the handlers' locks. Source: server page section 8; reliability rule A4.
 */
import type { ApprovalKind, DecisionBar, ProblemCode } from '@calmly/contract';
import { moneyOfApproval, problems } from '@calmly/contract';
import { displayAmount, formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { ruleAsked } from '@calmly/platform/exits.ts';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { type Confirmation, requireClientActor, requireCode } from '../../identity/server/index.ts';
import { announce, tellApprovers, tellRequester } from './announce.ts';
import { type Company, mayAsk, namesIn, readCompanies } from './companies.ts';
import { type Handlers, handlerFor } from './handlers.ts';
import * as store from './request-store.ts';
import { approversOf, barOf, currentStep, waitingFor } from './rules.ts';
import { subjectOf } from './subject.ts';

export interface Decision {
  readonly decision: 'APPROVE' | 'REJECT';
  /** Given with a rejection; the requester sees it. */
  readonly reason?: string | undefined;
}

export interface DecisionItem {
  readonly id: string;
  /** The version shown. */
  readonly version: string;
}

export type Outcome =
  | { readonly id: string; readonly outcome: 'APPROVED' | 'CONSENTED' | 'REJECTED'; readonly problem: null }
  | { readonly id: string; readonly outcome: 'REFUSED'; readonly problem: Problem };

const barProblems: Readonly<Record<DecisionBar, ProblemCode>> = {
  closed: 'approval_closed',
  own_request: 'approval_own_request',
  already_decided: 'approval_already_decided',
  not_an_approver: 'approval_not_yours',
  not_your_turn: 'approval_not_your_turn',
};

/** Decides many in the open transaction; asks for one code if there is anything to decide. */
export async function decideMany(
  work: Work,
  handlers: Handlers,
  asked: readonly DecisionItem[],
  decision: Decision,
): Promise<Outcome[]> {
  const items = [...new Map(asked.map((item) => [item.id, item])).values()];
  const actor = requireClientActor(work);
  const locked = await store.lockRequests(
    work.sql,
    items.map(({ id }) => id),
  );
  const companyOf = await readCompanies(
    work.sql,
    [...locked.values()].map(({ clientId }) => clientId),
  );
  const judged = items.map((item) => {
    const request = locked.get(item.id);
    return {
      item,
      request,
      problem: refusalOf(actor, item, request, request && companyOf(request.clientId), decision.decision),
    };
  });
  const passed = judged.flatMap(({ request, problem }) => (request && !problem ? [request] : []));
  if (passed.length > 0) await requireCode(work, await confirmationOf(work, handlers, passed, decision));

  const outcomes: Outcome[] = [];
  for (const { item, problem } of judged)
    outcomes.push(
      problem
        ? { id: item.id, outcome: 'REFUSED', problem: new Problem(problem) }
        : await decideOne(work, handlers, item, decision),
    );
  return outcomes;
}

/** Checks an item again before it is decided, because an earlier one in the list may have changed the payee, or people. */
async function decideOne(
  work: Work,
  handlers: Handlers,
  item: DecisionItem,
  decision: Decision,
): Promise<Outcome> {
  const { id } = item;
  const [request] = await store.findRequests(work.sql, [id]);
  const company = request && (await readCompanies(work.sql, [request.clientId]))(request.clientId);
  const problem = refusalOf(requireClientActor(work), item, request, company, decision.decision);
  if (problem || !request || !company)
    return { id, outcome: 'REFUSED', problem: new Problem(problem ?? 'not_found') };
  return tryOne(work, handlers, request, company, decision);
}

/** Why an item cannot be decided; undefined if it can. Another person's item is not found. */
function refusalOf(
  { personId }: ClientActor,
  { version }: DecisionItem,
  request: store.RequestRecord | undefined,
  company: Company | undefined,
  decision: Decision['decision'],
): ProblemCode | undefined {
  if (!request || !company || !mayKnow(personId, request, company)) return 'not_found';
  const bar = barOf(store.waitingOf(request), personId, company.seatsFor(request.kind));
  if (bar === 'closed') return 'approval_closed';
  if (version !== request.version) return 'approval_changed';
  if (!company.isActive) return 'company_not_active';
  if (decision === 'APPROVE' && !mayAsk(request, company)) return 'approval_requester_left';
  return bar && barProblems[bar];
}

/**
 * Who may see a request: people who currently act for its client; for people and policies only administrators and the requester; for cards also
 * people who see or approve them.
 */
export const mayKnow = (personId: string, request: store.RequestRecord, company: Company): boolean =>
  company.memberIds.has(personId) &&
  (company.bossIds.has(personId) ||
    request.requestedBy === personId ||
    isKnownTo(personId, request.kind, company));

function isKnownTo(personId: string, kind: ApprovalKind, { cardViewerIds, approverIds }: Company): boolean {
  if (kind === 'card') return cardViewerIds.has(personId) || approverIds.has(personId);
  return kind !== 'people' && kind !== 'policy';
}

/** Each item is independent: a refusal while it is carried out undoes only that item. */
async function tryOne(
  work: Work,
  handlers: Handlers,
  request: store.RequestRecord,
  company: Company,
  decision: Decision,
): Promise<Outcome> {
  const { id } = request;
  await query`savepoint decision`.execute(work.sql);
  try {
    const outcome =
      decision.decision === 'APPROVE'
        ? await approve(work, handlers, request, company)
        : await reject(work, handlers, request, company, decision.reason ?? null);
    await query`release savepoint decision`.execute(work.sql);
    return { id, outcome, problem: null };
  } catch (error) {
    if (!(error instanceof Problem) || problems[error.code].status >= 500) throw error;
    await query`rollback to savepoint decision`.execute(work.sql);
    return { id, outcome: 'REFUSED', problem: error };
  }
}

async function approve(
  work: Work,
  handlers: Handlers,
  request: store.RequestRecord,
  company: Company,
): Promise<'APPROVED' | 'CONSENTED'> {
  const { sql, now } = work;
  const seats = company.seatsFor(request.kind);
  const before = store.waitingOf(request);
  const by = decider(work, company);
  const step = currentStep(before);
  const forId = step && approversOf(step, request.requestedBy, seats).get(by.personId);
  const [standsInFor] = namesIn(company, forId === undefined ? [] : [forId]);
  await store.insertConsent(sql, {
    requestId: request.id,
    version: request.version,
    personId: by.personId,
    personName: by.name,
    onBehalfOf: standsInFor?.id ?? null,
    onBehalfOfName: standsInFor?.name ?? null,
    at: now,
  });
  const after = { ...before, consents: [...before.consents, by.personId] };
  if (currentStep(after)) {
    await record(work, 'approval.consented', request);
    const next = waitingFor(after, seats);
    await tellApprovers(work, 'approval_wanted', request, next);
    await announce(sql, request, [by.personId, ...company.approverIds]);
    return 'CONSENTED';
  }
  await store.closeRequest(sql, request.id, { state: 'APPROVED', reason: null, at: now, by });
  ruleAsked('approvals');
  await handlerFor(handlers, request.kind).approved(work, request, by);
  await record(work, 'approval.approved', request);
  await tellRequester(work, request, { outcome: 'APPROVED', person: by.name });
  await announce(sql, request, [by.personId, ...company.approverIds]);
  return 'APPROVED';
}

async function reject(
  work: Work,
  handlers: Handlers,
  request: store.RequestRecord,
  company: Company,
  reason: string | null,
): Promise<'REJECTED'> {
  const by = decider(work, company);
  await store.closeRequest(work.sql, request.id, { state: 'REJECTED', reason, at: work.now, by });
  await handlerFor(handlers, request.kind).refused(work, request, 'REJECTED', by);
  await record(work, 'approval.rejected', request);
  await tellRequester(work, request, { outcome: 'REJECTED', person: by.name, reason });
  await announce(work.sql, request, [by.personId, ...company.approverIds]);
  return 'REJECTED';
}

/** Withdraws one's own request: `not_found` for anyone else, `approval_not_yours`, `approval_closed`. */
export async function recall(work: Work, handlers: Handlers, id: string): Promise<void> {
  const { personId } = requireClientActor(work);
  const request = (await store.lockRequests(work.sql, [id])).get(id);
  if (!request) throw new Problem('not_found');
  const company = (await readCompanies(work.sql, [request.clientId]))(request.clientId);
  if (!mayKnow(personId, request, company)) throw new Problem('not_found');
  if (request.requestedBy !== personId) throw new Problem('approval_not_yours');
  // Repeating it is fine (RFC 9110, 9.2.2).
  if (request.state === 'RECALLED') return;
  if (!store.waitingOf(request).open) throw new Problem('approval_closed');
  const by = decider(work, company);
  await store.closeRequest(work.sql, id, { state: 'RECALLED', reason: null, at: work.now, by });
  await handlerFor(handlers, request.kind).refused(work, request, 'RECALLED', by);
  await record(work, 'approval.recalled', request);
  await announce(work.sql, request, [...company.approverIds]);
}

/** The decider, by the person's own name and not the profile's. */
function decider(work: Work, company: Company): { readonly personId: string; readonly name: string } {
  const { personId, displayName } = requireClientActor(work);
  const [own] = namesIn(company, [personId]);
  return { personId, name: own?.name ?? displayName };
}

/** Writes to the audit log, in the open transaction, in the name of the actor of `work`. */
export const record = (work: Work, action: `approval.${string}`, request: store.RequestRecord) =>
  audit(work, {
    action,
    clientId: request.clientId,
    details: { approvalId: request.id, kind: request.kind, subjectId: request.subjectId },
  });

/** The content of the code: each request in its current version, and the decision. */
async function confirmationOf(
  { sql }: Work,
  handlers: Handlers,
  requests: readonly store.RequestRecord[],
  { decision }: Decision,
): Promise<Confirmation> {
  const outflows = [];
  if (decision === 'APPROVE')
    for (const request of requests)
      outflows.push(...(await handlerFor(handlers, request.kind).outflows(sql, request)));
  const subjects = requests.map(subjectOf);
  const [one] = subjects;
  const list = {
    en: '{count, plural, one {# request} other {# requests}}',
    ru: '{count, plural, one {# запрос} few {# запроса} many {# запросов} other {# запроса}}',
  };
  const about = (locale: 'en' | 'ru') =>
    one && subjects.length === 1
      ? one[locale]
      : `${formatMessage(list[locale], { count: subjects.length }, locale)}${totalsOf(requests)}`;
  const verb =
    decision === 'APPROVE' ? { en: 'Approve', ru: 'Согласовать' } : { en: 'Reject', ru: 'Отклонить' };
  return {
    summary: { en: `${verb.en} ${about('en')}`, ru: `${verb.ru} ${about('ru')}` },
    money: outflows,
    snapshot: JSON.stringify([decision, ...requests.map(({ id, version }) => [id, version])]),
  };
}

const moneyIn = ({ amountMinor, currency, facts }: store.RequestRecord) =>
  moneyOfApproval({
    ...(amountMinor !== null && currency !== null && isCurrency(currency)
      ? { amount: formatDecimal(amountMinor, currency), currency }
      : { amount: null, currency: null }),
    facts,
  });

/** `, 1,200.00 €, 300.00 $`: the totals that move. */
function totalsOf(requests: readonly store.RequestRecord[]): string {
  const totals = new Map<string, bigint>();
  for (const { amount, currency } of requests.flatMap(moneyIn)) {
    const minor = isCurrency(currency) ? parseDecimal(amount, currency) : undefined;
    if (minor !== undefined) totals.set(currency, (totals.get(currency) ?? 0n) + minor);
  }
  return [...totals]
    .map(([currency, minor]) => (isCurrency(currency) ? `, ${displayAmount(minor, currency).text}` : ''))
    .join('');
}
