/**
 * Whether an action needs approval, and opening, changing and withdrawing the request for it. Everything happens in the caller's open
 * transaction. `needsOf` takes lists, so that grouped payments need one look-up.
 *
 * In the own profile a person needs no approval. A request by a connected application is first confirmed by the person for whom it acts,
 * and then needs the same approvals as that person's own request.
 */
import { hash } from 'node:crypto';
import type { ApprovalKind, ApprovalWarning, PersonName, SentForApproval } from '@calmly/contract';
import { type ApprovalWeight, aboutEuroCents, anyCurrency, isCurrency } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { ruleAsked } from '@calmly/platform/exits.ts';
import { canonicalJson } from '@calmly/platform/http/calls/idempotency.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { expireTask, noteAbsence } from './absence.ts';
import { announce, tellApprovers, tellRequester } from './announce.ts';
import { type Company, defaultExpiryDays, namesIn, readCompanies } from './companies.ts';
import { addToDayTotals, type DayKey, lockDayTotals } from './policy/policy-store.ts';
import * as store from './request-store.ts';
import { bothSteps, neededSteps, type Step, waitingFor } from './rules.ts';

export interface Ask {
  readonly kind: ApprovalKind;
  readonly clientId: string;
  /** The subject: a payment, a payee, a member; for a policy the company. */
  readonly subjectId: string;
  /** A further fact on which it relies, whose change voids the consents: the payee of a payment. */
  readonly basedOn?: string | undefined;
  /** The full content of the consent; for complete requests, everything needed to carry it out. */
  readonly content: store.JsonValue;
  readonly money?: { readonly amountMinor: bigint; readonly currency: string };
  /** Facts shown to people, by the names that the contract lists for the kind. */
  readonly facts: Readonly<Record<string, string>>;
  readonly warnings?: readonly ApprovalWarning[];
}

/** A need for approval: the steps, and the requester. */
export interface Need {
  readonly steps: readonly Step[];
  readonly asker: { readonly personId: string; readonly name: string };
  readonly application: string | null;
  readonly company: Company;
}

type Money = NonNullable<Ask['money']>;

/** The facts that determine whether approval is needed. */
export interface Question extends Pick<Ask, 'kind' | 'clientId' | 'money'> {
  /** The payment goes to an account that is not a payee's, so it also needs the approvals for a new payee. */
  readonly newPayee?: boolean;
  /** Minor units not yet counted for the day, if the amount has grown; by default all of it. */
  readonly addedMinor?: bigint;
  /** All amounts decided together, including this one: rules for single payments apply to their sum. */
  readonly together?: readonly Money[];
}

export const remindTask = 'remind_approval';
const dayMs = 86_400_000;

/** Whether the action needs approval; undefined: it can be done at once. */
export async function needOf(work: Work, question: Question): Promise<Need | undefined> {
  const [need] = await needsOf(work.sql, [{ work, question }]);
  return need;
}

/**
 * The same for many, in order: a payment is judged together with the same person's earlier ones in the list. Until the transaction ends, no other
 * payment of the same daily total is judged.
 */
export async function needsOf(
  sql: Sql,
  items: ReadonlyArray<{ readonly work: Work; readonly question: Question }>,
): Promise<Array<Need | undefined>> {
  ruleAsked('approvals');
  const asking = items.map(({ work, question }) => ({ actor: askerIn(work), question }));
  const concerned = asking.flatMap(({ actor, question }) => (actor ? [{ actor, question }] : []));
  if (concerned.length === 0) return items.map(() => undefined);

  const companyOf = await readCompanies(
    sql,
    concerned.map(({ question }) => question.clientId),
  );
  const addUp = await dayTotals(sql, concerned);
  return asking.map(({ actor, question }) => {
    if (!actor) return undefined;
    const company = companyOf(question.clientId);
    const { personId } = actor;
    const { money, kind, newPayee } = question;
    // Payments, payees and cards have the same deciders.
    const seats = company.seatsFor(kind);
    const weight = money && { ...wholeOf(money, question), ...addUp(actor, question) };
    const asker = { personId, isBoss: company.bossIds.has(personId) };
    const stepsOf = (ask: Parameters<typeof neededSteps>[1]) =>
      neededSteps(company.policy?.rules, ask, seats).steps;
    const ofKind = stepsOf({ kind, asker, ...(weight && { weight }) });
    const others = newPayee ? bothSteps(ofKind, stepsOf({ kind: 'payee', asker })) : ofKind;
    const own: readonly Step[] = actor.application ? [{ personIds: [], own: true }] : [];
    const steps = [...own, ...others];
    if (steps.length === 0) return undefined;
    const [name] = namesIn(company, [personId]);
    return {
      steps,
      company,
      asker: { personId, name: name?.name ?? actor.displayName },
      application: actor.application?.name ?? null,
    };
  });
}

