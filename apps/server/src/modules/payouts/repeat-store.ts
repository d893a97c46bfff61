/**
 * SQL that finds what only other rows say: the same end-to-end id (a fault), or the same payment (a warning). The first row of a kind has no
 * remark; the others name it. Keys are those of rows that were changed, added or removed, as they were and as they are.
 */
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import { placeOf } from './row-store.ts';

export interface RepeatKeys {
  readonly endToEndId: string | null;
  readonly paymentKey: bigint | null;
}

/** Finds repeats again among all rows, or those with these keys; the positions of rows whose remark has changed. */
export async function refreshRepeats(
  sql: Sql,
  payoutId: string,
  among: readonly RepeatKeys[] | 'all',
): Promise<number[]> {
  const kinds = [
    {
      key: 'end_to_end_id',
      remark: 'same_id_as',
      type: 'text',
      of: ({ endToEndId }: RepeatKeys) => endToEndId,
    },
    {
      key: 'payment_key',
      remark: 'same_payment_as',
      type: 'bigint',
      of: ({ paymentKey }: RepeatKeys) => paymentKey?.toString() ?? null,
    },
  ] as const;
  const changed = new Set<number>();
  for (const { key, remark, type, of } of kinds) {
    const keys = among === 'all' ? 'all' : [...new Set(among.flatMap((row) => of(row) ?? []))];
    if (keys.length === 0) continue;
    const [column, target] = [query.ref(key), query.ref(remark)];
    const isMeant =
      keys === 'all' ? query`${column} is not null` : query`${column} = any(${keys}::${query.raw(type)}[])`;
    const { rows } = await query<{ position: number }>`
      with found as materialized (
        select own, nullif(first, own) as first from (
          select position as own, first_value(position) over (partition by ${column} order by position) as first, ${target} as before
          from payouts.row where payout_id = ${payoutId} and ${isMeant}
        ) as each where before is distinct from nullif(first, own)
      )
      update payouts.row as old set ${target} = found.first
      from (select found.*, ${placeOf(payoutId, query`found.own`)} as place from found) as found where old.ctid = found.place
      returning old.position
    `.execute(sql);
    for (const { position } of rows) changed.add(position);
  }
  return [...changed];
}
