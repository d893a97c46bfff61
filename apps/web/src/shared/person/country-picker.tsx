/** Chooses a country by its name in the reader's language; found by either language, its code, or its dial code. */
import { countries, countryName, isServedCountry } from '@calmly/domain';
import { useState } from 'react';
import { useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { Flag } from '../../ui/facts/flag.tsx';
import { Picker } from '../../ui/fields/picker.tsx';
import { dialCodeOf } from './dial-codes.ts';
import classes from './person.module.css';

interface CountryPickerProps {
  label: string;
  name: string;
  /** ISO 3166-1 alpha-2, or empty. */
  value: string;
  /** Where a client lives or a company is registered: countries that the bank does not serve are shown, but cannot be chosen. */
  servedOnly?: boolean;
  error?: string | undefined;
  onChange: (code: string) => void;
}

export function CountryPicker({
  label,
  name,
  value,
  servedOnly = false,
  error,
  onChange,
}: CountryPickerProps) {
  const t = useTranslations('onboarding.country');
  const list = useCountries();
  return (
    <Picker
      compact
      label={label}
      name={name}
      chosen={value}
      error={error}
      placeholder={t('choose')}
      none={t('none')}
      search={{ text: list.text, placeholder: t('search'), onChange: list.setText }}
      onChoose={(code) => {
        list.setText('');
        onChange(code);
      }}
      options={list.found.map(({ code, name: country }) => {
        const disabled = servedOnly && !isServedCountry(code);
        return {
          key: code,
          disabled,
          content: (
            <span className={classes.country}>
              <Flag country={code} />
              <span className={classes.countryName}>{country}</span>
              {disabled && <span className={classes.countryNote}>{t('notServed')}</span>}
            </span>
          ),
        };
      })}
    />
  );
}

type DialCodePickerProps = Omit<CountryPickerProps, 'error' | 'servedOnly'> & { invalid: boolean };

/** The same with the dial codes: the box shows the flag and the code alone. */
export function DialCodePicker({ label, name, value, invalid, onChange }: DialCodePickerProps) {
  const t = useTranslations('onboarding.country');
  const list = useCountries();
  return (
    <Picker
      compact
      label={label}
      labelHidden
      name={name}
      chosen={value}
      invalid={invalid}
      placeholder={t('choose')}
      none={t('none')}
      search={{ text: list.text, placeholder: t('searchCode'), onChange: list.setText }}
      onChoose={(code) => {
        list.setText('');
        onChange(code);
      }}
      short={
        <span className={classes.country}>
          <Flag country={value} />
          {dialCodeOf(value)}
        </span>
      }
      options={list.found
        .filter(({ dialCode }) => dialCode !== null)
        .map((country) => ({
          key: country.code,
          content: (
            <span className={classes.country}>
              <Flag country={country.code} />
              <span className={classes.countryName}>{country.name}</span>
              <span className={classes.dialCode}>{country.dialCode}</span>
            </span>
          ),
        }))}
    />
  );
}

/** The countries that fit a text, by name. */
function useCountries() {
  const { locale } = useLocaleControl();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const other = locale === 'en' ? 'ru' : 'en';
  const found = countries
    .map((country) => ({ ...country, name: countryName(country.code, locale) }))
    .filter(
      ({ code, name, dialCode }) =>
        wanted === '' ||
        name.toLowerCase().includes(wanted) ||
        countryName(code, other).toLowerCase().startsWith(wanted) ||
        code.toLowerCase() === wanted ||
        (/\d/.test(wanted) && dialCode?.includes(wanted.replace(/^00/, '+'))),
    )
    .sort((a, b) => a.name.localeCompare(b.name, locale));
  return { text, setText, found };
}
