/**
 * SQL of relations between rows: the same end-to-end id (a fault), or the same payment (a warning). The first row of a kind has no remark; the others
 * name it. Keys are those of changed, added or removed rows, before and after.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { placeOf, type StoredRow } from './row-store.ts';

export interface RepeatKeys {
  readonly endToEndId: string | null;
  readonly paymentKey: bigint | null;
}

/** The previous remarks from other rows; only those that have changed. */
export type RemarksBefore = Partial<Pick<StoredRow, 'sameIdAs' | 'samePaymentAs'>>;

/** Updates repeats among all rows, or those with these keys; returns the rows whose remarks have changed, by position. */
export async function refreshRepeats(
  sql: Sql,
  payoutId: string,
  among: readonly RepeatKeys[] | 'all',
): Promise<ReadonlyMap<number, RemarksBefore>> {
  const kinds = [
    {
      key: 'end_to_end_id',
      remark: 'same_id_as',
      field: 'sameIdAs',
      type: 'text',
      of: ({ endToEndId }: RepeatKeys) => endToEndId,
    },
    {
      key: 'payment_key',
      remark: 'same_payment_as',
      field: 'samePaymentAs',
      type: 'bigint',
      of: ({ paymentKey }: RepeatKeys) => paymentKey?.toString() ?? null,
    },
  ] as const;
  const changed = new Map<number, RemarksBefore>();
  for (const { key, remark, field, type, of } of kinds) {
    const keys = among === 'all' ? 'all' : [...new Set(among.flatMap((row) => of(row) ?? []))];
    if (keys.length === 0) continue;
    const [column, target] = [query.ref(key), query.ref(remark)];
    const isMeant =
      keys === 'all' ? query`${column} is not null` : query`${column} = any(${keys}::${query.raw(type)}[])`;
    const { rows } = await query<{ position: number; before: number | null }>`
      with found as materialized (
        select own, before, nullif(first, own) as first from (
          select position as own, first_value(position) over (partition by ${column} order by position) as first, ${target} as before
          from payouts.row where payout_id = ${payoutId} and ${isMeant}
        ) as each where before is distinct from nullif(first, own)
      )
      update payouts.row as old set ${target} = found.first
      from (select found.*, ${placeOf(payoutId, query`found.own`)} as place from found) as found where old.ctid = found.place
      returning old.position, found.before
    `.execute(sql);
    for (const { position, before } of rows)
      changed.set(position, { ...changed.get(position), [field]: before });
  }
  return changed;
}
