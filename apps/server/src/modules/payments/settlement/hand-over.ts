/** Handing payments to the rail, with all that was said when they were ordered. */
import type { Work } from '../../../platform/work.ts';
import type { ExternalScheme, Rail, RailInstruction } from '../../../providers/rail/rail.ts';
import { type StoredTransaction, sentOf } from '../../transactions/index.ts';
import { findInstructions, type Instruction, plainInstruction } from '../ordering/instruction-store.ts';

/** Payments that were written before. */
export async function submitTo(
  rail: Rail,
  work: Work,
  payments: readonly StoredTransaction[],
): Promise<void> {
  const said = await findInstructions(
    work.sql,
    payments.map(({ id }) => id),
  );
  await rail.submit(
    work,
    payments.map((payment) => railInstruction(payment, said.get(payment.id) ?? plainInstruction)),
  );
}

/** A payment as the rail takes it. */
export function railInstruction(payment: StoredTransaction, said: Instruction): RailInstruction {
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
    creditorName: payment.creditorName,
    creditorAccount: payment.creditorAccount,
    creditorAgentBic: payment.creditorAgentBic,
    creditorAddress: said.creditorAddress,
    intermediaryAgentBic: said.correspondent?.bic ?? null,
    purpose: said.purpose,
    remittanceInformation: payment.reference,
  };
}

/** The way of a payment to or from another bank. */
export function externalSchemeOf({ scheme }: Pick<StoredTransaction, 'scheme'>): ExternalScheme {
  if (scheme === 'SEPA' || scheme === 'SEPA_INSTANT' || scheme === 'SWIFT') return scheme;
  throw new Error(`${scheme} payments need no rail`);
}
