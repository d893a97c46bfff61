/**
 * The bank's details as payers need them, and its numbering of accounts. Pure.
 *
 * An account number is a serial number with a check digit (Luhn), so that a mistyped number belongs to no account. An IBAN consists of
 * country, check digits, bank code and the number, padded with zeros to the country's length. Payments in currencies other than euro
 * come through a correspondent. Source: ISO 13616; ISO/IEC 7812-1, annex B (Luhn); server page section 6.
 */
import { checkBic, checkIban, composeIban, ibanLength } from '@calmly/domain';
import { Refusal } from '@calmly/platform/refusal.ts';

/** Which bank this is; from the configuration. */
export interface Bank {
  /** ISO 3166-1 alpha-2; the country of its IBANs. */
  readonly country: string;
  /** The national bank code that its IBANs begin with, after the check digits. */
  readonly bankCode: string;
  /** Eleven characters. */
  readonly bic: string;
  readonly name: string;
  readonly address: string;
  /** An IANA name: when its months begin. */
  readonly timeZone: string;
}

/** The bank that Calmly is until an operator says otherwise. */
export const defaultBank: Bank = {
  country: 'LT',
  bankCode: '38500',
  bic: 'CALMLT21XXX',
  name: 'Calmly',
  address: 'Konstitucijos pr. 21A, LT-08130 Vilnius, Lithuania',
  timeZone: 'Europe/Vilnius',
};

/** That bank with what an operator says differently. */
export const bankOf = (given: { readonly [Field in keyof Bank]?: Bank[Field] | undefined } = {}): Bank => ({
  country: given.country ?? defaultBank.country,
  bankCode: given.bankCode ?? defaultBank.bankCode,
  bic: given.bic ?? defaultBank.bic,
  name: given.name ?? defaultBank.name,
  address: given.address ?? defaultBank.address,
  timeZone: given.timeZone ?? defaultBank.timeZone,
});

/** The number of an account with this serial. */
export const accountNumberOf = (serial: bigint): string => `${serial}${luhnDigit(`${serial}`)}`;

/** The IBAN of an account number; throws for a bank whose country and code leave the wrong length for it. */
export function ibanOf(bank: Bank, number: string): string {
  const room = (ibanLength(bank.country) ?? 0) - 4 - bank.bankCode.length;
  const iban = composeIban(bank.country, bank.bankCode + number.padStart(room, '0'));
  if (number.length > room || !checkIban(iban).ok)
    throw new Refusal(
      `BANK_CODE ${bank.bankCode} does not make valid IBANs in BANK_COUNTRY ${bank.country}.`,
    );
  return iban;
}

/** Whether an account with this IBAN would be this bank's. */
export const isIbanOf = (bank: Pick<Bank, 'country' | 'bankCode'>, iban: string): boolean =>
  iban.startsWith(bank.country) && iban.startsWith(bank.bankCode, 4);

/** Throws where a configured bank could not be paid: found at start-up, not by the first client. */
export function requireUsableBank(bank: Bank): void {
  ibanOf(bank, accountNumberOf(1_020_491_800n));
  const bic = checkBic(bank.bic);
  if (!bic.ok || bic.bic !== bank.bic) throw new Refusal(`BANK_BIC ${bank.bic} is not a BIC.`);
}

/** Banks that keep this bank's money in other currencies than euro. */
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

/** Through which bank a payment in this currency arrives; undefined for euro, which needs none. */
export const correspondentOf = (currency: string) => correspondents[currency];

/** Every second digit from the right doubled, digits summed; what is missing to a multiple of ten. */
function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return `${(10 - (sum % 10)) % 10}`;
}
