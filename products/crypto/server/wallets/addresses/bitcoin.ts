/** Bitcoin addresses: native SegWit (BIP 84), encoded by BIP 173 and BIP 350; Base58Check ones are accepted as destinations. Pure. */

import type { AddressFault } from '@calmly/contract';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32, bech32m } from '@scure/base';

const base58 = base58check(sha256);

/** For the main network, the test networks, and a private one. */
export type BitcoinPrefix = 'bc' | 'tb' | 'bcrt';

/** The address of a compressed public key. */
export function segwitAddress(publicKey: Uint8Array, prefix: BitcoinPrefix): string {
  const words = bech32.toWords(ripemd160(sha256(publicKey)));
  return bech32.encode(prefix, [0, ...words]);
}

/** Versions of Base58Check addresses: P2PKH and P2SH, of the main and the test network. */
const mainVersions: readonly number[] = [0x00, 0x05];
const testVersions: readonly number[] = [0x6f, 0xc4];

/** The address in its standard form, or its fault. */
export function readBitcoinAddress(
  text: string,
  prefix: BitcoinPrefix,
): { readonly address: string } | AddressFault {
  if (/^(bc|tb|bcrt)1/i.test(text)) return readSegwit(text, prefix);
  if (/^[13mn2][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return readBase58(text, prefix);
  return 'address_invalid';
}

/** Payable lengths by witness version: P2WPKH and P2WSH, P2TR (BIP 341). */
const payable: Readonly<Record<number, readonly number[]>> = { 0: [20, 32], 1: [32] };

function readSegwit(text: string, prefix: BitcoinPrefix): { readonly address: string } | AddressFault {
  // BIP 173: mixed case is refused.
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return 'address_checksum';
  const address = text.toLowerCase();
  const decoded =
    bech32.decodeUnsafe(address as `${string}1${string}`) ??
    bech32m.decodeUnsafe(address as `${string}1${string}`);
  if (!decoded) return 'address_checksum';
  const [version, ...words] = decoded.words;
  // BIP 350: version 0 has the first checksum, every later one the second.
  const isFirst = bech32.decodeUnsafe(address as `${string}1${string}`) !== undefined;
  if (version === undefined || version > 16 || (version === 0) !== isFirst) return 'address_checksum';
  const program = bech32.fromWordsUnsafe(words);
  // Anyone could take coins sent to a version without rules or to another length, and the adapter refuses to pay there.
  if (!program || !(payable[version] ?? []).includes(program.length)) return 'address_invalid';
  return decoded.prefix === prefix ? { address } : 'address_testnet';
}

function readBase58(address: string, prefix: BitcoinPrefix): { readonly address: string } | AddressFault {
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(address);
  } catch {
    return 'address_checksum';
  }
  const [version] = bytes;
  if (bytes.length !== 21 || version === undefined) return 'address_invalid';
  const [ours, others] = prefix === 'bc' ? [mainVersions, testVersions] : [testVersions, mainVersions];
  if (others.includes(version)) return 'address_testnet';
  return ours.includes(version) ? { address } : 'address_invalid';
}
