/**
 * Which approvals a payment needs under a company's rules. One engine for the server, which decides, and the portal, which previews the effect of a
 * change to an administrator. Amounts are decimal texts in rules and minor units in payments.
 */
import { type CurrencyCode, isCurrency, parseDecimal } from '../money/money.ts';
import { aboutEuroCents } from './largest-payment.ts';

/** The currency of a rule that covers all currencies: its amount is in euro, and payments count by their value in euro. */
export const anyCurrency = 'ANY';

/** The currency of a rule's amount; undefined if there is no such currency. */
export function currencyOfRule(currency: string): CurrencyCode | undefined {
  if (currency === anyCurrency) return 'EUR';
  return isCurrency(currency) ? currency : undefined;
}

/** One required approval. */
export interface ApprovalStep {
  /** Who may decide; empty means anyone with the right to decide. */
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
  /** The total that the person has requested on this day, this payment included. */
  readonly dayMinor: bigint;
  /** Both values in euro cents; undefined for crypto, which has no fixed value and therefore exceeds every rule's amount. */
  readonly inEuro: { readonly amountMinor: bigint; readonly dayMinor: bigint } | undefined;
}

const anyDecider = { personIds: [] };

/** The default when no rule matches: a member needs one approval, an administrator none. */
export const defaultSteps = ({ isBoss }: ApprovalAsker): readonly ApprovalStep[] =>
  isBoss ? [] : [anyDecider];

/**
 * The strictest matching rule decides: most steps, then the highest amount. `rule` is its index; null if none matched. An administrator whom no rule
 * names in a currency needs one approval by another person who may decide, if there is one. `holderIds` are all people with the right to decide,
 * including those who cannot use it now.
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
  // Rules add to the default, which stays in force below the lowest amount.
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

/** A rule's amount in minor units. An unreadable amount counts as below zero, so that the rule always applies. */
function aboveMinor({ above, currency }: Pick<ApprovalRule, 'above' | 'currency'>): bigint {
  const meant = currencyOfRule(currency);
  return (meant && parseDecimal(above, meant)) ?? -1n;
}

/** The same in euro cents, to compare rules in different currencies. */
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
 * The people a step names or, if none of them still has the right to decide, everyone who does. A suspended person still counts: otherwise one
 * administrator could suspend another and take over their step.
 */
export function approvalHolders(
  { personIds }: ApprovalStep,
  holderIds: ReadonlySet<string>,
): ReadonlySet<string> {
  const named = personIds.filter((id) => holderIds.has(id));
  return named.length > 0 ? new Set(named) : holderIds;
}
