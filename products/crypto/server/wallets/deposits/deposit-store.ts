/** SQL of deposits and of how far the chains were read. */
import type { CryptoAsset, Network } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface ChainCursor {
  /** Null: the chain was never read. */
  readonly height: number | null;
  readonly hash: string | null;
  readonly version: number;
  /** Blocks that a transaction needs, including its own. */
  readonly confirmations: number;
}

export type DepositState = 'DETECTED' | 'CREDITED' | 'SMALL' | 'REJECTED' | 'LOST' | 'SMALL_LOST';

export interface StoredDeposit {
  readonly id: string;
  readonly network: Network;
  readonly txId: string;
  readonly index: number;
  readonly asset: CryptoAsset;
  readonly address: string;
  readonly walletId: string | null;
  readonly clientId: string | null;
  readonly amountMinor: bigint;
  /** Null while no block has it. */
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly state: DepositState;
  readonly transactionId: string | null;
  readonly createdAt: Date;
}

const columns = query`id, network, tx_id as "txId", tx_index as index, asset, address, wallet_id as "walletId", client_id as "clientId",
  amount_minor::text as "amountMinor", height::float8 as height, block_hash as "blockHash", state, transaction_id as "transactionId",
  created_at as "createdAt"`;

type Row = Omit<StoredDeposit, 'amountMinor'> & { readonly amountMinor: string };
const toDeposit = (row: Row): StoredDeposit => ({ ...row, amountMinor: BigInt(row.amountMinor) });

/** Takes no lock. Throws if the network has no row in `wallets.chain`. */
export async function findCursor(sql: Sql, network: Network): Promise<ChainCursor> {
  const { rows } = await query<ChainCursor>`
    select height::float8 as height, hash, version, confirmations from wallets.chain where network = ${network}`.execute(
    sql,
  );
  if (!rows[0]) throw new Error(`the network ${network} has no row`);
  return rows[0];
}

/** Stores the configured number. */
export async function setConfirmations(sql: Sql, network: Network, confirmations: number): Promise<void> {
  await query`
    update wallets.chain set confirmations = ${confirmations} where network = ${network} and confirmations <> ${confirmations}`.execute(
    sql,
  );
}

/** Increments the version if it is still this one, and locks the network's row; false if another server was faster. */
export async function claimVersion(sql: Sql, network: Network, version: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    update wallets.chain set version = version + 1 where network = ${network} and version = ${version}`.execute(
    sql,
  );
  return numAffectedRows > 0n;
}

/** Moves the cursor of a claimed network; checkpoints above the fork are deleted. */
export async function moveCursor(
  sql: Sql,
  network: Network,
  to: { readonly fork: number; readonly height: number; readonly hash: string },
): Promise<void> {
  await query`update wallets.chain set height = ${to.height}, hash = ${to.hash} where network = ${network}`.execute(
    sql,
  );
  await query`delete from wallets.checkpoint where network = ${network} and height > ${to.fork}`.execute(sql);
  await query`
    insert into wallets.checkpoint (network, height, hash) values (${network}, ${to.height}, ${to.hash})
    on conflict (network, height) do update set hash = excluded.hash`.execute(sql);
  await query`
    delete from wallets.checkpoint where network = ${network} and height < (
      select min(height) from (
        select height from wallets.checkpoint where network = ${network} order by height desc limit 100) as newest)`.execute(
    sql,
  );
}

/** Newest first. */
export async function listCheckpoints(
  sql: Sql,
  network: Network,
): Promise<Array<{ readonly height: number; readonly hash: string }>> {
  const { rows } = await query<{ height: number; hash: string }>`
    select height::float8 as height, hash from wallets.checkpoint where network = ${network} order by height desc`.execute(
    sql,
  );
  return rows;
}

const standing = query`state in ('DETECTED', 'CREDITED', 'SMALL')`;

/**
 * Deposits whose place in the chain is not certain: above a height, or in no block. Two queries, because a plan for both in one reads all deposits of
 * the network.
 */
export async function listUncertain(sql: Sql, network: Network, above: number): Promise<StoredDeposit[]> {
  const { rows } = await query<Row>`
    select * from (
      select ${columns} from wallets.deposit where network = ${network} and ${standing} and height > ${above}
      union all select ${columns} from wallets.deposit where network = ${network} and ${standing} and height is null
    ) as uncertain order by id`.execute(sql);
  return rows.map(toDeposit);
}

/** The deposits of these transactions. */
export async function findDeposits(
  sql: Sql,
  network: Network,
  txIds: readonly string[],
): Promise<StoredDeposit[]> {
  const { rows } = await query<Row>`
    select ${columns} from wallets.deposit where network = ${network} and tx_id = any(${txIds}::text[])`.execute(
    sql,
  );
  return rows.map(toDeposit);
}

/** Waiting deposits with a block at this height or below. */
export async function listConfirmed(sql: Sql, network: Network, atMost: number): Promise<StoredDeposit[]> {
  const { rows } = await query<Row>`
    select ${columns} from wallets.deposit
    where network = ${network} and state = 'DETECTED' and height <= ${atMost} order by id`.execute(sql);
  return rows.map(toDeposit);
}

/** Deposits that wait for confirmations or for a block, oldest first. */
export async function listDetected(sql: Sql, network: Network): Promise<StoredDeposit[]> {
  const { rows } = await query<Row>`
    select ${columns} from wallets.deposit where network = ${network} and state = 'DETECTED' order by id`.execute(
    sql,
  );
  return rows.map(toDeposit);
}

/** A deposit is unique by network, transaction and output; a second one is an error. */
export async function insertDeposit(sql: Sql, deposit: StoredDeposit): Promise<void> {
  await query`
    insert into wallets.deposit (id, network, tx_id, tx_index, asset, address, wallet_id, client_id, amount_minor, height, block_hash,
      state, transaction_id, created_at, updated_at)
    values (${deposit.id}, ${deposit.network}, ${deposit.txId}, ${deposit.index}, ${deposit.asset}, ${deposit.address},
      ${deposit.walletId}, ${deposit.clientId}, ${String(deposit.amountMinor)}::numeric, ${deposit.height}, ${deposit.blockHash},
      ${deposit.state}, ${deposit.transactionId}, ${deposit.createdAt}, ${deposit.createdAt})`.execute(sql);
}

/** Stores its block, state and row only; the amount and the address never change. */
export async function updateDeposit(sql: Sql, deposit: StoredDeposit, now: Date): Promise<void> {
  await query`
    update wallets.deposit set height = ${deposit.height}, block_hash = ${deposit.blockHash}, state = ${deposit.state},
      transaction_id = ${deposit.transactionId}, updated_at = ${now}
    where id = ${deposit.id}`.execute(sql);
}

/** Amounts that wait for confirmations, by asset. */
export async function sumArriving(sql: Sql, clientId: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ asset: string; amount: string }>`
    select asset, sum(amount_minor)::text as amount from wallets.deposit
    where client_id = ${clientId} and state = 'DETECTED' group by asset`.execute(sql);
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}
