/**
 * A chain: a public network that keeps clients' assets outside the bank. It is read by asking, because blocks may be replaced: what it answers is
 * true as of its tip. Amounts are minor units of the asset (satoshi, wei, nanoton). Every function may fail; callers are jobs that try again.
 */
import type { CryptoAsset, Network } from '@calmly/domain';

export interface ChainTip {
  readonly height: number;
  readonly hash: string;
}

/** One output, message or log that reached an address of ours. The same transfer has the same `txId` and `index` however often it is read. */
export interface ChainTransfer {
  readonly txId: string;
  readonly index: number;
  readonly asset: CryptoAsset;
  readonly address: string;
  readonly amountMinor: bigint;
  readonly height: number;
  readonly blockHash: string;
}

export interface FeeQuote {
  /** What the client pays, in the asset that is withdrawn. */
  readonly feeMinor: bigint;
  /** The adapter's own: goes back to it with `prepare`. */
  readonly rate: string;
}

export interface OutgoingTransfer {
  readonly withdrawalId: string;
  readonly asset: CryptoAsset;
  readonly address: string;
  readonly amountMinor: bigint;
  readonly rate: string;
}

/** The adapter's own text (a PSBT, a transaction as JSON). Kept before it is signed, so that a repeated job signs the same. */
export type UnsignedTransaction = string;

export interface SignedTransaction {
  /** Known before it is sent. */
  readonly txId: string;
  readonly raw: string;
}

/** A transaction that waits too long. */
export interface Raise {
  /** The withdrawal's first transaction. */
  readonly first: UnsignedTransaction;
  /** The new fee is at most this many times the first one. */
  readonly mostTimes: number;
  /** Also when the network does not ask for more than is paid. */
  readonly isForced: boolean;
}

export type Raised =
  | {
      readonly unsigned: UnsignedTransaction;
      /** The most that the network can take, in its native asset. */
      readonly feeMinor: bigint;
    }
  | {
      /** `enough`: the network asks for no more. `limit`: the fee would be above the most. `funds`: change or account cannot pay it. `unsupported`: not on this network. */
      readonly cannot: 'enough' | 'limit' | 'funds' | 'unsupported';
    };

/** What may be collected from a deposit address. */
export interface Collection {
  readonly asset: CryptoAsset;
  readonly address: string;
  readonly index: number;
  /** Less is left where it is. */
  readonly leastMinor: bigint;
  /** What an amount of a token is worth in the network's own asset; absent while that has no price. */
  readonly worth?: ((amountMinor: bigint) => bigint) | undefined;
}

export type Collecting =
  | {
      /** `GAS`: the bank's own account sends the deposit address what its fee will take. `COLLECT`: the address sends the bank what it has. */
      readonly step: 'GAS' | 'COLLECT';
      readonly asset: CryptoAsset;
      readonly amountMinor: bigint;
      readonly unsigned: UnsignedTransaction;
    }
  /** `nothing`: too little is there. `dear`: the fees would take more than a tenth of it now. `no_gas`: the bank's own account cannot pay the fee. */
  | { readonly step: 'nothing' }
  | { readonly step: 'dear' }
  | { readonly step: 'no_gas' };

/** A transfer between two of our own addresses. */
export interface OwnTransfer extends Omit<OutgoingTransfer, 'rate'> {
  /** Place of the receiving address; the signer derives it itself. */
  readonly own: { readonly branch: number; readonly index: number };
}

export type TransactionState =
  | { readonly state: 'unknown' | 'pending' }
  | {
      readonly state: 'confirmed' | 'failed';
      readonly height: number;
      readonly blockHash: string;
      readonly feeMinor: bigint;
    };

export interface Chain {
  readonly network: Network;
  /** Blocks that are read in one step. Each step is committed before the next, so a failure loses one. Absent where reading costs little. */
  readonly stepBlocks?: number;
  tip(): Promise<ChainTip>;
  /** Hash of the block at this height, undefined above the tip: two answers that differ tell a reorganisation. */
  blockHash(height: number): Promise<string | undefined>;
  /** What reached these addresses in blocks `from` to `to`, both included. */
  incoming(addresses: readonly string[], from: number, to: number): Promise<readonly ChainTransfer[]>;
  feeQuote(asset: CryptoAsset): Promise<FeeQuote>;
  /** `unconfirmed`: what was prepared for other withdrawals and is not confirmed yet, so that no input or nonce is used twice. */
  prepare(
    transfer: OutgoingTransfer,
    unconfirmed: readonly UnsignedTransaction[],
  ): Promise<UnsignedTransaction>;
  /** The account that pays, where an account's transactions are taken in one order only. Absent where each stands alone. */
  accountOf?(unsigned: UnsignedTransaction): Promise<string>;
  /** The same payment with a higher fee, from the same inputs or with the same nonce: the network confirms only one of the two. */
  raise(unsigned: UnsignedTransaction, raise: Raise): Promise<Raised>;
  /** The next step of collecting. Absent where withdrawals are paid from every address. */
  collect?(collection: Collection, unconfirmed: readonly UnsignedTransaction[]): Promise<Collecting>;
  /** Sending the same again changes nothing. */
  broadcast(signed: SignedTransaction): Promise<void>;
  transaction(txId: string): Promise<TransactionState>;
  /** What our addresses hold at the tip, for the proof of reserves. */
  holdings(asset: CryptoAsset, addresses: readonly string[]): Promise<bigint>;
}

/**
 * Signs in a process of its own, which has the keys, its own limits and its own log. Refuses what its policy forbids, and a second, different transaction for one withdrawal,
 * unless it replaces the newest (`replaces`) so that only one of them can be confirmed.
 */
export interface Signer {
  /** Throws as `sign` does if it would refuse the transaction now; signs nothing. */
  check(transfer: OutgoingTransfer | OwnTransfer, unsigned: UnsignedTransaction): Promise<void>;
  sign(
    transfer: OutgoingTransfer | OwnTransfer,
    unsigned: UnsignedTransaction,
    replaces?: UnsignedTransaction,
  ): Promise<SignedTransaction>;
}
