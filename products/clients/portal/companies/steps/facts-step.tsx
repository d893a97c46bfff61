/** Step 1: the company's register entry and business. */
import { legalForms } from '@calmly/contract';
import { DayFields } from '@calmly/portal-kit/shared/days/day-fields.tsx';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { LongTextField, SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import type { StepProps } from '../use-company-form.ts';

export function FactsStep({ draft, faults, change }: StepProps) {
  const t = useTranslations('companies.facts');
  const forms = useTranslations('companies.legalForms');
  const text = (name: 'name' | 'registrationNumber') => ({
    name,
    label: t(name),
    value: draft[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      change(() => ({ [name]: value })),
  });
  return (
    <>
      <TextField {...text('name')} autoComplete="organization" maxLength={140} />
      <CountryPicker
        servedOnly
        label={t('country')}
        name="country"
        value={draft.country}
        error={faults.country}
        // Most companies are located where they are registered.
        onChange={(country) =>
          change(({ country: before, address }) => ({
            country,
            ...(address.country === before && { address: { ...address, country } }),
          }))
        }
      />
      <TextField {...text('registrationNumber')} autoComplete="off" spellCheck={false} maxLength={35} />
      <SelectField
        label={t('legalForm')}
        name="legalForm"
        value={draft.legalForm}
        error={faults.legalForm}
        onChange={({ currentTarget: { value } }) => change(() => ({ legalForm: value }))}
      >
        <option value="" disabled />
        {legalForms.map((form) => (
          <option key={form} value={form}>
            {forms(form)}
          </option>
        ))}
      </SelectField>
      <DayFields
        label={t('founded')}
        value={draft.founded}
        error={faults.foundedOn}
        onChange={(part) => change((before) => ({ founded: { ...before.founded, ...part } }))}
      />
      <LongTextField
        name="activity"
        label={t('activity')}
        help={t('activityHelp')}
        maxLength={300}
        value={draft.activity}
        error={faults.activity}
        onChange={(activity) => change(() => ({ activity }))}
      />
    </>
  );
}
