/** When receipts of card payments are needed. */
export const cardReceipts = {
  open: 'Receipt rules',
  title: 'Receipts of card payments',
  text: 'These rules apply to all cards. Payments from before you turned them on don’t need a receipt.',
  ask: 'Ask for receipts',
  asks: { NEVER: 'Never', ABOVE: 'Above an amount', ALWAYS: 'Always' },
  above: 'Amount',
  aboveWrong: 'Enter an amount such as 50.00.',
  lock: 'Lock a card when a receipt is missing',
  lockText: 'It works again as soon as the receipt is added.',
  days: 'After how many days',
  daysWrong: 'Enter a number of days from 1 to {most}.',
  lockedAfter: '{count, plural, one {a card is locked after # day} other {a card is locked after # days}}',
  save: 'Save',
  saved: 'Receipt rules saved',
  count: '{count, plural, one {# receipt missing} other {# receipts missing}}',
  badge: 'No receipt',
} as const;
