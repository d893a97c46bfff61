/**
 * Payments to a payee in another currency. The payment is in the currency of the account that pays, and `Converted` says what the payee
 * gets. The money is converted when it leaves, through the bank's `fx` accounts, so a payment that never left gives back exactly what was
 * reserved. Why so: docs/adr/0030-payments-with-conversion.md.
 */
import type { CurrencyCode } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { Converted, StoredTransaction } from '../../../../accounts/server/transactions/index.ts';
import type { HeldQuote } from './order.ts';

interface QuoteKey {
  readonly clientId: string;
  readonly id: string;
}

/** An amount to convert. */
export interface Sale {
  readonly sell: CurrencyCode;
  readonly sellMinor: bigint;
  readonly buy: CurrencyCode;
}

/** What payments need of the exchange module, which knows quotes and prices. */
export interface Conversions {
  /** Locks quotes until the transaction ends; unknown ones are missing. */
  lockQuotes(sql: Sql, keys: readonly QuoteKey[]): Promise<readonly HeldQuote[]>;
  markUsed(sql: Sql, keys: readonly QuoteKey[], at: Date): Promise<void>;
  /** What an amount buys now, at the rate for clients or at the middle of the market. Error: `price_unavailable`. */
  price(at: Date, sale: Sale, rate: 'client' | 'middle'): Promise<Converted>;
}

/**
 * A quote is accepted this much longer with a confirmation code: the code was requested while the quote was valid, and is valid as long. But only
 * while the bank loses nothing by the price: otherwise a client could wait and see where the market goes, for free.
 */
export const confirmingSeconds = 300;

/** A payment that waited is carried out at its own rate unless the client would get this much more today, in percent. */
const tolerancePercent = 1n;

/** Whether the bank loses nothing by an earlier price: at the mid-market rate the amount still buys as much. */
export async function bankLosesNothing(
  conversions: Pick<Conversions, 'price'>,
  at: Date,
  sale: Sale,
  buyMinor: bigint,
): Promise<boolean> {
  return (await conversions.price(at, sale, 'middle')).amountMinor >= buyMinor;
}

/** Refuses to carry out a payment at a rate at which the bank would lose, or the client would get over 1 % less than today. Error: `rate_moved`. */
export async function requireNearMarket(
  conversions: Pick<Conversions, 'price'>,
  at: Date,
  payment: StoredTransaction,
): Promise<void> {
  const { converted, currency, amountMinor } = payment;
  if (!converted) return;
  const sale = { sell: currency, sellMinor: amountMinor, buy: converted.currency };
  const missed = (await conversions.price(at, sale, 'client')).amountMinor - converted.amountMinor;
  const isNear = missed * 100n <= converted.amountMinor * tolerancePercent;
  if (isNear && (await bankLosesNothing(conversions, at, sale, converted.amountMinor))) return;
  throw new Problem('rate_moved');
}
