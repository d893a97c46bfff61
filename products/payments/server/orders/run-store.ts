/** SQL of a standing order's single days: results of past ones, differences on future ones. No decisions here. */
import type { RunState } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { OtherDay } from './store.ts';

export interface StoredRun {
  readonly dueOn: string;
  readonly state: RunState;
  readonly at: Date;
  readonly paymentId: string | null;
}

/** Writes what became of a day. One that is decided stays as it is: false, unless it only waited (or was missed, and is sent now). */
export async function writeRun(sql: Sql, orderId: string, run: StoredRun): Promise<boolean> {
  const { rows } = await query`
    insert into orders.run as r (order_id, due_on, state, at, payment_id)
    values (${orderId}, ${run.dueOn}::date, ${run.state}, ${run.at}, ${run.paymentId})
    on conflict (order_id, due_on) do update
      set state = excluded.state, at = excluded.at, payment_id = excluded.payment_id
      where r.state = 'WAITING' or (r.state = 'MISSED' and excluded.state = 'SENT')
    returning r.due_on
  `.execute(sql);
  return rows.length > 0;
}

const runColumns = query`due_on::text as "dueOn", state, at, payment_id as "paymentId"`;

/** The row of this day, also while it waits or is to be left out; undefined if there is none yet. */
export async function findRun(sql: Sql, orderId: string, dueOn: string): Promise<StoredRun | undefined> {
  const { rows } = await query<StoredRun>`
    select ${runColumns} from orders.run where order_id = ${orderId} and due_on = ${dueOn}::date
  `.execute(sql);
  return rows[0];
}

/** The latest runs, newest first; of what was left out only that before a day. */
export async function listRuns(
  sql: Sql,
  orderId: string,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<StoredRun[]> {
  const { rows } = await query<StoredRun>`
    select ${runColumns} from orders.run where order_id = ${orderId} and (state <> 'SKIPPED' or due_on < ${before}::date)
    order by due_on desc limit ${limit}
  `.execute(sql);
  return rows;
}

/** A day that was left out is paid as ever. */
export async function deleteSkip(sql: Sql, orderId: string, dueOn: string): Promise<void> {
  await query`
    delete from orders.run where order_id = ${orderId} and due_on = ${dueOn}::date and state = 'SKIPPED'
  `.execute(sql);
}

/** Replaces what differed on that day. The caller holds the order's lock. */
export async function writeOtherDay(
  sql: Sql,
  orderId: string,
  dueOn: string,
  { terms, by }: OtherDay,
): Promise<void> {
  await query`
    insert into orders.other_amount (order_id, due_on, amount_minor, fee_minor, person_id, confirmed_at, cooling_off_kept)
    values (${orderId}, ${dueOn}::date, ${terms?.amountMinor.toString() ?? null}::numeric, ${terms?.feeMinor.toString() ?? null}::numeric,
      ${by?.personId ?? null}, ${by?.confirmed.at ?? null}, ${by?.confirmed.coolingOffKept ?? null})
    on conflict (order_id, due_on) do update set amount_minor = excluded.amount_minor, fee_minor = excluded.fee_minor,
      person_id = excluded.person_id, confirmed_at = excluded.confirmed_at, cooling_off_kept = excluded.cooling_off_kept
  `.execute(sql);
}

/** That day is paid as the others again. */
export async function deleteOtherDay(sql: Sql, orderId: string, dueOn: string): Promise<void> {
  await query`
    delete from orders.other_amount where order_id = ${orderId} and due_on = ${dueOn}::date
  `.execute(sql);
}

/** Someone confirmed the whole order anew: days that other people decided on are paid as the others again. */
export async function forgetDaysOfOthers(sql: Sql, orderId: string, personId: string): Promise<void> {
  await query`
    delete from orders.other_amount where order_id = ${orderId} and person_id <> ${personId}
  `.execute(sql);
}

/** Other days count from here on: what differed on single ones of the former is forgotten. */
export async function forgetDays(sql: Sql, orderId: string, from: string): Promise<void> {
  await query`
    delete from orders.run where order_id = ${orderId} and state = 'SKIPPED' and due_on >= ${from}::date
  `.execute(sql);
  await query`
    delete from orders.other_amount where order_id = ${orderId} and due_on >= ${from}::date
  `.execute(sql);
}
