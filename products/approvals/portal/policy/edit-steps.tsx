/** Edits the approvals in a sentence: how many, and by whom. */
import type { PolicyPerson, PolicyStep } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { InlineSelect } from './inline-controls.tsx';
import { type AnyDecider, stepCountOf, usePeopleWords } from './policy-words.tsx';

interface EditStepsProps {
  steps: readonly PolicyStep[];
  people: readonly PolicyPerson[];
  /** Who decides if the rule names no person. */
  any: AnyDecider;
  /** The meaning of no steps, if it is not "no approval". */
  none?: string;
  onChange: (steps: PolicyStep[]) => void;
}

const anybody: PolicyStep = { personIds: [] };

export function EditSteps({ steps, people, any, none, onChange }: EditStepsProps) {
  const t = useTranslations('approvals.policy');
  const setCount = (count: '0' | '1' | '2') =>
    onChange(Array.from({ length: Number(count) }, (_, place) => steps[place] ?? anybody));
  const approver = (place: 0 | 1) => () => (
    <EditPeople
      label={t(place === 0 ? 'fields.first' : 'fields.second')}
      nobody={t(any)}
      ids={steps[place]?.personIds ?? []}
      people={people.filter(({ isBoss, canApprove }) => (any === 'anyBoss' ? isBoss : canApprove))}
      onChange={(personIds) => onChange(steps.map((step, at) => (at === place ? { personIds } : step)))}
    />
  );
  return t.rich(`steps.${stepCountOf(steps)}`, {
    count: () => (
      <InlineSelect
        label={t('fields.count')}
        value={stepCountOf(steps)}
        options={(['0', '1', '2'] as const).map((value) => ({
          value,
          text: value === '0' && none ? none : t(`counts.${value}`),
        }))}
        onChange={setCount}
      />
    ),
    first: approver(0),
    second: approver(1),
  });
}

interface EditPeopleProps {
  label: string;
  /** The meaning of an empty list. */
  nobody: string;
  ids: readonly string[];
  people: readonly PolicyPerson[];
  onChange: (ids: string[]) => void;
}

/** One person, or the meaning of an empty list; several named people are kept as one option. */
export function EditPeople({ label, nobody, ids, people, onChange }: EditPeopleProps) {
  const words = usePeopleWords(people);
  const value = ids.join(' ');
  const singles = people.map(({ id, name }) => ({ value: id, text: name }));
  const several = ids.length > 1 ? [{ value, text: words(ids, nobody) }] : [];
  return (
    <InlineSelect
      label={label}
      value={value}
      options={[{ value: '', text: nobody }, ...several, ...singles]}
      onChange={(chosen) => onChange(chosen === '' ? [] : chosen.split(' '))}
    />
  );
}
