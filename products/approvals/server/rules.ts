/**
 * The engine of approvals, pure: which approvals a request needs, who may give them, and whether it can still be completed. The portal
 * shares what concerns payments (`domain/payments/approval-steps.ts`).
 *
 * - Which approvals: the strictest matching rule of the policy decides (most steps, then the highest amount). A rule matches above its
 *   amount, measured on the payment or on everything the person requested on the UTC day. If no rule matches, as in a company without a
 *   policy, a member who is not an administrator needs one approval; a rule without steps says that some payments need none. An
 *   administrator whom no rule names in a currency needs one approval by another person who may decide, if there is one.
 * - Who may approve: the people that the step names, or anyone who may decide, if they may decide now. For payments, payees and cards that is
 *   everyone with the right to approve (every administrator has it), for people and the policy the administrators. A substitute acts for
 *   another person between two dates. Requesters never approve their own request, in any profile, and no person approves twice.
 * - Who is suspended, or whose time is over, keeps their place: they count when it is asked whether someone decides alone, and their steps
 *   wait for them. Only removing them or changing the policy passes it on, and while an administrator is absent both need another one. Where
 *   there is none, the steps that only absent people could give lapse after three days' notice to them (`absence.ts`).
 * - If an administrator requests something that needs two approvals, one step that they could have approved is dropped, because they
 *   have already looked at it. The last step is never dropped.
 *
 * Days are `YYYY-MM-DD` in UTC, amounts decimal texts in rules and minor units in requests. Source: server page section 8; reliability
 * rule A4.
 */
import type { ApprovalKind, DecisionBar, PolicyRules, StandIn } from '@calmly/contract';
import {
  type ApprovalAsker,
  type ApprovalStep,
  type ApprovalWeight,
  approvalHolders,
  defaultSteps,
  isOnlyDecider,
  paymentSteps,
  withoutOwn,
} from '@calmly/domain';

/** One required approval. */
export interface Step extends ApprovalStep {
  /** A confirmation by the person in whose name an application made the request; not another person's consent. */
  readonly own?: true;
}

/** The company's current people. */
export interface Seats {
  /** People who may act for it. */
  readonly memberIds: ReadonlySet<string>;
  /** Those who may decide on this kind of request: with the right to approve, or administrators. */
  readonly deciderIds: ReadonlySet<string>;
  /** The same including absent ones: suspended or expired. */
  readonly holderIds: ReadonlySet<string>;
  readonly standIns: readonly StandIn[];
  readonly today: string;
}

/** The steps of a request and the rule that requires them. */
export interface Needed {
  readonly steps: readonly Step[];
  /** Its index among the payment rules; null if none did. */
  readonly rule: number | null;
}

/** The required approvals. Empty if no approval is required. `rules` is undefined for a company without a policy. */
export function neededSteps(
  rules: PolicyRules | undefined,
  ask: { readonly kind: ApprovalKind; readonly asker: ApprovalAsker; readonly weight?: ApprovalWeight },
  { holderIds, deciderIds }: Pick<Seats, 'holderIds' | 'deciderIds'>,
): Needed {
  const { asker, kind, weight } = ask;
  if (!rules) return { steps: defaultSteps(asker), rule: null };
  if (kind === 'payment' || kind === 'payout' || kind === 'withdrawal') {
    if (!weight) throw new Error('a payment has an amount');
    return paymentSteps(rules.paymentRules, asker, weight, holderIds);
  }
  if (kind === 'payee' || kind === 'card') {
    const steps = kind === 'payee' ? rules.payeeSteps : rules.cardSteps;
    // As with payments, rules that do not mention payees or cards leave the default in force.
    if (steps.length === 0) return { steps: defaultSteps(asker), rule: null };
    return { steps: withoutOwn(steps, asker, holderIds), rule: null };
  }
  // Someone must be able to correct the policy and to name another administrator.
  if (isOnlyDecider(asker, holderIds)) return { steps: [], rule: null };
  const own = withoutOwn(kind === 'people' ? rules.peopleSteps : rules.policySteps, asker, holderIds);
  // Otherwise rules that let each administrator decide alone would let one of them remove the absent ones.
  const isAnyoneAbsent = holderIds.size > deciderIds.size;
  return { steps: own.length === 0 && isAnyoneAbsent ? [{ personIds: [] }] : own, rule: null };
}

/**
 * Merges both lists: a step of the second is covered by an equal one of the first, a step for any administrator by any step. Each covers only one.
 */
