/**
 * A company's policy: read, previewed, changed. The policy in force also governs its own change: the request holds the complete new
 * policy, which is written with the last approval if the policy has not changed meanwhile.
 *
 * Errors in the order checked: `not_found` (the own profile has no policy), `policy_changed`, `invalid_request` by field (see
 * `policy-rules.ts`), `approval_waiting`.
 */
import type { Policy, PolicyPreview, PolicyRules, SentForApproval } from '@calmly/contract';
import { aboutEuroCents, anyCurrency, isCurrency, parseDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { z } from 'zod';
import { type Colleague, requireClientActor, requireCode } from '../../../identity/server/index.ts';
import { needOf, openApproval } from '../ask.ts';
import { type Company, defaultExpiryDays, namesIn, readCompanies } from '../companies.ts';
import type { ApprovalHandler, ApprovalRequest } from '../handlers.ts';
import { findWaiting, type JsonValue } from '../request-store.ts';
import { approversOf, canComplete, neededSteps } from '../rules.ts';
import { type Proposal, zProposal } from '../view.ts';
import { checkPolicy, stuckUnder } from './policy-rules.ts';
import { findDayTotals, replacePolicy } from './policy-store.ts';

/** The policy of a company without its own (version 0). */
const noRules: PolicyRules = {
  paymentRules: [],
  payeeSteps: [],
  cardSteps: [],
  peopleSteps: [],
  policySteps: [],
  standIns: [],
  expiryDays: defaultExpiryDays,
};

/** `GET /approvals/policy`. */
export async function readPolicy(work: Work): Promise<Policy> {
  const company = await requireCompany(work);
  const { clientId, policy } = company;
  const pending = await findWaiting(work.sql, { kind: 'policy', subjectId: clientId });
  return {
    ...(policy?.rules ?? noRules),
    version: policy?.version ?? 0,
    changedAt: policy?.changedAt.toISOString() ?? null,
    changedBy: policy ? { id: policy.changedBy, name: policy.changedByName } : null,
    people: company.people.map(toPolicyPerson),
    absent: company.absent.map(toPolicyPerson),
    pendingApprovalId: pending?.id ?? null,
  };
}

const toPolicyPerson = ({ personId: id, name, isBoss, canApprove, canRequest }: Colleague) => ({
  ...{ id, name, isBoss, canApprove, canRequest },
});

/** `PUT /approvals/policy`: at once, or after the approvals that the current policy requires. */
export async function changePolicy(
  work: Work,
  { version, rules }: { readonly version: number; readonly rules: PolicyRules },
): Promise<Policy | SentForApproval> {
  const company = await requireCompany(work);
  const { clientId, policy } = company;
  if (version !== (policy?.version ?? 0)) throw new Problem('policy_changed');
  const rejections = checkPolicy(rules, company);
  if (rejections.length > 0) throw badFields(...rejections.map(underRules));
  const need = await needOf(work, { kind: 'policy', clientId });
  const proposal: Proposal = { version, before: policy?.rules ?? noRules, after: rules };
  const content = z.encode(zProposal, proposal) as JsonValue;
  await requireCode(work, {
    summary: {
      en: `Change the approval rules of ${company.name}`,
      ru: `Изменить правила согласования в компании ${company.name}`,
    },
    snapshot: JSON.stringify(version),
    money: 'stays',
  });
  if (need)
    return openApproval(work, { kind: 'policy', clientId, subjectId: clientId, content, facts: {} }, need);
  const { personId, displayName } = requireClientActor(work);
  const [by] = namesIn(company, [personId]);
  await adoptPolicy(work, clientId, proposal, { personId, name: by?.name ?? displayName });
  return readPolicy(work);
}

const underRules = <Rejection extends { readonly field: string }>(rejection: Rejection): Rejection => ({
  ...rejection,
  field: `rules.${rejection.field}`,
});

/** Applies rules without further checks, if the version they were based on is still current. */
export async function adoptPolicy(
  work: Work,
  clientId: string,
  { version, after }: Pick<Proposal, 'version' | 'after'>,
  by: { readonly personId: string; readonly name: string },
): Promise<void> {
  const policy = {
    clientId,
    rules: after,
    changedAt: work.now,
    changedBy: by.personId,
    changedByName: by.name,
  };
  if (!(await replacePolicy(work.sql, policy, version))) throw new Problem('policy_changed');
  await audit(work, { action: 'policy.changed', clientId, details: { version: version + 1 } });
  await publish(work.sql, clientId, { topic: 'approvals' });
}

/** Applies an approved change; if people it names have left meanwhile, it is void. */
export const policyApprovals: ApprovalHandler = {
  kind: 'policy',
  outflows: async () => [],
  async approved(work, request: ApprovalRequest) {
    const proposal = z.decode(zProposal, request.content as never);
    const company = (await readCompanies(work.sql, [request.clientId]))(request.clientId);
    if (checkPolicy(proposal.after, company).length > 0) throw new Problem('policy_changed');
    const by = { personId: request.requestedBy, name: request.requestedByName };
    await adoptPolicy(work, request.clientId, proposal, by);
  },
  refused: () => Promise.resolve(),
};

/**
 * `POST /approvals/policy/preview`: who would have to approve, without changing anything; if a member asks about a colleague, as the first payment of
 * the colleague's day.
 */
export async function previewPolicy(
  work: Work,
  ask: {
    readonly rules?: PolicyRules | undefined;
    readonly requesterId: string;
    readonly amount: string;
    readonly currency: string;
  },
): Promise<PolicyPreview> {
  const company = await requireCompany(work);
  const { clientId, bossIds, memberIds, policy } = company;
  const seats = company.seatsFor('payment');
  const { currency, requesterId } = ask;
  const amountMinor = isCurrency(currency) ? parseDecimal(ask.amount, currency) : undefined;
  if (amountMinor === undefined) throw badFields({ field: 'amount', code: 'invalid' });
  if (!memberIds.has(requesterId)) throw badFields({ field: 'requesterId', code: 'not_a_member' });
  // Only administrators may know what others have ordered today, including confidential payouts.
  const { personId } = requireClientActor(work);
  const isDayKnown = requesterId === personId || bossIds.has(personId);
  const keyIn = (currency: string) => ({ clientId, personId: requesterId, currency });
  const asked = isDayKnown ? [keyIn(currency), keyIn(anyCurrency)] : [];
  const [before = 0n, beforeInEuro = 0n] = await findDayTotals(work.sql, asked);
  const cents = isCurrency(currency) ? aboutEuroCents(amountMinor, currency) : undefined;
  const inEuro = cents === undefined ? undefined : { amountMinor: cents, dayMinor: beforeInEuro + cents };
  const weight = { amountMinor, currency, dayMinor: before + amountMinor, inEuro };
  const asker = { personId: requesterId, isBoss: bossIds.has(requesterId) };
  const rules = ask.rules ?? policy?.rules;
  const { steps, rule } = neededSteps(rules, { kind: 'payment', asker, weight }, seats);
  const seatsThen = { ...seats, standIns: rules?.standIns ?? [] };
  return {
    steps: steps.map((step) => ({
      people: namesIn(company, approversOf(step, requesterId, seatsThen).keys()),
    })),
    rule,
    blocked: !canComplete(steps, requesterId, new Set(), seatsThen),
  };
}

/** The current company; the own profile has no approvers. */
async function requireCompany(work: Work): Promise<Company> {
  const { clientId, role } = requireClientActor(work);
  if (role !== 'LEGAL') throw new Problem('not_found');
  return (await readCompanies(work.sql, [clientId]))(clientId);
}

/** People whose payments, payees, cards or changes no one else could approve under the current rules; empty without rules. */
export async function findStuck(sql: Sql, clientId: string): Promise<ReadonlySet<string>> {
  const company = (await readCompanies(sql, [clientId]))(clientId);
  return company.policy ? stuckUnder(company.policy.rules, company) : new Set();
}
