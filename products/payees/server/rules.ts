/**
 * Validates payees. Pure: no clock, no database. All errors are returned at once, each by its field.
 *
 * A person has a first and a last name, a company has a name. The country exists, and a date of birth is in the past. Name and address
 * can be written in Latin letters, the form in which they travel. Each bank account follows `bank-detail-rules.ts`, and no account may
 * occur twice in one request. The first account decides how the payee is paid (SEPA or SWIFT) and its main currency. What each account's
 * method requires of the address is in the domain's `remittance.ts`. Source: specification section 3; server page section 7.
 */
import type { BankDetail, BankDetailInput, Beneficiary, PartyInput } from '@calmly/contract';
import {
  addressIssues,
  isCountry,
  longestAddress,
  longestTravellingName,
  nameKey,
  type PostalAddress,
  type RailScheme,
  schemeFor,
  shortIban,
  transliterate,
  untransliterable,
} from '@calmly/domain';
import { rejectPostCode } from '@calmly/platform/post-code.ts';
import type { FieldRejection } from '@calmly/platform/problem.ts';
import { rejectLongLatin } from '@calmly/platform/travelling-texts.ts';
import { type CheckedDetail, checkBankDetail, type DetailContext } from './bank-detail-rules.ts';

/** Who the payee is. */
export type CheckedParty = Pick<
  Beneficiary,
  | 'legalStatus'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'dateOfBirth'
  | 'street'
  | 'buildingNumber'
  | 'postCode'
  | 'town'
  | 'country'
  | 'latin'
>;

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: readonly FieldRejection[] };

/** 1 January 1900 in Unix seconds: no payee is older. */
const earliestBirth = -2_208_988_800;
const longestName = 140;

/** Reads who the payee is. `now` bounds the date of birth. */
export function checkParty(input: PartyInput, now: Date): Checked<CheckedParty> {
  const fields: FieldRejection[] = [];
  const person = input.legalStatus === 'INDIVIDUAL';
  const name = person ? [input.firstName, input.lastName].filter(Boolean).join(' ') : (input.name ?? '');
  if (person) {
    if (!input.firstName) fields.push({ field: 'firstName', code: 'required' });
    if (!input.lastName) fields.push({ field: 'lastName', code: 'required' });
    if (name.length > longestName) fields.push({ field: 'lastName', code: 'too_long' });
  } else if (name === '') fields.push({ field: 'name', code: 'required' });
  if (!isCountry(input.country)) fields.push({ field: 'country', code: 'invalid' });
  const birth = input.dateOfBirth;
  if (birth !== undefined && (birth < earliestBirth || birth * 1000 >= now.getTime()))
    fields.push({ field: 'dateOfBirth', code: 'date_of_birth' });
  const address = {
    street: input.street ?? null,
    buildingNumber: input.buildingNumber ?? null,
    postCode: input.postCode ?? null,
    town: input.town ?? null,
  };
  if (address.postCode) fields.push(...rejectPostCode('', { ...input, postCode: address.postCode }));
  fields.push(...checkLatinName(input.latinName ?? name), ...checkLatinAddress(address));
  if (fields.length > 0) return { ok: false, fields };
  return {
    ok: true,
    value: {
      ...address,
      legalStatus: input.legalStatus,
      name,
      firstName: (person && input.firstName) || null,
      lastName: (person && input.lastName) || null,
      dateOfBirth: (person ? birth : undefined) ?? null,
      country: input.country,
      latin: latinOf(input.latinName ?? name, address),
    },
  };
}

function checkLatinName(name: string): FieldRejection[] {
  if (name === '' || name.length > longestName) return [];
  const field = 'latinName';
  const unknown = untransliterable(name);
  if (unknown.length > 0) return [{ field, code: 'latin_needed', params: { characters: unknown.join(' ') } }];
  const latin = transliterate(name);
  if (nameKey(latin) === '') return [{ field, code: 'latin_needed', params: { characters: name } }];
  if (latin.length <= longestTravellingName) return [];
  return [{ field, code: 'latin_too_long', params: { most: longestTravellingName } }];
}

