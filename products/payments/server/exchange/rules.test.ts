/** What may be exchanged, a row for each refusal. Source: docs/adr/0015-exchange.md; server page section 8. */
import type { CurrencyCode } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { Rates } from '@calmly/providers/price/index.ts';
import { expect, test } from 'vitest';
import type { AccountRecord } from '../../../accounts/server/accounts/index.ts';
import { priceRequest, type QuoteRequest } from './rules.ts';

const account = (id: string, currency: CurrencyCode, more: Partial<AccountRecord> = {}): AccountRecord => ({
  id,
  clientId: 'me',
  number: id,
  iban: null,
  currency,
  name: 'Main',
  holder: 'Clara Weiss',
  status: 'ACTIVE',
  createdAt: new Date(0),
  ...more,
});
const euros = account('euros', 'EUR');
const dollars = account('dollars', 'USD');
const yen = account('yen', 'JPY');
/** Units for a euro. */
const market = { rates: { EUR: '1', USD: '2', JPY: '100' } } as unknown as Rates;
/** A thousand units. */
const largestMinor = (currency: CurrencyCode) => (currency === 'JPY' ? 1000n : 100_000n);

const price = (more: Partial<QuoteRequest>) =>
  priceRequest({ from: euros, to: dollars, amount: '100.00', side: 'SELL', ...more }, market, {
    largestMinor,
  });
/** A price as what is sold and bought; a refusal as its code, with the field and what it says. */
const brief = (more: Partial<QuoteRequest>): string => {
  const result = price(more);
  if (!(result instanceof Problem)) return `${result.sellMinor} for ${result.buyMinor} ${result.buyCurrency}`;
  const [field] = result.fields;
  if (!field) return result.code;
  return [field.field, field.code, ...Object.values(field.params ?? {})].join(' ').replaceAll('\u00a0', ' ');
};

test.each<[string, Partial<QuoteRequest>, string]>([
  // 0.4 % less than two dollars for a euro.
  ['100.00 EUR for dollars', {}, '10000 for 19920 USD'],
  ['the euro that 199.20 USD cost', { amount: '199.20', side: 'BUY' }, '10000 for 19920 USD'],
  ['to a payment in dollars', { to: 'USD' }, '10000 for 19920 USD'],
  ['from an account that is not there', { from: undefined }, 'fromAccount account_unknown'],
  ['from a closed one', { from: account('a', 'EUR', { status: 'CLOSED' }) }, 'fromAccount account_unknown'],
  ['to an account that is not there', { to: undefined }, 'toAccount account_unknown'],
  ['to a closed one', { to: account('a', 'USD', { status: 'CLOSED' }) }, 'toAccount account_unknown'],
  ['to the same account', { to: euros }, 'toAccount same_account'],
  ['to another account in the same currency', { to: account('b', 'EUR') }, 'toAccount same_currency EUR'],
  ['to a payment in the same currency', { to: 'EUR' }, 'toAccount same_currency EUR'],
  ['nothing', { amount: '0.00' }, 'amount amount_zero'],
  ['half a cent', { amount: '0.005' }, 'amount amount_precision EUR 2'],
  ['half a yen', { to: yen, amount: '0.5', side: 'BUY' }, 'amount amount_precision JPY 0'],
  ['an amount in the currency of its side', { to: yen, amount: '100', side: 'BUY' }, '101 for 100 JPY'],
  ['what a column cannot hold', { amount: '9'.repeat(40) }, 'amount exchange_limit 1 000.00 €'],
  [
    'what a column cannot hold, to buy',
    { to: yen, amount: '9'.repeat(40), side: 'BUY' },
    'amount exchange_limit 1 000 ¥',
  ],
  ['the largest amount', { amount: '1000.00' }, '100000 for 199200 USD'],
  ['a cent more', { amount: '1000.01' }, 'amount exchange_limit 1 000.00 €'],
  [
    'what costs more than may be sold',
    { amount: '1992.01', side: 'BUY' },
    'amount exchange_limit 1 000.00 €',
  ],
  ['so little that nothing is bought', { from: yen, to: euros, amount: '1' }, 'amount amount_below_unit'],
  ['a currency without a market', { to: account('f', 'CHF') }, 'price_unavailable'],
])('%s', (_case, request, expected) => {
  expect(brief(request)).toBe(expected);
});

test('a price names its accounts; for a payment there is none to credit', () => {
  expect(price({})).toMatchObject({ from: euros, to: dollars });
  expect(price({ to: 'USD' })).toMatchObject({ from: euros, to: null, buyCurrency: 'USD' });
});
