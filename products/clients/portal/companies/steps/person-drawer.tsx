/** One person of a company: name, home address, whether they direct it, and their share. */

import { DayFields } from '@calmly/portal-kit/shared/days/day-fields.tsx';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField, TextField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { AddressFields, faultsAt } from '../address-fields.tsx';
import classes from '../companies.module.css';
import type { PersonDraft } from '../company-draft.ts';
import { personFaults } from '../company-errors.ts';
import { PartDrawer } from './part-drawer.tsx';
import { ShareField } from './share-field.tsx';

interface PersonDrawerProps {
  person: PersonDraft;
  /** Errors found by the step or the bank, by field. */
  faults: Faults;
  onChange: (part: Partial<PersonDraft>) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function PersonDrawer({ person, faults, onChange, onRemove, onClose }: PersonDrawerProps) {
  const t = useTranslations('companies.owners');
  const text = (name: 'firstName' | 'lastName', all: Faults) => ({
    name,
    label: t(name),
    value: person[name],
    error: all[name],
    autoComplete: 'off',
    maxLength: 70,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      onChange({ [name]: value }),
  });
  return (
    <PartDrawer
      title={t('personTitle')}
      found={personFaults(person, new Date())}
      faults={faults}
      onRemove={onRemove}
      onClose={onClose}
    >
      {(all) => (
        <>
          <div className={classes.two}>
            <TextField {...text('firstName', all)} />
            <TextField {...text('lastName', all)} />
          </div>
          <DayFields label={t('born')} value={person} error={all.dateOfBirth} onChange={onChange} />
          <CountryPicker
            label={t('citizenship')}
            name="citizenship"
            value={person.citizenship}
            error={all.citizenship}
            onChange={(citizenship) => onChange({ citizenship })}
          />
          <FieldGroup label={t('part')} error={all.isDirector}>
            <CheckboxField
              name="isDirector"
              label={t('directs')}
              checked={person.isDirector}
              onChange={({ currentTarget: { checked } }) => onChange({ isDirector: checked })}
            />
            <CheckboxField
              name="isOwner"
              label={t('owns')}
              checked={person.isOwner}
              onChange={({ currentTarget: { checked } }) => onChange({ isOwner: checked })}
            />
          </FieldGroup>
          {person.isOwner && (
            <ShareField
              value={person.share}
              error={all.shareBasisPoints}
              onChange={(share) => onChange({ share })}
            />
          )}
          <Text as="h3" size={15} above={8}>
            {t('home')}
          </Text>
          <AddressFields
            value={person.address}
            faults={faultsAt(all, 'address')}
            onChange={(part) => onChange({ address: { ...person.address, ...part } })}
          />
        </>
      )}
    </PartDrawer>
  );
}
