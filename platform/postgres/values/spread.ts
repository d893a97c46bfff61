/** Parameters for lists whose values are often all the same, such as account, time or currency of payments in one group. */
import { type RawBuilder, sql } from 'kysely';
import { binaryUuids } from './binary-uuids.ts';

/** A list as a parameter. If all its values are the same, only one is sent (`platform.spread`, migration 0120). */
export function spread(type: string, values: ReadonlyArray<string | number | null>): RawBuilder<unknown> {
  const [first] = values;
  const sent = values.every((value) => value === first) ? values.slice(0, 1) : values;
  const written = type === 'uuid' ? binaryUuids(sent as ReadonlyArray<string | null>) : sent;
  return sql`platform.spread(${written}::${sql.raw(type)}[], ${values.length}::int)`;
}
