/** Converts a typed phone number to E.164. The library that knows every country's numbers is loaded on first use, not with the page. */
import type { CountryCode } from 'libphonenumber-js/min';
import { dialCodeOf } from './dial-codes.ts';

export interface PhoneDraft {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly text: string;
}

export interface ReadPhone {
  /** `+3725123456` */
  readonly e164: string;
  /** In the country's format, without the dial code. */
  readonly national: string;
  /** `+372 512 3456` */
  readonly international: string;
  /** The number's own country: '+44 …' may be typed under another flag. */
  readonly country: string;
}

/** The number, or undefined if it is invalid. */
export async function readPhone({ country, text }: PhoneDraft): Promise<ReadPhone | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const region: CountryCode | undefined = isSupportedCountry(country) ? country : undefined;
  const typed = text.trim().replace(/^00/, '+');
  // Some territories share a dial code with others: the full number identifies the country, the short one cannot.
  const readings = [
    parsePhoneNumberFromString(typed, { ...(region && { defaultCountry: region }), extract: false }),
    parsePhoneNumberFromString(`${dialCodeOf(country)}${typed.replace(/^\+?0?/, '')}`, { extract: false }),
  ];
  const number = readings.find((reading) => reading?.isValid());
  if (!number) return undefined;
  return {
    e164: number.number,
    national: number.formatNational(),
    international: number.formatInternational(),
    country: number.country ?? country,
  };
}

/** The number in its country's format; undefined if it already is, or is invalid. */
export async function tidiedPhone(typed: PhoneDraft): Promise<PhoneDraft | undefined> {
  const read = await readPhone(typed);
  if (!read || (read.national === typed.text && read.country === typed.country)) return undefined;
  return { country: read.country, text: read.national };
}
