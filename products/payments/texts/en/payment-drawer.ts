/** The payment drawer, except the timeline: next steps, related payments, documents and payment proof. */
export const paymentDrawer = {
  sendAgain: 'Send again',
  returned: 'Returned',
  returnedText: 'The returned money is in your account. Our fee isn’t refunded.',
  expected: 'Expected by {date}.',
  nextStep: {
    title: 'What you can do',
    not_permitted: 'Sending it again won’t help. If you think it should go through, write to support.',
    document_needed: 'Add the invoice or contract below. We’ll review it on the same working day.',
    account_closed: 'Ask {name} for a new IBAN and send the payment to it.',
    account_unknown:
      'Compare the account with the invoice digit by digit, correct it and send the payment again.',
    beneficiary_deceased: 'Ask the heirs where to pay. Don’t send money to this account again.',
    bank_unreachable: 'Your payment details are fine. Send it again in a few hours.',
    regulatory: 'Ask {name} what their bank needs, or ask for an account at another bank.',
    name_mismatch:
      'Compare the name and account with the invoice. If the details came by email, call {name} on a number you know.',
    creditor_refused: 'Talk to {name} before you send it again.',
    bank_refused: 'Ask {name} to find out the reason from their bank. The payment proof below will help.',
    approval_rejected:
      'Open the approval to see why it was rejected, then correct the payment and send it again.',
    approval_expired: 'Let the approvers know, then send it again.',
    no_funds: 'Add money or choose another account, then send it again.',
  },
  links: {
    title: 'Related payments',
    repairOf: 'Sent to replace this payment',
    replacedBy: 'Replaced by this payment',
    exchange: 'Other side of the exchange',
  },
  return: {
    ORIGINAL: {
      title: 'Returned on {date}',
      text: '{name}’s bank returned this payment.',
      link: 'View the returned money',
    },
    CREDIT: {
      title: 'Return of your payment',
      text: '{name}’s bank returned your payment.',
      link: 'View the original payment',
    },
    waits: 'We have the money, but your account can’t accept it. We’re looking for another account of yours.',
  },
  papers: {
    title: 'Documents',
    failed: 'We couldn’t load the document. Try again.',
    handIn: 'Add a document',
    handInHint: 'PDF, PNG or JPEG, up to 10 MB: for example, an invoice or a contract.',
    drop: 'Remove {name}',
  },
  description: {
    title: 'Bank description',
    reference: 'Reference',
    sender: 'Sender',
    accountNumber: 'Account number',
    beneficiary: 'Payee',
    account: 'Payee account',
  },
  proof: {
    title: 'Payment proof',
    text: 'If {name} can’t find the money, send them this. Their bank can use it to trace the payment.',
    what: 'Payment proof',
    copy: 'Copy payment proof',
  },
} as const;
