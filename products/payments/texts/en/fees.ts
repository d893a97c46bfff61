/** The page of all fees and its calculator. */
export const fees = {
  title: 'Fees',
  transfers: 'Transfers',
  transfersText: 'Fees in {currency}. If a fee has a percentage and a minimum, you pay whichever is higher.',
  calculator: 'Fee calculator',
  amount: 'Amount',
  currency: 'Currency',
  destination: 'Send to',
  destinations: {
    eu: 'A bank in the EEA',
    inter: 'A bank outside the EEA',
    inside: 'Your own account or another Calmly client',
  },
  method: 'Method',
  charges: 'Who pays the charges',
  fee: 'Fee',
  rule: 'Rule',
  leaves: 'Leaves your account',
  arrives: 'Sent to the payee',
  arrivesNote: 'Other banks may deduct their own charges.',
  tooSmall: 'The fee is higher than the amount. Enter a larger amount, or pay the charges yourself.',
  invalid: 'Enter an amount, for example 250.00.',
  precise: '{currency} has fewer decimals. Enter an amount such as {example}.',
  rest: 'Everything else',
  trading: 'Crypto exchange',
  maker: 'Order that waits in the order book (maker)',
  taker: 'Order that trades straight away (taker)',
  perTrade: '{percent}% of each trade',
} as const;

export const messages = { fees } as const;
