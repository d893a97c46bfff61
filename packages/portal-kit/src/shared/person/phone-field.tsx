/** A phone number: flag and dial code, and the number in its country's format. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { useLayoutEffect, useRef } from 'react';
import { DialCodePicker } from './country-picker.tsx';
import classes from './person.module.css';
import { type PhoneDraft, tidiedPhone } from './phone-number.ts';

interface PhoneFieldProps {
  value: PhoneDraft;
  error?: string | undefined;
  help?: string;
  onChange: (value: PhoneDraft) => void;
}

export function PhoneField({ value, error, help, onChange }: PhoneFieldProps) {
  const t = useTranslations('onboarding.register');
  const latest = useRef({ value, error, onChange });
  useLayoutEffect(() => {
    latest.current = { value, error, onChange };
  });
  /**
   * The number is formatted for its country, and a typed dial code chooses the country. This is no change by the person: it must not
   * remove the bank's message about the number.
   */
  const tidy = async () => {
    const tidied = await tidiedPhone(value).catch(() => undefined);
    // The parser is loaded on first use: in the meantime the number may have been corrected.
    const now = latest.current;
    const isSame = now.value.text === value.text && now.value.country === value.country;
    if (tidied && isSame && !now.error) now.onChange(tidied);
  };
  return (
    <FieldGroup label={t('phone')} help={help} error={error}>
      <div className={classes.phoneParts}>
        <DialCodePicker
          label={t('dialCode')}
          name="phoneCountry"
          value={value.country}
          invalid={Boolean(error)}
          onChange={(country) => onChange({ ...value, country })}
        />
        <TextField
          label={t('phone')}
          labelHidden
          name="phone"
          type="tel"
          autoComplete="tel-national"
          value={value.text}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
          onBlur={() => void tidy()}
        />
      </div>
    </FieldGroup>
  );
}
