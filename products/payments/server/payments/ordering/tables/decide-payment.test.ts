/** What makes an order a payment, a row for each refusal. Source: server page section 8; products/payments/README.md. */
import { expect, test } from 'vitest';
import type { Decision, Facts, Original, Sketch } from '../order.ts';
import { checkApplication, checkPayeeRight, checkReference, decidePayment, priceOrder } from '../rules.ts';
import { facts, hansa, houseAccount, order, payeeAccount, quote } from './facts.ts';

/** A refusal of fields as `field code`, any other as its code; a payment as its scheme. */
const brief = (decision: Decision): string | string[] => {
  if (decision.ok) return decision.plan.scheme;
  const { rejection } = decision;
  return rejection.code === 'invalid_request'
    ? rejection.fields.map(({ field, code }) => `${field} ${code}`)
    : rejection.code;
};
const decide = (change: Partial<Sketch>, known: Partial<Facts> = {}, isConfirmed?: boolean) =>
  brief(decidePayment(order(change), facts(known), isConfirmed));

const original = (more: Partial<Original> = {}): Original => ({
  id: 'p',
  clientId: 'me',
  direction: 'DEBIT',
  status: 'REJECTED',
  replacedBy: null,
  isRepeated: false,
  ...more,
});
const toDollars = hansa({ accounts: [payeeAccount({ currency: 'USD' })] });
const own = houseAccount({ id: 'savings', number: '1000000002' });
const francs = houseAccount({ currency: 'CHF' });
const toFrancs = hansa({ accounts: [payeeAccount({ currency: 'CHF' })] });
const bitcoin = houseAccount({ currency: 'BTC' });

test.each<[string, Partial<Sketch>, Partial<Facts>, string | string[]]>([
  ['is paid by SEPA', {}, {}, 'SEPA'],
  ['from an account that is not there', {}, { debtor: undefined }, ['debtorAccount account_unknown']],
  ['from a closed one', {}, { debtor: houseAccount({ active: false }) }, ['debtorAccount account_unknown']],
  ['from one that holds coins', {}, { debtor: bitcoin }, ['debtorAccount account_unknown']],
  ['to a payee who is not there', {}, { payee: undefined }, 'not_found'],
  ['with a document that is not free', {}, { documentsFree: false }, ['attachments document_unknown']],
  ['without a text yet', { reference: undefined }, {}, 'SEPA'],
  ['with a text of the bank', { reference: 'ref:1' }, {}, ['reference reserved_text']],
  ['with Cyrillic by SEPA', { reference: 'Счёт 7' }, {}, ['reference sepa_characters']],
  ['of nothing', { amount: '0.00' }, {}, ['amount amount_zero']],
  ['of less than nothing', { amount: '-0.01' }, {}, ['amount amount_zero']],
  ['of one cent', { amount: '0.01' }, {}, 'SEPA'],
  ['of half a cent', { amount: '0.005' }, {}, ['amount amount_precision']],
  ['of a million', { amount: '1000000.00' }, {}, 'SEPA'],
  ['of a cent more', { amount: '1000000.01' }, {}, ['amount payment_limit']],
  ['of more than a column holds', { amount: '9'.repeat(40) }, {}, ['amount payment_limit']],
  ['instant, of 100,000', { amount: '100000.00', instant: true }, {}, 'SEPA_INSTANT'],
  ['instant, of a cent more', { amount: '100000.01', instant: true }, {}, ['amount instant_limit']],
  ['where the payee pays for SEPA', { chargeBearer: 'BEN' }, {}, ['chargeBearer charges_shared']],
  ['where the payer pays for SEPA', { chargeBearer: 'OUR' }, {}, ['chargeBearer charges_shared']],
  [
    'of which the payee gets nothing, because the fee of 9.50 eats it up',
    { amount: '9.50', chargeBearer: 'BEN' },
    { debtor: francs, payee: toFrancs },
    ['amount amount_below_fee'],
  ],
  [
    'of which a cent is left',
    { amount: '9.51', chargeBearer: 'BEN' },
    { debtor: francs, payee: toFrancs },
    'SWIFT',
  ],
  [
    'wrong in all: told together',
    { amount: '0.001', chargeBearer: 'OUR', reference: 'ref:1' },
    { documentsFree: false },
    [
      'amount amount_precision',
      'chargeBearer charges_shared',
      'attachments document_unknown',
      'reference reserved_text',
    ],
  ],
])('100.00 EUR to Hansa %s', (_case, change, known, expected) => {
  expect(decide(change, known)).toEqual(expected);
});

