/**
 * The payer's address in a transfer. It must travel with the payer's name and account to a payee outside the EEA (Regulation (EU) 2015/847,
 * article 4), and SWIFT's other banks expect it. Inside the EEA name and account are enough (article 5), so the address stays here.
 */
import { checkIban, zoneOf } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { PostalAddress } from '@calmly/providers/rail/rail.ts';
import type { StoredTransaction } from '../../../../accounts/server/transactions/index.ts';
import { findClientAddresses } from '../../../../identity/server/index.ts';

type Sent = Pick<StoredTransaction, 'scheme' | 'clientId' | 'creditorAccount' | 'counterpartyCountry'>;

/** Addresses by client, of the payments that need them; sends nothing to the database where none does. */
export async function payerAddresses(
  sql: Sql,
  payments: readonly Sent[],
): Promise<(payment: Sent) => PostalAddress | null> {
  const clientIds = new Set(payments.filter(needsAddress).map(({ clientId }) => clientId));
  if (clientIds.size === 0) return () => null;
  const addresses = await findClientAddresses(sql, [...clientIds]);
  return (payment) => {
    const address = needsAddress(payment) ? addresses.get(payment.clientId) : undefined;
    if (!address) return null;
    const { line, postCode, town, country } = address;
    return { streetName: line, buildingNumber: null, postCode, townName: town, country };
  };
}

/** The country of the account decides; without an IBAN that of the payee's bank. */
function needsAddress({ scheme, creditorAccount, counterpartyCountry }: Sent): boolean {
  if (scheme === 'SWIFT') return true;
  const check = checkIban(creditorAccount);
  const country = check.ok ? check.country : counterpartyCountry;
  return country === null || zoneOf(country) !== 'eu';
}
