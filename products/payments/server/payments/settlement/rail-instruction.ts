/** A payment as the rail takes it. Pure. */
import type { ExternalScheme, PostalAddress, RailInstruction } from '@calmly/providers/rail/rail.ts';
import { type StoredTransaction, sentOf } from '../../../../accounts/server/transactions/index.ts';
import type { Instruction } from '../ordering/order.ts';

/** `said`: what its order said beyond the plain. `debtorAddress`: null where it does not travel (`payer-address.ts`). */
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
