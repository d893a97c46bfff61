/**
 * The bank directory: the bank of an IBAN or a BIC. For the server; it has its own export path so that the portal, which calls `GET
 * /banks/lookup`, does not load the data.
 *
 * `bank-directory.json` has one line per bank code: `code BIC name|town`. The code is the beginning of the bank-specific part of an IBAN
 * (BBAN); if several lines match, the longest code wins. Lines without a code (`-`) are found by BIC only; US lines have the ABA routing
 * number. Sources: the countries' published national bank codes and ISO 9362.
 */

import { countryName } from '../texts/country.ts';
import data from './bank-directory.json' with { type: 'json' };

export interface Bank {
  /** Eleven characters. */
  readonly bic: string;
  readonly name: string;
  /** Town and country: `Hamburg, Germany`. */
  readonly address: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

const longestCode = 9;
const byCode = new Map<string, Bank>();
const byBic = new Map<string, Bank>();

for (const [country, lines] of Object.entries(data)) {
  for (const line of lines) {
    const [, code, bic, name, town] = /^(\S+) (\S+) ([^|]+)\|([^|]+)$/u.exec(line) ?? [];
    if (!code || !bic || !name || !town) throw new Error(`bank directory: not a bank: ${line}`);
    const bank: Bank = {
      bic: bic.padEnd(11, 'X'),
      name,
      address: `${town}, ${countryName(country, 'en')}`,
      country,
    };
    if (code !== '-') byCode.set(country + code, bank);
    // The first line of an institution covers all its branches.
    for (const key of [bank.bic, bank.bic.slice(0, 8)]) if (!byBic.has(key)) byBic.set(key, bank);
  }
}

/** Every bank code of the directory: country and code to bank. */
export const banksByCode: ReadonlyMap<string, Bank> = byCode;

/** The bank of a national bank code (or of a number that starts with one), US routing numbers included. */
export function findBankByCode(country: string, number: string): Bank | undefined {
  for (let length = Math.min(longestCode, number.length); length > 0; length -= 1) {
    const bank = byCode.get(country + number.slice(0, length));
    if (bank) return bank;
  }
  return undefined;
}

/** The bank of a valid IBAN (capitals, no spaces). */
export function findBankByIban(iban: string): Bank | undefined {
  const country = iban.slice(0, 2);
  // Italy's bank code (ABI) follows a check letter.
  return findBankByCode(country, iban.slice(country === 'IT' ? 5 : 4));
}

/** The bank of an eleven-character BIC; an unlisted branch resolves to its institution. */
export const findBankByBic = (bic: string): Bank | undefined => byBic.get(bic) ?? byBic.get(bic.slice(0, 8));
