/** Reference, creditor reference, end-to-end id, day, purpose and charges of a row. Source: README of payouts, "What is checked". */
import { expect, test } from 'vitest';
import { creditorReferenceOf, remittanceOf } from '../texts.ts';
import { book, type Changes, check, faultsOf, hansa, hansaId, overseas, paramsOf } from './facts.ts';

/** ISO 11649's own example, and one of Febelfin's. */
const creditorReference = 'RF18539007547034';
const belgian = '+++090/9337/55493+++';

test.each<[string, string | undefined, string | undefined, string]>([
  ['a reference', 'Rent', undefined, 'Rent'],
  ['a creditor reference', undefined, creditorReference, creditorReference],
  ['both', 'Rent', creditorReference, `Rent ${creditorReference}`],
  ['a reference that has it', `Rent ${creditorReference}`, creditorReference, `Rent ${creditorReference}`],
  ['a reference that has it in groups', 'rf18 5390 0754 7034', creditorReference, 'rf18 5390 0754 7034'],
  ['none', undefined, undefined, ''],
])('the reference shown is made of %s', (_, reference, creditor, expected) => {
  const cells = { ...(reference && { reference }), ...(creditor && { creditorReference: creditor }) };
  expect(remittanceOf(cells)).toBe(expected);
});

test.each<[string, string | undefined, string | undefined, string | undefined]>([
  ['none', undefined, 'BE68539007547034', undefined],
  ['by ISO 11649', 'rf18 5390 0754 7034', undefined, 'RF18539007547034'],
  ['of Belgium, to an account there', belgian, 'BE68 5390 0754 7034', '090933755493'],
  ['of Belgium, to an account elsewhere', belgian, 'EE382200221020145685', undefined],
  ['of Belgium, to an unknown account', belgian, undefined, undefined],
  ['of Belgium, to a wrong account', belgian, 'BE68539007547035', undefined],
])('sends the creditor reference in its checked form: %s', (_, text, account, expected) => {
  expect(creditorReferenceOf(text === undefined ? {} : { creditorReference: text }, account)).toBe(expected);
});

test.each<[string, Changes, string[]]>([
  ['no text', { reference: undefined }, ['reference reference_missing']],
  ['a creditor reference alone', { reference: undefined, creditorReference }, []],
  [
    'a wrong creditor reference',
    { creditorReference: 'RF19539007547034' },
    ['creditorReference creditor_reference_invalid'],
  ],
  [
    'a wrong creditor reference alone',
    { reference: undefined, creditorReference: 'RF19' },
    ['creditorReference creditor_reference_invalid'],
  ],
  [
    'a creditor reference of Belgium, to Estonia',
    { creditorReference: belgian },
    ['creditorReference creditor_reference_invalid'],
  ],
  [
    'a creditor reference of Belgium, to Belgium',
    { creditorReference: belgian, account: 'BE68539007547034' },
    [],
  ],
  [
    'a creditor reference of Belgium, to a wrong account there',
    { creditorReference: belgian, account: 'BE68539007547035' },
    ['account iban_checksum', 'creditorReference creditor_reference_invalid'],
  ],
  ['140 characters', { reference: 'x'.repeat(140) }, []],
  ['141 characters', { reference: 'x'.repeat(141) }, ['reference text_too_long']],
  ['140 with the creditor reference', { reference: 'x'.repeat(123), creditorReference }, []],
  [
    '141 with the creditor reference',
    { reference: 'x'.repeat(124), creditorReference },
    ['reference text_too_long'],
  ],
  ['a sign that SEPA does not carry', { reference: 'Tolls ★' }, ['reference sepa_characters: Tolls .']],
  ['Russian', { reference: 'Аренда' }, ['reference sepa_characters: Arenda']],
  [
    'Russian of 35 characters, which grow to 140',
    { reference: 'щ'.repeat(35) },
    [`reference sepa_characters: ${'shch'.repeat(35)}`],
  ],
  [
    'Russian of 36 characters, which grow to 144',
    { reference: 'щ'.repeat(36) },
    ['reference sepa_characters'],
  ],
  [
    'Russian that grows too long with the creditor reference',
    { reference: 'щ'.repeat(31), creditorReference },
    ['reference sepa_characters'],
  ],
  ['Russian that would become reserved text', { reference: 'реф: 1' }, ['reference sepa_characters']],
  ['reserved text', { reference: 'ref:a' }, ['reference reserved_text']],
  ['reserved text that SEPA would carry with commas', { reference: 'a;;b' }, ['reference reserved_text']],
  ['a star by SWIFT', { ...overseas, reference: 'Tolls ★' }, []],
  [
    'a star in euro, while the account is at fault',
    { account: undefined, reference: '★' },
    ['account account_missing', 'reference sepa_characters: .'],
  ],
  [
    'a star in dollars, while the account is at fault',
    { ...overseas, account: undefined, reference: '★' },
    ['account account_missing'],
  ],
])('the text of a row: %s', (_, changes, expected) => {
  expect(faultsOf(changes)).toEqual(expected);
});

