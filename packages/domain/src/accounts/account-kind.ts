/**
 * How bank accounts are written, by currency and country of the bank: one table for the form's fields and the server's checks.
 *
 *     IBAN given, or a country with IBANs     iban     IBAN
 *     GBP in GB, or a sort code               uk       sort code (6 digits), account (8 digits)
 *     USD in US, or a routing number          us       routing number (ABA checksum), account (4-17 digits)
 *     any other                               swift    BIC, account
 *
 * Only the licensed tables of British clearing show whether a British account fits its sort code, so only lengths are checked. Source:
 * server page section 7; ISO 13616; ABA routing number policy.
 */
import { isIbanCountry } from './iban.ts';

export type AccountKind = 'iban' | 'uk' | 'us' | 'swift';

export type AccountNumberField = 'iban' | 'sortCode' | 'routingNumber' | 'accountNumber' | 'bic';

/** The fields that a payment to an account of each kind requires. */
export const requiredAccountFields: Readonly<Record<AccountKind, readonly AccountNumberField[]>> = {
  iban: ['iban'],
  uk: ['sortCode', 'accountNumber'],
  us: ['routingNumber', 'accountNumber'],
  swift: ['accountNumber', 'bic'],
};

/** The kind of an account. Fields that are already entered take precedence over currency and country. */
export function accountKind(account: {
  readonly currency: string;
  /** Of the bank; ISO 3166-1 alpha-2, or empty while unknown. */
  readonly country: string;
  readonly iban?: string | null | undefined;
  readonly sortCode?: string | null | undefined;
  readonly routingNumber?: string | null | undefined;
}): AccountKind {
  const { currency, country } = account;
  if (account.iban) return 'iban';
  if (account.sortCode || (currency === 'GBP' && country === 'GB')) return 'uk';
  if (account.routingNumber || (currency === 'USD' && country === 'US')) return 'us';
  return country === '' || isIbanCountry(country) ? 'iban' : 'swift';
}

/** The form of an account number of each kind, without spaces. */
export const accountNumberPattern: Readonly<Record<AccountKind, RegExp>> = {
  iban: /^[A-Z0-9]{3,34}$/,
  uk: /^\d{8}$/,
  us: /^\d{4,17}$/,
  swift: /^[A-Z0-9]{3,34}$/,
};

/** ABA: nine digits, weighted 3-7-1, divisible by ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false;
  const weights = [3, 7, 1];
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10 === 0;
}
