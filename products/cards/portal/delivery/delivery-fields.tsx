/** The delivery address of a plastic card. */

import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { CountryPicker } from '@calmly/portal-kit/shared/person/country-picker.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import type { ChangeEvent } from 'react';
import classes from './delivery.module.css';

export interface DeliveryAddress {
  readonly line: string;
  readonly postCode: string;
  readonly city: string;
  readonly country: string;
}

/** A form whose values include an address. */
interface DeliveryForm {
  readonly values: DeliveryAddress;
  readonly faults: Faults;
  readonly change: (patch: { country: string }) => void;
  readonly text: (name: 'line' | 'postCode' | 'city') => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

export function DeliveryFields({ form }: { form: DeliveryForm }) {
  const t = useTranslations('cardOrder.form');
  const { values, faults, change, text } = form;
  return (
    <FieldGroup label={t('address')}>
      <Stack gap={16} shrink>
        <CountryPicker
          label={t('country')}
          name="country"
          value={values.country}
          error={faults.country}
          onChange={(country) => change({ country })}
        />
        <TextField {...text('line')} label={t('line')} maxLength={70} autoComplete="address-line1" />
        <Grid gap={16} align="start" className={classes.narrowWide}>
          <TextField {...text('postCode')} label={t('postCode')} maxLength={16} autoComplete="postal-code" />
          <TextField {...text('city')} label={t('city')} maxLength={35} autoComplete="address-level2" />
        </Grid>
      </Stack>
    </FieldGroup>
  );
}
