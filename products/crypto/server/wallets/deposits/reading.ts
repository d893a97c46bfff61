/** The result of one reading of a chain. */
import type { Network } from '@calmly/domain';
import type { ChainTip, ChainTransfer, TransactionState } from '@calmly/providers/chain/chain.ts';
import type { StoredAddress } from '../addresses/address-store.ts';
import type { StoredCollection } from '../collecting/collection-store.ts';
import type { Whereabouts } from '../raising/whereabouts.ts';
import type { StoredWithdrawal } from '../withdrawals/withdrawal-store.ts';
import type { StoredDeposit } from './deposit-store.ts';

/** The state of a chain at one moment. */
export interface Reading {
  readonly network: Network;
  /** The cursor's version at the start of the reading. */
  readonly version: number;
  /** The newest block that was read before and is still part of the chain. */
  readonly fork: number;
  /** The last block of this reading. */
  readonly read: ChainTip;
  readonly isWhole: boolean;
  /** Without change that our own withdrawals returned to the bank's own address. */
  readonly transfers: readonly ChainTransfer[];
  /** Addresses in their comparable form. */
  readonly addresses: ReadonlyMap<string, StoredAddress>;
  /** Stored deposits of the transfers. */
  readonly known: readonly StoredDeposit[];
  /** Deposits that were above the fork and are in none of the blocks read now. */
  readonly missing: ReadonlyArray<{ readonly deposit: StoredDeposit; readonly state: TransactionState }>;
  readonly collections: ReadonlyArray<Whereabouts & { readonly collection: StoredCollection }>;
  readonly withdrawals: ReadonlyArray<Whereabouts & { readonly withdrawal: StoredWithdrawal }>;
}

/** Identifies a transfer on its network. */
export const keyOf = ({ txId, index }: { readonly txId: string; readonly index: number }): string =>
  `${txId} ${index}`;
