/** The demo in a database that is to be a bank's: everyone knows the password of its people. */
import { sql as query } from 'kysely';
import { Refusal } from '../platform/refusal.ts';
import type { Sql } from '../platform/work.ts';

/** Throws a Refusal when the sandbox has written its demo into this database. */
export async function refuseDemo(sql: Sql): Promise<void> {
  const { rows } = await query`select from sandbox.seed where name = 'demo'`.execute(sql);
  if (rows.length > 0)
    throw new Refusal(
      'This database holds the demo of the sandbox, and the password of its people is published. Without the sandbox Calmly needs another database: set DATA_DIR or DATABASE_URL.',
    );
}
