/** Why a payment failed, for the portal's screens and for the results of a payout. */
import type { PaymentReason } from '@calmly/products/payments/contract/payments.ts';

export const failureSentences = {
  account_closed: 'The payee’s bank has closed this account.',
  account_unknown: 'The payee’s bank doesn’t recognise this account.',
  beneficiary_deceased: 'The payee’s bank told us that the account holder has died.',
  bank_unreachable: 'We couldn’t reach the payee’s bank.',
  regulatory: 'The payee’s bank refused the payment for regulatory reasons.',
  name_mismatch: 'The name doesn’t match the account.',
  creditor_refused: 'The payee refused the payment.',
  bank_refused: 'The payee’s bank refused the payment without giving a reason.',
  not_permitted: 'We can’t carry out this payment.',
  canceled_by_client: 'Cancelled at your request.',
  approval_rejected: 'Rejected by an approver.',
  approval_recalled: 'Withdrawn by the requester.',
  approval_expired: 'Not approved in time.',
  approval_requester_left: 'The person who requested it may no longer make payments.',
  no_funds: 'There wasn’t enough money in the account.',
} as const satisfies Partial<Record<PaymentReason, string>>;

export type FailureSentences = Readonly<Record<keyof typeof failureSentences, string>>;
