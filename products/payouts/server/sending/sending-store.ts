/** SQL of a payout being paid: sums by account, holds, and the next rows. No decisions here. */
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Cells, RowRefusal } from '../row.ts';
import { placeOf } from '../row-store.ts';

/** The total of the rows without a fault for one account. */
export interface Funding {
  readonly debtorAccountId: string;
  readonly currency: CurrencyCode;
  readonly rows: number;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** The amount debited from the account. */
  readonly debitedMinor: bigint;
}

type Minor = 'amountMinor' | 'feeMinor' | 'debitedMinor';

/** The debit of a row: if the payee bears the charges, the fee is part of the amount. */
export const debited = query`
  amount_minor + case when upper(trim(cells ->> 'chargeBearer')) in ('BEN', 'CRED') then 0 else fee_minor end`;

/** By currency, then account; empty if every row has a fault. The snapshot of the confirmation depends on this order. */
export async function sumFunding(sql: Sql, payoutId: string): Promise<Funding[]> {
  const { rows } = await query<Omit<Funding, Minor> & Record<Minor, string>>`
    select debtor_account_id as "debtorAccountId", currency, count(*)::int as rows, sum(amount_minor)::text as "amountMinor",
      sum(fee_minor)::text as "feeMinor",
      sum(${debited})::text as "debitedMinor"
    from payouts.row where payout_id = ${payoutId} and not has_fault
    group by debtor_account_id, currency order by currency, debtor_account_id
  `.execute(sql);
  return rows.map(({ amountMinor, feeMinor, debitedMinor, ...row }) => ({
    ...row,
    amountMinor: BigInt(amountMinor),
    feeMinor: BigInt(feeMinor),
    debitedMinor: BigInt(debitedMinor),
  }));
}

/**
 * Numbers of paid accounts; of those that become payees; and of those not currently saved: the latter plus accounts of other clients of this bank,
 * which are paid without a payee.
 */
export async function countPayees(
  sql: Sql,
  payoutId: string,
): Promise<{ readonly payees: number; readonly newPayees: number; readonly strangers: number }> {
  const { rows } = await query<{ payees: number; newPayees: number; strangers: number }>`
    select count(distinct (account, currency))::int as payees,
      count(distinct new_payee)::int as "newPayees",
      count(distinct (account, currency)) filter (where payee_id is null)::int as strangers
    from payouts.row where payout_id = ${payoutId} and not has_fault
  `.execute(sql);
  return rows[0] ?? { payees: 0, newPayees: 0, strangers: 0 };
}

/** The saved payees that are paid, by id. */
export async function listPayeeIds(sql: Sql, payoutId: string): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select distinct payee_id as id from payouts.row
    where payout_id = ${payoutId} and not has_fault and payee_id is not null order by 1
  `.execute(sql);
  return rows.map(({ id }) => id);
}

export interface Hold {
  readonly debtorAccountId: string;
  readonly reservationId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
}

/** At most one hold per account of a payout. The reservations themselves are the ledger's. */
export async function insertHolds(sql: Sql, payoutId: string, holds: readonly Hold[]): Promise<void> {
  await query`
    insert into payouts.hold (payout_id, debtor_account_id, reservation_id, currency, amount_minor)
    select ${payoutId}, account, reservation, currency, amount from unnest(
      ${holds.map(({ debtorAccountId }) => debtorAccountId)}::uuid[],
      ${holds.map(({ reservationId }) => reservationId)}::uuid[],
      ${holds.map(({ currency }) => currency)}::text[],
      ${holds.map(({ amountMinor }) => amountMinor.toString())}::numeric[]
    ) as new (account, reservation, currency, amount)
  `.execute(sql);
}

/** The ledger's reservations by account. */
export async function findHolds(sql: Sql, payoutId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await query<{ accountId: string; reservationId: string }>`
    select debtor_account_id as "accountId", reservation_id as "reservationId" from payouts.hold where payout_id = ${payoutId}
  `.execute(sql);
  return new Map(rows.map(({ accountId, reservationId }) => [accountId, reservationId]));
}

/** Returns the ids of their reservations, which the caller releases in the same transaction. */
export async function deleteHolds(sql: Sql, payoutId: string): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    delete from payouts.hold where payout_id = ${payoutId} returning reservation_id as id
  `.execute(sql);
  return rows.map(({ id }) => id);
}

/** The data of a row for its payment. */
export interface PayableRow {
  readonly position: number;
  readonly cells: Cells;
  readonly payeeId: string | null;
  readonly account: string;
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly debtorAccountId: string;
  readonly endToEndId: string | null;
  /** The account that is to become a payee. */
  readonly newPayee: string | null;
}