test.each<[string, Original | undefined, string]>([
  ['that is not there', undefined, 'not_found'],
  ['that was refused', original(), 'SEPA'],
  ['that was cancelled', original({ status: 'CANCELED' }), 'SEPA'],
  ['that arrived', original({ status: 'EXECUTED' }), 'payment_state'],
  ['that came in', original({ direction: 'CREDIT' }), 'payment_state'],
  ['that another one replaced', original({ replacedBy: 'p2' }), 'already_sent_again'],
  ['that a payout repeats', original({ isRepeated: true }), 'already_sent_again'],
])('an order that replaces a payment %s', (_case, payment, expected) => {
  expect(decide({ repairOf: 'p' }, { original: payment })).toBe(expected);
});

test('an order that replaces nothing does not look at another payment', () => {
  expect(decide({}, { original: original({ status: 'EXECUTED' }) })).toBe('SEPA');
});

test.each<[string, Partial<ReturnType<typeof quote>> | undefined, boolean, string | string[]]>([
  ['is valid', {}, false, 'SWIFT'],
  ['is not the client’s', undefined, false, 'not_found'],
  ['is for another account of the client', { toAccountId: 'savings' }, false, ['quoteId quote_differs']],
  ['is from another account', { fromAccountId: 'savings' }, false, ['quoteId quote_differs']],
  ['was used', { executedAt: new Date() }, false, 'quote_used'],
  ['has expired this second', { secondsLeft: 0 }, false, 'quote_expired'],
  [
    'has expired, and the bank would lose',
    { secondsLeft: -1, bankLosesNothing: false },
    true,
    'quote_expired',
  ],
  ['has expired without a code', { secondsLeft: -1, bankLosesNothing: true }, false, 'quote_expired'],
  ['has expired while a code was typed', { secondsLeft: -1, bankLosesNothing: true }, true, 'SWIFT'],
  ['expired 299 seconds ago', { secondsLeft: -299, bankLosesNothing: true }, true, 'SWIFT'],
  ['expired five minutes ago', { secondsLeft: -300, bankLosesNothing: true }, true, 'quote_expired'],
  ['is for another amount', { sellMinor: 10_001n }, false, ['amount quote_differs']],
])('an order in dollars from euro whose quote %s', (_case, held, isConfirmed, expected) => {
  const known = { payee: toDollars, quote: held && quote(held) };
  expect(decide({ quoteId: 'q' }, known, isConfirmed)).toEqual(expected);
});

test('what the payee gets decides the way: the quote’s currency, not the account’s', () => {
  const decision = decidePayment(order({ quoteId: 'q' }), facts({ payee: toDollars, quote: quote() }));
  expect(decision.ok && decision.plan).toMatchObject({
    scheme: 'SWIFT',
    currency: 'EUR',
    amountMinor: 10_000n,
    converted: { currency: 'USD', amountMinor: 11_000n, rate: '1.1' },
  });
  expect(decide({}, { payee: toDollars })).toEqual(['beneficiaryId currency_mismatch']);
});

test('the payer’s fee cannot come off what was converted', () => {
  const known = { payee: toDollars, quote: quote() };
  expect(decide({ quoteId: 'q', chargeBearer: 'BEN' }, known)).toEqual(['chargeBearer charges_converted']);
  expect(decide({ quoteId: 'q', chargeBearer: 'OUR' }, known)).toBe('SWIFT');
});

test.each([
  // SWIFT within the EU: 0.2 %, at least 11.00 USD; the other banks 16.50 USD.
  ['SWIFT', 'DE', 'USD', 'SHA', '100.00', 1100n],
  ['SWIFT', 'DE', 'USD', 'OUR', '100.00', 2750n],
  ['SWIFT', 'DE', 'USD', 'BEN', '100.00', 1100n],
  ['SWIFT', 'DE', 'USD', 'SHA', '10000.00', 2000n],
  // Elsewhere: 0.3 %, at least 22.00 USD.
  ['SWIFT', 'US', 'USD', 'SHA', '100.00', 2200n],
  ['SWIFT', null, 'USD', 'SHA', '100.00', 2200n],
  ['SWIFT', 'US', 'USD', 'SHA', '10000.00', 3000n],
  ['SEPA', 'DE', 'EUR', 'SHA', '100.00', 20n],
  ['SEPA', 'DE', 'EUR', 'SHA', '999999.99', 20n],
  ['SEPA_INSTANT', 'DE', 'EUR', 'SHA', '100.00', 20n],
  ['OWN', null, 'EUR', 'SHA', '100.00', 0n],
  ['INTERNAL', null, 'EUR', 'SHA', '100.00', 0n],
] as const)(
  '%s to %s in %s, %s, costs of %s: %s',
  (scheme, country, currency, chargeBearer, amount, feeMinor) => {
    const priced = priceOrder({ amount, chargeBearer }, { scheme, country, currency });
    expect([priced.feeMinor, priced.fields]).toEqual([feeMinor, []]);
  },
);

