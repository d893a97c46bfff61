/**
 * Whether a proposed policy is valid. Pure. The named people belong to the company, approvers may approve, dates are in order, and
 * everyone who may request something has another person to approve it (substitutes don't count, because they change). All errors are
 * returned together, by field.
 */
import type { ApprovalKind, PolicyRules, PolicyStep } from '@calmly/contract';
import { currencyOfRule, parseDecimal } from '@calmly/domain';
import type { FieldRejection } from '@calmly/platform/problem.ts';
import type { Colleague } from '../../../identity/server/index.ts';
import type { Company } from '../companies.ts';
import { canComplete, neededSteps } from '../rules.ts';

type Rejections = readonly FieldRejection[];

type People = Pick<Company, 'people' | 'memberIds' | 'bossIds' | 'approverIds' | 'seatsFor'>;

/** Why the rules are refused; empty if they are valid. */
export function checkPolicy(rules: PolicyRules, company: People): Rejections {
  const wrong = [...checkNames(rules, company), ...checkAmounts(rules), ...checkStandIns(rules, company)];
  return wrong.length > 0
    ? wrong
    : findWithoutWay(rules, company).map(
        ({ field, name }): FieldRejection => ({ field, code: 'nobody_to_approve', params: { name } }),
      );
}

/** The names of people whose requests no other person could approve. */
export const stuckUnder = (rules: PolicyRules, company: People): ReadonlySet<string> =>
  new Set(findWithoutWay(rules, company).map(({ name }) => name));

function checkNames(rules: PolicyRules, { memberIds, bossIds, approverIds }: People): Rejections {
  const stepsIn = (
    field: string,
    steps: readonly PolicyStep[],
    who: ReadonlySet<string> = approverIds,
    code: 'not_an_approver' | 'not_a_boss' = 'not_an_approver',
  ) =>
    steps.flatMap(({ personIds }, index): FieldRejection[] =>
      personIds.every((id) => who.has(id)) ? [] : [{ field: `${field}.${index}.personIds`, code }],
    );
  const requesters = rules.paymentRules.flatMap(({ requesterIds }, index): FieldRejection[] =>
    requesterIds.every((id) => memberIds.has(id))
      ? []
      : [{ field: `paymentRules.${index}.requesterIds`, code: 'not_a_member' }],
  );
  return [
    ...requesters,
    ...rules.paymentRules.flatMap(({ steps }, index) => stepsIn(`paymentRules.${index}.steps`, steps)),
    ...stepsIn('payeeSteps', rules.payeeSteps),
    ...stepsIn('cardSteps', rules.cardSteps),
    ...stepsIn('peopleSteps', rules.peopleSteps, bossIds, 'not_a_boss'),
    ...stepsIn('policySteps', rules.policySteps, bossIds, 'not_a_boss'),
  ];
}

function checkAmounts({ paymentRules }: PolicyRules): Rejections {
  return paymentRules.flatMap(({ currency, above }, index): FieldRejection[] => {
    const meant = currencyOfRule(currency);
    if (!meant) return [{ field: `paymentRules.${index}.currency`, code: 'currency_unknown' }];
    return parseDecimal(above, meant) === undefined
      ? [{ field: `paymentRules.${index}.above`, code: 'invalid' }]
      : [];
  });
}

function checkStandIns({ standIns }: PolicyRules, { approverIds }: People): Rejections {
  return standIns.flatMap(({ personId, standInId, from, to }, index): FieldRejection[] => [
    ...(approverIds.has(personId)
      ? []
      : [{ field: `standIns.${index}.personId`, code: 'not_an_approver' } as const]),
    ...(approverIds.has(standInId) && standInId !== personId
      ? []
      : [{ field: `standIns.${index}.standInId`, code: 'not_an_approver' } as const]),
    ...(from <= to ? [] : [{ field: `standIns.${index}.to`, code: 'last_day_first' } as const]),
  ]);
}

interface WithoutWay {
  readonly field: string;
  /** The person who would have no approver. */
  readonly name: string;
}

/** Each rule as it applies to each person concerned, without substitutes, because they change, and as if absent people were gone. */
function findWithoutWay(rules: PolicyRules, { people, seatsFor }: People): readonly WithoutWay[] {
  const stuck = (field: string, alone: PolicyRules, kind: ApprovalKind, askers: readonly Colleague[]) => {
    const { deciderIds, ...others } = seatsFor(kind);
    const seats = { ...others, deciderIds, holderIds: deciderIds, standIns: [] };
    const asker = askers.find(({ personId, isBoss }) => {
      const [rule] = alone.paymentRules;
      const ask = { kind, asker: { personId, isBoss } };
      const { steps } = neededSteps(alone, rule ? { ...ask, weight: beyond(rule.currency) } : ask, seats);
      return !canComplete(steps, personId, new Set(), seats);
    });
    return asker ? [{ field, name: asker.name }] : [];
  };
  const requesters = people.filter(({ canRequest }) => canRequest);
  const cardRequesters = people.filter(({ canChangeCards }) => canChangeCards);
  const bosses = people.filter(({ isBoss }) => isBoss);
  const others = { ...rules, paymentRules: [] };
  return [
    ...rules.paymentRules.flatMap((rule, index) => {
      const concerned = requesters.filter(
        ({ personId }) => rule.requesterIds.length === 0 || rule.requesterIds.includes(personId),
      );
      const alone = { ...rules, paymentRules: [rule] };
      return stuck(`paymentRules.${index}.steps`, alone, 'payment', concerned);
    }),
    ...stuck('payeeSteps', others, 'payee', people),
    ...stuck('cardSteps', others, 'card', cardRequesters),
    ...stuck('peopleSteps', others, 'people', bosses),
    ...stuck('policySteps', others, 'policy', bosses),
  ];
}

/** More than any rule's amount. */
const beyond = (currency: string) => {
  const most = { amountMinor: 10n ** 60n, dayMinor: 10n ** 60n };
  return { currency, ...most, inEuro: most };
};
