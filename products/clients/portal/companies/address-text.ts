/** An address in one line, with the country's name. */
import type { ResidentialAddress } from '@calmly/contract';
import { countryName } from '@calmly/domain';

export const addressText = (
  { line1, line2, postCode, town, country }: ResidentialAddress,
  locale: 'en' | 'ru',
): string => [line1, line2, `${postCode} ${town}`, countryName(country, locale)].filter(Boolean).join(', ');
