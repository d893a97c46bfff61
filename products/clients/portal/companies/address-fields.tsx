/** The fields of an address: a company's or a person's home. */

import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import classes from './companies.module.css';
import type { AddressDraft } from './company-draft.ts';

interface AddressFieldsProps {
  value: AddressDraft;
  /** Errors by field: `line1`. */
  faults: Faults;
  /** For the company's own seat: browsers may fill it in, and its country must be one that the bank serves. */
  fill?: boolean;
  onChange: (part: Partial<AddressDraft>) => void;
}

export function AddressFields({ value, faults, fill = false, onChange }: AddressFieldsProps) {
  const t = useTranslations('companies.address');
  const text = (name: 'line1' | 'line2' | 'postCode' | 'town', autoComplete: string) => ({
    name,
    label: t(name),
    value: value[name],
    error: faults[name],
    autoComplete: fill ? autoComplete : 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <>
      <CountryPicker
        servedOnly={fill}
        label={t('country')}
        name="country"
        value={value.country}
        error={faults.country}
        onChange={(country) => onChange({ country })}
      />
      <TextField {...text('line1', 'address-line1')} maxLength={70} />
      <TextField {...text('line2', 'address-line2')} maxLength={70} optional />
      <Grid gap={16} className={classes.narrowWide}>
        <TextField {...text('postCode', 'postal-code')} maxLength={16} />
        <TextField {...text('town', 'address-level2')} maxLength={35} />
      </Grid>
    </>
  );
}

/** The errors of one address among all errors, by its path. */
export const faultsAt = (faults: Faults, path: string): Faults =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([at, fault]) =>
      at.startsWith(`${path}.`) ? [[at.slice(path.length + 1), fault]] : [],
    ),
  );
