/** Spending of an account's cards by day, for checking limits (`reading/usage-store.ts`). */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** An amount counted on a day, in minor units. */
export interface OnDay {
  /** The bank's day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly amountMinor: bigint;
}

/**
 * Spreads a change of a payment's usage of the limits over days. An increase counts today; a decrease is taken off the latest days first, back to the
 * payment's first. `laterDays`: amounts counted after the first day, in order. Pure.
 */
export function spreadOverDays(
  { day: firstDay, laterDays }: { readonly day: string; readonly laterDays: readonly OnDay[] },
  today: string,
  changeMinor: bigint,
): { readonly laterDays: readonly OnDay[]; readonly changes: readonly OnDay[] } {
  if (changeMinor > 0n && today > firstDay) {
    const added = { day: today, amountMinor: changeMinor };
    const last = laterDays.at(-1);
    return {
      laterDays:
        last?.day === today
          ? [...laterDays.slice(0, -1), { day: today, amountMinor: last.amountMinor + changeMinor }]
          : [...laterDays, added],
      changes: [added],
    };
  }
  const left = [...laterDays];
  const changes: OnDay[] = [];
  let restMinor = changeMinor;
  for (let last = left.at(-1); last && restMinor < 0n; last = left.at(-1)) {
    left.pop();
    const takenMinor = -restMinor < last.amountMinor ? -restMinor : last.amountMinor;
    restMinor += takenMinor;
    changes.push({ day: last.day, amountMinor: -takenMinor });
    if (takenMinor < last.amountMinor)
      left.push({ day: last.day, amountMinor: last.amountMinor - takenMinor });
  }
  return { laterDays: left, changes: [...changes, { day: firstDay, amountMinor: restMinor }] };
}

/** Adds to the spending of a day and the total; a negative amount subtracts. */
export async function addSpent(
  sql: Sql,
  { accountId, day, amountMinor }: OnDay & { readonly accountId: string },
): Promise<void> {
  if (amountMinor === 0n) return;
  await query`
    with total as (
      insert into cards.spent_total (account_id, amount_minor) values (${accountId}, ${String(amountMinor)}::numeric)
      on conflict (account_id) do update set amount_minor = spent_total.amount_minor + excluded.amount_minor
    )
    insert into cards.spent (account_id, day, amount_minor) values (${accountId}, ${day}::date, ${String(amountMinor)}::numeric)
    on conflict (account_id, day) do update set amount_minor = spent.amount_minor + excluded.amount_minor`.execute(
    sql,
  );
}