const checkLatinAddress = (address: PostalAddress): FieldRejection[] =>
  Object.entries(address).flatMap(([field, text]): FieldRejection[] => {
    const unknown = untransliterable(text ?? '');
    const params = { characters: unknown.join(' ') };
    if (unknown.length > 0) return [{ field, code: 'latin_needed', params }];
    return rejectLongLatin(field, text, longestAddress[field as keyof PostalAddress]);
  });

const latinOf = (name: string, address: PostalAddress): CheckedParty['latin'] => {
  const latin = (text: string | null) => text && transliterate(text);
  return {
    name: transliterate(name),
    street: latin(address.street),
    buildingNumber: latin(address.buildingNumber),
    postCode: latin(address.postCode),
    town: latin(address.town),
  };
};

/** What the ways to the accounts ask of the payee's address and it does not say. */
export const checkAddress = (
  address: PostalAddress,
  details: readonly SchemeFacts[],
  ownBic: string,
): FieldRejection[] =>
  addressIssues({ ...address, schemes: schemesOf(details, ownBic) }).map((issue) =>
    issue === 'street_missing'
      ? { field: 'street', code: 'street_needed' }
      : { field: 'town', code: 'town_needed' },
  );

type SchemeFacts = Pick<BankDetail, 'currency' | 'iban' | 'bic' | 'bankCountry'>;

/** The ways to the accounts; none to those of this bank. */
export const schemesOf = (details: readonly SchemeFacts[], ownBic: string): RailScheme[] =>
  details
    .filter(({ bic }) => bic !== ownBic)
    .map(({ currency, iban, bankCountry }) =>
      schemeFor({ currency, creditorCountry: bankCountry ?? '', hasIban: iban !== null }),
    );

/** Reads the payee's bank accounts, at least one. */
export function checkBankDetails(
  inputs: readonly BankDetailInput[],
  context: Omit<DetailContext, 'field'>,
): Checked<readonly CheckedDetail[]> {
  const fields: FieldRejection[] = [];
  const details: CheckedDetail[] = [];
  const seen = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    const field = `bankDetails.${index}`;
    const checked = checkBankDetail(input, { ...context, field });
    if ('rejections' in checked) {
      fields.push(...checked.rejections);
      continue;
    }
    const key = `${accountKey(checked.detail)} ${checked.detail.currency}`;
    if (seen.has(key))
      fields.push({ field: `${field}.${accountField(checked.detail)}`, code: 'duplicate_payee' });
    seen.add(key);
    details.push(checked.detail);
  }
  return fields.length > 0 ? { ok: false, fields } : { ok: true, value: details };
}

/** How a payee with these accounts is paid. */
export function schemeOf(details: readonly CheckedDetail[]): { type: 'SEPA' | 'SWIFT'; currency: string } {
  const [main] = details;
  if (!main) throw new Error('a beneficiary has at least one bank account');
  const type = schemeFor({
    currency: main.currency,
    creditorCountry: main.bankCountry,
    hasIban: main.iban !== null,
  });
  return { type, currency: main.currency };
}

/** The field that names the account. */
export const accountField = (detail: CheckedDetail): 'iban' | 'accountNumber' =>
  detail.iban === null ? 'accountNumber' : 'iban';

/** What makes two accounts the same one. */
export const accountKey = (detail: CheckedDetail): string =>
  detail.iban ??
  `${detail.sortCode ?? detail.routingNumber ?? detail.bic ?? ''}:${detail.accountNumber ?? ''}`;

/** The account as a person knows it: IBAN or number. */
export const accountOf = (detail: Pick<BankDetail, 'iban' | 'accountNumber'>): string =>
  detail.iban ?? detail.accountNumber ?? '';

/** What a code's message calls the accounts: `DE33 ···· 7016, 3141 ···· 2653`. */
export const shortAccounts = (details: ReadonlyArray<Pick<BankDetail, 'iban' | 'accountNumber'>>): string =>
  details.map((detail) => shortIban(accountOf(detail))).join(', ');
