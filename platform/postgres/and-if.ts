/** Optional conditions of statements. */
import { type RawBuilder, sql } from 'kysely';

/**
 * `and <condition>` if there is a value, else nothing. Not `($1 is null or id < $1)`: a cached plan must be right for both cases, so it reads all
 * rows before a cursor and checks each (`scripts/statements.test.mjs`).
 */
export const andIf = <Value>(
  value: Value | null | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown> => (value === null || value === undefined ? sql`` : sql`and ${condition(value)}`);
