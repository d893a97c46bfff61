/**
 * How money is transferred. To another bank: SEPA for euro to an IBAN in a SEPA country, within seconds if both sides can (SEPA_INSTANT), SWIFT for
 * everything else. Inside the bank: between own accounts (OWN), to another client (INTERNAL), or from one currency into another (EXCHANGE). Source:
 * server page section 8; EPC409-09 (SEPA countries).
 */
import { isSepaCountry } from '../texts/country.ts';

export const paymentSchemes = [
  'SEPA',
  'SEPA_INSTANT',
  'SWIFT',
  'OWN',
  'INTERNAL',
  'EXCHANGE',
  /** A card purchase or its refund. */
  'CARD',
  /** Between an account and a card of the same client. */
  'CARD_MOVE',
  'CARD_FEE',
  /** An order of the exchange: the amount paid and the amount received. */
  'TRADE',
  /** A deposit from a chain, or a withdrawal to one. */
  'CRYPTO',
  /** Between an account and a wallet of the same client. */
  'CRYPTO_MOVE',
] as const;
export type PaymentScheme = (typeof paymentSchemes)[number];

export type RailScheme = 'SEPA' | 'SWIFT';

/** Whether the money stays in this bank, so no other bank is involved. */
export const staysInside = (scheme: PaymentScheme): boolean =>
  scheme !== 'SEPA' &&
  scheme !== 'SEPA_INSTANT' &&
  scheme !== 'SWIFT' &&
  scheme !== 'CARD' &&
  scheme !== 'CRYPTO';

/** Whether a client orders it with a payment form, so that it can be repeated. */
export const isOrder = (scheme: PaymentScheme): boolean =>
  scheme !== 'EXCHANGE' && scheme !== 'TRADE' && !scheme.startsWith('CARD') && !scheme.startsWith('CRYPTO');

/** The scheme for a payee, from currency, country (ISO 3166-1 alpha-2) and whether there is an IBAN. */
export function schemeFor(payee: {
  readonly currency: string;
  readonly creditorCountry: string;
  readonly hasIban: boolean;
}): RailScheme {
  return payee.currency === 'EUR' && payee.hasIban && isSepaCountry(payee.creditorCountry) ? 'SEPA' : 'SWIFT';
}

/** The euro area, whose banks must accept instant payments in euro since 9 January 2025 (Regulation (EU) 2024/886, article 5a). */
const euroArea: ReadonlySet<string> = new Set(
  'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '),
);

/** Whether banks of a SEPA country accept instant payments: all of them (`certain`), or only an attempt can tell (`tried`). */
export const instantReach = (country: string): 'certain' | 'tried' =>
  euroArea.has(country) ? 'certain' : 'tried';
