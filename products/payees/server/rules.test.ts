import type { BankDetailInput, PartyInput } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { checkBankDetails, checkParty } from './rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const ownIban = 'LT823850010204918001';
/** Another person's, at this bank. */
const insideIban = 'LT553850010204918002';
const ownBank = {
  country: 'LT',
  bankCode: '38500',
  bic: 'CALMLT21XXX',
  name: 'Calmly',
  address: 'Vilnius, Lithuania',
  timeZone: 'Europe/Vilnius',
};

const check = (input: BankDetailInput, payeeCountry = 'DE') =>
  checkBankDetails([input], {
    payeeCountry,
    ownIbans: new Set([ownIban]),
    openIbans: new Set([ownIban, insideIban]),
    ownBank,
  });

/** The refused fields with their codes, `ok` when there are none. */
function verdict(input: BankDetailInput, payeeCountry?: string) {
  const checked = check(input, payeeCountry);
  return checked.ok
    ? 'ok'
    : checked.fields.map(({ field, code }) => `${field.replace('bankDetails.0.', '')} ${code}`).join(', ');
}

const german = 'DE33200505501289447016';
const british = 'GB29NWBK60161331926819';
const kuwaiti = 'KW81CBKU0000000000001234560101';

describe('checkBankDetails', () => {
  it.each<[string, BankDetailInput, string, string?]>([
    ['an IBAN is enough in SEPA', { iban: german, currency: 'EUR' }, 'ok'],
    ['as typed, with spaces', { iban: 'de33 2005 0550 1289 4470 16', currency: 'EUR' }, 'ok'],
    ['IBAN and its BIC', { iban: german, bic: 'haspdehh', currency: 'EUR' }, 'ok'],
    ['an account of another client', { iban: insideIban, currency: 'EUR' }, 'ok'],
    [
      'an IBAN of this bank without an account',
      { iban: 'LT283850010204918003', currency: 'EUR' },
      'iban iban_not_here',
    ],
    ['a wrong digit in the IBAN', { iban: 'DE33200505501289447017', currency: 'EUR' }, 'iban iban_checksum'],
    ['an IBAN too short', { iban: 'DE3320050550128944701', currency: 'EUR' }, 'iban iban_length'],
    ['a letter in a German IBAN', { iban: 'DE3320050550128944701O', currency: 'EUR' }, 'iban iban_structure'],
    [
      'an IBAN of a country without IBANs',
      { iban: 'US33200505501289447016', currency: 'EUR' },
      'iban iban_country',
    ],
    ['the own account', { iban: 'LT82 3850 0102 0491 8001', currency: 'EUR' }, 'iban own_account'],
    ['no IBAN in an IBAN country', { accountNumber: '1289447016', currency: 'EUR' }, 'iban iban_required'],
    ['a BIC that is none', { iban: german, bic: 'HASPDE', currency: 'EUR' }, 'bic bic_invalid'],
    ['a BIC of another country', { iban: german, bic: 'SWEDSESS', currency: 'EUR' }, 'bic bic_country'],
    [
      'a bank country that contradicts the IBAN',
      { iban: german, bankCountry: 'FR', currency: 'EUR' },
      'bankCountry invalid',
    ],
    ['a currency that does not exist', { iban: german, currency: 'XXX' }, 'currency currency_unknown'],
    ['a crypto currency', { iban: german, currency: 'BTC' }, 'currency currency_unknown'],
    ['dollars to an IBAN of a known bank', { iban: german, currency: 'USD' }, 'ok'],
    ['dollars to an IBAN of an unknown bank', { iban: kuwaiti, currency: 'USD' }, 'bic required'],
    ['the same with its BIC', { iban: kuwaiti, bic: 'CBKUKWKW', currency: 'USD' }, 'ok'],

    [
      'sort code and account',
      { sortCode: '20-00-00', accountNumber: '55779911', currency: 'GBP' },
      'ok',
      'GB',
    ],
    ['pounds without a sort code', { accountNumber: '55779911', currency: 'GBP' }, 'sortCode required', 'GB'],
    ['pounds without anything', { currency: 'GBP' }, 'sortCode required, accountNumber required', 'GB'],
    [
      'a sort code of five digits',
      { sortCode: '20-00-0', accountNumber: '55779911', currency: 'GBP' },
      'sortCode sort_code_invalid',
      'GB',
    ],
    [
      'an account of seven digits',
      { sortCode: '200000', accountNumber: '5577991', currency: 'GBP' },
      'accountNumber account_number_invalid',
      'GB',
    ],
    ['pounds to an IBAN', { iban: british, currency: 'GBP' }, 'ok', 'GB'],
    [
      'a sort code with a German IBAN',
      { iban: german, sortCode: '200000', currency: 'EUR' },
      'sortCode sort_code_invalid',
    ],
    [
      'euro to Britain without an IBAN',
      { accountNumber: '55779911', currency: 'EUR' },
      'iban iban_required',
      'GB',
    ],

    [
      'routing number and account',
      { routingNumber: '021000021', accountNumber: '4008221795', currency: 'USD' },
      'ok',
      'US',
    ],
    [
      'dollars without a routing number',
      { accountNumber: '400822', currency: 'USD' },
      'routingNumber required',
      'US',
    ],
    [
      'a routing number with a wrong check digit',
      { routingNumber: '021000022', accountNumber: '4008221795', currency: 'USD' },
      'routingNumber routing_invalid',
      'US',
    ],
    [
      'a routing number of zeros',
      { routingNumber: '000000000', accountNumber: '4008221795', currency: 'USD' },
      'routingNumber routing_invalid',
      'US',
    ],
    [
      'letters in an American account',
      { routingNumber: '021000021', accountNumber: '40X08221795', currency: 'USD' },
      'accountNumber account_number_invalid',
      'US',
    ],

    ['BIC and account elsewhere', { bic: 'BOTKJPJT', accountNumber: '3141592', currency: 'JPY' }, 'ok', 'JP'],
    ['neither BIC nor account', { currency: 'JPY' }, 'accountNumber required, bic required', 'JP'],
    [
      'an account number with symbols',
      { bic: 'BOTKJPJT', accountNumber: '314/1592', currency: 'JPY' },
      'accountNumber account_number_invalid',
      'JP',
    ],
    [
      'a BIC of another country than the payee, with the bank’s country',
      { bic: 'BOTKJPJT', accountNumber: '3141592', bankCountry: 'US', currency: 'JPY' },
      'bic bic_country',
      'JP',
    ],
    [
      'the account at an unnamed correspondent',
      { bic: 'BOTKJPJT', accountNumber: '3141592', correspondentAccount: '36005', currency: 'USD' },
      'correspondentBic required',
      'JP',
    ],
    [
      'an invalid correspondent BIC',
      { bic: 'BOTKJPJT', accountNumber: '3141592', correspondentBic: 'CITI', currency: 'USD' },
      'correspondentBic bic_invalid',
      'JP',
    ],
    [
      'a bank country that does not exist',
      { iban: german, bankCountry: 'ZZ', currency: 'EUR' },
      'bankCountry invalid',
    ],
  ])('%s', (_name, input, expected, payeeCountry) => {
    expect(verdict(input, payeeCountry)).toBe(expected);
  });

  it('says how long the IBAN should be', () => {
    expect(check({ iban: 'DE3320050550128944701', currency: 'EUR' })).toEqual({
      ok: false,
      fields: [{ field: 'bankDetails.0.iban', code: 'iban_length', params: { expected: 22, actual: 21 } }],
    });
  });

  it('fills bank name, BIC and address from the directory, and keeps the client’s input', () => {
    expect(check({ iban: german, currency: 'EUR' })).toMatchObject({
      value: [
        {
          iban: german,
          bic: 'HASPDEHHXXX',
          bankName: 'Hamburger Sparkasse',
          bankAddress: 'Hamburg, Germany',
        },
      ],
    });
    expect(check({ iban: german, bankName: 'Haspa', currency: 'EUR' })).toMatchObject({
      value: [{ bic: 'HASPDEHHXXX', bankName: 'Haspa' }],
    });
    expect(
      check({ routingNumber: '021000021', accountNumber: '4008221795', currency: 'USD' }, 'US'),
    ).toMatchObject({
      value: [{ bic: 'CHASUS33XXX', bankName: 'JPMorgan Chase Bank', bankCountry: 'US' }],
    });
    expect(check({ iban: insideIban, currency: 'EUR' })).toMatchObject({
      value: [{ bic: 'CALMLT21XXX', bankName: 'Calmly' }],
    });
  });

  it('refuses the same account twice, unless in two currencies', () => {
    const none = new Set<string>();
    const context = { payeeCountry: 'DE', ownIbans: none, openIbans: none, ownBank };
    const euro = { iban: german, currency: 'EUR' };
    expect(checkBankDetails([euro, { iban: german, currency: 'USD' }], context).ok).toBe(true);
    expect(checkBankDetails([euro, { ...euro, bic: 'HASPDEHHXXX' }], context)).toEqual({
      ok: false,
      fields: [{ field: 'bankDetails.1.iban', code: 'duplicate_payee' }],
    });
  });
});

