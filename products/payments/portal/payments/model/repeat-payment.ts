/** The draft that repeats a payment, or replaces it if it failed. */
import type { Account, PaymentDetails } from '@calmly/contract';
import { isCurrency, parseDecimal } from '@calmly/domain';
import { tidyAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { emptyDraft, type PaymentDraft } from './draft.ts';

/**
 * `repairOf` is set only where the bank allows the payment to be sent again. Documents are not taken over.
 */
export function repeatPayment(payment: PaymentDetails, accounts: readonly Account[]): PaymentDraft {
  const { currency, creditorAccount } = payment;
  const minor = isCurrency(currency) ? parseDecimal(payment.amount, currency) : undefined;
  const own = accounts.find(({ iban, number }) => iban === creditorAccount || number === creditorAccount);
  return {
    ...emptyDraft,
    kind: payment.scheme === 'OWN' ? 'own' : 'someone',
    debtorAccountId: payment.accountId,
    payeeKind: payment.beneficiaryId ? 'beneficiary' : 'client',
    beneficiaryId: payment.beneficiaryId ?? '',
    bankAccount: creditorAccount,
    clientAccount: payment.beneficiaryId || payment.scheme === 'OWN' ? '' : creditorAccount,
    clientName: payment.beneficiaryId || payment.scheme === 'OWN' ? '' : payment.creditorName,
    creditorAccountId: own?.id ?? '',
    amount: minor !== undefined && isCurrency(currency) ? tidyAmount(minor, currency) : '',
    reference: payment.reference,
    chargeBearer: payment.chargeBearer,
    instant: payment.scheme === 'SEPA_INSTANT',
    purpose: payment.purpose ?? '',
    repairOf: payment.canSendAgain ? payment.id : '',
  };
}
