/**
 * The bank's details for payers, and its numbering of accounts. Pure.
 * An account number is a serial number with a check digit (Luhn), so that a mistyped number belongs to no account. An IBAN consists of country, check
 * digits, bank code and the number, padded with zeros to the country's length. Payments in currencies other than euro come through a correspondent.
 * Source: ISO 13616; ISO/IEC 7812-1, annex B (Luhn); server page section 6.
 */
import { checkBic, checkIban, composeIban, ibanLength } from '@calmly/domain';
import { Refusal } from '@calmly/platform/refusal.ts';

/** The bank's identity, from the configuration. */
export interface Bank {
  /** ISO 3166-1 alpha-2; the country of its IBANs. */
  readonly country: string;
  /** The national bank code, which follows the check digits in its IBANs. */
  readonly bankCode: string;
  /** Eleven characters. */
  readonly bic: string;
  readonly name: string;
  readonly address: string;
  /** An IANA name: defines when the bank's months begin. */
  readonly timeZone: string;
}

/** Calmly's own details, used unless an operator configures others. */
export const defaultBank: Bank = {
  country: 'LT',
  bankCode: '38500',
  bic: 'CALMLT21XXX',
  name: 'Calmly',
  address: 'Konstitucijos pr. 21A, LT-08130 Vilnius, Lithuania',
  timeZone: 'Europe/Vilnius',
};

/** The default bank with the operator's changes. */
export const bankOf = (given: { readonly [Field in keyof Bank]?: Bank[Field] | undefined } = {}): Bank => ({
  country: given.country ?? defaultBank.country,
  bankCode: given.bankCode ?? defaultBank.bankCode,
  bic: given.bic ?? defaultBank.bic,
  name: given.name ?? defaultBank.name,
  address: given.address ?? defaultBank.address,
  timeZone: given.timeZone ?? defaultBank.timeZone,
});

/** The account number with this serial. */
export const accountNumberOf = (serial: bigint): string => `${serial}${luhnDigit(`${serial}`)}`;

/** The IBAN of an account number; throws if the bank's country and code leave the wrong length for it. */
export function ibanOf(bank: Bank, number: string): string {
  const room = (ibanLength(bank.country) ?? 0) - 4 - bank.bankCode.length;
  const iban = composeIban(bank.country, bank.bankCode + number.padStart(room, '0'));
  if (number.length > room || !checkIban(iban).ok)
    throw new Refusal(
      `BANK_CODE ${bank.bankCode} does not make valid IBANs in BANK_COUNTRY ${bank.country}.`,
    );
  return iban;
}

/** Whether an account with this IBAN would belong to this bank. */
export const isIbanOf = (bank: Pick<Bank, 'country' | 'bankCode'>, iban: string): boolean =>
  iban.startsWith(bank.country) && iban.startsWith(bank.bankCode, 4);

/** Throws if a configured bank could not be paid, so that it is found at start-up and not by the first client. */
export function requireUsableBank(bank: Bank): void {
  ibanOf(bank, accountNumberOf(1_020_491_800n));
  const bic = checkBic(bank.bic);
  if (!bic.ok || bic.bic !== bank.bic) throw new Refusal(`BANK_BIC ${bank.bic} is not a BIC.`);
}

/** Banks that hold this bank's money in currencies other than euro. */
const correspondents: Readonly<Record<string, { bank: string; bic: string }>> = {
  USD: { bank: 'Citibank N.A., New York', bic: 'CITIUS33XXX' },
  GBP: { bank: 'Barclays Bank PLC, London', bic: 'BARCGB22XXX' },
  CHF: { bank: 'UBS Switzerland AG, Zürich', bic: 'UBSWCHZH80A' },
  PLN: { bank: 'mBank S.A., Warszawa', bic: 'BREXPLPWXXX' },
  CZK: { bank: 'ČSOB, Prague', bic: 'CEKOCZPPXXX' },
  SEK: { bank: 'SEB, Stockholm', bic: 'ESSESESSXXX' },
  JPY: { bank: 'MUFG Bank, Tokyo', bic: 'BOTKJPJTXXX' },
  KWD: { bank: 'National Bank of Kuwait, Kuwait City', bic: 'NBOKKWKWXXX' },
};

/** The bank through which a payment in this currency arrives; undefined for euro, which needs none. */
export const correspondentOf = (currency: string) => correspondents[currency];

/** Doubles every second digit from the right, sums the digits, and returns the difference to the next multiple of ten. */
function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return `${(10 - (sum % 10)) % 10}`;
}
