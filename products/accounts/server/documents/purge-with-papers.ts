/** Purges of rows that have documents: the documents are deleted first, so that an interrupted run finds them again by their row. */

import type { Purge } from '@calmly/platform/jobs/purge.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { deleteDocuments } from './store.ts';

/** An expired row, and the documents that only it needed. */
interface OverRow {
  readonly id: string;
  readonly clientId: string;
  readonly documentIds: readonly string[];
}

/** `purposeOf`: the purpose to which the documents were linked. `table` has an `id`. */
export const purgeWithPapers = (
  table: string,
  {
    listOver,
    purposeOf,
  }: {
    /** Up to `limit` expired rows. */
    readonly listOver: (sql: Sql, limit: number) => Promise<readonly OverRow[]>;
    readonly purposeOf: (id: string) => string;
  },
): Purge => ({
  name: table,
  async deleteSome(sql, limit) {
    const over = await listOver(sql, limit);
    if (over.length === 0) return 0;
    for (const { id, clientId, documentIds: ids } of over)
      if (ids.length > 0) await deleteDocuments(sql, { clientId, ids, purpose: purposeOf(id) });
    await query`
      delete from ${query.table(table)} where id = any(${over.map(({ id }) => id)}::uuid[])
    `.execute(sql);
    return over.length;
  },
});
