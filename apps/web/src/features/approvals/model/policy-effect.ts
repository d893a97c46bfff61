/**
 * The effect of a company's rules on its payments, from zero to any amount: who needs whose approval in which range. Rules add to the
 * default, so the ranges below a rule show the default. The same engine as the server's (`modules/approvals/rules.ts`), for display
 * only: the server decides. Pure.
 */
import type { PaymentRule, PolicyPerson, PolicyRules, PolicyStep } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';

/** Who pays: everyone, a kind of people, or people by id. */
export type Payers = 'everyone' | 'members' | 'bosses' | readonly string[];

export interface Clause {
  readonly payers: Payers;
  readonly steps: readonly PolicyStep[];
}

/** A range of amounts, of one payment or of all that one person pays on a day. */
export interface EffectRange {
  readonly measure: PaymentRule['measure'];
  readonly currency: string;
  /** Decimal; null from nothing on, and without an end. */
  readonly over: string | null;
  readonly upTo: string | null;
  readonly clauses: readonly Clause[];
}

type Asker = Pick<PolicyPerson, 'id' | 'isBoss'>;
interface Weight {
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly dayMinor: bigint;
}

const anyApprover: PolicyStep = { personIds: [] };

export function effectOf(
  { paymentRules }: Pick<PolicyRules, 'paymentRules'>,
  people: readonly PolicyPerson[],
): EffectRange[] {
  const currencies = [...new Set(paymentRules.map(({ currency }) => currency))].filter(isCurrency);
  return currencies.flatMap((currency) => {
    const named = paymentRules.filter((rule) => rule.currency === currency);
    const amounts = (rules: readonly PaymentRule[]) =>
      [...new Set(rules.flatMap((rule) => parseDecimal(rule.above, currency) ?? []))].toSorted(
        (one, other) => (one < other ? -1 : 1),
      );
    const text = (minor: bigint | undefined) => (minor === undefined ? null : formatDecimal(minor, currency));
    const rangesOf = (
      measure: PaymentRule['measure'],
      starts: readonly bigint[],
      weigh: (minor: bigint) => Omit<Weight, 'currency'>,
    ): EffectRange[] =>
      starts.map((start, place) => {
        const next = starts[place + 1];
        const weight = { currency, ...weigh(start + 1n) };
        return {
          ...{ measure, currency, over: start === 0n ? null : text(start), upTo: text(next) },
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

/** Ranges that say the same are one. */
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

/** Members first, then administrators, then those whom a rule treats differently. */
function clausesOf(rules: readonly PaymentRule[], people: readonly PolicyPerson[], weight: Weight): Clause[] {
  const approverIds = new Set(people.filter(({ canApprove }) => canApprove).map(({ id }) => id));
  const stepsOf = (asker: Asker) => neededSteps(rules, asker, weight, approverIds);
  const members = stepsOf({ id: '', isBoss: false });
  const bosses = stepsOf({ id: '', isBoss: true });
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

const isSame = (one: readonly PolicyStep[], other: readonly PolicyStep[]) =>
  JSON.stringify(one) === JSON.stringify(other);

function neededSteps(
  rules: readonly PaymentRule[],
  asker: Asker,
  { currency, amountMinor, dayMinor }: Weight,
  approverIds: ReadonlySet<string>,
): readonly PolicyStep[] {
  const above = (rule: PaymentRule) => (isCurrency(currency) && parseDecimal(rule.above, currency)) || 0n;
  const named = rules.filter(
    ({ currency: of, requesterIds }) =>
      of === currency && (requesterIds.length === 0 || requesterIds.includes(asker.id)),
  );
  const isOnlyApprover = asker.isBoss && approverIds.size <= 1;
  if (named.length === 0) return isOnlyApprover ? [] : [anyApprover];
  const [strongest] = named
    .filter((rule) => (rule.measure === 'DAY' ? dayMinor : amountMinor) > above(rule))
    .toSorted(
      (one, other) =>
        other.steps.length - one.steps.length ||
        Number(above(other) > above(one)) - Number(above(other) < above(one)),
    );
  if (!strongest) return asker.isBoss ? [] : [anyApprover];
  return withoutOwn(strongest.steps, asker, approverIds);
}

/** An administrator's own order counts as one of two approvals. */
function withoutOwn(
  steps: readonly PolicyStep[],
  { id, isBoss }: Asker,
  approverIds: ReadonlySet<string>,
): readonly PolicyStep[] {
  if (!isBoss || steps.length < 2) return steps;
  const own = steps.findIndex(({ personIds }) => {
    const named = personIds.filter((each) => approverIds.has(each));
    return named.length === 0 || named.includes(id);
  });
  return own < 0 ? steps : steps.toSpliced(own, 1);
}