/** Without a fault and without an outcome. */
const isUnpaid = query`
  not has_fault and not exists (
    select from payouts.outcome where outcome.payout_id = row.payout_id and outcome.position = row.position)`;

/** The next rows that are due on this day and have no outcome yet. */
export async function listPayable(
  sql: Sql,
  payoutId: string,
  { today, from, limit }: { readonly today: string; readonly from: number; readonly limit: number },
): Promise<PayableRow[]> {
  const { rows } = await query<Omit<PayableRow, 'amountMinor'> & { amountMinor: string }>`
    select position, cells, payee_id as "payeeId", account, amount_minor::text as "amountMinor", currency,
      debtor_account_id as "debtorAccountId", end_to_end_id as "endToEndId", new_payee as "newPayee"
    from payouts.row
    where payout_id = ${payoutId} and position >= ${from} and ${isUnpaid} and (due_on is null or due_on <= ${today}::date)
    order by position limit ${limit}
  `.execute(sql);
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

/** Records the payees of rows that had none. */
export async function setPayees(
  sql: Sql,
  payoutId: string,
  rows: ReadonlyArray<Pick<PayableRow, 'position' | 'payeeId'>>,
): Promise<void> {
  if (rows.length === 0) return;
  await query`
    update payouts.row set payee_id = given.payee_id, new_payee = null
    from unnest(
      ${rows.map(({ position }) => position)}::int[], ${rows.map(({ payeeId }) => payeeId)}::uuid[]
    ) as given (position, payee_id)
    where row.ctid = ${placeOf(payoutId, query`given.position`)}
  `.execute(sql);
}

export interface RowOutcome {
  readonly position: number;
  readonly paymentId: string | null;
  readonly refusal: RowRefusal | null;
}

/** Writes the outcomes of rows that had none. A second outcome of a row is an error. */
export async function insertOutcomes(
  sql: Sql,
  payoutId: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await query`
    insert into payouts.outcome (payout_id, position, payment_id, refusal)
    select ${payoutId}::uuid,
      unnest(${outcomes.map(({ position }) => position)}::int[]),
      unnest(${outcomes.map(({ paymentId }) => paymentId)}::uuid[]),
      unnest(${outcomes.map(({ refusal }) => refusal && JSON.stringify(refusal))}::text[])::jsonb
  `.execute(sql);
}

/** Numbers of rows without a payment, by payout. */
export async function countRefused(
  sql: Sql,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query<{ id: string; count: number }>`
    select payout_id as id, count(*)::int as count from payouts.outcome
    where payout_id = any(${payoutIds}::uuid[]) and refusal is not null group by 1
  `.execute(sql);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The number of rows without a fault that have no outcome yet, and the day of the first of them; null: at once. */
export async function readUnpaid(
  sql: Sql,
  { id, payOn }: { readonly id: string; readonly payOn: string | null },
): Promise<{ readonly rows: number; readonly nextOn: string | null }> {
  const { rows } = await query<{ rows: number; nextOn: string | null }>`
    select count(*)::int as rows,
      greatest(${payOn}::date, case when bool_and(due_on is not null) then min(due_on) end)::text as "nextOn"
    from payouts.row where payout_id = ${id} and ${isUnpaid}
  `.execute(sql);
  return rows[0] ?? { rows: 0, nextOn: null };
}

/** Gives every row without an outcome this refusal; returns how many there were. */
export async function refuseUnpaid(sql: Sql, payoutId: string, refusal: RowRefusal): Promise<number> {
  const { numAffectedRows = 0n } = await query`
    insert into payouts.outcome (payout_id, position, refusal)
    select payout_id, position, ${JSON.stringify(refusal)}::jsonb from payouts.row
    where payout_id = ${payoutId} and ${isUnpaid}
  `.execute(sql);
  return Number(numAffectedRows);
}

/** The reservations among these that hold the money of unfinished payouts: the account and the whole sum, of which parts may be paid. Minor units. */
export async function findPayoutHolds(
  sql: Sql,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly accountId: string; readonly minor: bigint }>> {
  const { rows } = await query<{ id: string; accountId: string; minor: string }>`
    select reservation_id as id, debtor_account_id as "accountId", amount_minor::text as minor
    from payouts.hold where reservation_id = any(${reservationIds}::uuid[])`.execute(sql);
  return new Map(rows.map(({ id, accountId, minor }) => [id, { accountId, minor: BigInt(minor) }]));
}