export function withSteps(steps: readonly Step[], more: readonly Step[]): readonly Step[] {
  const left = [...steps];
  const missing = more.filter(({ personIds }) => {
    const names = personIds.toSorted().join();
    const place = left.findIndex((step) => names === '' || step.personIds.toSorted().join() === names);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  return [...steps, ...missing];
}

/** The same with the fewest approvals, because the result depends on the order. */
export function bothSteps(one: readonly Step[], other: readonly Step[]): readonly Step[] {
  const [before, after] = [withSteps(one, other), withSteps(other, one)];
  return after.length < before.length ? after : before;
}

/** The parts of a request that the engine uses. */
export interface Waiting {
  readonly requesterId: string;
  readonly steps: readonly Step[];
  /** Who consented to the current version, in order. */
  readonly consents: readonly string[];
  /** Whether a decision can still change anything. */
  readonly open: boolean;
}

/** Who may give a step, and for whom if they are a substitute. */
export function approversOf(
  step: Step,
  requesterId: string,
  { memberIds, deciderIds, holderIds, standIns, today }: Seats,
): ReadonlyMap<string, string | undefined> {
  if (step.own) return new Map(memberIds.has(requesterId) ? [[requesterId, undefined]] : []);
  const held = approvalHolders(step, holderIds);
  const approvers = new Map<string, string | undefined>();
  for (const { personId, standInId, from, to } of standIns)
    if (held.has(personId) && deciderIds.has(standInId) && from <= today && today <= to)
      approvers.set(standInId, personId);
  for (const personId of held) if (deciderIds.has(personId)) approvers.set(personId, undefined);
  approvers.delete(requesterId);
  return approvers;
}

/** The step that is awaited; undefined if all are given. */
export const currentStep = ({ steps, consents }: Waiting): Step | undefined => steps[consents.length];

/** Why this person may not decide now; undefined if they may. */
export function barOf(request: Waiting, personId: string, seats: Seats): DecisionBar | undefined {
  const { steps, consents, requesterId, open } = request;
  const step = currentStep(request);
  if (!open || !step) return 'closed';
  if (personId === requesterId && !step.own) return 'own_request';
  if (consents.includes(personId)) return 'already_decided';
  const rest = steps.slice(consents.length + 1);
  const mayGive = (each: Step) => approversOf(each, requesterId, seats).has(personId);
  if (!mayGive(step)) return rest.some(mayGive) ? 'not_your_turn' : 'not_an_approver';
  const spent = new Set(consents);
  const completable = canComplete([step, ...rest], requesterId, spent, seats);
  // An approver is kept for a step that no one else can give.
  if (completable && !canComplete(rest, requesterId, new Set([...spent, personId]), seats))
    return 'not_your_turn';
  return undefined;
}

/** Who can decide now. */
export function waitingFor(request: Waiting, seats: Seats): string[] {
  const step = currentStep(request);
  if (!request.open || !step) return [];
  return [...approversOf(step, request.requesterId, seats).keys()].filter(
    (personId) => barOf(request, personId, seats) === undefined,
  );
}

/** Whether it is waiting with no one left who could complete it. */
export const isBlocked = (request: Waiting, seats: Seats): boolean =>
  request.open &&
  !canComplete(
    request.steps.slice(request.consents.length),
    request.requesterId,
    new Set(request.consents),
    seats,
  );

/** Whether each step has a different approver, none of them in `spent`. */
export function canComplete(
  steps: readonly Step[],
  requesterId: string,
  spent: ReadonlySet<string>,
  seats: Seats,
): boolean {
  const [step, ...rest] = steps;
  if (!step) return true;
  return [...approversOf(step, requesterId, seats).keys()].some(
    (personId) =>
      !spent.has(personId) && canComplete(rest, requesterId, new Set([...spent, personId]), seats),
  );
}

/**
 * The steps that are left after the lapse of those that only absent people could give; undefined if the request does not wait only for absent people.
 * If several combinations of steps could lapse, the smallest is chosen.
 */
export function withoutAbsent(request: Waiting, seats: Seats): readonly Step[] | undefined {
  if (!isBlocked(request, seats)) return undefined;
  const { steps, consents, requesterId } = request;
  const given = steps.slice(0, consents.length);
  const spent = new Set(consents);
  const candidates = steps
    .slice(consents.length)
    .reduce<readonly (readonly Step[])[]>(
      (lists, step) =>
        lists.flatMap((list) =>
          isAbsentees(step, requesterId, seats) ? [[...list, step], list] : [[...list, step]],
        ),
      [[]],
    )
    .toSorted((one, other) => other.length - one.length);
  const rest = candidates.find((list) => canComplete(list, requesterId, spent, seats));
  return rest && [...given, ...rest];
}

/** Whether only an absent person, other than the requester, could give it. */
const isAbsentees = (step: Step, requesterId: string, { holderIds, deciderIds }: Seats): boolean =>
  !step.own && [...approvalHolders(step, holderIds)].some((id) => id !== requesterId && !deciderIds.has(id));
