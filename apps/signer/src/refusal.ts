/** Why the signer refuses to sign. The server shows the code to operators; repeating the same request never helps. */
export const refusals = {
  malformed: 'The request or the transaction in it cannot be read.',
  other_transaction: 'A different transaction was signed for this withdrawal.',
  not_replaceable: 'The transaction to be replaced is not the newest that was signed for this withdrawal.',
  other_inputs: 'The replacement spends other coins or another nonce, so both could be paid.',
  fee_not_higher: 'The replacement does not pay at least a tenth more than what it replaces.',
  wrong_network: 'The transaction is for another network, chain or token contract than the policy names.',
  payment_differs: 'The transaction does not pay exactly the requested amount to the requested address.',
  not_own: 'The address is not the one that this seed has at the named place.',
  foreign_output: 'An output besides the payment is not an address of this seed.',
  foreign_input: 'An input or the paying account does not belong to this seed, or its amount is not proved.',
  fee_limit: 'The network fee is above the limit of the policy.',
  transaction_limit: 'The amount is above the limit for one transaction.',
  day_limit: 'The amount is above what is left of the limit for 24 hours.',
  no_limits: 'The policy has no limits for this asset, so it is not signed.',
} as const;

export type RefusalCode = keyof typeof refusals;

/** Thrown for a request that must not be signed. */
export class SigningRefused extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode) {
    super(refusals[code]);
    this.code = code;
  }
}
