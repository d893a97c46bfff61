/**
 * The bank's addresses on a chain, derived from an extended public key of its signer: branch 0 for clients' deposits, branch 1 for the bank
 * itself (change of Bitcoin, the paying account on the EVM network). Standards: BIP-32, BIP-84, BIP-44, EIP-55.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';

export interface OwnAddress {
  readonly address: string;
  readonly branch: 0 | 1;
  readonly index: number;
}

export type ClientAddress = Omit<OwnAddress, 'branch'>;

/** A zpub is an xpub that says P2WPKH in its first bytes (SLIP-132). */
const zpubVersions = { public: 0x04b2_4746, private: 0x04b2_430c };

/** The branches of the bank's few accounts: deriving one takes as long as deriving an address below it. */
const branches = new Map<string, readonly [clients: HDKey, bank: HDKey]>();

function branchesOf(xpub: string): readonly [clients: HDKey, bank: HDKey] {
  const kept = branches.get(xpub);
  if (kept) return kept;
  const account = HDKey.fromExtendedKey(xpub, xpub.startsWith('z') ? zpubVersions : undefined);
  if (account.privateKey) throw new Error('an extended private key was given to the server');
  const derived = [account.deriveChild(0), account.deriveChild(1)] as const;
  branches.set(xpub, derived);
  return derived;
}

/** Public keys below an account. Throws if the text is no extended public key. */
export function publicKeysOf(xpub: string) {
  const derived = branchesOf(xpub);
  return ({ branch, index }: Omit<OwnAddress, 'address'>): Uint8Array => {
    const { publicKey } = derived[branch].deriveChild(index);
    if (!publicKey) throw new Error('the extended key has no public key');
    return publicKey;
  };
}

/** In lower case with `0x`, as nodes write it. */
export function evmAddressOf(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  return `0x${Buffer.from(keccak_256(point).subarray(12)).toString('hex')}`;
}

/**
 * Finds the place of a client's address, `derive` being the address at a place of branch 0. Each is derived once: that takes milliseconds, and every withdrawal looks at
 * all addresses. The function throws for an address of another key.
 */
export function ownersOf(derive: (index: number) => string): (client: ClientAddress) => OwnAddress {
  const known = new Map<number, OwnAddress>();
  return ({ address, index }) => {
    const own = known.get(index) ?? { branch: 0 as const, index, address: derive(index) };
    known.set(index, own);
    if (own.address.toLowerCase() !== address.toLowerCase())
      throw new Error('a deposit address was not derived from the configured extended key');
    return own;
  };
}
