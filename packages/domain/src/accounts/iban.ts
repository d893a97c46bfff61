/**
 * IBANs: validated with the reason of a failure, formatted for people, and composed for the bank's own accounts. The checks run in the
 * order country, length, structure, check digits (the IBAN's own and, if a country has them, those inside the account number); the first
 * failure is returned. Source: ISO 13616, the SWIFT IBAN registry.
 *
 * Structures are the registry's. `ibantools` knows the check digits inside account numbers, and the structures of countries that use
 * IBANs without having registered them; its own structures of registered countries are wrong for some (`iban.test.ts` names them).
 */
import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';

/** Country and account number in the registry's notation: a count of digits (n), capitals (a), or capitals and digits (c). */
const registered = `AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c
  CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT24c
  HN4a20n HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c
  LY21n MC10n11c2n MD20c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n
  QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n SE20n SI15n SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c
  UA6n19c VA18n VG4a16n XK16n YE4a4n18c`;
interface Structure {
  readonly length: number;
  /** The kind of each character of the account number, as `nnnnaa`; undefined if only the library has the structure. */
  readonly kinds: string | undefined;
  /** Whether the check digits inside the account number are correct. */
  readonly hasCheckDigits: (bban: string) => boolean;
}

const checkDigitsOf = (country: string): Structure['hasCheckDigits'] =>
  countrySpecs[country]?.bban_validation_func ?? (() => true);

const structures: ReadonlyMap<string, Structure> = new Map([
  ...Object.entries(countrySpecs).flatMap(([country, { chars }]): [string, Structure][] =>
    chars ? [[country, { length: chars, kinds: undefined, hasCheckDigits: checkDigitsOf(country) }]] : [],
  ),
  ...registered.split(/\s+/).map((entry): [string, Structure] => {
    const parts = entry.slice(2).match(/\d{1,2}[nac]/g) ?? [];
    const kinds = parts.map((part) => part.slice(-1).repeat(Number(part.slice(0, -1)))).join('');
    const country = entry.slice(0, 2);
    return [country, { length: 4 + kinds.length, kinds, hasCheckDigits: checkDigitsOf(country) }];
  }),
]);

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLetter = (code: number): boolean => code >= 0x41 && code <= 0x5a;

/** Compares character codes, because files contain a hundred thousand IBANs. */
function fits(bban: string, kinds: string): boolean {
  if (bban.length !== kinds.length) return false;
  for (let place = 0; place < bban.length; place += 1) {
    const code = bban.charCodeAt(place);
    const kind = kinds[place];
    const isRight = (kind !== 'a' && isDigit(code)) || (kind !== 'n' && isLetter(code));
    if (!isRight) return false;
  }
  return true;
}

const fitsLibrary = (iban: string): boolean =>
  !validateIBAN(iban).errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat);

export type IbanRejection =
  | { readonly ok: false; readonly code: 'iban_country' | 'iban_structure' | 'iban_checksum' }
  | { readonly ok: false; readonly code: 'iban_length'; readonly expected: number; readonly actual: number };

export type IbanCheck =
  | { readonly ok: true; readonly iban: string; readonly country: string }
  | IbanRejection;

/** Spaces, dashes and invisible characters: people paste IBANs from PDF files, mails and web pages. */
const betweenDigits = /[\s\p{Pd}\p{Default_Ignorable_Code_Point}\p{Cf}\u2212]/gu;

/** The form in which an IBAN or account number is stored and compared: capitals without spaces, dashes, invisible characters and a leading "IBAN". */
export function normaliseIban(text: string): string {
  if (plainNumber.test(text)) return text;
  const plain = text.replace(betweenDigits, '').toUpperCase();
  return plain.replace(/^IBAN[:.]?(?=[A-Z]{2}\d)/, '');
}

/** Fast path for the usual form, because a file contains a hundred thousand numbers. */
const plainNumber = /^(?!IBAN)[A-Z0-9]*$/;

/** Length of an IBAN of this country; undefined for a country without IBANs. */
export const ibanLength = (country: string): number | undefined => structures.get(country)?.length;

/** Whether this country has IBANs. */
export const isIbanCountry = (country: string): boolean => ibanLength(country) !== undefined;

/** Reads an IBAN as a person types it, or says why it is invalid. */
export function checkIban(text: string): IbanCheck {
  const iban = normaliseIban(text);
  const country = iban.slice(0, 2);
  const structure = structures.get(country);
  if (structure === undefined) return { ok: false, code: 'iban_country' };
  const { length: expected, kinds, hasCheckDigits } = structure;
  if (iban.length !== expected) return { ok: false, code: 'iban_length', expected, actual: iban.length };
  const bban = iban.slice(4);
  const hasStructure = kinds === undefined ? fitsLibrary(iban) : fits(bban, kinds);
  const hasDigits = isDigit(iban.charCodeAt(2)) && isDigit(iban.charCodeAt(3));
  if (!hasDigits || !hasStructure) return { ok: false, code: 'iban_structure' };
  const isRight = composeIban(country, bban) === iban && hasCheckDigits(bban);
  return isRight ? { ok: true, iban, country } : { ok: false, code: 'iban_checksum' };
}

/** Groups of four, as ISO 13616 requires in print: `LT82 3850 0102 0491 8001`. Also accepts incomplete input. */
export const formatIban = (text: string): string => normaliseIban(text).replace(/(.{4})(?=.)/gu, '$1 ');

/** No IBAN is longer. */
const longestIban = 34;

/**
 * The account of a payment's party: an IBAN or account number in groups, a crypto address unchanged, because its letter case is its checksum. Only a
 * crypto address has small letters or is longer than an IBAN.
 */
export const formatAccount = (text: string): string =>
  /[a-z]/.test(text) || text.length > longestIban ? text : formatIban(text);

/** Enough to recognise an account but not to copy it: `LT82 ···· 8001`. Accepts account numbers too. */
export function shortIban(text: string): string {
  const iban = normaliseIban(text);
  return iban.length <= 8 ? iban : `${iban.slice(0, 4)} ···· ${iban.slice(-4)}`;
}

/** Puts country and check digits before a bank's own account number (BBAN, capitals and digits). ISO 7064 mod 97-10. */
export function composeIban(country: string, bban: string): string {
  const check = 98 - remainderOf(`${bban}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${bban}`;
}

/** The text modulo 97, read as a number with letters as 10 to 35. */
function remainderOf(text: string): number {
  let remainder = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    const value = isDigit(code) ? code - 0x30 : code - 0x37;
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
