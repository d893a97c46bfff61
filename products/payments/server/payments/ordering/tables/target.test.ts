/** Whom an order pays and which way, a row for each refusal. Source: server page section 8; products/payments/README.md. */
import { expect, test } from 'vitest';
import type { Facts, HouseAccount, Payee, Sketch, Target } from '../order.ts';
import { targetOf } from '../target-rules.ts';
import { facts, hansa, hansaIban, houseAccount, order, ourIban, payeeAccount } from './facts.ts';

const find = (change: Partial<Sketch>, known: Partial<Facts> = {}, currency: 'EUR' | 'USD' | 'CHF' = 'EUR') =>
  targetOf(order(change), houseAccount(), currency, facts(known));

/** A target as its way, a refusal as its code or as `field code`. */
const brief = (target: ReturnType<typeof find>): string => {
  if (!('ok' in target)) return target.scheme;
  const { rejection } = target;
  if (rejection.code !== 'invalid_request') return rejection.code;
  return rejection.fields.map(({ field, code }) => `${field} ${code}`).join(', ');
};
const targetIn = (target: ReturnType<typeof find>): Target => {
  if ('ok' in target) throw new Error(brief(target));
  return target;
};
/** The parameters of the first refused field. */
const paramsIn = (target: ReturnType<typeof find>) =>
  'ok' in target && target.rejection.code === 'invalid_request'
    ? target.rejection.fields[0]?.params
    : undefined;

const toAccount = (creditorAccount: string, more: Partial<Sketch> = {}): Partial<Sketch> => ({
  beneficiaryId: undefined,
  creditorAccount,
  ...more,
});
const house = (more: Partial<HouseAccount> = {}): Partial<Facts> => {
  const account = houseAccount({
    id: 'theirs',
    number: '1000000009',
    clientId: 'other',
    holder: 'Boris',
    ...more,
  });
  return { house: (number) => (number === account.number || number === account.iban ? account : undefined) };
};

test.each<[string, Partial<Sketch>, Partial<Facts>, string]>([
  ['no account and no payee', { beneficiaryId: undefined }, {}, 'beneficiaryId payee_missing'],
  ['an account that is not there', toAccount('1000000009'), {}, 'creditorAccount account_unknown'],
  ['a closed one', toAccount('1000000009'), house({ active: false }), 'creditorAccount account_unknown'],
  ['the account that pays', toAccount('1000000009'), house({ id: 'own' }), 'creditorAccount same_account'],
  ['an own account', toAccount('1000000009'), house({ clientId: 'me' }), 'OWN'],
  [
    'an own account in another currency',
    toAccount('1000000009'),
    house({ clientId: 'me', currency: 'USD' }),
    'creditorAccount exchange_instead',
  ],
  ['another client', toAccount('1000000009'), house(), 'INTERNAL'],
  ['another client, typed with spaces', toAccount('1000 0000 09'), house(), 'INTERNAL'],
  [
    'another client in another currency',
    toAccount('1000000009'),
    house({ currency: 'USD' }),
    'creditorAccount currency_mismatch',
  ],
])('without a payee: %s', (_case, change, known, expected) => {
  expect(brief(find(change, known))).toBe(expected);
});

test('a number alone does not reveal who holds the account: the payer names the payee', () => {
  const name = (change: Partial<Sketch>, known: Partial<Facts>) => targetIn(find(change, known)).creditor;
  expect(name(toAccount('1000000009'), house())).toMatchObject({ name: '1000000009', account: '1000000009' });
  expect(name(toAccount('1000000009', { creditorName: 'B. Stern' }), house()).name).toBe('B. Stern');
  expect(name(toAccount('1000000009', { creditorName: 'B. Stern' }), house({ clientId: 'me' })).name).toBe(
    'Boris',
  );
  expect(name(toAccount(ourIban), house({ iban: ourIban }))).toMatchObject({
    name: ourIban,
    account: ourIban,
  });
});

