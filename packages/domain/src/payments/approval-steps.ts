/**
 * Which approvals a payment needs under a company's rules: one engine for the server, which decides, and the portal, which shows an
 * administrator the effect before it is saved. Amounts are decimal texts in rules and minor units in payments.
 */
import { type CurrencyCode, isCurrency, parseDecimal } from '../money/money.ts';
import { aboutEuroCents } from './largest-payment.ts';

/** The currency of a rule that covers all of them: its amount is in euro, and payments count by their worth. */
export const anyCurrency = 'ANY';

/** The currency that a rule's amount is in; undefined where there is none. */
export function currencyOfRule(currency: string): CurrencyCode | undefined {
  if (currency === anyCurrency) return 'EUR';
  return isCurrency(currency) ? currency : undefined;
}

/** One approval that is needed. */
export interface ApprovalStep {
  /** Who may give it; empty means anyone who may decide. */
  readonly personIds: readonly string[];
}

export interface ApprovalRule {
  /** Empty means everyone. */
  readonly requesterIds: readonly string[];
  /** A currency, or `ANY`. */
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
  /** Both by their worth in euro cents; undefined for coins, which have no fixed worth: more than any rule's amount. */
  readonly inEuro: { readonly amountMinor: bigint; readonly dayMinor: bigint } | undefined;
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
    .filter(
      ({ rule }) =>
        (rule.currency === weight.currency || rule.currency === anyCurrency) && concerns(rule, asker),
    );
  if (named.length === 0) return { steps: isOnlyDecider(asker, holderIds) ? [] : [anyDecider], rule: null };
  const [strongest] = named
    .filter(({ rule }) => exceeds(rule, weight))
    .toSorted(
      ({ rule: a }, { rule: b }) =>
        b.steps.length - a.steps.length ||
        Number(aboveCents(b) > aboveCents(a)) - Number(aboveCents(b) < aboveCents(a)),
    );
  // Rules add to the default; below the lowest amount it stays in force.
  if (!strongest) return { steps: defaultSteps(asker), rule: null };
  return { steps: withoutOwn(strongest.rule.steps, asker, holderIds), rule: strongest.place };
}

const concerns = ({ requesterIds }: Pick<ApprovalRule, 'requesterIds'>, { personId }: ApprovalAsker) =>
  requesterIds.length === 0 || requesterIds.includes(personId);

function exceeds(rule: ApprovalRule, weight: ApprovalWeight): boolean {
  const weighed = rule.currency === anyCurrency ? weight.inEuro : weight;
  if (!weighed) return true;
  return (rule.measure === 'DAY' ? weighed.dayMinor : weighed.amountMinor) > aboveMinor(rule);
}

export const isOnlyDecider = ({ personId, isBoss }: ApprovalAsker, holderIds: ReadonlySet<string>) =>
  isBoss && holderIds.size === 1 && holderIds.has(personId);

/** An amount of a rule in minor units; what cannot be read is above nothing, so that the rule always fits. */
function aboveMinor({ above, currency }: Pick<ApprovalRule, 'above' | 'currency'>): bigint {
  const meant = currencyOfRule(currency);
  return (meant && parseDecimal(above, meant)) ?? -1n;
}

/** The same in euro cents, so that rules in different currencies compare. */
function aboveCents(rule: ApprovalRule): bigint {
  const minor = aboveMinor(rule);
  const meant = currencyOfRule(rule.currency);
  return minor < 0n ? minor : ((meant && aboutEuroCents(minor, meant)) ?? minor);
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
