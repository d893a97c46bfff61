/** SQL of the sandbox's chains. */
import type { CryptoAsset, Network } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { ChainTip, ChainTransfer } from './chain.ts';

/** One change at a time on each network. */
export async function lockNetwork(sql: Sql, network: Network): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`chain:${network}`}, 0))`.execute(sql);
}

/** The highest block. Throws for a network without blocks: a migration inserts the first one. */
export async function findTip(sql: Sql, network: Network): Promise<ChainTip> {
  const { rows } = await query<ChainTip>`
    select height::float8 as height, hash from chain.block where network = ${network} order by chain.block.height desc limit 1`.execute(
    sql,
  );
  if (!rows[0]) throw new Error(`the sandbox has no chain ${network}`);
  return rows[0];
}

/** The block that the chain begins with; it is never replaced. */
export async function findFirstHeight(sql: Sql, network: Network): Promise<number> {
  const { rows } = await query<{ height: number }>`
    select min(height)::float8 as height from chain.block where network = ${network}`.execute(sql);
  return rows[0]?.height ?? 0;
}

/** Undefined for a height above the tip or below the chain's first block. */
export async function findBlockHash(sql: Sql, network: Network, height: number): Promise<string | undefined> {
  const { rows } = await query<{ hash: string }>`
    select hash from chain.block where network = ${network} and height = ${height}`.execute(sql);
  return rows[0]?.hash;
}

/** Fails if the height is taken: hold `lockNetwork`. */
export async function insertBlock(
  sql: Sql,
  block: ChainTip & { readonly network: Network; readonly minedAt: Date },
): Promise<void> {
  await query`
    insert into chain.block (network, height, hash, mined_at)
    values (${block.network}, ${block.height}, ${block.hash}, ${block.minedAt})`.execute(sql);
}

/** Puts what waits into a block; how many transactions. */
export async function includeWaiting(sql: Sql, network: Network, height: number): Promise<number> {
  const { numAffectedRows = 0n } = await query`
    update chain.transaction set height = ${height} where network = ${network} and height is null`.execute(
    sql,
  );
  return Number(numAffectedRows);
}

/** Takes the blocks above a height away. Their transactions wait again, and their outcome is decided again; dropped are those that the bank has not sent. */
export async function removeBlocks(
  sql: Sql,
  {
    network,
    above,
    isDropping,
  }: { readonly network: Network; readonly above: number; readonly isDropping: boolean },
): Promise<void> {
  if (isDropping)
    await query`delete from chain.transaction where network = ${network} and height > ${above} and not is_ours`.execute(
      sql,
    );
  await query`
    update chain.transaction set height = null, has_failed = false where network = ${network} and height > ${above}`.execute(
    sql,
  );
  await query`delete from chain.block where network = ${network} and height > ${above}`.execute(sql);
}

export interface NewTransaction {
  readonly network: Network;
  readonly txId: string;
  readonly isOurs: boolean;
  /** In the network's native asset. */
  readonly feeMinor: bigint;
  readonly movements: ReadonlyArray<{
    /** -1: the fee. */
    readonly index: number;
    readonly asset: CryptoAsset;
    readonly address: string;
    readonly amountMinor: bigint;
  }>;
}

/** Lets a transaction wait for a block; false when it is known already. */
export async function insertTransaction(sql: Sql, transaction: NewTransaction): Promise<boolean> {
  const { network, txId, isOurs, feeMinor, movements } = transaction;
  const { numAffectedRows = 0n } = await query`
    insert into chain.transaction (network, tx_id, is_ours, fee_minor)
    values (${network}, ${txId}, ${isOurs}, ${String(feeMinor)}::numeric) on conflict do nothing`.execute(
    sql,
  );
  if (numAffectedRows === 0n) return false;
  for (const { index, asset, address, amountMinor } of movements)
    await query`
      insert into chain.movement (network, tx_id, index, asset, address, amount_minor)
      values (${network}, ${txId}, ${index}, ${asset}, ${address}, ${String(amountMinor)}::numeric)`.execute(
      sql,
    );
  return true;
}

/** Every transaction of the bank that waits for a block will fail: the network takes its fee and nothing else. */
export async function failWaiting(sql: Sql, network: Network): Promise<void> {
  await query`
    update chain.transaction set has_failed = true where network = ${network} and height is null and is_ours`.execute(
    sql,
  );
}

export interface StoredTransaction {
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly hasFailed: boolean;
  readonly feeMinor: bigint;
}

/**
 * Undefined for an unknown one; without height and block while it waits. The fee is in base units of the
 * network's own asset.
 */
export async function findTransaction(
  sql: Sql,
  network: Network,
  txId: string,
): Promise<StoredTransaction | undefined> {
  const { rows } = await query<Omit<StoredTransaction, 'feeMinor'> & { feeMinor: string }>`
    select t.height::float8 as height, b.hash as "blockHash", t.has_failed as "hasFailed", t.fee_minor::text as "feeMinor"
    from chain.transaction t left join chain.block b on b.network = t.network and b.height = t.height
    where t.network = ${network} and t.tx_id = ${txId}`.execute(sql);
  const [row] = rows;
  return row && { ...row, feeMinor: BigInt(row.feeMinor) };
}

/** What reached the addresses in these blocks. */
export async function listTransfers(
  sql: Sql,
  by: {
    readonly network: Network;
    readonly addresses: readonly string[];
    readonly from: number;
    readonly to: number;
  },
): Promise<ChainTransfer[]> {
  const { rows } = await query<Omit<ChainTransfer, 'amountMinor'> & { amountMinor: string }>`
    select m.tx_id as "txId", m.index, m.asset, m.address, m.amount_minor::text as "amountMinor", t.height::float8 as height,
      b.hash as "blockHash"
    from chain.transaction t
    join chain.movement m on m.network = t.network and m.tx_id = t.tx_id
    join chain.block b on b.network = t.network and b.height = t.height
    where t.network = ${by.network} and t.height between ${by.from} and ${by.to} and not t.has_failed and m.index >= 0
      and m.amount_minor > 0 and m.address = any(${by.addresses}::text[])
    order by t.height, t.place, m.index`.execute(sql);
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

/** What the addresses hold of an asset, by address; waiting transactions do not count. */
export async function findHoldings(
  sql: Sql,
  by: { readonly network: Network; readonly asset: CryptoAsset; readonly addresses: readonly string[] },
): Promise<Map<string, bigint>> {
  const { rows } = await query<{ address: string; amount: string }>`
    select m.address, sum(m.amount_minor)::text as amount
    from chain.movement m join chain.transaction t on t.network = m.network and t.tx_id = m.tx_id
    where m.network = ${by.network} and m.asset = ${by.asset} and m.address = any(${by.addresses}::text[]) and t.height is not null
      and (not t.has_failed or m.index = -1)
    group by m.address order by m.address`.execute(sql);
  return new Map(rows.map(({ address, amount }) => [address, BigInt(amount)]));
}

/** How many transactions wait, and the newest block that has one. */
export async function countWaiting(
  sql: Sql,
  network: Network,
): Promise<{ readonly waiting: number; readonly lastUsed: number | null }> {
  const { rows } = await query<{ waiting: number; lastUsed: number | null }>`
    select count(*) filter (where height is null)::int as waiting, max(height)::float8 as "lastUsed"
    from chain.transaction where network = ${network}`.execute(sql);
  return rows[0] ?? { waiting: 0, lastUsed: null };
}
