/**
 * Posting: the five ways to change the books. Each takes a list and returns one verdict per item in its order. A refused item never
 * fails the others, and the result equals that of doing the items one after the other. Locks, checks and writes are SQL functions
 * (migrations/0003_ledger.sql); this file turns lists into arrays and texts into verdicts.
 *
 * Refusals, in the order checked:
 *  - post: amount_not_positive, same_account, duplicate, account_unknown, account_closed, currency_mismatch, insufficient_funds
 *  - reserve: amount_not_positive, duplicate, account_unknown, account_closed, insufficient_funds
 *  - settle: reservation_closed, the first refusal among its transfers, exceeds_reservation
 *  - release: reservation_closed
 *  - draw: amount_not_positive, reservation_closed, duplicate, exceeds_reservation
 *
 * `duplicate` means that the id is in use and nothing was done; a caller that retries reads it as "done before". A violation of the
 * database's own constraints (an amount beyond 38 digits) throws and fails the open transaction.
 */

import { requireJudged } from '@calmly/platform/exits.ts';
import { binaryUuids, spread, writeMoment } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import { splitAtRepeats } from './rules.ts';

/** One amount from one account to another, both in one currency. */
export interface Transfer {
  /** Chosen by the caller; makes a repeat harmless. */
  readonly id: string;
  readonly debitAccountId: string;
  readonly creditAccountId: string;
  readonly amountMinor: bigint;
  /** The transaction to which it belongs; by default its own id. */
  readonly subjectId?: string;
  /** The credited account's transaction if that is a separate one: the payee's side of a payment inside the bank. */
  readonly creditSubjectId?: string;
  /** The purpose in the caller's vocabulary: `payment`, `fee`, … */
  readonly code: string;
  /** The value time. Booked later only if one of its accounts already has a newer entry. */
  readonly at: Date;
}

interface Reservation {
  readonly id: string;
  readonly accountId: string;
  readonly amountMinor: bigint;
}

/** Transfers out of a reservation's account, together at most the reserved amount; the rest is released. */
interface Settlement {
  readonly reservationId: string;
  readonly transfers: readonly Transfer[];
}

const refusals = [
  'amount_not_positive',
  'same_account',
  'duplicate',
  'account_unknown',
  'account_closed',
  'currency_mismatch',
  'insufficient_funds',
  /** Unknown, settled or released. */
  'reservation_closed',
  /** More than reserved, or from another account than the reservation's. */
  'exceeds_reservation',
] as const;
export type Refusal = (typeof refusals)[number];

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly reason: Refusal };

/** Moves money: each transfer is posted or refused. */
export const post = (sql: Sql, transfers: readonly Transfer[]): Promise<Verdict[]> =>
  movingRuns(
    sql,
    transfers,
    (transfer) => [transfer.id],
    (run) => query`ledger.post(${transferArrays(run)})`,
  );

/** Moves all of it. A refusal of `post` ends the transaction: SQLSTATE CA001, or that of a broken constraint. */
export async function postAll(sql: Sql, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  requireJudged();
  await query`select ledger.require_all(ledger.post(${transferArrays(transfers)}))`.execute(sql);
}

/** Holds money: it stays on the account and counts as spent until it is settled or released. */
export const reserve = (sql: Sql, reservations: readonly Reservation[]): Promise<Verdict[]> =>
  movingRuns(
    sql,
    reservations,
    (reservation) => [reservation.id],
    (run) => query`ledger.reserve(${reservationArrays(run)})`,
  );

/** Holds all of it. A refusal of `reserve` ends the transaction: SQLSTATE CA001, or that of a broken constraint. */
export async function reserveAll(sql: Sql, reservations: readonly Reservation[]): Promise<void> {
  if (reservations.length === 0) return;
  requireJudged();
  await query`select ledger.reserve_all(${reservationArrays(reservations)})`.execute(sql);
}

/** Spends held money: a settlement is posted completely, or refused completely and its reservation stays open. */
export const settle = (sql: Sql, settlements: readonly Settlement[]): Promise<Verdict[]> =>
  movingRuns(
    sql,
    settlements,
    (settlement) => [settlement.reservationId, ...settlement.transfers.map((transfer) => transfer.id)],
    (run) => query`ledger.settle(
      ${binaryUuids(run.map((settlement) => settlement.reservationId))}::uuid[],
      ${run.flatMap((settlement, index) => settlement.transfers.map(() => index + 1))}::int[],
      ${transferArrays(run.flatMap((settlement) => settlement.transfers))})`,
  );

/** Spends part of held money, and releases what the reservation need not keep. */
interface PartSettlement extends Settlement {
  /** The amount held afterwards; with zero the reservation ends. */
  readonly keptMinor: bigint;
}

/** Settles all of them, each reservation once. A refusal of `settle` ends the transaction: SQLSTATE CA001, or that of a broken constraint. */
export async function settleAll(sql: Sql, settlements: readonly PartSettlement[]): Promise<void> {
  if (settlements.length === 0) return;
  requireJudged();
  await query`select ledger.settle_all(
    ${spread(
      'uuid',
      settlements.map(({ reservationId }) => reservationId),
    )},
    ${spread(
      'numeric',
      settlements.map(({ keptMinor }) => String(keptMinor)),
    )},
    ${settlements.flatMap(({ transfers }, index) => transfers.map(() => index + 1))}::int[],
    ${transferArrays(settlements.flatMap(({ transfers }) => transfers))})`.execute(sql);
}

/** Payments out of a reservation as PostgreSQL array literals, passed on as they were read. */
interface ListedSettlement {
  readonly reservationId: string;
  readonly debitAccountId: string;
  /** `uuid[]`: the transactions, each of which is also the id of its first transfer. */
  readonly subjects: string;
  readonly amounts: ListedLeg;
  /** A fee of 0 makes no second transfer. `ids`: `uuid[]`, of all possible fee transfers. */
  readonly fees: ListedLeg & { readonly ids: string };
}

