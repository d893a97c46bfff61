/**
 * How an outgoing payment travels: SEPA for euro to an IBAN in a SEPA country, SWIFT for everything else.
 * Source: server page section 8; EPC409-09 (SEPA countries).
 */
import { isSepaCountry } from './country.ts';

export type RailScheme = 'SEPA' | 'SWIFT';

/** The scheme for a payee: what currency, in which country (ISO 3166-1 alpha-2), by IBAN or not. */
export function schemeFor(payee: {
  readonly currency: string;
  readonly creditorCountry: string;
  readonly hasIban: boolean;
}): RailScheme {
  return payee.currency === 'EUR' && payee.hasIban && isSepaCountry(payee.creditorCountry) ? 'SEPA' : 'SWIFT';
}
