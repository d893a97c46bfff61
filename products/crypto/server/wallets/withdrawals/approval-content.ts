/** The content that a withdrawal's approvers consent to. Pure. */
import type { StoredWithdrawal } from './withdrawal-store.ts';

/** Amounts in minor units, as text. A withdrawal that differs from it can no longer be approved. */
export const contentOf = ({ asset, network, address, amountMinor, feeMinor, payeeId }: StoredWithdrawal) => ({
  asset,
  network,
  address,
  amount: amountMinor.toString(),
  fee: feeMinor.toString(),
  payeeId,
});
