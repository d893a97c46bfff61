/** Edits a substitute: for whom, and from when to when. */
import type { PolicyPerson } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { InlineDay } from '@calmly/ui/dates/date-field.tsx';
import type { StandInDraft } from '../model/policy-draft.ts';
import { EditRow, InlineSelect } from './inline-controls.tsx';
import classes from './policy.module.css';

interface EditStandInProps {
  standIn: StandInDraft;
  people: readonly PolicyPerson[];
  fault: string | undefined;
  onChange: (patch: Partial<StandInDraft>) => void;
  onRemove: () => void;
}

export function EditStandIn({ standIn, people, fault, onChange, onRemove }: EditStandInProps) {
  const t = useTranslations('approvals.policy');
  const person = (field: 'personId' | 'standInId') => () => (
    <InlineSelect
      label={t(field === 'personId' ? 'fields.person' : 'fields.other')}
      value={standIn[field]}
      options={people
        .filter(({ canApprove }) => canApprove)
        .map(({ id, name }) => ({ value: id, text: name }))}
      onChange={(id) => onChange({ [field]: id })}
    />
  );
  const day = (field: 'from' | 'to') => () => (
    <InlineDay
      className={classes.control}
      label={t(`fields.${field}`)}
      value={standIn[field]}
      invalid={fault !== undefined && standIn[field] === ''}
      onChange={(chosen) => onChange({ [field]: chosen })}
    />
  );
  return (
    <EditRow fault={fault} remove={{ label: t('removeStandIn'), onRemove }}>
      {t.rich('sentences.standIns', {
        from: day('from'),
        to: day('to'),
        other: person('standInId'),
        person: person('personId'),
      })}
    </EditRow>
  );
}
