/**
 * The effect of a company's rules on its payments, from zero to any amount: who needs whose approval in which range. Rules add to the
 * default, so the ranges below a rule show the default. The engine is the server's. Pure.
 */
import type { PaymentRule, PolicyPerson, PolicyRules } from '@calmly/contract';
import {
  type ApprovalAsker,
  type ApprovalStep,
  type ApprovalWeight,
  aboutEuroCents,
  anyCurrency,
  type CurrencyCode,
  currencyOfRule,
  formatDecimal,
  fromEuroCents,
  parseDecimal,
  paymentSteps,
} from '@calmly/domain';

/** The requesters: everyone, a kind of people, or people by id. */
export type Payers = 'everyone' | 'members' | 'bosses' | readonly string[];

export interface Clause {
  readonly payers: Payers;
  readonly steps: readonly ApprovalStep[];
}

/** A range of amounts, of one payment or of all that one person pays on a day. */
export interface EffectRange {
  readonly measure: PaymentRule['measure'];
  /** Of the amounts. */
  readonly currency: CurrencyCode;
  /** Whether it covers all currencies that no rule names, by value. */
  readonly anyCurrency: boolean;
  /** Decimal; null for a range from zero or without an end. */
  readonly over: string | null;
  readonly upTo: string | null;
  readonly clauses: readonly Clause[];
}

/**
 * By currency in the order of the rules: first ranges of one payment, then those of a day. Currencies without a rule are absent; in those that a rule
 * names, rules for any currency begin at about the value of their amount there.
 */
export function effectOf(
  { paymentRules }: Pick<PolicyRules, 'paymentRules'>,
  people: readonly PolicyPerson[],
): EffectRange[] {
  return [...new Set(paymentRules.map((rule) => rule.currency))].flatMap((ruled) => {
    const currency = currencyOfRule(ruled);
    if (!currency) return [];
    const isAny = ruled === anyCurrency;
    const named = paymentRules.filter((rule) => rule.currency === ruled || rule.currency === anyCurrency);
    const startOf = ({ above, currency: of }: PaymentRule) => {
      const minor = parseDecimal(above, of === anyCurrency ? 'EUR' : currency);
      return minor === undefined || of === ruled ? minor : fromEuroCents(minor, currency);
    };
    const amounts = (rules: readonly PaymentRule[]) =>
      [...new Set(rules.flatMap((rule) => startOf(rule) ?? []))].toSorted((one, other) =>
        one < other ? -1 : 1,
      );
    const worth = (minor: bigint) => aboutEuroCents(minor, currency) ?? minor;
    const text = (minor: bigint | undefined) => (minor === undefined ? null : formatDecimal(minor, currency));
    const rangesOf = (
      measure: PaymentRule['measure'],
      starts: readonly bigint[],
      weigh: (minor: bigint) => Pick<ApprovalWeight, 'amountMinor' | 'dayMinor'>,
    ): EffectRange[] =>
      starts.map((start, place) => {
        const next = starts[place + 1];
        const weighed = weigh(start + 1n);
        const inEuro = { amountMinor: worth(weighed.amountMinor), dayMinor: worth(weighed.dayMinor) };
        const weight = { currency: ruled, ...weighed, inEuro };
        return {
          ...{ measure, currency, anyCurrency: isAny },
          ...{ over: start === 0n ? null : text(start), upTo: text(next) },
          clauses: clausesOf(paymentRules, people, weight),
        };
      });
    const all = amounts(named);
    const ofDay = amounts(named.filter(({ measure }) => measure === 'DAY')).filter((start) => start > 0n);
    return [
      ...merged(
        rangesOf('PAYMENT', all[0] === 0n ? all : [0n, ...all], (minor) => ({
          amountMinor: minor,
          dayMinor: minor,
        })),
      ),
      ...rangesOf('DAY', ofDay, (minor) => ({ amountMinor: 1n, dayMinor: minor })),
    ];
  });
}

/** Those of the currencies, once each, that no rule for everyone names; `none` if such a rule covers any currency. */
export function withoutRule(
  rules: readonly Pick<PaymentRule, 'currency' | 'requesterIds'>[],
  currencies: readonly string[],
): readonly string[] | 'none' {
  const ruled = new Set(
    rules.flatMap(({ currency, requesterIds }) => (requesterIds.length === 0 ? currency : [])),
  );
  if (ruled.has(anyCurrency)) return 'none';
  return [...new Set(currencies)].filter((currency) => !ruled.has(currency));
}

/** Merges ranges with the same effect. */
function merged(ranges: readonly EffectRange[]): EffectRange[] {
  const found: EffectRange[] = [];
  for (const range of ranges) {
    const last = found.at(-1);
    if (last && JSON.stringify(last.clauses) === JSON.stringify(range.clauses))
      found.splice(-1, 1, { ...last, upTo: range.upTo });
    else found.push(range);
  }
  return found;
}

/** Members first, then administrators, then people whom a rule treats differently. */
function clausesOf(
  rules: readonly PaymentRule[],
  people: readonly PolicyPerson[],
  weight: ApprovalWeight,
): Clause[] {
  const approverIds = new Set(people.filter(({ canApprove }) => canApprove).map(({ id }) => id));
  const stepsFor = (asker: ApprovalAsker, deciderIds: ReadonlySet<string> = approverIds) =>
    paymentSteps(rules, asker, weight, deciderIds).steps;
  const stepsOf = ({ id, isBoss }: PolicyPerson) => stepsFor({ personId: id, isBoss });
  // A person whom no rule names. An administrator may approve, and is the sole approver in a company with only one.
  const unnamed = '';
  const administrators = new Set(approverIds.size > 1 ? [...approverIds, unnamed] : [unnamed]);
  const members = stepsFor({ personId: unnamed, isBoss: false });
  const bosses = stepsFor({ personId: unnamed, isBoss: true }, administrators);
  const others = Map.groupBy(
    people.filter(
      (person) => person.canRequest && !isSame(stepsOf(person), person.isBoss ? bosses : members),
    ),
    (person) => JSON.stringify(stepsOf(person)),
  );
  const exceptions = [...others.values()].map((group): Clause => {
    const [first] = group;
    return { payers: group.map(({ id }) => id), steps: first ? stepsOf(first) : [] };
  });
  const common: Clause[] = isSame(members, bosses)
    ? [{ payers: 'everyone', steps: members }]
    : [
        { payers: 'members', steps: members },
        { payers: 'bosses', steps: bosses },
      ];
  return [...common, ...exceptions];
}

const isSame = (one: readonly ApprovalStep[], other: readonly ApprovalStep[]) =>
  JSON.stringify(one) === JSON.stringify(other);
