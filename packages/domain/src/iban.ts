/**
 * IBANs: checked so that the answer tells what is wrong, written for people, and composed for the bank's own accounts.
 * The checks run in the order country, length, structure, check digits (the IBAN's own and, where a country has them,
 * those inside the account number); the first that fails is told. Source: ISO 13616, the SWIFT IBAN registry.
 */
import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';

export type IbanRejection =
  | { readonly ok: false; readonly code: 'iban_country' | 'iban_structure' | 'iban_checksum' }
  | { readonly ok: false; readonly code: 'iban_length'; readonly expected: number; readonly actual: number };

export type IbanCheck =
  | { readonly ok: true; readonly iban: string; readonly country: string }
  | IbanRejection;

/** Capitals without spaces and hyphens: how an IBAN is stored and compared. */
export const normaliseIban = (text: string): string => text.replace(/[\s-]/gu, '').toUpperCase();

/** How long an IBAN of this country is; undefined where there is none. */
export const ibanLength = (country: string): number | undefined => countrySpecs[country]?.chars ?? undefined;

/** Does this country have IBANs? */
export const isIbanCountry = (country: string): boolean => ibanLength(country) !== undefined;

/** Reads an IBAN as a person types it, and says why it cannot be one. */
export function checkIban(text: string): IbanCheck {
  const iban = normaliseIban(text);
  const country = iban.slice(0, 2);
  const expected = ibanLength(country);
  if (expected === undefined) return { ok: false, code: 'iban_country' };
  if (iban.length !== expected) return { ok: false, code: 'iban_length', expected, actual: iban.length };
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return { ok: true, iban, country };
  const structure =
    errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat) ||
    errorCodes.includes(ValidationErrorsIBAN.ChecksumNotNumber);
  return { ok: false, code: structure ? 'iban_structure' : 'iban_checksum' };
}

/** Groups of four, as ISO 13616 wants it on paper: `LT82 3850 0102 0491 8001`. Takes unfinished input too. */
export const formatIban = (text: string): string => normaliseIban(text).replace(/(.{4})(?=.)/gu, '$1 ');

/** Enough to recognise an account and not enough to copy it: `LT82 ···· 8001`. Takes account numbers too. */
export function shortIban(text: string): string {
  const iban = normaliseIban(text);
  return iban.length <= 8 ? iban : `${iban.slice(0, 4)} ···· ${iban.slice(-4)}`;
}

/** Puts country and check digits before a bank's own account number (BBAN, capitals and digits). ISO 7064 mod 97-10. */
export function composeIban(country: string, bban: string): string {
  const digits = Array.from(`${bban}${country}00`, (character) => Number.parseInt(character, 36)).join('');
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${check.toString().padStart(2, '0')}${bban}`;
}
