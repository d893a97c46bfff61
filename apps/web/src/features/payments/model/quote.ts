/**
 * What a payment costs and when it arrives, told while one types and before anything is sent. The server decides with the
 * same domain functions; this is their preview.
 *
 * In: the account that pays, who receives, the amount in minor units, the fee table, now. Out: minor units of the
 * account's currency. Source: specification section 9 (Transfer fee); server page section 8.
 */
import type { Account, PaymentScheme, TransferFees } from '@calmly/contract';
import {
  type CurrencyCode,
  expectedArrival,
  parseDecimal,
  schemeFor,
  transferFee,
  zoneOf,
} from '@calmly/domain';
import type { ChosenPayee } from './payee.ts';

/** The rule behind a fee, for saying it in words. */
export interface FeeRule {
  /** Percent, as a plain decimal. */
  readonly rate: string;
  readonly minfixMinor: bigint;
}

export interface Quote {
  readonly scheme: PaymentScheme;
  readonly currency: CurrencyCode;
  readonly receiveMinor: bigint;
  readonly feeMinor: bigint;
  /** Absent when the payment is free. */
  readonly rule: FeeRule | undefined;
  readonly totalMinor: bigint;
  /** Below zero when the account has too little. */
  readonly leftMinor: bigint;
  /** `YYYY-MM-DD`, Frankfurt's day. */
  readonly arrival: string;
}

/** What is available on an account, in minor units. */
export const availableMinor = (account: Account, currency: CurrencyCode): bigint =>
  parseDecimal(account.available, currency) ?? 0n;

/** How the money will travel from this account to this payee. Whoever banks where we do is paid inside the bank. */
export function schemeOf(payee: ChosenPayee, debtorAccount: Account, currency: CurrencyCode): PaymentScheme {
  if (payee.kind === 'own') return 'OWN';
  if (payee.kind === 'client') return 'INTERNAL';
  const ourBank = debtorAccount.bic.slice(0, 8);
  if (payee.bankDetail.iban && payee.bankDetail.bic?.slice(0, 8) === ourBank) return 'INTERNAL';
  return schemeFor({ currency, creditorCountry: payee.country, hasIban: payee.bankDetail.iban !== null });
}

/** The rule that sets the fee: a cell of the fee table by zone and type. */
function feeRuleFor(
  country: string,
  scheme: PaymentScheme,
  currency: CurrencyCode,
  fees: TransferFees,
): FeeRule {
  const cell = fees[zoneOf(country)][scheme === 'SWIFT' ? 'swift' : 'sepa'].outgoing;
  return { rate: cell.rate, minfixMinor: parseDecimal(cell.minfix, currency) ?? 0n };
}

/** The whole preview; undefined where a fee is due and the fee table is not there to tell it. */
export function quotePayment(order: {
  readonly debtorAccount: Account;
  readonly currency: CurrencyCode;
  readonly payee: ChosenPayee;
  readonly amountMinor: bigint;
  readonly fees: TransferFees | undefined;
  readonly now: Date;
}): Quote | undefined {
  const { currency, payee, amountMinor, fees } = order;
  const scheme = schemeOf(payee, order.debtorAccount, currency);
  const leavesTheBank = payee.kind === 'beneficiary' && scheme !== 'INTERNAL';
  if (leavesTheBank && !fees) return undefined;
  const rule = leavesTheBank && fees ? feeRuleFor(payee.country, scheme, currency, fees) : undefined;
  const feeMinor = rule ? transferFee(amountMinor, rule) : 0n;
  const totalMinor = amountMinor + feeMinor;
  return {
    scheme,
    currency,
    receiveMinor: amountMinor,
    feeMinor,
    rule,
    totalMinor,
    leftMinor: availableMinor(order.debtorAccount, currency) - totalMinor,
    arrival: expectedArrival(scheme, order.now),
  };
}
