/**
 * Each reading of a chain looks for deposits that are in no block: the cost of that with years of deposits. Control, tried once: without the index it
 * reads them all.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listUncertain } from './deposit-store.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.close());

/** Rows of the table that this connection has read, with or without an index. */
async function readRows(sql: Sql): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where schemaname = 'wallets' and relname = 'deposit'`.execute(
    sql,
  );
  return rows[0]?.count ?? 0;
}

test('deposits in no block are found without reading the others', async () => {
  const { database } = fixture;
  await query`
    insert into wallets.deposit (id, network, tx_id, tx_index, asset, address, amount_minor, height, block_hash, state, created_at, updated_at)
    select gen_random_uuid(), 'bitcoin', 'tx' || number, 0, 'BTC', 'somewhere', 1, case when number < 20000 then number end,
      case when number < 20000 then 'block' || number end, case when number < 20000 then 'CREDITED' else 'DETECTED' end, now(), now()
    from generate_series(1, 20001) as number`.execute(database.sql);
  await query`analyze wallets.deposit`.execute(database.sql);
  await database.inTransaction(async (sql) => {
    const before = await readRows(sql);
    const found = await listUncertain(sql, 'bitcoin', 19_998);
    expect(found.map(({ txId }) => txId).sort()).toEqual(['tx19999', 'tx20000', 'tx20001']);
    expect((await readRows(sql)) - before).toBe(found.length);
  });
});
