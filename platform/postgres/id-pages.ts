/** Walks through a whole table by its row ids, page by page, each in its own snapshot. */
import { sql as query, type RawBuilder } from 'kysely';
import type { Sql } from '../work.ts';
import { inSnapshot } from './report.ts';

/**
 * Reads pages of a table whose key is the UUID `id`, until none is left. `read` gets the page's snapshot and the condition for its rows (`id > … and
 * id <= …`), and may filter rows further. Rows added behind the last id meanwhile belong to the last page.
 */
export async function walkIdPages(
  sql: Sql,
  table: RawBuilder<unknown>,
  rowsAtOnce: number,
  read: (snapshot: Sql, isOfPage: RawBuilder<boolean>) => Promise<void>,
): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const from: string = after;
    after = await inSnapshot(sql, async (snapshot) => {
      const { rows: ends } = await query<{ id: string }>`
        select id from ${table} where id > ${from} order by id offset ${rowsAtOnce - 1} limit 1`.execute(
        snapshot,
      );
      const end = ends[0]?.id ?? null;
      await read(
        snapshot,
        query<boolean>`(id > ${from} and id <= coalesce(${end}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`,
      );
      return end;
    });
  }
}
