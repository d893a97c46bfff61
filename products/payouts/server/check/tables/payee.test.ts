/** Whom a row pays and by which method: a saved payee, an account at this bank, or a new payee. */

import { expect, test } from 'vitest';
import type { Cells } from '../../row.ts';
import {
  account,
  annaIban,
  book,
  type Changes,
  check,
  type ExtraFacts,
  faultsOf,
  hansa,
  hansaIban,
  hansaId,
  house,
  missingIban,
  ourIban,
  ours,
  overseas,
  ownIban,
  paramsOf,
} from './facts.ts';

const otherId = '01900000-0000-7000-8000-000000000002';
const byId: Changes = { payeeId: hansaId, account: undefined, name: undefined };
const toHansa: Changes = { account: 'DE33 2005 0550 1289 4470 16', name: 'Hansa GmbH' };
const known = (...accounts: Parameters<typeof book>): ExtraFacts => ({ known: book(...accounts) });
const inDollars = hansa({ currency: 'USD' });
const second = hansa({ iban: 'DE96200505500000000050', accountKey: 'DE96200505500000000050' });
const inNewYork = hansa({
  iban: null,
  accountNumber: '12345678',
  accountKey: '021000021:12345678',
  bankCountry: 'US',
  currency: 'USD',
});

/** The faults or, without any, the payee, the method and the account. */
const brief = (changes: Changes, more: ExtraFacts = {}): string => {
  const { payeeId, scheme, account: paid } = check(changes, more);
  return (
    faultsOf(changes, more).join(', ') || `${payeeId === null ? 'new' : payeeId.slice(-1)} ${scheme} ${paid}`
  );
};

test.each<[string, Changes, ExtraFacts, string]>([
  ['by id', byId, known(hansa()), `1 SEPA ${hansaIban}`],
  ['by id with blanks', { ...byId, payeeId: ` ${hansaId} ` }, known(hansa()), `1 SEPA ${hansaIban}`],
  ['an id that is not there', byId, {}, 'payeeId payee_id_unknown'],
  ['an id of someone else, with name and account', { payeeId: hansaId }, {}, 'payeeId payee_id_unknown'],
  ['a deleted payee', byId, known(hansa({ status: 'DELETED' })), 'payeeId payee_deleted'],
  ['a payer', byId, known(hansa({ direction: 'INCOMING' })), 'payeeId payee_incoming'],
  [
    'a deleted payer',
    byId,
    known(hansa({ direction: 'INCOMING', status: 'DELETED' })),
    'payeeId payee_deleted',
  ],
  ['an id of blanks', { payeeId: '  ' }, {}, `new SEPA ${annaIban}`],
  ['an id of another bank, with name and account', { payeeId: '4711' }, {}, `new SEPA ${annaIban}`],
  [
    'an id of another bank without a name',
    { payeeId: '4711', name: undefined },
    {},
    'payeeId payee_id_unknown',
  ],
  [
    'an id of another bank without an account',
    { payeeId: '4711', account: undefined },
    {},
    'payeeId payee_id_unknown',
  ],

  ['by id and IBAN', { ...byId, ...toHansa }, known(hansa(), second), `1 SEPA ${hansaIban}`],
  ['by id and number', { ...byId, ...overseas }, known(hansa(), inNewYork), '1 SWIFT 12345678'],
  [
    'by id and another account',
    { ...byId, account: annaIban },
    known(hansa()),
    'account payee_account_other',
  ],
  ['one account of another currency', byId, known(inDollars), 'currency payee_currency'],
  ['two accounts, one in the currency', byId, known(inDollars, hansa()), `1 SEPA ${hansaIban}`],
  ['two accounts in the currency', byId, known(hansa(), second), 'account payee_account_choice'],
  [
    'two accounts, none in the currency',
    { ...byId, currency: 'GBP' },
    known(inDollars, hansa()),
    'account payee_account_choice, currency no_account_in_currency',
  ],
  [
    'two accounts without a currency',
    { ...byId, currency: 'XYZ' },
    known(hansa(), second),
    'currency currency_unknown, account payee_account_choice',
  ],

  ['by IBAN', toHansa, known(hansa()), `1 SEPA ${hansaIban}`],
  ['by IBAN under another name', { ...toHansa, name: 'Someone' }, known(hansa()), `1 SEPA ${hansaIban}`],
  ['by IBAN without a name', { ...toHansa, name: undefined }, known(hansa()), `1 SEPA ${hansaIban}`],
  [
    'by IBAN, the one with the name',
    toHansa,
    known(hansa({ payeeId: otherId, latin: { ...hansa().latin, name: 'Hanse AG' } }), hansa()),
    `1 SEPA ${hansaIban}`,
  ],
  [
    'by IBAN, the first where neither has the name',
    { ...toHansa, name: 'Someone' },
    known(hansa({ payeeId: otherId }), hansa()),
    `2 SEPA ${hansaIban}`,
  ],
  [
    'by IBAN, the one in the currency',
    toHansa,
    known(hansa({ payeeId: otherId, currency: 'USD' }), hansa()),
    `1 SEPA ${hansaIban}`,
  ],
  ['by IBAN, in the book with another currency only', toHansa, known(inDollars), `new SEPA ${hansaIban}`],
  ['by number', { ...overseas, account: '1234 5678' }, known(inNewYork), '1 SWIFT 12345678'],
])('a saved payee: %s', (_, changes, more, expected) => {
  expect(brief(changes, more)).toBe(expected);
});

