/** SQL of collections from deposit addresses. */
import type { CryptoAsset, Network } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { SignedTransaction, UnsignedTransaction } from '@calmly/providers/chain/chain.ts';
import { sql as query } from 'kysely';

/** Something arrived on a deposit address and may be worth collecting. */
export interface Uncollected {
  readonly network: Network;
  readonly address: string;
  readonly asset: CryptoAsset;
  /** Index of the address. */
  readonly index: number;
}

export type CollectionState = 'SIGNING' | 'BROADCAST' | 'CONFIRMED' | 'FAILED';

/** A transfer between two of our own addresses. */
export interface StoredCollection {
  readonly id: string;
  readonly network: Network;
  readonly kind: 'GAS' | 'COLLECT';
  readonly asset: CryptoAsset;
  /** The deposit address and its index. */
  readonly address: string;
  readonly index: number;
  readonly amountMinor: bigint;
  readonly unsigned: UnsignedTransaction;
  readonly signed: string | null;
  readonly txId: string | null;
  readonly state: CollectionState;
  readonly height: number | null;
  /** The network's fee, as booked. */
  readonly chainFeeMinor: bigint;
}

const columns = query`c.id, c.network, c.kind, c.asset, c.address, a.derivation_index as index, c.amount_minor::text as "amountMinor", c.unsigned, c.signed,
  c.tx_id as "txId", c.state, c.height::float8 as height, c.chain_fee_minor::text as "chainFeeMinor"`;
const from = query`wallets.collection c join wallets.address a on a.network = c.network and a.address = c.address`;

type Row = Omit<StoredCollection, 'amountMinor' | 'chainFeeMinor'> & {
  readonly amountMinor: string;
  readonly chainFeeMinor: string;
};
const toCollection = (row: Row): StoredCollection => ({
  ...row,
  amountMinor: BigInt(row.amountMinor),
  chainFeeMinor: BigInt(row.chainFeeMinor),
});

/** Records a deposit; the address is checked later, so that several deposits are collected together. */
export async function noteUncollected(
  sql: Sql,
  { network, address, asset }: Omit<Uncollected, 'index'>,
  now: Date,
): Promise<void> {
  await query`
    insert into wallets.uncollected (network, address, asset, since) values (${network}, ${address}, ${asset}, ${now})
    on conflict do nothing`.execute(sql);
}

/** Recorded before a time, oldest first, and tokens before the currency that pays their fees; an address with an open transfer waits. */
export async function listUncollected(
  sql: Sql,
  by: {
    readonly network: Network;
    readonly native: CryptoAsset;
    readonly before: Date;
    readonly limit: number;
  },
): Promise<Uncollected[]> {
  const { rows } = await query<Uncollected>`
    select u.network, u.address, u.asset, a.derivation_index as index
    from wallets.uncollected u join wallets.address a on a.network = u.network and a.address = u.address
    where u.network = ${by.network} and u.since <= ${by.before} and not exists (
      select from wallets.collection c
      where c.network = u.network and c.address = u.address and c.state in ('SIGNING', 'BROADCAST'))
    order by u.since, u.asset = ${by.native}, u.address limit ${by.limit}`.execute(sql);
  return rows;
}

/** Nothing worth a transfer is left there; the next deposit records it again. */
export async function forgetUncollected(
  sql: Sql,
  { network, address, asset }: Omit<Uncollected, 'index'>,
): Promise<void> {
  await query`
    delete from wallets.uncollected where network = ${network} and address = ${address} and asset = ${asset}`.execute(
    sql,
  );
}

/** Postpones the next check to a time. */
export async function postponeUncollected(
  sql: Sql,
  { network, address, asset }: Omit<Uncollected, 'index'>,
  since: Date,
): Promise<void> {
  await query`
    update wallets.uncollected set since = ${since} where network = ${network} and address = ${address} and asset = ${asset}`.execute(
    sql,
  );
}

