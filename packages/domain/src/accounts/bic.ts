/**
 * BICs (ISO 9362): four letters or digits of the institution, the country, two of the place, and a branch of three that is XXX for the
 * head office. Stored and compared in the long form of eleven characters.
 */
import { isCountry } from '../texts/country.ts';

export type BicCheck =
  | { readonly ok: true; readonly bic: string; readonly country: string }
  | { readonly ok: false; readonly code: 'bic_invalid' };

const pattern = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** Reads a BIC as a person types it and returns the eleven-character form. */
export function checkBic(text: string): BicCheck {
  const bic = text.replace(/\s/gu, '').toUpperCase();
  const country = pattern.exec(bic)?.[1];
  if (country === undefined || !isCountry(country)) return { ok: false, code: 'bic_invalid' };
  return { ok: true, bic: bic.padEnd(11, 'X'), country };
}

/** Territories whose banks use another country's codes (ISO 9362 and the IBAN registry). */
const countryOfBanks: Readonly<Record<string, string>> = {
  AX: 'FI',
  BL: 'FR',
  GF: 'FR',
  GG: 'GB',
  GP: 'FR',
  IM: 'GB',
  JE: 'GB',
  MF: 'FR',
  MQ: 'FR',
  NC: 'FR',
  PF: 'FR',
  PM: 'FR',
  RE: 'FR',
  TF: 'FR',
  WF: 'FR',
  YT: 'FR',
};

/** Whether a bank with this BIC country may hold an account of that IBAN country. Territories follow their banks' country. */
export const bicFitsCountry = (bicCountry: string, accountCountry: string): boolean =>
  (countryOfBanks[bicCountry] ?? bicCountry) === (countryOfBanks[accountCountry] ?? accountCountry);
