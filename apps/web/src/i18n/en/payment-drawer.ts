/** What the drawer of a payment says beside its course: what to do, what belongs to it, proof for the other bank. */
export const paymentDrawer = {
  sendAgain: 'Send again',
  returned: 'Returned',
  returnedText: 'What they sent back is on your account; our fee stays with us.',
  expected: 'Expected by {date}.',
  whatNow: {
    title: 'What you can do',
    not_permitted: 'Sending it again will not help. Write to support if you think that it should go.',
    document_needed: 'Add the invoice or the contract below. Somebody looks at it the same working day.',
    account_closed: 'Ask {name} for a new IBAN and send it again to that.',
    account_unknown: 'Compare the account with the invoice, digit by digit, and send it again corrected.',
    beneficiary_deceased: 'Ask the heirs where to pay. Do not send it to this account again.',
    bank_unreachable: 'Nothing is wrong with what you entered. Send it again in a few hours.',
    regulatory: 'Ask {name} what their bank needs, or for an account at another bank.',
    name_mismatch:
      'Compare name and account with the invoice. Did the account come by e-mail? Call {name} on a number you know.',
    creditor_refused: 'Talk to {name} before you send it again.',
    bank_refused: 'Ask {name} to find out from their bank why, with the proof below.',
    approval_rejected: 'See in the approval why it was declined, then correct it and send it again.',
    approval_expired: 'Tell those who approve, then send it again.',
    no_funds: 'Put money on the account or choose another, then send it again.',
  },
  links: {
    title: 'Belongs together',
    repairOf: 'Sent again in place of this payment',
    replacedBy: 'Sent again as this payment',
    exchange: 'The other side of the exchange',
  },
  return: {
    ORIGINAL: {
      title: 'Returned on {date}',
      text: 'The bank of {name} sent this payment back.',
      link: 'See the money returned to you',
    },
    CREDIT: {
      title: 'Return of your payment',
      text: 'The bank of {name} sent back a payment that you made.',
      link: 'See the original payment',
    },
    waits:
      'We have the money, but your account can’t take it. Our team is looking for another account of yours.',
  },
  papers: {
    title: 'Documents',
    failed: 'The document could not be loaded. Try again.',
    handIn: 'Hand in a document',
    handInHint: 'PDF, PNG or JPEG up to 10 MB: the invoice, the contract.',
    drop: 'Do not hand in {name}',
  },
  description: {
    title: 'Description kept by the bank',
    reference: 'Reference',
    sender: 'Sender',
    accountNumber: 'Account number',
    beneficiary: 'Beneficiary',
    account: 'Beneficiary account',
  },
  proof: {
    title: 'Proof for their bank',
    text: 'If {name} cannot find the money: they give this to their bank, which finds the payment by it.',
    what: 'Proof of the payment',
    copy: 'Copy for their bank',
  },
} as const;
