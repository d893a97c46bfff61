/** What the drawer of a payment says beside its course: what to do, what belongs to it, proof for the other bank. */
export const paymentDrawer = {
  sendAgain: 'Send again',
  returned: 'Came back',
  returnedText: 'What they sent back is on your account; our fee stays with us.',
  expected: 'Expected by {date}.',
  whatNow: {
    title: 'What you can do',
    screening_name:
      'Check that the name is written as in the contract. If it is and the payment is in order, write to support.',
    screening_amount: 'Send smaller payments, or tell support what it is for.',
    screening_velocity: 'Wait an hour and send it again.',
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
    cameBackBy: 'The money that came back',
    bringsBack: 'The payment that this brings back',
    exchange: 'The other side of the exchange',
    waits:
      'The money that came back is with us. Your account cannot take it, so a colleague looks for another.',
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