interface ListedLeg {
  readonly code: string;
  readonly creditAccountId: string;
  /** `numeric[]`, in the order of the transactions. */
  readonly minor: string;
}

/** Settles all of them and releases the rest of each reservation. A refusal of `settle` ends the transaction, as with `settleAll`. */
export async function settleListed(
  sql: Sql,
  settlements: readonly ListedSettlement[],
  at: Date,
): Promise<void> {
  requireJudged();
  const list = (type: string, of: (settlement: ListedSettlement) => string) =>
    query`${settlements.map(of)}::${query.raw(type)}[]`;
  const reservations = list('uuid', ({ reservationId }) => reservationId);
  await query`
    select ledger.settle_all(${reservations}, array_fill(0::numeric, array[${settlements.length}::int]), array_agg(settlement), array_agg(id),
      array_agg(debit), array_agg(credit), array_agg(minor), array_agg(code), array_agg(${at}::timestamptz), array_agg(subject),
      array_agg(null::uuid))
    from (
      select settlement::int as settlement, case when leg.is_fee then fee_id else subject end as id, debit, leg.credit, leg.minor, leg.code, subject
      from unnest(
        ${list('uuid', ({ debitAccountId }) => debitAccountId)}, ${list('text', ({ subjects }) => subjects)},
        ${list('uuid', ({ amounts }) => amounts.creditAccountId)}, ${list('text', ({ amounts }) => amounts.code)},
        ${list('text', ({ amounts }) => amounts.minor)}, ${list('uuid', ({ fees }) => fees.creditAccountId)},
        ${list('text', ({ fees }) => fees.code)}, ${list('text', ({ fees }) => fees.minor)}, ${list('text', ({ fees }) => fees.ids)}
      ) with ordinality as part (debit, subjects, payee, code, amounts, fee_account, fee_code, fees, fee_ids, settlement)
      cross join lateral unnest(part.subjects::uuid[], part.amounts::numeric[], part.fees::numeric[], part.fee_ids::uuid[])
        with ordinality as paid (subject, amount, fee, fee_id, place)
      cross join lateral (values (false, payee, code, amount), (true, fee_account, fee_code, fee)) as leg (is_fee, credit, code, minor)
      where leg.minor > 0 or not leg.is_fee
      -- The fee's entry follows that of its payment.
      order by settlement, place, leg.is_fee
    ) transfer`.execute(sql);
}

/** Frees held money. */
export const release = (sql: Sql, reservationIds: readonly string[]): Promise<Verdict[]> =>
  inRuns(
    sql,
    reservationIds,
    (id) => [id],
    (run) => query`ledger.release(${run}::uuid[])`,
  );

/** A part of an open reservation that becomes a separate reservation on the same account. */
interface Draw {
  readonly id: string;
  readonly reservationId: string;
  readonly amountMinor: bigint;
}

/** Divides held money: the drawn part can only be settled or released separately from its original reservation. */
export const draw = (sql: Sql, draws: readonly Draw[]): Promise<Verdict[]> =>
  inRuns(
    sql,
    draws,
    ({ id }) => [id],
    (run) => query`ledger.draw(
      ${run.map(({ reservationId }) => reservationId)}::uuid[],
      ${run.map(({ id }) => id)}::uuid[],
      ${run.map(({ amountMinor }) => String(amountMinor))}::numeric[])`,
  );

const reservationArrays = (reservations: readonly Reservation[]) => query`
  ${binaryUuids(reservations.map((reservation) => reservation.id))}::uuid[],
  ${binaryUuids(reservations.map((reservation) => reservation.accountId))}::uuid[],
  ${reservations.map((reservation) => String(reservation.amountMinor))}::numeric[]`;

const transferArrays = (transfers: readonly Transfer[]) => {
  const list = (type: string, of: (transfer: Transfer) => string | null) => spread(type, transfers.map(of));
  return query.join([
    list('uuid', ({ id }) => id),
    list('uuid', ({ debitAccountId }) => debitAccountId),
    list('uuid', ({ creditAccountId }) => creditAccountId),
    list('numeric', ({ amountMinor }) => String(amountMinor)),
    list('text', ({ code }) => code),
    list('timestamptz', ({ at }) => writeMoment(at)),
    list('uuid', ({ id, subjectId }) => subjectId ?? id),
    list('uuid', ({ creditSubjectId }) => creditSubjectId ?? null),
  ]);
};

/** Functions that hold or move money, with a verdict for each item. */
async function movingRuns<Item>(
  ...[sql, items, idsOf, call]: Parameters<typeof inRuns<Item>>
): Promise<Verdict[]> {
  if (items.length > 0) requireJudged();
  return inRuns(sql, items, idsOf, call);
}

/** The SQL functions accept only lists without repeated ids, so a list with repeats is split into runs without. */
async function inRuns<Item>(
  sql: Sql,
  items: readonly Item[],
  idsOf: (item: Item) => readonly string[],
  call: (run: readonly Item[]) => RawBuilder<unknown>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const run of splitAtRepeats(items, idsOf)) {
    const { rows } = await query<{ verdicts: string[] }>`select ${call(run)} as verdicts`.execute(sql);
    verdicts.push(...(rows[0]?.verdicts ?? []).map(toVerdict));
  }
  return verdicts;
}

function toVerdict(text: string): Verdict {
  if (text === 'ok') return { ok: true };
  const reason = refusals.find((refusal) => refusal === text);
  if (!reason) throw new Error(`the ledger answered with an unknown verdict: ${text}`);
  return { ok: false, reason };
}
