/** Conditions of statements that may be absent. */
import { type RawBuilder, sql } from 'kysely';

/**
 * `and <condition>` where there is a value, else nothing. Not `($1 is null or id < $1)`: a kept plan must be right for both, so it reads all rows before a cursor and checks each
 * (`scripts/statements.test.mjs`).
 */
export const andIf = <Value>(
  value: Value | null | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown> => (value === null || value === undefined ? sql`` : sql`and ${condition(value)}`);