/** The approvals that several amounts need if they are decided together: those of each currency, and of all by their value. */
export async function needOfAll(
  sql: Sql,
  items: ReadonlyArray<{ readonly work: Work; readonly question: Question }>,
): Promise<Need | undefined> {
  const together = items.flatMap(({ question: { money } }) => money ?? []);
  const asked = items.map(({ work, question }) => ({ work, question: { ...question, together } }));
  const needs = (await needsOf(sql, asked)).filter((need) => need !== undefined);
  const [first, ...others] = needs;
  return first && { ...first, steps: others.map(({ steps }) => steps).reduce(bothSteps, first.steps) };
}

/** The requester who may need an approval: in a company, or through an application. */
function askerIn({ actor }: Work): ClientActor | undefined {
  return actor.kind === 'client' && (actor.role === 'LEGAL' || actor.application) ? actor : undefined;
}

const centsOf = (amountMinor: bigint, currency: string): bigint | undefined =>
  isCurrency(currency) ? aboutEuroCents(amountMinor, currency) : undefined;

/** All that is decided with an amount in its currency. */
const wholeOf = (money: Money, { together = [money] }: Question): Money => ({
  currency: money.currency,
  amountMinor: together
    .filter(({ currency }) => currency === money.currency)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
});

/** Euro cents; undefined if a part has no fixed value. */
function wholeWorth(parts: readonly Money[]): bigint | undefined {
  const cents = parts.map(({ amountMinor, currency }) => centsOf(amountMinor, currency));
  const known = cents.filter((each) => each !== undefined);
  return known.length < cents.length ? undefined : known.reduce((sum, each) => sum + each, 0n);
}

/** The amounts added to the day's totals: that of the currency, and that of all currencies by value. */
function addedToDay({ personId }: ClientActor, { clientId, money, addedMinor }: Question) {
  if (!money) return [];
  const { currency } = money;
  const amountMinor = addedMinor ?? money.amountMinor;
  const cents = centsOf(amountMinor, currency);
  return [
    { clientId, personId, currency, amountMinor },
    ...(cents === undefined ? [] : [{ clientId, personId, currency: anyCurrency, amountMinor: cents }]),
  ];
}

/** Locks the day's totals; each call adds a payment to what its person requested before. */
async function dayTotals(
  sql: Sql,
  concerned: ReadonlyArray<{ actor: ClientActor; question: Question }>,
): Promise<(actor: ClientActor, question: Question) => Pick<ApprovalWeight, 'dayMinor' | 'inEuro'>> {
  const keys = concerned.flatMap(({ actor, question }) => addedToDay(actor, question).map(keyOfDay));
  const before = keys.length > 0 ? await lockDayTotals(sql, keys) : [];
  const totals = new Map(keys.map((key, index) => [JSON.stringify(key), before[index] ?? 0n]));
  return (actor, question) => {
    const [ofCurrency, ofAll] = addedToDay(actor, question).map((added) => {
      const key = JSON.stringify(keyOfDay(added));
      const dayMinor = (totals.get(key) ?? 0n) + added.amountMinor;
      totals.set(key, dayMinor);
      return dayMinor;
    });
    const { money } = question;
    const cents = money && wholeWorth(question.together ?? [money]);
    const inEuro =
      cents === undefined || ofAll === undefined ? undefined : { amountMinor: cents, dayMinor: ofAll };
    return { dayMinor: ofCurrency ?? 0n, inEuro };
  };
}