test('a payee of the book is found where the currency is at fault too', () => {
  expect(check({ ...toHansa, currency: 'XYZ' }, known(hansa()))).toMatchObject({
    payeeId: hansaId,
    account: hansaIban,
  });
});

test('an account without a key is not looked up', () => {
  const everywhere = { byAccount: () => [hansa()], keyOf: () => undefined };
  expect(check({}, { known: everywhere }).payeeId).toBeNull();
  expect(faultsOf({ account: undefined, currency: 'XYZ' }, { known: everywhere })).toEqual([
    'currency currency_unknown',
    'account account_missing',
  ]);
});

test('saved payees are looked up by the row’s key', () => {
  const keyOf = ({ account: written }: Cells) => (written === annaIban ? 'a key' : undefined);
  const byAccount = (key: string) => (key === 'a key' ? [hansa({ iban: annaIban })] : []);
  expect(check({}, { known: { keyOf, byAccount } }).payeeId).toBe(hansaId);
});

const latin = hansa().latin;
test.each<[string, Changes, ExtraFacts, string]>([
  [
    'the own account',
    byId,
    { known: { ...house(account()), ...book(hansa({ iban: ownIban })) } },
    'account own_account',
  ],
  [
    'the own account in another bank',
    byId,
    { known: { ...book(hansa()), ownIbans: new Set([hansaIban]) } },
    'account own_account',
  ],
  [
    'in letters that do not travel',
    byId,
    known(hansa({ latin: { ...latin, name: 'Hansa ★' } })),
    'account payee_characters',
  ],
  [
    'with a long name',
    byId,
    known(hansa({ latin: { ...latin, name: 'x'.repeat(71) } })),
    'account payee_name_too_long',
  ],
  ['without a town', byId, known(hansa({ latin: { ...latin, town: null } })), 'account payee_town_missing'],
  [
    'by SWIFT without a street',
    { ...byId, currency: 'USD', amount: '100.00' },
    known(hansa({ currency: 'USD', latin: { ...latin, street: null } })),
    'account payee_street_missing',
  ],
  [
    'in euro, by a number',
    byId,
    known(hansa({ iban: null, accountNumber: '12345678', bankCountry: 'GB' })),
    '1 SWIFT 12345678',
  ],
  [
    'at this bank, but the account does not exist',
    byId,
    known(hansa({ iban: missingIban })),
    'account iban_not_here',
  ],
  [
    'by SEPA without a street',
    byId,
    known(hansa({ latin: { ...latin, street: null } })),
    `1 SEPA ${hansaIban}`,
  ],
])('uses the saved details of a payee: %s', (_, changes, more, expected) => {
  expect(brief({ ...changes, amount: '100.00' }, more)).toBe(expected);
});

test('faults of a saved payee name its currency and the allowed characters', () => {
  expect(paramsOf('payee_currency', byId, known(inDollars))).toEqual({ payee: 'USD' });
  expect(
    paramsOf('payee_name_too_long', byId, known(hansa({ latin: { ...latin, name: 'x'.repeat(71) } }))),
  ).toEqual({ most: 70 });
});