test.each<[string, Partial<Sketch>, Partial<Facts>, string]>([
  ['is paid by SEPA', {}, {}, 'SEPA'],
  ['in seconds, if asked for', { instant: true }, {}, 'SEPA_INSTANT'],
  ['needs a name', { creditorName: undefined }, {}, 'creditorName required'],
  [
    'needs a name that can be written in Latin',
    { creditorName: '株式会社' },
    {},
    'creditorName latin_needed',
  ],
  ['may have a Cyrillic name', { creditorName: 'Ганза' }, {}, 'SEPA'],
  ['has a name of 70 letters', { creditorName: 'x'.repeat(70) }, {}, 'SEPA'],
  ['has a name of 71 letters', { creditorName: 'x'.repeat(71) }, {}, 'creditorName latin_too_long'],
  [
    'has 70 letters that travel as 71',
    { creditorName: `${'x'.repeat(69)}ж` },
    {},
    'creditorName latin_too_long',
  ],
  ['is no IBAN', { creditorAccount: '1000000009' }, {}, 'creditorAccount iban_characters'],
  ['is ours without an account', { creditorAccount: ourIban }, {}, 'creditorAccount iban_not_here'],
  [
    'is outside SEPA',
    { creditorAccount: 'AE070331234567890123456' },
    {},
    'creditorAccount new_payee_not_sepa',
  ],
])('a new payee of an application %s', (_case, change, known, expected) => {
  const application = toAccount(hansaIban, { mayBeNewPayee: true, creditorName: 'Hansa GmbH', ...change });
  const brought = brief(find(application, known));
  if (expected.includes('iban_characters')) expect(brought).toMatch(/^creditorAccount iban_/);
  else expect(brought).toBe(expected);
});

test('a new payee is known by name, IBAN and its country, and the refusal of a name says what would do', () => {
  const application = (creditorName: string) =>
    find(toAccount('DE33 2005 0550 1289 4470 16', { mayBeNewPayee: true, creditorName }));
  expect(targetIn(application('Hansa GmbH'))).toEqual({
    scheme: 'SEPA',
    creditor: { name: 'Hansa GmbH', account: hansaIban, agentBic: null, agentName: null, country: 'DE' },
    creditorHouseAccount: null,
    payee: undefined,
    correspondent: null,
  });
  expect(paramsIn(application('株式'))).toEqual({ characters: '株 式' });
  expect(paramsIn(application('x'.repeat(71)))).toEqual({ most: 70 });
  expect(brief(find(toAccount(hansaIban, { creditorName: 'Hansa GmbH' })))).toBe(
    'creditorAccount account_unknown',
  );
  expect(brief(find(toAccount(hansaIban, { mayBeNewPayee: true, creditorName: 'X' }), {}, 'USD'))).toBe(
    'creditorAccount new_payee_not_sepa',
  );
});

const dollars = payeeAccount({ iban: 'DE26200505500000000049', currency: 'USD' });
const numbered = payeeAccount({ iban: null, accountNumber: '12345678', bankCountry: 'US', currency: 'USD' });
const accounts = (...of: Payee['accounts']): Partial<Facts> => ({ payee: hansa({ accounts: of }) });

test.each<[string, Partial<Sketch>, Partial<Facts>, string]>([
  ['is not there', {}, { payee: undefined }, 'not_found'],
  ['was deleted', {}, { payee: hansa({ deleted: true }) }, 'beneficiary_deleted'],
  ['pays the client', {}, { payee: hansa({ direction: 'INCOMING' }) }, 'beneficiary_incoming'],
  ['has one account', {}, {}, 'SEPA'],
  ['has none', {}, accounts(), 'creditorAccount required'],
  ['has one in another currency', {}, accounts(dollars), 'beneficiaryId currency_mismatch'],
  ['has one in this currency among two', {}, accounts(payeeAccount(), dollars), 'SEPA'],
  ['has two in this currency', {}, accounts(payeeAccount(), payeeAccount()), 'creditorAccount required'],
  [
    'has the named one',
    { creditorAccount: 'DE33 2005 0550 1289 4470 16' },
    accounts(payeeAccount(), dollars),
    'SEPA',
  ],
  ['has no such account', { creditorAccount: ourIban }, {}, 'creditorAccount account_unknown'],
  [
    'has the named one in another currency',
    { creditorAccount: 'DE26200505500000000049' },
    accounts(payeeAccount(), dollars),
    'beneficiaryId currency_mismatch',
  ],
  ['asks for seconds', { instant: true }, {}, 'SEPA_INSTANT'],
  ['is an own account', {}, house({ iban: hansaIban, clientId: 'me' }), 'beneficiaryId own_account'],
  ['is another client', {}, house({ iban: hansaIban }), 'INTERNAL'],
  [
    'is another client in another currency',
    {},
    house({ iban: hansaIban, currency: 'USD' }),
    'beneficiaryId currency_mismatch',
  ],
  [
    'has an IBAN of ours without an account',
    {},
    accounts(payeeAccount({ iban: ourIban })),
    'beneficiaryId iban_not_here',
  ],
  [
    'has an IBAN of ours whose account is closed',
    {},
    { ...accounts(payeeAccount({ iban: ourIban })), ...house({ iban: ourIban, active: false }) },
    'beneficiaryId iban_not_here',
  ],
])('a payee who %s', (_case, change, known, expected) => {
  expect(brief(find(change, known))).toBe(expected);
});

