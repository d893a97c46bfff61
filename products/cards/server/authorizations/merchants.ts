/** The merchant categories of card payments. */
import { categoryOf, type MerchantCategory } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** By payment; ids of other transactions are absent. */
export async function findMerchantCategories(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MerchantCategory>> {
  if (ids.length === 0) return new Map();
  const { rows } = await query<{ id: string; mcc: string }>`
    select id, mcc from cards.authorization where id = any(${ids}::uuid[])`.execute(sql);
  return new Map(rows.map(({ id, mcc }) => [id, categoryOf(mcc)]));
}
