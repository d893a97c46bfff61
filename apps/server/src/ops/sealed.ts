/**
 * `npm run ops reseal` re-encrypts the values of older keys with the newest key, so that the old ones can be removed. `npm run ops forget-sealed`
 * recovers from a lost key by deleting the values that only that key could open. It names the keys, prints what would be
 * lost, and deletes when that number is confirmed. While a server runs no key is lost: it has them all, or it would not have started.
 */

import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import {
  findLost,
  forgetSealed,
  listOlder,
  requireKeyOfServer,
  type Sealed,
} from '@calmly/platform/secrets/sealing-keys.ts';
import type { KeyConfig } from '@calmly/platform/secrets/secret-key.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface LostKeyCommand {
  readonly staff: string;
  /** In hex, at least one. */
  readonly keyIds: readonly string[];
  /** The number of values to delete; without it, only prints how many there are. */
  readonly count: number | undefined;
}

/** Describes the values to delete, or those deleted. */
export function forgetLost(
  database: Database,
  config: KeyConfig,
  sealed: readonly Sealed[],
  { staff, keyIds, count }: LostKeyCommand,
): Promise<string[]> {
  return database.inTransaction(async (sql) => {
    await refuseWhileServed(sql);
    const { total, list } = await findLost(config, sql, sealed, keyIds);
    if (count === undefined)
      return [
        `Would be deleted: ${list}.`,
        `Nothing was deleted. This cannot be undone: add --count ${total} to do it.`,
      ];
    if (count !== total)
      throw new Refusal(
        `The number of values sealed with these keys is ${total}, not ${count}: nothing was deleted.`,
      );
    await forgetSealed(sql, sealed, keyIds);
    const work = { sql, now: new Date(), actor: { kind: 'system', name: staff } as const, newId };
    await audit(work, {
      action: 'sealed_secrets.forgotten',
      details: { keys: keyIds.join(', '), deleted: list },
    });
    return [`Deleted: ${list}.`];
  });
}

async function refuseWhileServed(sql: Sql): Promise<void> {
  const { rows } = await query`
    select from pg_stat_activity where datname = current_database() and application_name = 'calmly listener'`.execute(
    sql,
  );
  if (rows.length > 0)
    throw new Refusal(
      'A server runs on this database, so its keys are not lost. Look for them there; to delete, stop it first.',
    );
}

/**
 * Re-encrypts with the first key the values of the others, part by part, each in its own transaction: an interrupted run continues where it
 * ended, because finished values have the new key. Servers may run; they must have the new key, and one of them must have started with it.
 * @param keys as the servers have them, the newest first
 */
export async function resealOlder(
  database: Database,
  keys: readonly Buffer[],
  sealed: readonly Sealed[],
  { staff, say }: { readonly staff: string; readonly say: (line: string) => void },
): Promise<void> {
  await requireKeyOfServer(database.sql, keys);
  const older = await listOlder(database.sql, sealed, keys);
  if (older === '') return say('Nothing is sealed with an older key.');
  say(`Sealed with an older key: ${older}.`);
  const done: string[] = [];
  for (const { what, reseal } of sealed) {
    let count = 0;
    let end: readonly string[] | undefined;
    do {
      const after = end;
      const part = await database.inTransaction((sql) => reseal(sql, keys, after));
      count += part.count;
      end = part.end;
    } while (end !== undefined);
    if (count === 0) continue;
    done.push(`${what} (${count})`);
    say(`Sealed with the newest key: ${what} (${count}).`);
  }
  await database.inTransaction((sql) =>
    audit(
      { sql, now: new Date(), actor: { kind: 'system', name: staff }, newId },
      { action: 'sealed_secrets.resealed', details: { resealed: done.join(', ') } },
    ),
  );
  const left = await listOlder(database.sql, sealed, keys);
  say(
    left === ''
      ? 'Nothing is sealed with an older key any more: older keys can be removed.'
      : `Still sealed with an older key: ${left}. Start every server with the new key first, then run this again.`,
  );
}
