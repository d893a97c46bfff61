/**
 * A file of 10,000 rows with 500 wrong cells of 20 kinds: exactly those faults are found, each in its row and field. Also warnings, which are not
 * faults. Controls, each tried once: see the comments at the tests.
 */
import {
  changePayoutRows,
  createBeneficiary,
  findPayoutRows,
  lookUpBank,
  type PayoutField,
  type PayoutRow,
} from '@calmly/contract';
import { composeIban } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addPayee, codeIn, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { allRows, emptyPayout, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { type Cells, wrongFile } from '@calmly/server/test/support/files/wrong-cells.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

const faultsOf = (rows: readonly PayoutRow[]) =>
  rows.flatMap(({ position, faults }) => faults.map(({ field, code }) => `${position} ${field} ${code}`));

// Control: a check that stops at a row's first fault misses those of rows with two.
test('exactly the wrong cells are found, and corrected they are right', async () => {
  const { csv, expected } = wrongFile(10_000, 500, { sharedRows: true });
  const payout = await uploadPayout(app, payer, csv);
  // Its headings are those of the fields, so they need not be assigned.
  expect(payout).toMatchObject({ status: 'DRAFT', file: { delimiter: ';', encoding: 'utf-8' } });

  const found = await allRows(app, payer, payout.id);
  expect(found).toHaveLength(10_000);
  expect(faultsOf(found).toSorted()).toEqual(expected.toSorted());
  const faultyRows = new Set(expected.map((each) => each.split(' ')[0])).size;
  expect(payout.summary).toMatchObject({
    rows: 10_000,
    faulty: faultyRows,
    totals: [{ currency: 'EUR', rows: 10_000 - faultyRows }],
  });
  expect(payout.faults.reduce((sum, { rows: count }) => sum + count, 0)).toBe(500);
  expect(payout.faults.find(({ code }) => code === 'amount_letters')?.rows).toBe(25);

  const query = { only: 'faulty' as const, field: 'amount' as const, code: 'amount_letters' };
  const { output } = await app.call(findPayoutRows, { params: { id: payout.id }, query }, payer);
  expect(output.runs).toHaveLength(25);

  const russian = await app.call(
    findPayoutRows,
    { params: { id: payout.id }, query: { only: 'all', search: 'refund 9999' } },
    payer,
  );
  expect(russian.output.runs).toEqual([[10_000, 10_000]]);
});

/** Adds rows to an empty payout; returns their check results. */
async function typed(member: Payer, ...added: Cells[]): Promise<PayoutRow[]> {
  const { id } = await emptyPayout(app, member);
  const body = { changed: [], added: added.map((cells) => ({ cells })), removed: [] };
  return (await app.call(changePayoutRows, { params: { id }, body }, member)).output.rows;
}

const plain: Cells = {
  name: 'Anna Tamm',
  account: 'EE382200221020145685',
  amount: '10.00',
  currency: 'EUR',
  reference: 'Rent',
};

test.each<[string, Cells, Array<[PayoutField, string, string[]]>]>([
  ['a letter in an amount', { amount: '18.4O' }, [['amount', 'amount_letters', ['18.40']]]],
  ['a thousand or one point two', { amount: '1.234' }, [['amount', 'amount_ambiguous', ['1234']]]],
  ['an amount in another currency', { amount: '5.50 USD' }, [['amount', 'amount_other_currency', []]]],
  ['a sign of another currency', { amount: '-$ 5.50' }, [['amount', 'amount_other_currency', []]]],
  ['a currency that we don’t pay', { amount: 'RON 5,50' }, [['amount', 'amount_other_currency', []]]],
  ['decimals that are all zero', { amount: '12.500' }, [['amount', 'amount_ambiguous', ['12500']]]],
  ['a star', { reference: 'Tolls ★' }, [['reference', 'sepa_characters', ['Tolls .']]]],
  [
    'a wrong digit, which is never guessed',
    { account: 'EE382200221020145686' },
    [['account', 'iban_checksum', []]],
  ],
  ['a word for a currency', { currency: 'Euro' }, [['currency', 'currency_written', ['EUR']]]],
  ['a BIC with blanks', { bic: 'habaee2x ' + 'xxx' }, [['bic', 'bic_written', ['HABAEE2XXXX']]]],
  ['a BIC of another country', { bic: 'COBADEFFXXX' }, [['bic', 'bic_country', []]]],
  [
    'a country by its name, in Russian',
    { country: 'Эстония' },
    [['country', 'country_code_unknown', ['EE']]],
  ],
  [
    'a day that may be two',
    { executionDate: '03/04/2099' },
    [['executionDate', 'date_unreadable', ['2099-04-03', '2099-03-04']]],
  ],
  ['too far ahead', { executionDate: '2099-01-31' }, [['executionDate', 'schedule_too_far', []]]],
  ['reserved text', { reference: 'ref:a' }, [['reference', 'reserved_text', []]]],
  ['a text that is too long', { reference: 'x'.repeat(141) }, [['reference', 'text_too_long', []]]],
  ['no reference', { reference: '' }, [['reference', 'reference_missing', []]]],
  ['charges that SEPA does not know', { chargeBearer: 'OUR' }, [['chargeBearer', 'charges_shared', []]]],
  ['an unknown kind of payee', { type: 'alien' }, [['type', 'payee_type_unknown', []]]],
  ['no payee with this id', { payeeId: newId() }, [['payeeId', 'payee_id_unknown', []]]],
  [
    'another account to debit',
    { fromAccount: 'EE382200221020145685' },
    [['fromAccount', 'from_account_unknown', []]],
  ],
  [
    'a currency without an account',
    { currency: 'USD', street: 'Pikk 1', town: 'Tallinn' },
    [['currency', 'no_account_in_currency', []]],
  ],
  [
    'a street that grows in Latin letters',
    { street: 'щ'.repeat(30), town: 'Tartu' },
    [['street', 'latin_too_long', []]],
  ],
  ['a town that grows in Latin letters', { town: 'щ'.repeat(9) }, [['town', 'latin_too_long', []]]],
  ['a name that cannot be written', { name: '王' }, [['name', 'latin_needed', []]]],
  [
    'too many lines of address',
    { addressLines: 'a\nb\nc', town: 'Tallinn' },
    [['addressLines', 'address_lines_too_many', []]],
  ],
  ['an account number without a bank', { account: '12345678' }, [['account', 'iban_required', []]]],
  [
    'an unknown currency, and nothing that only some currencies need',
    { currency: 'XYZ', country: '' },
    [['currency', 'currency_unknown', []]],
  ],
  [
    'a number that a spreadsheet has cut',
    { account: '1.23457E+15' },
    [['account', 'number_lost_digits', []]],
  ],
  ['above the limit', { amount: '2000000' }, [['amount', 'payment_limit', []]]],
])('%s is reported with its correction', async (_what, cells, expected) => {
  const [row] = await typed(payer, { ...plain, country: 'EE', ...cells });
  expect(row?.faults.map(({ field, code, suggestions }) => [field, code, suggestions])).toEqual(expected);
  expect(row).toMatchObject({ amount: null, fee: null });
});

test('a valid row has the figures of the payment', async () => {
  const [row] = await typed(payer, plain);
  expect(row).toMatchObject({
    faults: [],
    amount: '10.00',
    currency: 'EUR',
    fee: '0.20',
    beneficiaryId: null,
  });
});

test('the currency beside an amount is that of its row, or says which it is', async () => {
  const { currency: _, ...withoutCurrency } = plain;
  const rows = await typed(
    payer,
    ...['5.50 €', 'EUR 5.50', '5,50 eur'].map((amount) => ({ ...plain, amount })),
    { ...withoutCurrency, amount: '5.50 USD', country: 'EE', street: 'Pikk 1', town: 'Tallinn' },
  );
  expect(rows.map(({ faults }) => faults.map(({ code }) => code))).toEqual([
    [],
    [],
    [],
    ['no_account_in_currency'],
  ]);
});

test('a country is read in any case', async () => {
  const [row] = await typed(payer, { ...plain, country: ' ee ', bankCountry: 'Ee' });
  expect(row?.faults).toEqual([]);
});

test('payees are found by their id and by their account, whatever blanks are in it', async () => {
  const payee = await addPayee(app, payer.clientId, { name: 'Hansa GmbH' });
  const [byAccount, byId, otherName, otherAccount] = await typed(
    payer,
    { ...plain, name: 'HANSA gmbh', account: 'de33 2005 0550 1289 4470 16' },
    { payeeId: payee.id, amount: '5', currency: 'EUR', reference: 'Rent' },
    { ...plain, name: 'Somebody Else', account: 'DE33200505501289447016' },
    { ...plain, payeeId: payee.id },
  );
  expect(byAccount).toMatchObject({ faults: [], beneficiaryId: payee.id });
  expect(byId).toMatchObject({ faults: [], beneficiaryId: payee.id, amount: '5.00' });
  expect(otherName?.warnings.map(({ code }) => code)).toContain('other_payee_name');
  expect(otherAccount?.faults.map(({ code }) => code)).toEqual(['payee_account_other']);
});

test('the own account and accounts of this bank', async () => {
  const other = await createPayer(app, { firstName: 'Otto' });
  const [own, inside, nobody] = await typed(
    payer,
    { ...plain, account: payer.account.iban ?? '' },
    { ...plain, account: other.account.number },
    { ...plain, account: composeIban('LT', '3850099999999999') },
  );
  expect(own?.faults.map(({ code }) => code)).toEqual(['own_account']);
  expect(inside).toMatchObject({ faults: [], fee: '0.00' });
  expect(nobody?.faults.map(({ code }) => code)).toEqual(['iban_not_here']);
});

test('a warning does not prevent a row from being paid', async () => {
  const member = await createPayer(app);
  const payee = await addPayee(app, member.clientId, { name: 'Rheinwerk GmbH', trusted: true });
  const asked = { beneficiaryId: payee.id, amount: '20.00' };
  const first = await member.payWithCode(asked);
  expect([first.status, codeIn]).toEqual([201, codeIn]);
  await app.database.pool.query(
    `update transactions.transaction set status = 'EXECUTED' where client_id = $1`,
    [member.clientId],
  );
  const toPayee = { ...plain, name: payee.name, account: 'DE33200505501289447016' };
  const rows = await typed(
    member,
    { ...toPayee, amount: '20.00' },
    { ...toPayee, amount: '60.01' },
    { ...plain, name: 'Иван Петров' },
    { ...plain, name: 'Иван Петров' },
  );
  expect(rows.map(({ faults }) => faults)).toEqual([[], [], [], []]);
  expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
    ['paid_before'],
    ['unusual_amount'],
    ['name_transliterated', 'first_payment'],
    ['name_transliterated', 'first_payment', 'duplicate_in_file'],
  ]);
  expect(rows[2]?.warnings[0]?.message).toContain('Ivan Petrov');
});

test.each([
  ['the word before it, groups and small letters', 'IBAN: ee38 2200 2210 2014 5685'],
  ['no-break hyphens and zero-width blanks', 'EE38\u20112200\u20112210\u200b2014\u200b5685'],
])('an IBAN with %s is read in a row, the lookup and the address book', async (_what, pasted) => {
  const member = await createPayer(app);
  const [row] = await typed(member, { ...plain, account: pasted });
  expect(row?.faults).toEqual([]);
  const found = await app.call(lookUpBank, { query: { iban: pasted } }, member);
  expect(found.output.bankCountry).toBe('EE');
  const body = {
    legalStatus: 'INDIVIDUAL' as const,
    firstName: 'Anna',
    lastName: 'Tamm',
    country: 'EE',
    bankDetails: [{ iban: pasted, currency: 'EUR' as const }],
  };
  const key = newId();
  const asked = await app.call(createBeneficiary, { body }, { ...member, idempotencyKey: key });
  const saved = await app.call(
    createBeneficiary,
    { body },
    { ...member, idempotencyKey: key, code: codeIn(asked.body) },
  );
  expect([saved.status, JSON.stringify(saved.body)]).toEqual([
    201,
    expect.stringContaining('EE382200221020145685'),
  ]);
});
