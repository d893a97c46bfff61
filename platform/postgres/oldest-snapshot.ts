/**
 * How far the oldest snapshot is behind. While one is open (a dump, a check, a forgotten session, a standby's feedback), no row version that died
 * since can be removed, and every posting has to read past all versions of the rows that it changes. A replication slot and a prepared transaction
 * have the same effect, for ever if they are forgotten.
 */
import { sql as query } from 'kysely';
import { watch } from '../metrics.ts';
import type { Sql } from '../work.ts';

/**
 * The number of transactions that the whole cluster has begun since the oldest snapshot, this query excluded. Needs the role pg_read_all_stats to see
 * other users' sessions.
 */
export async function readOldestSnapshot(sql: Sql): Promise<number> {
  const { rows } = await query<{ age: number }>`
    select coalesce(max(age(xmin)), 0)::int as age from (
      select backend_xmin as xmin from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
      union all select backend_xmin from pg_stat_replication
      union all select xmin from pg_replication_slots
      union all select catalog_xmin from pg_replication_slots
      union all select transaction from pg_prepared_xacts where database = current_database()
    ) as holder`.execute(sql);
  return rows[0]?.age ?? 0;
}

export function watchOldestSnapshot(sql: Sql): void {
  watch(
    'calmly_oldest_snapshot_transactions',
    'Transactions since the oldest snapshot or replication slot: what died since cannot be vacuumed',
    () => readOldestSnapshot(sql),
  );
}
