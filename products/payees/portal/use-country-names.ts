/** Country names in the reader's language, sorted. */
import { countries, countryName } from '@calmly/domain';
import { useLocaleControl } from '@calmly/texts/index.tsx';
import { useMemo } from 'react';

/** All countries, also those that the bank does not serve. */
export function useCountryNames(): ReadonlyArray<{ readonly code: string; readonly name: string }> {
  const { locale } = useLocaleControl();
  return useMemo(
    () =>
      countries
        .map(({ code }) => ({ code, name: countryName(code, locale) }))
        .sort((a, b) => a.name.localeCompare(b.name, locale)),
    [locale],
  );
}
