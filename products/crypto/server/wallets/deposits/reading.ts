/** What one look at a chain found. */
import type { Network } from '@calmly/domain';
import type { ChainTip, ChainTransfer, TransactionState } from '@calmly/providers/chain/chain.ts';
import type { StoredAddress } from '../addresses/address-store.ts';
import type { StoredCollection } from '../collecting/collection-store.ts';
import type { Whereabouts } from '../raising/whereabouts.ts';
import type { StoredWithdrawal } from '../withdrawals/withdrawal-store.ts';
import type { StoredDeposit } from './deposit-store.ts';

/** What a chain said of itself at one moment. */
export interface Reading {
  readonly network: Network;
  /** The version of the cursor that it was read from. */
  readonly version: number;
  /** The newest block that was read before and is still there. */
  readonly fork: number;
  /** As far as it was read now. */
  readonly read: ChainTip;
  readonly isWhole: boolean;
  /** Without change: what our own withdrawals brought to the bank's own address. */
  readonly transfers: readonly ChainTransfer[];
  /** Addresses by how they are compared. */
  readonly addresses: ReadonlyMap<string, StoredAddress>;
  /** Of the transfers that are known already. */
  readonly known: readonly StoredDeposit[];
  /** Deposits that were above the fork and are in none of the blocks read now. */
  readonly missing: ReadonlyArray<{ readonly deposit: StoredDeposit; readonly state: TransactionState }>;
  readonly collections: ReadonlyArray<Whereabouts & { readonly collection: StoredCollection }>;
  readonly withdrawals: ReadonlyArray<Whereabouts & { readonly withdrawal: StoredWithdrawal }>;
}

/** What tells two transfers on one network apart. */
export const keyOf = ({ txId, index }: { readonly txId: string; readonly index: number }): string =>
  `${txId} ${index}`;
