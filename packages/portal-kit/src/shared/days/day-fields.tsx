/** Fields for a day: day, month by name, year. The error is shown under all three. */

import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import type { ChangeEvent } from 'react';
import type { DayDraft } from './birth-date.ts';
import classes from './day-fields.module.css';

interface DayFieldsProps {
  label: string;
  optional?: boolean;
  value: DayDraft;
  error: string | undefined;
  /** With `bday` browsers fill in a birthday. */
  autoComplete?: 'bday';
  onChange: (part: Partial<DayDraft>) => void;
}

const months = Array.from({ length: 12 }, (_, index) => index + 1);

export function DayFields({ label, optional = false, value, error, autoComplete, onChange }: DayFieldsProps) {
  const t = useTranslations('onboarding.person');
  const format = useFormatter();
  const part = (name: keyof DayDraft) => ({
    name,
    label: t(name),
    value: value[name],
    autoComplete: autoComplete ? `${autoComplete}-${name}` : 'off',
    'aria-invalid': error ? (true as const) : undefined,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <FieldGroup label={label} optional={optional} error={error}>
      <Grid gap={8} className={classes.parts}>
        <TextField {...part('day')} inputMode="numeric" maxLength={2} />
        <SelectField {...part('month')}>
          <option value="" />
          {months.map((month) => (
            <option key={month} value={month}>
              {format.dateTime(new Date(2026, month - 1, 15), { month: 'long' })}
            </option>
          ))}
        </SelectField>
        <TextField {...part('year')} inputMode="numeric" maxLength={4} />
      </Grid>
    </FieldGroup>
  );
}