/** False if the address already has an open transfer. */
export async function insertCollection(
  sql: Sql,
  it: Pick<StoredCollection, 'id' | 'network' | 'kind' | 'asset' | 'address' | 'amountMinor' | 'unsigned'>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    insert into wallets.collection (id, network, kind, asset, address, amount_minor, unsigned, state, created_at, updated_at)
    values (${it.id}, ${it.network}, ${it.kind}, ${it.asset}, ${it.address}, ${String(it.amountMinor)}::numeric, ${it.unsigned}, 'SIGNING',
      ${now}, ${now})
    on conflict do nothing`.execute(sql);
  return numAffectedRows > 0n;
}

/** Prepared and perhaps signed, oldest first. */
export async function listUnsentCollections(sql: Sql, network: Network): Promise<StoredCollection[]> {
  const { rows } = await query<Row>`
    select ${columns} from ${from} where c.network = ${network} and c.state = 'SIGNING' order by c.id`.execute(
    sql,
  );
  return rows.map(toCollection);
}

/** Transfers without a final place in the chain: in no block, or in one above a height. */
export async function listUnsettledCollections(
  sql: Sql,
  network: Network,
  above: number,
): Promise<StoredCollection[]> {
  const { rows } = await query<Row>`
    select ${columns} from ${from}
    where c.id = any(array(
      select id from wallets.collection where network = ${network} and state = 'BROADCAST'
      union all select id from wallets.collection where network = ${network} and state in ('CONFIRMED', 'FAILED') and height > ${above}
      union all select id from wallets.collection where network = ${network} and state in ('CONFIRMED', 'FAILED') and height is null
    ))
    order by c.id`.execute(sql);
  return rows.map(toCollection);
}

/** Transfers that have been in no block since before `before`, or whose replacement is not sent yet; oldest first. */
export async function listCollectionsToRaise(
  sql: Sql,
  network: Network,
  before: Date,
): Promise<ReadonlyArray<StoredCollection & { readonly since: Date }>> {
  const { rows } = await query<Row & { readonly since: Date }>`
    select ${columns}, c.updated_at as since from ${from}
    where c.network = ${network} and c.state = 'BROADCAST' and c.height is null and (c.updated_at <= ${before}
      or exists (select from wallets.collection_attempt t where t.collection_id = c.id and t.sent_at is null))
    order by c.id`.execute(sql);
  return rows.map((row) => ({ ...toCollection(row), since: row.since }));
}

/** Locked until the transaction ends. */
export async function lockCollection(sql: Sql, id: string): Promise<StoredCollection | undefined> {
  const { rows } = await query<Row>`
    select ${columns} from ${from} where c.id = ${id} for no key update of c`.execute(sql);
  return rows[0] && toCollection(rows[0]);
}

/** Deletes a transfer that was never signed, which frees its nonce. */
export async function dropUnsignedCollection(sql: Sql, id: string): Promise<void> {
  await query`
    delete from wallets.collection where id = ${id} and state = 'SIGNING' and signed is null`.execute(sql);
}

/** Stores the first signed transaction. Throws if the transfer was deleted in the meantime. */
export async function keepCollectionSigned(
  sql: Sql,
  id: string,
  { txId, raw }: SignedTransaction,
): Promise<void> {
  const { numAffectedRows = 0n } = await query`
    update wallets.collection set signed = coalesce(signed, ${raw}), tx_id = coalesce(tx_id, ${txId}) where id = ${id}`.execute(
    sql,
  );
  if (numAffectedRows === 0n) throw new Error(`collection ${id} is not to be sent any more`);
}

/** Does nothing unless it is SIGNING. */
export async function markCollectionSent(sql: Sql, id: string, now: Date): Promise<void> {
  await query`
    update wallets.collection set state = 'BROADCAST', updated_at = ${now} where id = ${id} and state = 'SIGNING'`.execute(
    sql,
  );
}

/** Sets a locked transfer's state or place in the chain. */
export async function moveCollection(
  sql: Sql,
  { id, state, height, chainFeeMinor }: Pick<StoredCollection, 'id' | 'state' | 'height' | 'chainFeeMinor'>,
  now: Date,
): Promise<void> {
  await query`
    update wallets.collection set state = ${state}, height = ${height}, chain_fee_minor = ${String(chainFeeMinor)}::numeric, updated_at = ${now}
    where id = ${id}`.execute(sql);
}

/** Prepared transfers that are not final. */
export async function listUnsignedCollections(sql: Sql, network: Network): Promise<UnsignedTransaction[]> {
  const { rows } = await query<{ unsigned: string }>`
    select unsigned from wallets.collection
    where id = any(array(
      select id from wallets.collection where network = ${network} and state in ('SIGNING', 'BROADCAST')
      union all select id from wallets.collection where network = ${network} and state = 'CONFIRMED' and height is null
    ))
    order by id`.execute(sql);
  return rows.map(({ unsigned }) => unsigned);
}

/** The transactions among these that moved something between our own addresses. */
export async function findCollectionTransactions(
  sql: Sql,
  txIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ txId: string }>`
    select tx_id as "txId" from wallets.collection where tx_id = any(${txIds}::text[])
    union select tx_id from wallets.collection_attempt where tx_id = any(${txIds}::text[])`.execute(sql);
  return new Set(rows.map(({ txId }) => txId));
}

/** Whether there is something to do. */
export async function hasToCollect(sql: Sql, network: Network, before: Date): Promise<boolean> {
  const { rows } = await query`
    select 1 where exists (select from wallets.uncollected where network = ${network} and since <= ${before})
      or exists (select from wallets.collection where network = ${network} and state = 'SIGNING')`.execute(
    sql,
  );
  return rows.length > 0;
}
