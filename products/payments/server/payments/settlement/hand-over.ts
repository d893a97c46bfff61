/** Hands payments to the rail, with everything that their orders said. */
import { checkIban, expectedArrival, zoneOf } from '@calmly/domain';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { ExternalScheme, PostalAddress, Rail, RailInstruction } from '@calmly/providers/rail/rail.ts';
import { reroute, type StoredTransaction, sentOf } from '../../../../accounts/server/transactions/index.ts';
import { findClientAddresses } from '../../../../identity/server/index.ts';
import { type Instruction, plainInstruction } from '../ordering/order.ts';
import { findInstructions } from '../ordering/store.ts';

/** Payments that were written before. */
export async function submitTo(
  rail: Rail,
  work: Work,
  payments: readonly StoredTransaction[],
): Promise<void> {
  const [said, addressOf] = await Promise.all([
    findInstructions(
      work.sql,
      payments.map(({ id }) => id),
    ),
    payerAddresses(work.sql, payments),
  ]);
  await rail.submit(
    work,
    payments.map((payment) =>
      railInstruction(payment, said.get(payment.id) ?? plainInstruction, addressOf(payment)),
    ),
  );
}

/** Submits payments that waited for approval or a review. Their arrival is expected from now on. */
export async function submitDelayed(
  rail: Rail,
  work: Work,
  payments: readonly StoredTransaction[],
): Promise<void> {
  const calendar = await businessTime(work);
  const late = payments
    .map((payment) => ({ ...payment, expectedOn: expectedArrival(payment.scheme, calendar) }))
    .filter(({ expectedOn }, place) => expectedOn !== payments[place]?.expectedOn);
  await Promise.all([late.length > 0 && reroute(work.sql, late), submitTo(rail, work, payments)]);
}

/*
 * The payer's address in a transfer. It must travel with the payer's name and account to a payee outside the EEA (Regulation (EU) 2015/847,
 * article 4), and SWIFT's other banks expect it. Inside the EEA name and account are enough (article 5), so the address stays here.
 */

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

/** `said`: what its order said beyond the plain. `debtorAddress`: null where it does not travel. */
export function railInstruction(
  payment: StoredTransaction,
  said: Instruction,
  debtorAddress: PostalAddress | null,
): RailInstruction {
  const { currency, amountMinor } = sentOf(payment);
  return {
    paymentId: payment.id,
    endToEndId: payment.endToEndId,
    scheme: externalSchemeOf(payment),
    currency,
    instructedAmountMinor: amountMinor.toString(),
    chargeBearer: payment.chargeBearer,
    debtorName: payment.debtorName,
    debtorAccount: payment.debtorAccount,
    debtorAddress,
    creditorName: payment.creditorName,
    creditorAccount: payment.creditorAccount,
    creditorAgentBic: payment.creditorAgentBic,
    creditorAddress: said.creditorAddress,
    intermediaryAgentBic: said.correspondent?.bic ?? null,
    purpose: said.purpose,
    remittanceInformation: payment.reference,
    creditorReference: said.creditorReference,
  };
}

function externalSchemeOf({ scheme }: Pick<StoredTransaction, 'scheme'>): ExternalScheme {
  if (scheme === 'SEPA' || scheme === 'SEPA_INSTANT' || scheme === 'SWIFT') return scheme;
  throw new Error(`${scheme} payments need no rail`);
}
