/** `npm run ops forget-sealed`: recovers from a lost key by deleting everything that only that key could open. */
import { audit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { forgetSealed, type Sealed } from '../platform/secrets/sealing-keys.ts';
import type { KeyConfig } from '../platform/secrets/secret-key.ts';

/** Says what was deleted, a line each. */
export function forgetLost(
  database: Database,
  config: KeyConfig,
  sealed: readonly Sealed[],
  staff: string,
): Promise<string[]> {
  return database.inTransaction(async (sql) => {
    const deleted = await forgetSealed(config, sql, sealed);
    const work = { sql, now: new Date(), actor: { kind: 'system', name: staff } as const, newId };
    await audit(work, { action: 'sealed_secrets.forgotten', details: Object.fromEntries(deleted) });
    return deleted.map(([what, count]) => `${count} ${what} deleted.`);
  });
}
