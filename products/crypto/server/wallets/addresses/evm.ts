/** EVM addresses with the checksum of EIP-55. Pure. */
import type { AddressFault } from '@calmly/contract';
import { evmAddressOf } from '@calmly/providers/chain/own-keys.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The address of a compressed public key. */
export const evmAddress = (publicKey: Uint8Array): string => withChecksum(evmAddressOf(publicKey).slice(2));

/** EIP-55: a letter is a capital where the hash of the small letters has a digit of 8 or more. */
function withChecksum(digits: string): string {
  const hash = hex(keccak_256(Buffer.from(digits, 'ascii')));
  const letters = [...digits].map((digit, place) =>
    Number.parseInt(hash[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join('')}`;
}

/** The address with its checksum, or its fault. An address in only small or only capital letters has no checksum and is accepted. */
export function readEvmAddress(text: string): { readonly address: string } | AddressFault {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'address_invalid';
  const digits = text.slice(2);
  const address = withChecksum(digits.toLowerCase());
  if (address === '0x0000000000000000000000000000000000000000') return 'address_invalid';
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return !hasChecksum || address === text ? { address } : 'address_checksum';
}