test('a number means something at its own bank only: by SWIFT, never to an account of ours', () => {
  const known = { ...accounts(numbered), ...house({ number: '12345678' }) };
  const target = targetIn(find({}, known, 'USD'));
  expect([target.scheme, target.creditor.account, target.creditorHouseAccount]).toEqual([
    'SWIFT',
    '12345678',
    null,
  ]);
  expect(brief(find({ creditorAccount: '12345678' }, known, 'USD'))).toBe('SWIFT');
  expect(brief(find({ instant: true }, known, 'USD'))).toBe('instant instant_not_offered');
});

test('the country is that of the payee’s bank, or else of the IBAN, or else of the payee', () => {
  const country = (account: Parameters<typeof payeeAccount>[0]) =>
    targetIn(
      find(
        {},
        { payee: hansa({ country: 'FR', accounts: [payeeAccount({ currency: 'CHF', ...account })] }) },
        'CHF',
      ),
    ).creditor.country;
  expect(country({ bankCountry: 'AT' })).toBe('AT');
  expect(country({ bankCountry: null })).toBe('DE');
  expect(country({ bankCountry: null, iban: null, accountNumber: '1' })).toBe('FR');
});

test('a payee whose address SWIFT would refuse is refused with every fault, but not in a history', () => {
  const payee = hansa({
    accounts: [payeeAccount({ currency: 'CHF' })],
    latin: { name: 'x'.repeat(71), street: null, buildingNumber: null, postCode: null, town: null },
  });
  const refusal = find({}, { payee }, 'CHF');
  expect(brief(refusal)).toBe(
    'beneficiaryId payee_name_too_long, beneficiaryId payee_street_missing, beneficiaryId payee_town_missing',
  );
  expect(paramsIn(refusal)).toEqual({ most: 70 });
  expect(brief(find({ at: new Date() }, { payee }, 'CHF'))).toBe('SWIFT');
  const unreadable = { ...payee.latin, name: 'Ганза', street: 'A', town: 'B' };
  expect(brief(find({}, { payee: { ...payee, latin: unreadable } }, 'CHF'))).toBe(
    'beneficiaryId payee_characters',
  );
});

test('the correspondent bank travels when any part of it is known', () => {
  const correspondent = (more: Parameters<typeof payeeAccount>[0]) =>
    targetIn(find({}, accounts(payeeAccount(more)))).correspondent;
  expect(correspondent({})).toBeNull();
  const bank = {
    correspondentBank: 'Commerzbank',
    correspondentAccount: '400',
    correspondentBic: 'COBADEFF',
  };
  expect(correspondent(bank)).toEqual({ bankName: 'Commerzbank', account: '400', bic: 'COBADEFF' });
  for (const [name, value] of Object.entries(bank)) expect(correspondent({ [name]: value })).not.toBeNull();
});

test('what a payee is called and where, goes as it is kept', () => {
  expect(targetIn(find({})).creditor).toEqual({
    name: 'Hansa GmbH',
    account: hansaIban,
    agentBic: 'HASPDEHHXXX',
    agentName: 'Hamburger Sparkasse',
    country: 'DE',
  });
  expect(paramsIn(find({}, accounts(dollars)))).toEqual({ account: 'EUR', payee: 'USD' });
});
