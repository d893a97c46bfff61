/**
 * Whether a proposed policy can be lived with, pure: names are those of the company's people, approvers are bosses, days are in
 * order, and whoever may ask for something can have it approved by somebody else (without stand-ins, who come and go).
 * Everything that is wrong is told together, by field.
 */
import type { PolicyRules, PolicyStep } from '@calmly/contract';
import { isCurrency, parseDecimal } from '@calmly/domain';
import type { FieldRejection } from '../../platform/problem.ts';
import type { Colleague } from '../identity/index.ts';
import { canComplete, neededSteps, type Seats } from './rules.ts';

type Rejections = readonly FieldRejection[];

/** Why the rules are refused; empty when they are not. */
export function checkPolicy(rules: PolicyRules, people: readonly Colleague[], seats: Seats): Rejections {
  const wrong = [...checkNames(rules, seats), ...checkAmounts(rules), ...checkStandIns(rules, seats)];
  return wrong.length > 0 ? wrong : checkWays(rules, people, { ...seats, standIns: [] });
}

function checkNames(rules: PolicyRules, { memberIds, bossIds }: Seats): Rejections {
  const stepsIn = (field: string, steps: readonly PolicyStep[]) =>
    steps.flatMap(({ personIds }, index): FieldRejection[] =>
      personIds.every((id) => bossIds.has(id))
        ? []
        : [{ field: `${field}.${index}.personIds`, code: 'not_a_boss' }],
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
    ...stepsIn('peopleSteps', rules.peopleSteps),
    ...stepsIn('policySteps', rules.policySteps),
  ];
}

function checkAmounts({ paymentRules }: PolicyRules): Rejections {
  return paymentRules.flatMap(({ currency, above }, index): FieldRejection[] => {
    if (!isCurrency(currency)) return [{ field: `paymentRules.${index}.currency`, code: 'currency_unknown' }];
    return parseDecimal(above, currency) === undefined
      ? [{ field: `paymentRules.${index}.above`, code: 'invalid' }]
      : [];
  });
}

function checkStandIns({ standIns }: PolicyRules, { bossIds }: Seats): Rejections {
  return standIns.flatMap(({ personId, standInId, from, to }, index): FieldRejection[] => [
    ...(bossIds.has(personId) ? [] : [{ field: `standIns.${index}.personId`, code: 'not_a_boss' } as const]),
    ...(bossIds.has(standInId) && standInId !== personId
      ? []
      : [{ field: `standIns.${index}.standInId`, code: 'not_a_boss' } as const]),
    ...(from <= to ? [] : [{ field: `standIns.${index}.to`, code: 'last_day_first' } as const]),
  ]);
}

/** Each rule, as it would meet each of those it concerns. */
function checkWays(rules: PolicyRules, people: readonly Colleague[], seats: Seats): Rejections {
  const { bossIds } = seats;
  const stuck = (
    alone: PolicyRules,
    kind: 'payment' | 'payee' | 'people' | 'policy',
    askers: readonly Colleague[],
  ) =>
    askers.find(({ personId, isBoss }) => {
      const [rule] = alone.paymentRules;
      const ask = { kind, asker: { personId, isBoss } };
      const { steps } = neededSteps(alone, rule ? { ...ask, weight: beyond(rule.currency) } : ask, bossIds);
      return !canComplete(steps, personId, new Set(), seats);
    });
  const refuse = (field: string, asker: Colleague | undefined): FieldRejection[] =>
    asker ? [{ field, code: 'nobody_to_approve', params: { name: asker.name } }] : [];

  const requesters = people.filter(({ canRequest }) => canRequest);
  const bosses = people.filter(({ isBoss }) => isBoss);
  return [
    ...rules.paymentRules.flatMap((rule, index) => {
      const concerned = requesters.filter(
        ({ personId }) => rule.requesterIds.length === 0 || rule.requesterIds.includes(personId),
      );
      return refuse(
        `paymentRules.${index}.steps`,
        stuck({ ...rules, paymentRules: [rule] }, 'payment', concerned),
      );
    }),
    ...refuse('payeeSteps', stuck({ ...rules, paymentRules: [] }, 'payee', people)),
    ...refuse('peopleSteps', stuck({ ...rules, paymentRules: [] }, 'people', bosses)),
    ...refuse('policySteps', stuck({ ...rules, paymentRules: [] }, 'policy', bosses)),
  ];
}

/** More than any rule's amount. */
const beyond = (currency: string) => ({ currency, amountMinor: 10n ** 60n, dayMinor: 10n ** 60n });
