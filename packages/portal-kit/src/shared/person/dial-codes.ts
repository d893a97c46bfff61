/** Dial codes by country, and the default country. */
import { countries, isCountry } from '@calmly/domain';

/** `+372`; empty for a territory without its own. */
export const dialCodeOf = (code: string): string =>
  countries.find((country) => country.code === code)?.dialCode ?? '';

/** The home country by the browser's languages; otherwise the bank's. */
export function likelyCountry(languages: readonly string[]): string {
  const regions = languages.map((language) => new Intl.Locale(language).region);
  return regions.find((region) => region !== undefined && isCountry(region)) ?? 'EE';
}