// 10,000 dollars by SWIFT: 0.3 %, in the EEA 0.2 %.
test.each<[string, Partial<Parameters<typeof hansa>[0]>, bigint]>([
  ['of the bank', { bankCountry: 'DE', iban: null, accountNumber: '1', country: 'US' }, 2_000n],
  ['of the IBAN, where the bank has none', { bankCountry: null, iban: hansaIban, country: 'US' }, 2_000n],
  [
    'of the payee, where the account has none',
    { bankCountry: null, iban: null, accountNumber: '1', country: 'US' },
    3_000n,
  ],
  ['of the bank before that of the IBAN', { bankCountry: 'US', iban: hansaIban, country: 'DE' }, 3_000n],
])('the fee follows the country %s', (_, saved, fee) => {
  const row = check(
    { ...byId, currency: 'USD', amount: '10000.00' },
    known(hansa({ currency: 'USD', ...saved })),
  );
  expect([row.faults, row.feeMinor]).toEqual([[], fee]);
});

const inside = (...accounts: Parameters<typeof house>): ExtraFacts => ({ known: house(...accounts) });
test.each<[string, Changes, ExtraFacts, string]>([
  ['by IBAN', { account: ourIban }, inside(ours()), `new INTERNAL ${ourIban}`],
  ['by number', { account: '100 0000 0035' }, inside(ours()), 'new INTERNAL 10000000035'],
  ['by number, without a name', { account: '10000000035', name: undefined }, inside(ours()), 'name required'],
  ['closed, by IBAN', { account: ourIban }, inside(ours({ status: 'CLOSED' })), 'account iban_not_here'],
  [
    'closed, by number',
    { account: '10000000035' },
    inside(ours({ status: 'CLOSED' })),
    'account iban_not_here',
  ],
  ['not there', { account: missingIban }, {}, 'account iban_not_here'],
  [
    'the own, by number',
    { account: '10000000043' },
    inside(account({ id: 'second', number: '10000000043' })),
    'account own_account',
  ],
  ['the own, by IBAN', { account: ownIban }, inside(account()), 'account own_account'],
  [
    'in another currency, by number',
    { account: '10000000035' },
    inside(ours({ currency: 'USD' })),
    'currency payee_currency',
  ],
  [
    'in another currency, by IBAN',
    { account: ourIban },
    inside(ours({ currency: 'USD' })),
    'currency payee_currency',
  ],
  [
    'of the book',
    { account: ourIban },
    { known: { ...house(ours()), ...book(hansa({ iban: ourIban })) } },
    `1 INTERNAL ${ourIban}`,
  ],
  [
    'of the book, closed',
    { account: ourIban },
    { known: { ...house(ours({ status: 'CLOSED' })), ...book(hansa({ iban: ourIban })) } },
    'account iban_not_here',
  ],
  [
    'of the book, in another currency since',
    { account: ourIban },
    { known: { ...house(ours({ currency: 'USD' })), ...book(hansa({ iban: ourIban })) } },
    'currency payee_currency',
  ],
  [
    'of the book, in letters that would not travel',
    { account: ourIban },
    { known: { ...house(ours()), ...book(hansa({ iban: ourIban, latin: { ...latin, name: 'Hansa ★' } })) } },
    `1 INTERNAL ${ourIban}`,
  ],
])('an account of this bank: %s', (_, changes, more, expected) => {
  expect(brief(changes, more)).toBe(expected);
});

test('an account at this bank costs nothing, needs no new payee, and its holder is known', () => {
  const byIban = check({ account: ourIban }, inside(ours()));
  expect(byIban).toMatchObject({ feeMinor: 0n, newPayee: null, nameCheckOf: ourIban });
  const byNumber = check({ account: '10000000035' }, inside(ours()));
  expect(byNumber).toMatchObject({ feeMinor: 0n, newPayee: null, nameCheckOf: ourIban });
  const withoutIban = check({ account: '10000000035' }, inside(ours({ iban: null })));
  expect(withoutIban).toMatchObject({ newPayee: null, nameCheckOf: '10000000035' });
  const saved = check(
    { account: ourIban },
    { known: { ...house(ours()), ...book(hansa({ iban: ourIban })) } },
  );
  expect(saved).toMatchObject({ newPayee: null, nameCheckOf: null });
});

test('of accounts of this bank the currency is named, and none while the row’s is at fault', () => {
  const other = inside(ours({ currency: 'USD' }));
  expect(paramsOf('payee_currency', { account: '10000000035' }, other)).toEqual({ payee: 'USD' });
  expect(faultsOf({ account: '10000000035', currency: 'XYZ' }, other)).toEqual(['currency currency_unknown']);
  const saved = { known: { ...other.known, ...book(hansa({ iban: ourIban, currency: 'USD' })) } };
  expect(faultsOf({ ...byId, currency: 'XYZ' }, saved)).toEqual(['currency currency_unknown']);
});
