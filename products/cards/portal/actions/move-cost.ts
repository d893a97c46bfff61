/** What a top-up costs: the fee is added to what leaves the account. Source: specification section 9. */
import { transferFee } from '@calmly/domain';

export interface MoveCost {
  readonly fee: bigint;
  /** What leaves the account. */
  readonly total: bigint;
}

/** `percent` of each top-up, as the bank offers it. */
export function topUpCost(amount: bigint, percent: string): MoveCost {
  const fee = transferFee(amount, { rate: percent, minfixMinor: 0n });
  return { fee, total: amount + fee };
}
