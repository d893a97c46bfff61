/** Receipts of a transaction, in its drawer. */
export const receipts = {
  title: 'Receipts',
  missing: 'Receipt missing',
  wanted: 'Add a receipt for this payment.',
  due: 'Add it by {date}, or the card will be locked.',
  overdue: 'It was due on {date}. The card is locked until you add it.',
  add: 'Add a receipt',
  hint: 'Drop, paste or choose a PDF, PNG or JPEG, up to 10\u00a0MB.',
  photo: 'Take a photo',
  drop: 'Remove {name}',
  removeTitle: 'Remove this receipt?',
  removeText: 'We’ll delete {name}.',
  keep: 'Keep it',
  remove: 'Remove receipt',
} as const;
