/** Changes rows as a superuser who disables their protection, and restores them. */

import type { Database } from '@calmly/platform/database.ts';
import { sql as query } from 'kysely';

/** Runs a statement that changes `table`, then `work`, and restores the whole table. Nothing else may write to it in that time. */
export async function whileTampered<Result>(
  database: Database,
  table: string,
  statement: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const kept = `tampered_${table.replace('.', '_')}`;
  const run = (statements: readonly string[]) =>
    database.inTransaction(async (sql) => {
      for (const each of [`alter table ${table} disable trigger all`, ...statements])
        await query.raw(each).execute(sql);
    });
  const { rows } = await query<{ written: string }>`
    select string_agg(quote_ident(attname), ', ') as written from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    database.sql,
  );
  const written = rows[0]?.written ?? '';
  await run([`create table ${kept} as table ${table}`, statement]);
  try {
    return await work();
  } finally {
    await run([
      `delete from ${table}`,
      `insert into ${table} (${written}) overriding system value select ${written} from ${kept}`,
      `drop table ${kept}`,
      `alter table ${table} enable trigger all`,
    ]);
  }
}
