/** SQL of the address book. */
import type { CryptoAsset } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface StoredPayee {
  readonly id: string;
  readonly clientId: string;
  readonly label: string;
  readonly asset: CryptoAsset;
  readonly address: string;
  readonly createdAt: Date;
}

const columns = query`id, client_id as "clientId", label, asset, address, created_at as "createdAt"`;

/** False if the client already has the address. */
export async function insertPayee(sql: Sql, payee: StoredPayee): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    insert into wallets.payee (id, client_id, label, asset, address, created_at)
    values (${payee.id}, ${payee.clientId}, ${payee.label}, ${payee.asset}, ${payee.address}, ${payee.createdAt})
    on conflict do nothing`.execute(sql);
  return numAffectedRows > 0n;
}

/** Ignores deleted payees. `address` is compared in its stored form. */
export async function hasPayee(
  sql: Sql,
  { clientId, asset, address }: Pick<StoredPayee, 'clientId' | 'asset' | 'address'>,
): Promise<boolean> {
  const { rows } = await query`
    select from wallets.payee
    where client_id = ${clientId} and asset = ${asset} and address = ${address} and deleted_at is null`.execute(
    sql,
  );
  return rows.length > 0;
}

/** Undefined for a deleted payee and for another client's. */
export async function findPayee(
  sql: Sql,
  { id, clientId }: Pick<StoredPayee, 'id' | 'clientId'>,
): Promise<StoredPayee | undefined> {
  const { rows } = await query<StoredPayee>`
    select ${columns} from wallets.payee where id = ${id} and client_id = ${clientId} and deleted_at is null`.execute(
    sql,
  );
  return rows[0];
}

/** The same, and prevents its deletion until the transaction ends, so that a deletion finds every request that relies on it. */
export async function holdPayee(
  sql: Sql,
  key: Pick<StoredPayee, 'id' | 'clientId'>,
): Promise<StoredPayee | undefined> {
  await query`select from wallets.payee where id = ${key.id} and client_id = ${key.clientId} for share`.execute(
    sql,
  );
  return findPayee(sql, key);
}

/** Newest first; deleted ones are left out. `before` is an id. */
export async function listPayees(
  sql: Sql,
  by: { readonly clientId: string; readonly before: string | undefined; readonly limit: number },
): Promise<StoredPayee[]> {
  const { rows } = await query<StoredPayee>`
    select ${columns} from wallets.payee
    where client_id = ${by.clientId} and deleted_at is null and ${by.before === undefined ? query`true` : query`id < ${by.before}`}
    order by id desc limit ${by.limit}`.execute(sql);
  return rows;
}

/** False if there is none; deleting again changes nothing. */
export async function deletePayee(
  sql: Sql,
  { id, clientId }: Pick<StoredPayee, 'id' | 'clientId'>,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    update wallets.payee set deleted_at = coalesce(deleted_at, ${now}) where id = ${id} and client_id = ${clientId}`.execute(
    sql,
  );
  return numAffectedRows > 0n;
}

/** Labels by id, including deleted ones. */
export async function findLabels(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await query<{ id: string; label: string }>`
    select id, label from wallets.payee where id = any(${ids}::uuid[])`.execute(sql);
  return new Map(rows.map(({ id, label }) => [id, label]));
}
