/** The review of a payout for its approver. */
export const payoutReview = {
  masked:
    'This payout is confidential, so you see only its totals. An administrator can give you the right to see its rows.',
  open: 'Open payout',
  earlier: 'Compared with {name}',
  earlierOf: 'Confirmed on {date}',
  noEarlier: 'There is no earlier payout with mostly the same accounts.',
  total: 'Total',
  before: 'was {amount}',
  same: 'The same accounts and amounts as then.',
  added: 'Added accounts',
  gone: 'Removed accounts',
  changed: 'Changed amounts',
  differences: 'Largest differences',
  notPaid: 'not paid',
  newAccounts: 'Accounts you’ve never paid',
  noNew: 'The company has paid every account before.',
  more: 'and {count} more',
  rows: 'Rows',
  row: 'Row {row}',
  filter: 'Warnings',
  showMore: 'Show more rows',
} as const;
