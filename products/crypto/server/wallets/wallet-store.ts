/** SQL of wallets, their users and transfers between them and accounts. */
import type { CryptoAsset } from '@calmly/domain';
import { binaryUuids } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** A client's wallet of an asset; its id is that of its ledger account. */
export interface StoredWallet {
  readonly id: string;
  readonly clientId: string;
  readonly asset: CryptoAsset;
  readonly createdAt: Date;
  /** An incident is open: nothing leaves it. */
  readonly isLocked: boolean;
}

const columns = query`id, client_id as "clientId", asset, created_at as "createdAt",
  exists (select from wallets.incident i where i.wallet_id = wallet.id and i.closed_at is null) as "isLocked"`;

/** False if the client already uses crypto. */
export async function insertUser(sql: Sql, clientId: string, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    insert into wallets.client (client_id, created_at) values (${clientId}, ${at}) on conflict do nothing`.execute(
    sql,
  );
  return numAffectedRows > 0n;
}

/** Whether the client has started to use crypto. */
export async function isUser(sql: Sql, clientId: string): Promise<boolean> {
  const { rows } = await query`select from wallets.client where client_id = ${clientId}`.execute(sql);
  return rows.length > 0;
}

/** Oldest first, locked ones too. */
export async function listWallets(sql: Sql, clientId: string): Promise<StoredWallet[]> {
  const { rows } = await query<StoredWallet>`
    select ${columns} from wallets.wallet where client_id = ${clientId} order by id`.execute(sql);
  return rows;
}

/** Wallets of all clients. */
export async function listAllWallets(sql: Sql): Promise<Array<Pick<StoredWallet, 'id' | 'asset'>>> {
  const { rows } = await query<
    Pick<StoredWallet, 'id' | 'asset'>
  >`select id, asset from wallets.wallet`.execute(sql);
  return rows;
}

/** A wallet, locked until the transaction ends. */
export async function lockWallet(
  sql: Sql,
  { clientId, asset }: Pick<StoredWallet, 'clientId' | 'asset'>,
): Promise<StoredWallet | undefined> {
  const { rows } = await query<StoredWallet>`
    select ${columns} from wallets.wallet where client_id = ${clientId} and asset = ${asset} for no key update`.execute(
    sql,
  );
  return rows[0];
}

/** `id` is that of its ledger account. A client has one wallet of an asset; a second one is an error. */
export async function insertWallet(
  sql: Sql,
  { id, clientId, asset, createdAt }: Pick<StoredWallet, 'id' | 'clientId' | 'asset' | 'createdAt'>,
): Promise<void> {
  await query`
    insert into wallets.wallet (id, client_id, asset, created_at)
    values (${id}, ${clientId}, ${asset}, ${createdAt})`.execute(sql);
}

/** Locks a client, whose wallets and addresses are created one after the other. */
export async function lockClient(sql: Sql, clientId: string): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`wallets:${clientId}`}, 0))`.execute(sql);
}

/** The wallets among these that have an open incident. */
export async function findLocked(sql: Sql, walletIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select wallet_id as id from wallets.incident where wallet_id = any(${binaryUuids(walletIds)}::uuid[]) and closed_at is null`.execute(
    sql,
  );
  return new Set(rows.map(({ id }) => id));
}

/** All wallets that have an open incident. */
export async function listLocked(sql: Sql): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ id: string }>`
    select distinct wallet_id as id from wallets.incident where wallet_id is not null and closed_at is null`.execute(
    sql,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The wallets of several clients, and which of them use crypto. */
export async function findWallets(
  sql: Sql,
  clientIds: readonly string[],
): Promise<{ readonly users: ReadonlySet<string>; readonly wallets: readonly StoredWallet[] }> {
  const [users, wallets] = await Promise.all([
    query<{ id: string }>`
      select client_id as id from wallets.client where client_id = any(${binaryUuids(clientIds)}::uuid[])`.execute(
      sql,
    ),
    query<StoredWallet>`
      select ${columns} from wallets.wallet where client_id = any(${binaryUuids(clientIds)}::uuid[])`.execute(
      sql,
    ),
  ]);
  return { users: new Set(users.rows.map(({ id }) => id)), wallets: wallets.rows };
}

export interface StoredMove {
  readonly id: string;
  readonly clientId: string;
  readonly walletId: string;
  readonly direction: 'CREDIT' | 'DEBIT';
  /** Number of the account. */
  readonly account: string;
  readonly amountMinor: bigint;
  readonly createdAt: Date;
}

/** The ledger moves the money; this only records it for the history. */
export async function insertMove(sql: Sql, move: StoredMove): Promise<void> {
  await query`
    insert into wallets.move (id, client_id, wallet_id, direction, account, amount_minor, created_at)
    values (${move.id}, ${move.clientId}, ${move.walletId}, ${move.direction}, ${move.account}, ${String(move.amountMinor)}::numeric,
      ${move.createdAt})`.execute(sql);
}
