/** Lists as parameters whose values are often all the same: the account, the time or the currency of payments that travel together. */
import { type RawBuilder, sql } from 'kysely';

/** A list as a parameter; where all of its values are the same, it travels as one value (`platform.spread`, migration 0120). */
export function spread(type: string, values: ReadonlyArray<string | number | null>): RawBuilder<unknown> {
  const [first] = values;
  const sent = values.every((value) => value === first) ? values.slice(0, 1) : values;
  return sql`platform.spread(${sent}::${sql.raw(type)}[], ${values.length}::int)`;
}
