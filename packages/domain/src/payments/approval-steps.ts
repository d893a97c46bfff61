/**
 * Which approvals a payment needs under a company's rules: one engine for the server, which decides, and the portal, which shows an
 * administrator the effect before it is saved. Amounts are decimal texts in rules and minor units in payments.
 */
import { isCurrency } from '../money/currency.ts';
import { parseDecimal } from '../money/money.ts';

/** One approval that is needed. */
export interface ApprovalStep {
  /** Who may give it; empty means anyone who may decide. */
  readonly personIds: readonly string[];
}

export interface ApprovalRule {
  /** Empty means everyone. */
  readonly requesterIds: readonly string[];
  readonly currency: string;
  readonly above: string;
  readonly measure: 'PAYMENT' | 'DAY';
  readonly steps: readonly ApprovalStep[];
}

export interface ApprovalAsker {
  readonly personId: string;
  readonly isBoss: boolean;
}

/** A payment's weight under the rules. */
export interface ApprovalWeight {
  readonly amountMinor: bigint;
  readonly currency: string;
  /** All that the person asked for on this day, this payment included. */
  readonly dayMinor: bigint;
}

const anyDecider = { personIds: [] };

/** What applies where no rule says anything: a member needs one approval, an administrator none. */
export const defaultSteps = ({ isBoss }: ApprovalAsker): readonly ApprovalStep[] =>
  isBoss ? [] : [anyDecider];

/**
 * The strictest matching rule decides: most steps, then the highest amount. `rule` is its place; null where none did. An administrator
 * whom no rule names in a currency needs one approval by another person who may decide, if there is one. `holderIds` are all who have the
 * right to decide, also those who cannot use it now.
 */
export function paymentSteps(
  rules: readonly ApprovalRule[],
  asker: ApprovalAsker,
  weight: ApprovalWeight,
  holderIds: ReadonlySet<string>,
): { readonly steps: readonly ApprovalStep[]; readonly rule: number | null } {
  const named = rules
    .map((rule, place) => ({ rule, place }))
    .filter(({ rule }) => rule.currency === weight.currency && concerns(rule, asker));
  if (named.length === 0) return { steps: isOnlyDecider(asker, holderIds) ? [] : [anyDecider], rule: null };
  const [strongest] = named
    .filter(({ rule }) => measured(rule, weight) > aboveMinor(rule))
    .toSorted(
      ({ rule: a }, { rule: b }) =>
        b.steps.length - a.steps.length ||
        Number(aboveMinor(b) > aboveMinor(a)) - Number(aboveMinor(b) < aboveMinor(a)),
    );
  // Rules add to the default; below the lowest amount it stays in force.
  if (!strongest) return { steps: defaultSteps(asker), rule: null };
  return { steps: withoutOwn(strongest.rule.steps, asker, holderIds), rule: strongest.place };
}

const concerns = ({ requesterIds }: Pick<ApprovalRule, 'requesterIds'>, { personId }: ApprovalAsker) =>
  requesterIds.length === 0 || requesterIds.includes(personId);
const measured = ({ measure }: Pick<ApprovalRule, 'measure'>, { amountMinor, dayMinor }: ApprovalWeight) =>
  measure === 'DAY' ? dayMinor : amountMinor;

export const isOnlyDecider = ({ personId, isBoss }: ApprovalAsker, holderIds: ReadonlySet<string>) =>
  isBoss && holderIds.size === 1 && holderIds.has(personId);

/** An amount of a rule in minor units; what cannot be read is above nothing, so that the rule always fits. */
function aboveMinor({ above, currency }: Pick<ApprovalRule, 'above' | 'currency'>): bigint {
  const minor = isCurrency(currency) ? parseDecimal(above, currency) : undefined;
  return minor ?? -1n;
}

/** An administrator's own order counts as one of two approvals. */
export function withoutOwn(
  steps: readonly ApprovalStep[],
  asker: ApprovalAsker,
  holderIds: ReadonlySet<string>,
): readonly ApprovalStep[] {
  if (!asker.isBoss || steps.length < 2) return steps;
  const own = steps.findIndex((step) => approvalHolders(step, holderIds).has(asker.personId));
  return own < 0 ? steps : steps.toSpliced(own, 1);
}

/**
 * Those whom a step names; everyone with the right to decide, where none of those named has it any more. A suspended person still has it:
 * otherwise one administrator could suspend another and take their step.
 */
export function approvalHolders(
  { personIds }: ApprovalStep,
  holderIds: ReadonlySet<string>,
): ReadonlySet<string> {
  const named = personIds.filter((id) => holderIds.has(id));
  return named.length > 0 ? new Set(named) : holderIds;
}
