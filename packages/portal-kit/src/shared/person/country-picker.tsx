/** Chooses a country by its name in the reader's language; searchable in either language, by code or by dial code. */
import { countries, countryName, isServedCountry } from '@calmly/domain';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { useState } from 'react';
import { dialCodeOf } from './dial-codes.ts';
import classes from './person.module.css';

interface CountryPickerProps {
  label: string;
  name: string;
  /** ISO 3166-1 alpha-2, or empty. */
  value: string;
  /** For a client's residence or a company's seat: countries that the bank does not serve are shown, but cannot be chosen. */
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
  const { found, picker } = useCountries(t('search'), onChange);
  return (
    <Picker
      {...picker}
      label={label}
      name={name}
      chosen={value}
      error={error}
      options={found.map(({ code, name: country }) => {
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

/** The same with dial codes: the box shows only the flag and the code. */
export function DialCodePicker({ label, name, value, invalid, onChange }: DialCodePickerProps) {
  const t = useTranslations('onboarding.country');
  const { found, picker } = useCountries(t('searchCode'), onChange);
  return (
    <Picker
      {...picker}
      label={label}
      labelHidden
      name={name}
      chosen={value}
      invalid={invalid}
      short={
        <span className={classes.country}>
          <Flag country={value} />
          {dialCodeOf(value)}
        </span>
      }
      options={found
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

/** The countries that match the search text, by name, and the common props of both pickers. */
function useCountries(placeholder: string, onChange: (code: string) => void) {
  const t = useTranslations('onboarding.country');
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
  const picker = {
    compact: true,
    placeholder: t('choose'),
    none: t('none'),
    search: { text, placeholder, onChange: setText },
    onChoose: (code: string) => {
      setText('');
      onChange(code);
    },
  };
  return { found, picker };
}