test('a creditor reference follows the account that is saved, where the row names the payee alone', () => {
  const iban = 'BE68539007547034';
  const changes = { payeeId: hansaId, account: undefined, creditorReference: belgian };
  expect(faultsOf(changes, { known: book(hansa({ iban, bankCountry: 'BE' })) })).toEqual([]);
  expect(faultsOf(changes, { known: book(hansa()) })).toEqual([
    'creditorReference creditor_reference_invalid',
  ]);
});

test('the fault of a long text states its length', () => {
  const changes = { reference: 'x'.repeat(124), creditorReference };
  expect(paramsOf('text_too_long', changes)).toEqual({ actual: 141, most: 140 });
  expect(paramsOf('sepa_characters', { reference: 'a★b☆' })).toEqual({ characters: '★ ☆' });
});

test.each<[string | undefined, string | null, string[]]>([
  [undefined, null, []],
  ['INV-1', 'INV-1', []],
  ['x'.repeat(35), 'x'.repeat(35), []],
  ['x'.repeat(36), null, ['endToEndId end_to_end_id_form']],
  ['NOTPROVIDED', null, []],
  ['none', null, []],
  ['000', null, []],
  ['A/B', 'A/B', []],
  ['/A', null, ['endToEndId end_to_end_id_form: A']],
  ['A/', null, ['endToEndId end_to_end_id_form: A']],
  ['A//B', null, ['endToEndId end_to_end_id_form: A/B']],
  ['/ A / B /', null, ['endToEndId end_to_end_id_form: A/B']],
  ['Счёт-1', null, ['endToEndId end_to_end_id_form: Schet-1']],
  ['щ'.repeat(9), null, ['endToEndId end_to_end_id_form']],
  ['///', null, ['endToEndId end_to_end_id_form']],
])('the end-to-end id %j travels as %j', (text, travels, faults) => {
  expect(check({ endToEndId: text }).endToEndId).toBe(travels);
  expect(faultsOf({ endToEndId: text })).toEqual(faults);
});

test.each<[string | undefined, string | null, string[]]>([
  [undefined, null, []],
  ['2026-11-29', '2026-11-29', []],
  ['2026-11-28', null, ['executionDate date_past: 2026-11-29']],
  ['2027-11-29', '2027-11-29', []],
  ['2027-11-30', null, ['executionDate schedule_too_far']],
  ['31/12/2026', '2026-12-31', []],
  ['03/04/2027', null, ['executionDate date_unreadable: 2027-04-03 | 2027-03-04']],
  ['soon', null, ['executionDate date_unreadable']],
])('on 29 November 2026 the day %j is %j', (text, dueOn, faults) => {
  expect(check({ executionDate: text }).dueOn).toBe(dueOn);
  expect(faultsOf({ executionDate: text })).toEqual(faults);
});

test('a day too far ahead states the maximum number of years', () => {
  expect(paramsOf('schedule_too_far', { executionDate: '2027-11-30' })).toEqual({ years: 1 });
});

test.each<[string, string[]]>([
  ['SALA', []],
  [' sala ', []],
  ['OTHR', []],
  ['CASH', ['purpose purpose_unknown']],
  ['salary', ['purpose purpose_unknown']],
])('the purpose %j', (purpose, expected) => {
  expect(faultsOf({ purpose })).toEqual(expected);
});

test('an unknown purpose lists the valid ones', () => {
  expect(paramsOf('purpose_unknown', { purpose: 'CASH' })).toEqual({
    codes: 'SUPP, GDDS, SCVE, SALA, RENT, TAXS, LOAN, INSU, DIVI, CHAR, OTHR',
  });
});

// To the United States 0.3 %, at least 22 dollars; if the payer bears all charges, 16.50 for the other banks.
test.each<[string | undefined, string, bigint | null, string[]]>([
  [undefined, '10000.00', 3_000n, []],
  ['SHA', '10000.00', 3_000n, []],
  [' shar ', '10000.00', 3_000n, []],
  ['SLEV', '10000.00', 3_000n, []],
  ['OUR', '10000.00', 4_650n, []],
  ['debt', '10000.00', 4_650n, []],
  ['BEN', '10000.00', 3_000n, []],
  ['BEN', '22.01', 2_200n, []],
  ['BEN', '22.00', null, ['amount amount_below_fee']],
  ['CRED', '22.00', null, ['amount amount_below_fee']],
  ['SHA', '22.00', 2_200n, []],
  ['ours', '10000.00', null, ['chargeBearer charge_bearer_unknown']],
])('by SWIFT the charges %j of %s dollars cost %s', (chargeBearer, amount, fee, faults) => {
  const row = check({ ...overseas, chargeBearer, amount });
  expect([row.feeMinor, row.scheme]).toEqual([fee, fee === null ? null : 'SWIFT']);
  expect(faultsOf({ ...overseas, chargeBearer, amount })).toEqual(faults);
});

test.each<[string, string[]]>([
  ['SHA', []],
  ['SLEV', []],
  ['OUR', ['chargeBearer charges_shared']],
  ['BEN', ['chargeBearer charges_shared']],
])('by SEPA the charges %s', (chargeBearer, expected) => {
  expect(faultsOf({ chargeBearer })).toEqual(expected);
});
