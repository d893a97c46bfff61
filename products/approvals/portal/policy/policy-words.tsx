/**
 * A policy as sentences. The same sentences contain words when read and controls when edited: the component that shows them fills the
 * slots.
 */
import type { PaymentRule, PersonName, PolicyRules, PolicyStep, StandIn } from '@calmly/contract';
import { anyCurrency } from '@calmly/domain';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import type { ReactNode } from 'react';

export const policySections = ['payments', 'changes', 'away', 'expiry'] as const;
export type PolicySection = (typeof policySections)[number];

export interface PolicySentence {
  readonly section: PolicySection;
  /** Equal keys mean equal sentences. */
  readonly key: string;
  readonly words: ReactNode;
}

/** Who decides if a step names no one: only administrators decide about people and the policy. */
export const deciderOf = {
  payeeSteps: 'anyApprover',
  cardSteps: 'anyApprover',
  peopleSteps: 'anyBoss',
  policySteps: 'anyBoss',
} as const;
/** The changes that need approvals, and the meaning of no steps, if it is not "no approval". */
export const changeKinds = ['payeeSteps', 'cardSteps', 'peopleSteps', 'policySteps'] as const;
export const defaultOf = { payeeSteps: 'payeeDefault', cardSteps: 'cardDefault' } as const;
/** Kinds for which empty steps mean the default rather than no approval. */
export const hasDefault = (kind: (typeof changeKinds)[number]): kind is keyof typeof defaultOf =>
  kind in defaultOf;

export type AnyDecider = 'anyApprover' | 'anyBoss';

const stepCounts = ['0', '1', '2'] as const;
/** A key of the texts; more than two steps do not occur. */
export const stepCountOf = (steps: readonly PolicyStep[]) => stepCounts[steps.length] ?? '2';

/** The names of these ids; a person who has left is a dash. `nobody` is shown for an empty list. */
export function usePeopleWords(people: readonly PersonName[]) {
  const namesOf = useNames();
  return (ids: readonly string[], nobody: string): string =>
    ids.length === 0
      ? nobody
      : namesOf(ids.map((id) => people.find((person) => person.id === id) ?? { name: '–' }));
}

/** `const sentencesOf = usePolicySentences(people); … sentencesOf(rules)` */
export function usePolicySentences(people: readonly PersonName[]): (rules: PolicyRules) => PolicySentence[] {
  const t = useTranslations('approvals.policy');
  const format = useFormatter();
  const peopleWords = usePeopleWords(people);
  const strong = (words: ReactNode) => () => <strong>{words}</strong>;
  const approvers = (step: PolicyStep | undefined, any: AnyDecider) =>
    strong(peopleWords(step?.personIds ?? [], t(any)));
  const day = (text: string) =>
    format.dateTime(dayAsDate(text), { day: 'numeric', month: 'long', year: 'numeric' });

  const steps = (needed: readonly PolicyStep[], any: AnyDecider) => () =>
    t.rich(`steps.${stepCountOf(needed)}`, {
      count: strong(t(`counts.${stepCountOf(needed)}`)),
      first: approvers(needed[0], any),
      second: approvers(needed[1], any),
    });
  const payment = (rule: PaymentRule) =>
    t.rich('sentences.paymentRules', {
      who: strong(peopleWords(rule.requesterIds, t('anyone'))),
      amount: strong(
        rule.currency === anyCurrency ? (
          t.rich('amountInAny', { amount: () => <Amount value={rule.above} currency="EUR" /> })
        ) : (
          <Amount value={rule.above} currency={rule.currency} />
        ),
      ),
      measure: strong(t(`measures.${rule.measure}`)),
      steps: steps(rule.steps, 'anyApprover'),
    });
  const standIn = ({ personId, standInId, from, to }: StandIn) =>
    t.rich('sentences.standIns', {
      from: strong(day(from)),
      to: strong(day(to)),
      other: strong(peopleWords([standInId], '')),
      person: strong(peopleWords([personId], '')),
    });
  const sentence = (section: PolicySection, said: unknown, words: ReactNode): PolicySentence => ({
    section,
    key: `${section} ${JSON.stringify(said)}`,
    words,
  });
  return (rules) => [
    ...rules.paymentRules.map((rule) => sentence('payments', rule, payment(rule))),
    ...changeKinds.map((kind) =>
      sentence(
        'changes',
        [kind, rules[kind]],
        t.rich(`sentences.${kind}`, {
          steps:
            hasDefault(kind) && rules[kind].length === 0
              ? strong(t(defaultOf[kind]))
              : steps(rules[kind], deciderOf[kind]),
        }),
      ),
    ),
    ...rules.standIns.map((each) => sentence('away', each, standIn(each))),
    sentence(
      'expiry',
      rules.expiryDays,
      t.rich('sentences.expiryDays', { days: strong(t('days', { days: rules.expiryDays })) }),
    ),
  ];
}
