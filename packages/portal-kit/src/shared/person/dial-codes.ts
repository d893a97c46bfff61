/** Dial codes by country, and the default country. */
import { countries, isCountry } from '@calmly/domain';

/** `+372`; empty where a territory has none of its own. */
export const dialCodeOf = (code: string): string =>
  countries.find((country) => country.code === code)?.dialCode ?? '';

/** Where the browser's languages say that the person is at home; else where the bank is. */
export function likelyCountry(languages: readonly string[]): string {
  const regions = languages.map((language) => new Intl.Locale(language).region);
  return regions.find((region) => region !== undefined && isCountry(region)) ?? 'EE';
}
