/**
 * The bank's addresses, from its public keys; only the signer has the private keys. Clients' deposit addresses are `0/index` below the account
 * (Bitcoin: m/84'/0'/0',
 * EVM: m/44'/60'/0'), the bank's own address is `1/0`, which the adapters of real chains pay from. TON: a wallet contract for each index. Pure.
 */
import type { Network } from '@calmly/domain';
import { publicKeysOf } from '@calmly/providers/chain/own-keys.ts';
import { type BitcoinPrefix, segwitAddress } from './bitcoin.ts';
import { evmAddress } from './evm.ts';
import { tonAddress } from './ton.ts';

/** `bitcoin` and `evm`: the account's extended public key (xpub, or zpub for Bitcoin); `ton`: an Ed25519 public key in hex. */
export type PublicKeys = Readonly<Record<Network, string>> & {
  /** The Bitcoin network of addresses. */
  readonly bitcoinPrefix: BitcoinPrefix;
};

/** Index 0 of a network is the bank's own address; clients' begin with 1. */
export function deriveAddress(keys: PublicKeys, network: Network, index: number): string {
  const place = index === 0 ? ({ branch: 1, index: 0 } as const) : ({ branch: 0, index } as const);
  switch (network) {
    case 'bitcoin':
      return segwitAddress(publicKeysOf(keys.bitcoin)(place), keys.bitcoinPrefix);
    case 'evm':
      return evmAddress(publicKeysOf(keys.evm)(place));
    case 'ton':
      return tonAddress(Buffer.from(keys.ton, 'hex'), index);
  }
}