const keyOfDay = ({ clientId, personId, currency }: DayKey): DayKey => ({ clientId, personId, currency });

/** Counts payments that were actually ordered, with or without approval, towards the rest of the day. */
export async function countTowardsDay(
  sql: Sql,
  items: ReadonlyArray<{ readonly work: Work; readonly question: Question }>,
): Promise<void> {
  const counted = items.flatMap(({ work, question }) => {
    const actor = askerIn(work);
    return actor ? addedToDay(actor, question) : [];
  });
  await addToDayTotals(sql, counted);
}

/** The people whose approval would be awaited first. */
export const approversFor = (need: Need, kind: ApprovalKind): PersonName[] =>
  namesIn(need.company, firstApprovers(need, kind));

const firstApprovers = ({ company, asker, steps }: Need, kind: ApprovalKind): string[] =>
  waitingFor({ steps, consents: [], requesterId: asker.personId, open: true }, company.seatsFor(kind));

/**
 * Opens the request, notifies the approvers, and returns whose approval it awaits. `approval_waiting`: there is an open request about this subject.
 */
export async function openApproval(work: Work, ask: Ask, need: Need): Promise<SentForApproval> {
  const { sql, now } = work;
  const { company, asker, steps, application } = need;
  const id = work.newId();
  const expiryDays = company.policy?.rules.expiryDays ?? defaultExpiryDays;
  const request: store.NewRequest = {
    id,
    clientId: ask.clientId,
    clientName: company.name,
    kind: ask.kind,
    subjectId: ask.subjectId,
    basedOn: ask.basedOn ?? null,
    content: ask.content,
    facts: { ...ask.facts, ...(application !== null && { application }) },
    warnings: ask.warnings ?? [],
    amountMinor: ask.money?.amountMinor ?? null,
    currency: ask.money?.currency ?? null,
    steps,
    version: versionOf(ask, 0),
    requestedBy: asker.personId,
    requestedByName: asker.name,
    application,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + expiryDays * dayMs),
  };
  if (!(await store.insertRequest(sql, request))) throw new Problem('approval_waiting');
  await addJobs(sql, [
    { task: expireTask, payload: id, runAt: request.expiresAt, key: `${expireTask}:${id}` },
    { task: remindTask, payload: id, runAt: new Date(now.getTime() + dayMs), key: `${remindTask}:${id}` },
  ]);
  await audit(work, {
    action: 'approval.requested',
    clientId: ask.clientId,
    details: {
      approvalId: id,
      kind: ask.kind,
      subjectId: ask.subjectId,
      ...(application !== null && { via: 'application', application }),
    },
  });
  const approvers = firstApprovers(need, ask.kind);
  await tellApprovers(work, 'approval_wanted', request, approvers);
  await announce(sql, request, approvers);
  if (approvers.length === 0)
    for (const opened of await store.findRequests(sql, [id])) await noteAbsence(work, opened, company);
  return { approvalId: id, waitingFor: namesIn(company, approvers) };
}

/** A hash of the content of the consent: any change of meaning, and any voiding, gives another one. */
export function versionOf(
  ask: Pick<Ask, 'kind' | 'clientId' | 'subjectId' | 'content'> & { readonly money?: Ask['money'] },
  revision: number,
): string {
  const { kind, clientId, subjectId, content, money } = ask;
  const amount = money ? [money.amountMinor.toString(), money.currency] : null;
  return hash('sha256', canonicalJson([kind, clientId, subjectId, content, amount, revision]), 'hex');
}

/** Locks the requests about a subject before the caller locks the subject and voids them, in the same order as decisions do. */
export async function lockApprovals(sql: Sql, { subjectId }: Pick<Ask, 'subjectId'>): Promise<void> {
  const found = await store.findWaitingAbout(sql, subjectId);
  if (found.length === 0) return;
  await store.lockRequests(
    sql,
    found.map(({ id }) => id),
  );
}

