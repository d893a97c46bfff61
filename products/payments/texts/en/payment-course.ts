/** The timeline of a payment: its steps, what happens next and why. Read as `payments.steps`, `payments.next` and so on. */
import { failureSentences } from '@calmly/contract/words/en/payment-failures';
import { paymentStatuses } from '@calmly/contract/words/en/payment-statuses';

export const paymentCourse = {
  /** A step of the timeline, once it is done. */
  steps: paymentStatuses,
  /** What happens next, beside the current step of a payment. */
  next: {
    CREATED: 'We’ll send it once it’s approved.',
    SUBMITTED: 'We’ll check it next, usually within seconds.',
    TO_AML_REVIEW: 'We’re checking names and amounts, usually within seconds.',
    UNDER_REVIEW: 'Our team is reviewing it. You don’t need to do anything.',
    HOLD_AML: 'We’ll write to you if we need anything.',
    HOLD_OTHER: 'The payment is on hold until we receive it.',
    AML_APPROVED: 'All checks are complete. We’ll send it next.',
    IN_PROCESS: 'We’re sending it to the payment network.',
    PENDING_FINANCE_INSTITUTION: 'We’ve passed it on. Waiting for their bank.',
    PENDING_NETWORK: 'It’s on the network. We’re waiting for confirmations.',
    OVERDUE: 'The due date has passed and it hasn’t been paid yet.',
  },
  /** What a step that is behind us meant. */
  done: {
    PENDING_FINANCE_INSTITUTION: 'Sent via {way}',
    PENDING_NETWORK: 'Sent to the network',
    EXECUTED_OUT: 'Received by {bank}',
    EXECUTED_INSIDE: 'The money is in the account',
    EXECUTED_NETWORK: 'Confirmed by the network',
    EXECUTED_IN: 'Credited to {account}',
    REJECTED: 'The money is back in {account}.',
    CANCELED: 'The money is back in {account}.',
    theirBank: 'their bank',
  },
  /** Of a card payment: its first step, and what the steps mean. */
  byCard: {
    approved: 'Approved',
    held: 'The money is on hold until the merchant collects it.',
    collected: 'Collected by the merchant',
  },
  /** Of a crypto deposit until the network has confirmed it. */
  deposit: {
    confirming: 'Confirming',
    seen: 'We’ve seen it on the network. It’s waiting for confirmations.',
  },
  reasons: {
    ...failureSentences,
    under_review: 'We’re reviewing this payment.',
    checks_passed: 'Passed our checks',
    document_needed: 'We need a document that shows what the payment is for.',
    document_received: 'We’ve received the document and are reviewing it.',
    instant_unavailable:
      'Their bank can’t accept instant payments right now, so we’re sending it as a standard payment.',
    returned: 'The payee’s bank returned the money.',
    card_released: 'The merchant didn’t collect the money, so it’s available on the card again.',
    card_declined: 'The card payment was declined.',
    card_dispute_reversed:
      'The merchant refunded this payment after you won the dispute, so we took back the dispute’s credit.',
    chain_reorganised: 'The network undid this deposit before it was confirmed.',
    deposit_too_small: 'The amount is below the minimum for a deposit.',
    chain_failed: 'The network refused the transaction. The money is back in your wallet.',
  },
} as const;
