/** Reads a withdrawal's address: the only place that decides whether an address may be used, and why not. Pure. */
import type { AddressFault } from '@calmly/contract';
import { type CryptoAsset, type Network, networkOf, networks } from '@calmly/domain';
import { type BitcoinPrefix, readBitcoinAddress } from './bitcoin.ts';
import { readEvmAddress } from './evm.ts';
import { readTonAddress, tonAccountOf } from './ton.ts';

const readers: Readonly<
  Record<Network, (text: string, prefix: BitcoinPrefix) => { readonly address: string } | AddressFault>
> = {
  bitcoin: readBitcoinAddress,
  evm: readEvmAddress,
  ton: readTonAddress,
};

export type ReadAddress =
  | { readonly address: string; readonly fault: null }
  | { readonly address: null; readonly fault: AddressFault; readonly network: Network | null };

/** An address of another network is reported as such, not as a typing error. */
export function readAddress(asset: CryptoAsset, text: string, prefix: BitcoinPrefix = 'bc'): ReadAddress {
  const own = networkOf(asset);
  const read = readers[own](text, prefix);
  if (typeof read === 'object') return { address: read.address, fault: null };
  const other = networks.find(
    (network) => network !== own && typeof readers[network](text, prefix) === 'object',
  );
  return other === undefined || read === 'address_testnet'
    ? { address: null, fault: read, network: null }
    : { address: null, fault: 'address_other_network', network: other };
}

/** The form for storing and comparing: forms of the same address are equal. */
export const comparable = (network: Network, address: string): string =>
  network === 'ton' ? tonAccountOf(address) : address;
