/** Ids and hashes of the sandbox's chains, written as each network writes them. Pure. */
import { createHash } from 'node:crypto';
import type { Network } from '@calmly/domain';
import type { UnsignedTransaction } from './chain.ts';

/** SHA-256 of the text in hex, with `0x` for EVM. */
export function networkHash(network: Network, text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return network === 'evm' ? `0x${hex}` : hex;
}

/** The same transaction has the same id, however often it is signed. */
export const sandboxTxId = (network: Network, unsigned: UnsignedTransaction): string =>
  networkHash(network, `transaction ${unsigned}`);

/** A block's hash; Bitcoin's begins with the zeros of its work. */
export function blockHashOf(network: Network, parent: string, salt: string): string {
  const hash = networkHash(network, `block ${parent} ${salt}`);
  return network === 'bitcoin' ? `${'0'.repeat(19)}${hash.slice(19)}` : hash;
}
