/** SQL of incidents: booked transfers that a chain undid. */
import type { CryptoAsset, Network } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export type IncidentKind = 'DEPOSIT_LOST' | 'WITHDRAWAL_PAID' | 'WITHDRAWAL_GONE';

/** Its id is that of the deposit or withdrawal. */
export interface Incident {
  readonly id: string;
  readonly kind: IncidentKind;
  /** Null: it concerns the bank's own address, or a deposit below the minimum. */
  readonly walletId: string | null;
  readonly clientId: string | null;
  readonly asset: CryptoAsset;
  readonly amountMinor: bigint;
}

export interface OpenIncident extends Incident {
  readonly openedAt: Date;
  readonly network: Network;
  readonly address: string;
  readonly txId: string;
  /** The fee that the client paid for a withdrawal. */
  readonly feeMinor: bigint;
}

/** Opens or reopens it. */
export async function insertIncident(
  sql: Sql,
  { id, kind, walletId, clientId, asset, amountMinor }: Incident,
  now: Date,
): Promise<void> {
  await query`
    insert into wallets.incident (id, kind, wallet_id, client_id, asset, amount_minor, opened_at)
    values (${id}, ${kind}, ${walletId}, ${clientId}, ${asset}, ${String(amountMinor)}::numeric, ${now})
    on conflict (id) do update set kind = excluded.kind, opened_at = excluded.opened_at, closed_at = null, outcome = null`.execute(
    sql,
  );
}

/** False when none is open. */
export async function closeIncident(
  sql: Sql,
  id: string,
  outcome: 'RETURNED' | 'SETTLED' | 'WRITTEN_OFF',
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    update wallets.incident set closed_at = ${now}, outcome = ${outcome}
    where id = ${id} and closed_at is null`.execute(sql);
  return numAffectedRows > 0n;
}

/** Open ones, oldest first. */
export async function listIncidents(
  sql: Sql,
  by: { readonly after?: string | undefined; readonly id?: string; readonly limit: number },
): Promise<OpenIncident[]> {
  const { rows } = await query<
    Omit<OpenIncident, 'amountMinor' | 'feeMinor'> & { amountMinor: string; feeMinor: string }
  >`
    select i.id, i.kind, i.wallet_id as "walletId", i.client_id as "clientId", i.asset, i.amount_minor::text as "amountMinor",
      i.opened_at as "openedAt", coalesce(d.network, w.network) as network, coalesce(d.address, w.address) as address,
      coalesce(d.tx_id, w.tx_id) as "txId", coalesce(w.fee_minor, 0)::text as "feeMinor"
    from wallets.incident i
      left join wallets.deposit d on d.id = i.id
      left join wallets.withdrawal w on w.id = i.id
    where i.closed_at is null and ${by.after === undefined ? query`true` : query`(i.opened_at, i.id) > (select opened_at, id from wallets.incident where id = ${by.after})`}
      and ${by.id === undefined ? query`true` : query`i.id = ${by.id}`}
    order by i.opened_at, i.id limit ${by.limit}`.execute(sql);
  return rows.map((row) => ({
    ...row,
    amountMinor: BigInt(row.amountMinor),
    feeMinor: BigInt(row.feeMinor),
  }));
}

/** Undone deposits of a client that wait for staff, by wallet. */
export async function sumLost(sql: Sql, clientId: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ walletId: string; sum: string }>`
    select wallet_id as "walletId", sum(amount_minor)::text as sum from wallets.incident
    where client_id = ${clientId} and wallet_id is not null and kind = 'DEPOSIT_LOST' and closed_at is null group by 1`.execute(
    sql,
  );
  return new Map(rows.map(({ walletId, sum }) => [walletId, BigInt(sum)]));
}
