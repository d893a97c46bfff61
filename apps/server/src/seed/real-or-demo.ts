/** A database holds a bank or the sandbox's demo, never both: everyone knows the password of the demo's people. */

import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Throws a Refusal when the sandbox has written its demo into this database. */
export async function refuseDemo(sql: Sql): Promise<void> {
  if (await hasDemo(sql))
    throw new Refusal(
      'This database holds the demo of the sandbox, and the password of its people is published. Without the sandbox Calmly needs another database: set DATA_DIR or DATABASE_URL.',
    );
}

/** Throws a Refusal if there are clients outside the demo, before the sandbox adds its own. */
export async function refuseRealClients(sql: Sql): Promise<void> {
  const { rows } = await query`select from identity.client limit 1`.execute(sql);
  if (rows.length > 0 && !(await hasDemo(sql)))
    throw new Refusal(
      'This database has clients and not the demo of the sandbox: it is a bank’s. Set SANDBOX=off, or another DATA_DIR or DATABASE_URL for a sandbox.',
    );
}

async function hasDemo(sql: Sql): Promise<boolean> {
  const { rows } = await query`select from sandbox.seed where name = 'demo'`.execute(sql);
  return rows.length > 0;
}
