/** Converts a stored request to the contract's view for one person. */
import {
  type Approval,
  type ApprovalStep,
  type PersonName,
  type PolicyRules,
  zPolicyRules,
} from '@calmly/contract';
import { formatDecimal, isCurrency } from '@calmly/domain';
import { z } from 'zod';
import { type Company, namesIn } from './companies.ts';
import { type RequestRecord, waitingOf } from './request-store.ts';
import { approversOf, barOf, isBlocked, type Step, waitingFor } from './rules.ts';

/** A request as `personId` sees it. */
export function toApproval(request: RequestRecord, company: Company, personId: string): Approval {
  const { amountMinor, currency, consents } = request;
  const waiting = waitingOf(request);
  const seats = company.seatsFor(request.kind);
  const bar = barOf(waiting, personId, seats) ?? (company.isActive ? null : 'not_an_approver');
  const isClosed = request.state !== 'WAITING';
  const state = request.isOver && !isClosed ? 'EXPIRED' : request.state;
  return {
    id: request.id,
    version: request.version,
    kind: request.kind,
    state: isBlocked(waiting, seats) ? 'BLOCKED' : state,
    clientId: request.clientId,
    clientName: request.clientName,
    subjectId: request.subjectId,
    requestedBy: { id: request.requestedBy, name: request.requestedByName },
    requestedAt: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    amount:
      amountMinor !== null && currency !== null && isCurrency(currency)
        ? formatDecimal(amountMinor, currency)
        : null,
    currency,
    facts: request.facts,
    rules: rulesOf(request, company),
    warnings: [...request.warnings],
    steps: request.steps.map((step, place) => toStep(request, company, step, place)),
    waitingFor: namesIn(company, waitingFor(waiting, seats)),
    waitingSince: waiting.open ? (consents.at(-1)?.at ?? request.requestedAt).toISOString() : null,
    remindedAt: request.remindedAt?.toISOString() ?? null,
    lapsesAt: (waiting.open && request.lapsesAt?.toISOString()) || null,
    closedAt: request.closedAt?.toISOString() ?? null,
    reason: request.reason,
    canDecide: bar === null,
    bar,
    canRecall: waiting.open && request.requestedBy === personId,
  };
}

function toStep(request: RequestRecord, company: Company, step: Step, place: number): ApprovalStep {
  const { consents, state, requestedBy, closedBy, closedByName, closedAt } = request;
  const approvers = approversOf(step, requestedBy, company.seatsFor(request.kind));
  const consent = consents[place];
  const isRejected = state === 'REJECTED' && place === consents.length;
  const rejecter = isRejected && closedBy !== null ? { id: closedBy, name: closedByName ?? '' } : null;
  return {
    people: namesIn(company, approvers.keys()),
    standIns: [...approvers].flatMap(([standInId, forId]) => {
      const [person] = namesIn(company, [standInId]);
      const [away] = namesIn(company, forId === undefined ? [] : [forId]);
      return person && away ? [{ person, for: away }] : [];
    }),
    state: consent ? 'DONE' : isRejected ? 'REJECTED' : laterState(request, place),
    decidedBy: consent ? { id: consent.personId, name: consent.personName } : rejecter,
    decidedAt: (consent?.at ?? (isRejected ? closedAt : null))?.toISOString() ?? null,
    onBehalfOf: consent ? personOf(consent.onBehalfOf, consent.onBehalfOfName) : null,
  };
}

function laterState({ state, consents, isOver }: RequestRecord, place: number): ApprovalStep['state'] {
  if (state !== 'WAITING' || isOver) return 'DROPPED';
  return place === consents.length ? 'CURRENT' : 'LATER';
}

const personOf = (id: string | null, name: string | null): PersonName | null =>
  id === null ? null : { id, name: name ?? '' };

/** The content of a proposed policy. */
export const zProposal = z.object({ version: z.number(), before: zPolicyRules, after: zPolicyRules });
export type Proposal = {
  readonly version: number;
  readonly before: PolicyRules;
  readonly after: PolicyRules;
};

function rulesOf({ kind, content }: RequestRecord, { people, absent }: Company): Approval['rules'] {
  if (kind !== 'policy') return null;
  const { before, after } = z.decode(zProposal, content as never);
  return {
    before,
    after,
    people: [...people, ...absent].map(({ personId, name }) => ({ id: personId, name })),
  };
}
