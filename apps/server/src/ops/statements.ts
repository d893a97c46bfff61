/** The part of `npm run ops` for official statements: make a corrected version. Returns the lines to print. */
import { plainText } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { StatementsModule } from '@calmly/products/accounts/server/statements/index.ts';
import pino from 'pino';

const longestReason = 300;

/**
 * Opens no transaction: the statements module makes its own. Throws a Refusal for an empty reason, one of
 * more than 300 characters, an unknown statement and a version that was replaced.
 */
export async function restateStatement(
  { database, statements }: { readonly database: Database; readonly statements: StatementsModule },
  { id, staff, reason }: { readonly id: string; readonly staff: string; readonly reason: string },
): Promise<string[]> {
  const clean = plainText(reason).replaceAll(/\s+/g, ' ').trim();
  if (clean === '' || clean.length > longestReason)
    throw new Refusal(`A reason has from 1 to ${longestReason} characters; this one has ${clean.length}.`);
  const work = {
    sql: database.sql,
    now: new Date(),
    actor: { kind: 'system', name: staff } as const,
    newId,
    log: pino({ level: 'silent' }),
  };
  const made = await statements.restate(work, id, clean);
  return [`Version ${made.version} made by ${staff}: ${made.id}`];
}
