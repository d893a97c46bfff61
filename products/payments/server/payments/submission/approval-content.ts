/** What the approvers of a payment consent to. Pure. */
import type { PaymentPurpose } from '@calmly/contract';
import type { StoredTransaction } from '../../../../accounts/server/transactions/index.ts';

/** The part that the payment itself says; the payee's version is added to it. */
export const contentOf = (payment: StoredTransaction, purpose: PaymentPurpose | null) => ({
  amount: payment.amountMinor.toString(),
  fee: payment.feeMinor.toString(),
  currency: payment.currency,
  debtorAccountId: payment.accountId,
  debtorAccount: payment.debtorAccount,
  creditorName: payment.creditorName,
  creditorAccount: payment.creditorAccount,
  creditorAgentBic: payment.creditorAgentBic,
  beneficiaryId: payment.beneficiaryId,
  reference: payment.reference,
  chargeBearer: payment.chargeBearer,
  scheme: payment.scheme,
  purpose,
  ...(payment.converted && {
    converted: {
      amount: payment.converted.amountMinor.toString(),
      currency: payment.converted.currency,
      rate: payment.converted.rate,
    },
  }),
});