test('an instant payment in another currency is limited by what arrives', () => {
  const way = { scheme: 'SEPA_INSTANT', country: 'DE', currency: 'CHF' } as const;
  const fields = (buyMinor: bigint) =>
    priceOrder(
      { amount: '95000.00', chargeBearer: 'SHA' },
      way,
      quote({ sellMinor: 9_500_000n, buyMinor }),
    ).fields.map(({ code, params }) => [code, params?.limit]);
  expect([fields(10_000_000n), fields(10_000_001n)]).toEqual([
    [],
    [['instant_limit', '100\u00a0000.00\u00a0€']],
  ]);
});

test('a refused amount says what would do, in its currency', () => {
  const fields = (amount: string) =>
    priceOrder({ amount, chargeBearer: 'SHA' }, { scheme: 'SWIFT', country: 'JP', currency: 'JPY' }).fields;
  expect(fields('100.5')).toEqual([
    { field: 'amount', code: 'amount_precision', params: { currency: 'JPY', digits: 0 } },
  ]);
  expect(fields('170000001')).toEqual([
    { field: 'amount', code: 'payment_limit', params: { limit: '170\u00a0000\u00a0000\u00a0¥' } },
  ]);
  expect(fields('abc').map(({ code }) => code)).toEqual(['payment_limit']);
  expect(fields('0')).toEqual([{ field: 'amount', code: 'amount_zero' }]);
});

test.each<[string, Partial<Sketch>, Partial<Facts>, boolean]>([
  ['to a payee who is not trusted', { amount: '1.00' }, {}, true],
  ['of 50.00 to a trusted payee', { amount: '50.00' }, { payee: hansa({ trusted: true }) }, false],
  ['of a cent more to a trusted payee', { amount: '50.01' }, { payee: hansa({ trusted: true }) }, true],
  [
    'between own accounts',
    { beneficiaryId: undefined, creditorAccount: own.number },
    { house: () => own },
    false,
  ],
  [
    'to another client',
    { beneficiaryId: undefined, creditorAccount: own.number, amount: '1.00' },
    { house: () => ({ ...own, clientId: 'other' }) },
    true,
  ],
])('whether a payment needs a code: %s', (_case, change, known, needsCode) => {
  const decision = decidePayment(order(change), facts(known));
  expect(decision.ok && decision.plan.needsCode).toBe(needsCode);
});

test('an application pays others, from the accounts that it was let in to', () => {
  const application = { id: 'app', name: 'Books', scopes: [], accountIds: ['own'] };
  const decision = decidePayment(order(), facts());
  if (!decision.ok) throw new Error('refused');
  const { plan } = decision;
  const check = (scheme: 'OWN' | 'SEPA', id = 'own') => {
    const rejection = checkApplication(application, { ...plan, scheme, debtor: houseAccount({ id }) });
    return rejection && brief({ ok: false, rejection });
  };
  expect(check('SEPA')).toBeUndefined();
  expect(check('SEPA', 'savings')).toEqual(['debtorAccount account_unknown']);
  expect(check('OWN')).toEqual(['creditorAccount own_account']);
  expect(checkApplication(undefined, { ...plan, scheme: 'OWN' })).toBeUndefined();
});

const rights = (change: object = {}) => ({ is_boss: false, can_create_benef: false, ...change }) as never;

test.each([
  ['a payee of the list', { payee: hansa(), scheme: 'SEPA' }, { role: 'LEGAL', rights: rights() }, false],
  ['a new account', { payee: undefined, scheme: 'SEPA' }, { role: 'LEGAL', rights: rights() }, true],
  [
    'a new account, with the right',
    { payee: undefined, scheme: 'SEPA' },
    { role: 'LEGAL', rights: rights({ can_create_benef: true }) },
    false,
  ],
  [
    'the client’s own account',
    { payee: undefined, scheme: 'OWN' },
    { role: 'LEGAL', rights: rights() },
    false,
  ],
  [
    'a new account, as a person',
    { payee: undefined, scheme: 'SEPA' },
    { role: 'INDIVIDUAL', rights: rights() },
    false,
  ],
] as const)('to pay %s a member needs the right to add payees, or not', (_case, plan, actor, isRefused) => {
  expect(checkPayeeRight(actor, plan)).toEqual(isRefused ? { code: 'beneficiary_right_missing' } : undefined);
});

test.each([
  ['Invoice 7', 'SEPA', undefined],
  ['Счёт 7', 'SEPA', 'С ч ё т'],
  ['Счёт 7', 'SEPA_INSTANT', 'С ч ё т'],
  ['Счёт 7', 'SWIFT', undefined],
  ['Счёт 7', 'INTERNAL', undefined],
] as const)('%s by %s: the characters that cannot travel are named', (text, scheme, characters) => {
  expect(checkReference(text, scheme)).toEqual(
    characters ? [{ field: 'reference', code: 'sepa_characters', params: { characters } }] : [],
  );
});

test('the mark of the bank is reserved, whichever way the text goes', () => {
  for (const scheme of ['SEPA', 'SWIFT', 'INTERNAL'] as const)
    expect(checkReference('a;;b', scheme)).toEqual([{ field: 'reference', code: 'reserved_text' }]);
});
