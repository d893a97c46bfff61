/**
 * Allowed destinations of a withdrawal. Another client's address is an ordinary one: the transfer leaves and arrives on the chain. The bank's own
 * address is refused, because
 * anything that our withdrawals return there counts as change.
 */
import type { AddressCheck } from '@calmly/contract';
import { type CryptoAsset, networkOf } from '@calmly/domain';
import { badFields } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { findAddress } from '../addresses/address-store.ts';
import { comparable, readAddress } from '../addresses/check.ts';
import type { WalletTools } from '../tools.ts';

interface Destination {
  readonly clientId: string;
  readonly asset: CryptoAsset;
  /** As entered. */
  readonly text: string;
}

/** `POST /crypto/addresses/check`. */
export async function checkAddress(
  sql: Sql,
  { keys }: Pick<WalletTools, 'keys'>,
  { clientId, asset, text }: Destination,
): Promise<AddressCheck> {
  const read = readAddress(asset, text, keys.bitcoinPrefix);
  if (read.fault !== null) return { address: null, fault: read.fault, network: read.network };
  const network = networkOf(asset);
  const owner = await findAddress(sql, network, comparable(network, read.address));
  return owner && (owner.clientId === clientId || owner.clientId === null)
    ? { address: null, fault: 'address_own', network: null }
    : { address: read.address, fault: null, network: null };
}

/** The address in its standard form; refuses (`address_*`) one that cannot be used. */
export async function requireAddress(
  sql: Sql,
  tools: Pick<WalletTools, 'keys'>,
  destination: Destination,
): Promise<string> {
  const { address, fault } = await checkAddress(sql, tools, destination);
  if (address === null) throw badFields({ field: 'address', code: fault ?? 'address_invalid' });
  return address;
}
