/**
 * The bank's figures for payments and exchange: fee table, margin, the day's sum, and the amount up to which a trusted payee needs no code.
 * Decimal texts in the currency's own exponent.
 * Source: server page section 8; specification section 9 (zones, types, directions).
 */
import {
  type ChargeBearer,
  type CurrencyCode,
  currencies,
  type FeeRule,
  type PaymentScheme,
  parseDecimal,
  transferFee,
} from '@calmly/domain';
import { coolingOffAllowance } from '../../../../identity/server/index.ts';

type Amounts = Readonly<Partial<Record<CurrencyCode, string>>>;

/** Fixed minimums; the levels are worth about the same in every currency. */
const none: Amounts = {
  EUR: '0.00',
  USD: '0.00',
  GBP: '0.00',
  CHF: '0.00',
  PLN: '0.00',
  CZK: '0.00',
  SEK: '0.00',
  JPY: '0',
  KWD: '0.000',
};
const low: Amounts = {
  EUR: '0.20',
  USD: '0.22',
  GBP: '0.17',
  CHF: '0.19',
  PLN: '0.84',
  CZK: '5.00',
  SEK: '2.20',
  JPY: '34',
  KWD: '0.066',
};
const middle: Amounts = {
  EUR: '10.00',
  USD: '11.00',
  GBP: '8.50',
  CHF: '9.50',
  PLN: '42.00',
  CZK: '250.00',
  SEK: '110.00',
  JPY: '1700',
  KWD: '3.300',
};
const high: Amounts = {
  EUR: '20.00',
  USD: '22.00',
  GBP: '17.00',
  CHF: '19.00',
  PLN: '84.00',
  CZK: '500.00',
  SEK: '220.00',
  JPY: '3400',
  KWD: '6.600',
};

/** For the other banks on the way, where the payer bears all charges. */
const otherBanks: Amounts = {
  EUR: '15.00',
  USD: '16.50',
  GBP: '12.50',
  CHF: '14.00',
  PLN: '63.00',
  CZK: '375.00',
  SEK: '165.00',
  JPY: '2500',
  KWD: '5.000',
};

/** Up to this a trusted payee is paid without a code: about 50 euro. */
const small: Amounts = {
  EUR: '50.00',
  USD: '55.00',
  GBP: '42.00',
  CHF: '48.00',
  PLN: '210.00',
  CZK: '1250.00',
  SEK: '550.00',
  JPY: '8500',
  KWD: '16.500',
};

interface Cell {
  readonly rate: string;
  readonly minimum: Amounts;
}
export type Zone = 'inter' | 'eu';
type FeeType = 'sepa' | 'swift';

const free: Cell = { rate: '0', minimum: none };
/** A rate of zero charges the minimum, regardless of the amount. */
const flat: Cell = { rate: '0', minimum: low };
const feeTable: Readonly<Record<Zone, Record<FeeType, { incoming: Cell; outgoing: Cell }>>> = {
  eu: {
    sepa: { incoming: free, outgoing: flat },
    swift: { incoming: free, outgoing: { rate: '0.2', minimum: middle } },
  },
  inter: {
    sepa: { incoming: free, outgoing: flat },
    swift: { incoming: free, outgoing: { rate: '0.3', minimum: high } },
  },
};

/** What the bank takes of an exchange rate, in percent and in millionths. */
export const exchangeMarginPercent = '0.4';
export const exchangeMarginMillionths = transferFee(1_000_000n, {
  rate: exchangeMarginPercent,
  minfixMinor: 0n,
});

/** Whether payments are offered in a currency. */
export const isPayable = (currency: CurrencyCode): boolean => currencies[currency].kind === 'fiat';

/** Read once: every payment looks up a dozen of them. */
const readAmounts = new WeakMap<Amounts, Map<CurrencyCode, bigint>>();

function minorOf(amounts: Amounts, currency: CurrencyCode): bigint {
  const read = readAmounts.get(amounts) ?? new Map<CurrencyCode, bigint>();
  const minor = read.get(currency) ?? parseDecimal(amounts[currency] ?? '', currency);
  if (minor === undefined) throw new RangeError(`payments are not offered in ${currency}`);
  readAmounts.set(amounts, read.set(currency, minor));
  return minor;
}

/** What an arriving payment costs. */
export const incomingFeeRule = (zone: Zone, type: FeeType, currency: CurrencyCode): FeeRule =>
  ruleOf(feeTable[zone][type].incoming, currency);

const ruleOf = ({ rate, minimum }: Cell, currency: CurrencyCode, surchargeMinor = 0n): FeeRule => ({
  rate,
  minfixMinor: minorOf(minimum, currency),
  surchargeMinor,
});

/** What one outgoing payment costs; instant ones cost no more than others by SEPA (EU 2024/886). */
export function outgoingFeeRule(
  zone: Zone,
  scheme: PaymentScheme,
  currency: CurrencyCode,
  chargeBearer: ChargeBearer,
): FeeRule {
  const { outgoing } = feeTable[zone][scheme === 'SWIFT' ? 'swift' : 'sepa'];
  return ruleOf(outgoing, currency, chargeBearer === 'OUR' ? minorOf(otherBanks, currency) : 0n);
}

/** The largest instant payment, in euro cents: once sent it cannot be stopped. */
export const largestInstant = 10_000_000n;

/** From this on someone looks at what a client pays to others in a day, in euro cents: a person's 100,000 euro, a company's 500,000. */
export const dayLimit = (kind: 'person' | 'company'): bigint =>
  kind === 'company' ? 50_000_000n : 10_000_000n;

/** Up to this, a trusted payee needs no code; in minor units. */
export const smallPayment = (currency: CurrencyCode): bigint => minorOf(small, currency);

/** What an amount takes of the allowance of cooling-off, in euro cents: all of it at the small payment of its currency. */
export const allowanceShare = (amountMinor: bigint, currency: CurrencyCode): bigint => {
  const small = smallPayment(currency);
  return (amountMinor * coolingOffAllowance + small - 1n) / small;
};