describe('checkParty', () => {
  const person: PartyInput = {
    legalStatus: 'INDIVIDUAL',
    firstName: 'Lotte',
    lastName: 'Visser',
    country: 'NL',
  };

  it('writes the name of a person from first and last name', () => {
    expect(checkParty({ ...person, name: 'Someone Else' }, now)).toMatchObject({
      value: { name: 'Lotte Visser' },
    });
    expect(checkParty({ ...person, legalStatus: 'COMPANY', name: 'Visser B.V.' }, now)).toMatchObject({
      value: { name: 'Visser B.V.', firstName: null, lastName: null },
    });
  });

  it('transliterates the name, unless the client gives the spelling that the bank knows', () => {
    const russian = { ...person, firstName: 'Пётр', lastName: 'Щукин', street: 'ул. Лесная', town: 'Нарва' };
    const latin = { name: 'Petr Shchukin', street: 'ul. Lesnaia', town: 'Narva', postCode: null };
    expect(checkParty(russian, now)).toMatchObject({ value: { name: 'Пётр Щукин', latin } });
    expect(checkParty({ ...russian, latinName: 'Pjotr Štšukin' }, now)).toMatchObject({
      value: { name: 'Пётр Щукин', latin: { ...latin, name: 'Pjotr Stsukin' } },
    });
    expect(checkParty({ ...person, lastName: '王', latinName: 'Lotte Wang' }, now).ok).toBe(true);
  });

  it.each<[string, Partial<PartyInput>, string]>([
    ['a person without a first name', { firstName: undefined }, 'firstName required'],
    ['a person without a last name', { lastName: undefined }, 'lastName required'],
    ['a company without a name', { legalStatus: 'COMPANY' }, 'name required'],
    ['a name that is too long', { firstName: 'a'.repeat(70), lastName: 'b'.repeat(70) }, 'lastName too_long'],
    ['a postcode of another country', { postCode: '10115' }, 'postCode post_code_invalid'],
    ['a country that does not exist', { country: 'ZZ' }, 'country invalid'],
    [
      'a date of birth in the future',
      { dateOfBirth: now.getTime() / 1000 + 60 },
      'dateOfBirth date_of_birth',
    ],
    [
      'a date of birth in the nineteenth century',
      { dateOfBirth: -2_500_000_000 },
      'dateOfBirth date_of_birth',
    ],
    ['a name in letters without transliteration', { lastName: '王伟' }, 'latinName latin_needed'],
    ['a name of signs', { legalStatus: 'COMPANY', name: '«—»' }, 'latinName latin_needed'],
    ['a Latin name that is too long', { latinName: 'b'.repeat(71) }, 'latinName latin_too_long'],
    // 30 letters of one kind become 120.
    ['a street that grows in Latin letters', { street: 'щ'.repeat(30) }, 'street latin_too_long'],
    ['a town that grows in Latin letters', { town: 'щ'.repeat(9) }, 'town latin_too_long'],
    ['a town in letters without transliteration', { town: 'Αθήνα' }, 'town latin_needed'],
    ['a date of birth out of range', { dateOfBirth: Number.MAX_SAFE_INTEGER }, 'dateOfBirth date_of_birth'],
  ])('refuses %s', (_name, change, expected) => {
    const checked = checkParty({ ...person, ...change } as PartyInput, now);
    expect(checked.ok ? 'ok' : checked.fields.map(({ field, code }) => `${field} ${code}`).join()).toBe(
      expected,
    );
  });
});
