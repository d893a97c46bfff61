/**
 * How money travels. To another bank: SEPA for euro to an IBAN in a SEPA country, in seconds where both sides can (SEPA_INSTANT),
 * SWIFT for everything else. Inside the bank: between own accounts (OWN), to another client (INTERNAL), or from one currency into
 * another (EXCHANGE). Source: server page section 8; EPC409-09 (SEPA countries).
 */
import { isSepaCountry } from './country.ts';

export const paymentSchemes = ['SEPA', 'SEPA_INSTANT', 'SWIFT', 'OWN', 'INTERNAL', 'EXCHANGE'] as const;
export type PaymentScheme = (typeof paymentSchemes)[number];

export type RailScheme = 'SEPA' | 'SWIFT';

/** Whether the money stays in this bank: nobody else is waited for. */
export const staysInside = (scheme: PaymentScheme): boolean =>
  scheme === 'OWN' || scheme === 'INTERNAL' || scheme === 'EXCHANGE';

/** The scheme for a payee: what currency, in which country (ISO 3166-1 alpha-2), by IBAN or not. */
export function schemeFor(payee: {
  readonly currency: string;
  readonly creditorCountry: string;
  readonly hasIban: boolean;
}): RailScheme {
  return payee.currency === 'EUR' && payee.hasIban && isSepaCountry(payee.creditorCountry) ? 'SEPA' : 'SWIFT';
}