/** The change of a payee that payments rely on; by its current accounts, in the form of a payment's facts. */
export type PayeeChange = 'details' | 'deleted' | { readonly accounts: readonly string[] };

/** Warnings for approvers if the payee has changed since the payment was requested. The payment keeps its original details. */
function warningOf(change: PayeeChange | undefined, { creditorAccount }: store.RequestRecord['facts']) {
  if (change === 'details') return 'payee_details_changed';
  if (change === 'deleted') return 'payee_deleted';
  const isReplaced = change && creditorAccount !== undefined && !change.accounts.includes(creditorAccount);
  return isReplaced ? 'payee_account_replaced' : 'payee_changed';
}

/**
 * A subject was changed: requests about it are closed (VOIDED). Requests that rely on it (payments to a payee) lose their consents and start again
 * under a new version, and the approvers are notified.
 */
export async function voidApprovals(
  work: Work,
  { subjectId, payee }: Pick<Ask, 'subjectId'> & { readonly payee?: PayeeChange },
): Promise<void> {
  const { sql } = work;
  const found = await store.findWaitingAbout(sql, subjectId);
  if (found.length === 0) return;
  const locked = await store.lockRequests(
    sql,
    found.map(({ id }) => id),
  );
  const open = [...locked.values()].filter(({ state }) => state === 'WAITING');
  const companyOf = await readCompanies(
    sql,
    open.map(({ clientId }) => clientId),
  );
  for (const request of open) {
    if (request.subjectId === subjectId) {
      await store.closeRequest(sql, request.id, { state: 'VOIDED', reason: null, at: work.now, by: null });
      await tellRequester(work, request, { outcome: 'VOIDED' });
      await announce(sql, request, [...companyOf(request.clientId).approverIds]);
    } else await revise(work, request, companyOf(request.clientId), payee);
    await audit(work, {
      action: 'approval.voided',
      clientId: request.clientId,
      details: { approvalId: request.id, kind: request.kind, subjectId: request.subjectId },
    });
  }
}

async function revise(
  work: Work,
  request: store.RequestRecord,
  company: Company,
  payee: PayeeChange | undefined,
): Promise<void> {
  const { sql } = work;
  const money =
    request.amountMinor !== null && request.currency !== null
      ? { money: { amountMinor: request.amountMinor, currency: request.currency } }
      : {};
  const version = versionOf({ ...request, ...money }, request.revision + 1);
  const warnings = [...new Set([warningOf(payee, request.facts), ...request.warnings] as const)];
  await store.reviseRequest(sql, request.id, { version, warnings });
  const { steps, requestedBy: requesterId } = request;
  const approvers = waitingFor(
    { steps, consents: [], requesterId, open: true },
    company.seatsFor(request.kind),
  );
  await tellApprovers(work, 'approval_wanted', request, approvers);
  await announce(sql, request, approvers);
}

/** The subject itself was withdrawn (a payment was cancelled): its request is closed. The caller does the rest. */
export async function withdrawApproval(
  work: Work,
  { kind, subjectId }: Pick<Ask, 'kind' | 'subjectId'>,
): Promise<void> {
  const waiting = await store.findWaiting(work.sql, { kind, subjectId });
  if (!waiting) return;
  const request = (await store.lockRequests(work.sql, [waiting.id])).get(waiting.id);
  if (request?.state !== 'WAITING' || work.actor.kind !== 'client') return;
  const company = (await readCompanies(work.sql, [request.clientId]))(request.clientId);
  const [by] = namesIn(company, [work.actor.personId]);
  await store.closeRequest(work.sql, request.id, {
    state: 'RECALLED',
    reason: null,
    at: work.now,
    by: { personId: work.actor.personId, name: by?.name ?? work.actor.displayName },
  });
  await audit(work, {
    action: 'approval.recalled',
    clientId: request.clientId,
    details: { approvalId: request.id, kind, subjectId },
  });
  await announce(work.sql, request, [...company.approverIds]);
}
