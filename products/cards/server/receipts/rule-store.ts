/** SQL of clients' rules for receipts of card payments. No decisions here. */
import type { ReceiptAsk } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Amounts are minor units of the cards' currency. */
export interface ReceiptRule {
  readonly ask: ReceiptAsk;
  readonly aboveMinor: bigint | null;
  /** Payments from this moment on need one. */
  readonly askedSince: Date;
  readonly lockAfterDays: number | null;
  /** `YYYY-MM-DD`. The days before a lock start here at the earliest. */
  readonly countedFrom: string;
}

/** The rule of a client; undefined: no receipts are required. */
export async function findRule(sql: Sql, clientId: string): Promise<ReceiptRule | undefined> {
  const { rows } = await query<Omit<ReceiptRule, 'aboveMinor'> & { aboveMinor: string | null }>`
    select ask, above_minor::text as "aboveMinor", asked_since as "askedSince", lock_after_days as "lockAfterDays",
      counted_from::text as "countedFrom"
    from cards.receipt_rule where client_id = ${clientId}`.execute(sql);
  const [row] = rows;
  return row && { ...row, aboveMinor: row.aboveMinor === null ? null : BigInt(row.aboveMinor) };
}

/** One rule per client; a new one replaces it. */
export async function saveRule(sql: Sql, clientId: string, rule: ReceiptRule): Promise<void> {
  const { ask, aboveMinor, askedSince, lockAfterDays, countedFrom } = rule;
  await query`
    insert into cards.receipt_rule (client_id, ask, above_minor, asked_since, lock_after_days, counted_from)
    values (${clientId}, ${ask}, ${aboveMinor?.toString() ?? null}::numeric, ${askedSince}, ${lockAfterDays}, ${countedFrom}::date)
    on conflict (client_id) do update set ask = excluded.ask, above_minor = excluded.above_minor, asked_since = excluded.asked_since,
      lock_after_days = excluded.lock_after_days, counted_from = excluded.counted_from, is_new = true`.execute(
    sql,
  );
}
