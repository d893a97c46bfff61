/** The cost of a top-up: the fee is added to the amount debited from the account. Source: specification section 9. */
import { transferFee } from '@calmly/domain';

export interface MoveCost {
  readonly fee: bigint;
  /** The amount debited from the account. */
  readonly total: bigint;
}

/** `percent` of each top-up, from the bank's offer. */
export function topUpCost(amount: bigint, percent: string): MoveCost {
  const fee = transferFee(amount, { rate: percent, minfixMinor: 0n });
  return { fee, total: amount + fee };
}
