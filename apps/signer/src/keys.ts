/**
 * All keys of the signer, derived from its seed: BIP-84 for Bitcoin, BIP-44 for the EVM network. Branch 0 has clients' deposit addresses,
 * branch 1 the bank's own. Only extended public keys leave the process.
 */
import { hkdfSync } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';

export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

export interface Place {
  readonly branch: number;
  readonly index: number;
}

export interface Keys {
  /** Accounts `m/84'/coin'/0'` and `m/44'/60'/0'` as extended public keys. */
  readonly xpubs: { readonly bitcoin: string; readonly evm: string };
  /** First three steps of every Bitcoin path. */
  readonly bitcoinAccount: readonly number[];
  bitcoin(place: Place): KeyPair;
  evm(place: Place): KeyPair;
  /** Authenticates the journal. */
  readonly journalKey: Buffer;
}

const hardened = 0x8000_0000;

/**
 * `seed` is a BIP-32 seed of 16 to 64 bytes. The network changes Bitcoin's keys only; the EVM's coin type is
 * always 60.
 */
export function deriveKeys(seed: Uint8Array, { isMainnet }: { readonly isMainnet: boolean }): Keys {
  const root = HDKey.fromMasterSeed(seed);
  const bitcoinAccount = [84 + hardened, (isMainnet ? 0 : 1) + hardened, hardened];
  const bitcoin = bitcoinAccount.reduce((key, step) => key.deriveChild(step), root);
  const evm = root.derive("m/44'/60'/0'");
  return {
    xpubs: { bitcoin: bitcoin.publicExtendedKey, evm: evm.publicExtendedKey },
    bitcoinAccount,
    bitcoin: (place) => childOf(bitcoin, place),
    evm: (place) => childOf(evm, place),
    journalKey: Buffer.from(hkdfSync('sha256', seed, new Uint8Array(), 'calmly signer journal', 32)),
  };
}

/** Lower case, with `0x`. */
export function evmAddressOf(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  return `0x${Buffer.from(keccak_256(point).subarray(12)).toString('hex')}`;
}

function childOf(account: HDKey, { branch, index }: Place): KeyPair {
  const { publicKey, privateKey } = account.deriveChild(branch).deriveChild(index);
  if (!publicKey || !privateKey) throw new Error('the account has no private key');
  return { publicKey, privateKey };
}
