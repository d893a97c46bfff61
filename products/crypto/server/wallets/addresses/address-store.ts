/** SQL of addresses. */
import type { Network } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** An address of the bank; without a wallet it is the bank's own. */
export interface StoredAddress {
  readonly id: string;
  readonly network: Network;
  readonly index: number;
  readonly address: string;
  readonly walletId: string | null;
  readonly clientId: string | null;
  readonly createdAt: Date;
}

const columns = query`id, network, derivation_index as index, address, wallet_id as "walletId", client_id as "clientId",
  created_at as "createdAt"`;

/** The index of the next address; the network's row stays locked, so no index is used twice or skipped. */
export async function takeIndex(sql: Sql, network: Network): Promise<number> {
  const { rows } = await query<{ index: number }>`
    update wallets.chain set next_index = next_index + 1 where network = ${network} returning next_index - 1 as index`.execute(
    sql,
  );
  if (!rows[0]) throw new Error(`the network ${network} has no row`);
  return rows[0].index;
}

/** False when the address is there already. */
export async function insertAddress(sql: Sql, address: StoredAddress): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    insert into wallets.address (id, network, derivation_index, address, wallet_id, client_id, created_at)
    values (${address.id}, ${address.network}, ${address.index}, ${address.address}, ${address.walletId}, ${address.clientId},
      ${address.createdAt}) on conflict (network, derivation_index) do nothing`.execute(sql);
  return numAffectedRows > 0n;
}

export async function hasAddressAt(sql: Sql, network: Network, index: number): Promise<boolean> {
  const { rows } = await query`
    select from wallets.address where network = ${network} and derivation_index = ${index}`.execute(sql);
  return rows.length > 0;
}

/** Of all the client's wallets, oldest first. */
export async function listAddressesOf(sql: Sql, clientId: string): Promise<StoredAddress[]> {
  const { rows } = await query<StoredAddress>`
    select ${columns} from wallets.address where client_id = ${clientId} order by id`.execute(sql);
  return rows;
}

/** Addresses on a network including the bank's own, in the order of derivation. */
export async function listAddressesOn(sql: Sql, network: Network): Promise<StoredAddress[]> {
  const { rows } = await query<StoredAddress>`
    select ${columns} from wallets.address where network = ${network} order by derivation_index`.execute(sql);
  return rows;
}

/** The owner of an address, if it is one of ours. */
export async function findAddress(
  sql: Sql,
  network: Network,
  address: string,
): Promise<StoredAddress | undefined> {
  const { rows } = await query<StoredAddress>`
    select ${columns} from wallets.address where network = ${network} and address = ${address}`.execute(sql);
  return rows[0];
}
