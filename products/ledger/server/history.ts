/**
 * The history of accounts. Every entry carries its account's totals, and booking times never decrease along an account's entries. A balance at a time
 * is therefore found by binary search or, for many times, by reading the entries between them if that is less (`last_before_each`). Money in and out
 * of a period is the difference of two totals. The cost is points · log n at most and never a sum over all entries. Amounts are minor units.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Money in and out, both as magnitudes. */
export interface Flow {
  readonly inMinor: bigint;
  readonly outMinor: bigint;
}

/** The effect of a transfer on one account. */
export interface Entry {
  /** 1 for the account's first entry, without gaps. */
  readonly seq: bigint;
  readonly transferId: string;
  /** The transaction on this account to which it belongs. */
  readonly subjectId: string;
  /** Positive for a credit, negative for a debit. */
  readonly amountMinor: bigint;
  /** Posted balance after it. */
  readonly balanceMinor: bigint;
  readonly bookedAt: Date;
  /** When the money counts: a transfer that arrives late is booked after it. */
  readonly valueAt: Date;
  readonly code: string;
}

interface EntryPage {
  readonly accountId: string;
  /** Numbers of the first and last entry, both included. */
  readonly first: bigint;
  readonly last: bigint;
  readonly limit: number;
}

export interface Totals {
  /** Number of the newest entry; 0 before the first. */
  readonly seq: bigint;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** Posted balances just before each instant (an entry booked at the instant itself counts after it), in the instants' order. */
export async function balancesAt(
  sql: Sql,
  accountIds: readonly string[],
  instants: readonly Date[],
): Promise<ReadonlyMap<string, bigint[]>> {
  const totals = await totalsAt(sql, accountIds, instants);
  return new Map(
    [...totals].map(([id, points]) => [id, points.map(({ credits, debits }) => credits - debits)]),
  );
}

/** The code of a transfer between two accounts of the same client. */
export const ownTransferCode = 'own';

/** The code of each leg of an exchange: to or from a client's account, in two currencies through the bank's own. */
export const exchangeTransferCode = 'exchange';

/**
 * Money in and out between each instant and the next: `n` instants bound `n - 1` periods, each from its first instant to just before its last. Twelve
 * months are thirteen instants. Moves between these very accounts or to a card and back (`ownTransferCode`), and exchanges, count as neither.
 */
export async function flowsBetween(
  sql: Sql,
  accountIds: readonly string[],
  instants: readonly Date[],
): Promise<ReadonlyMap<string, Flow[]>> {
  const [totals, own] = await Promise.all([
    totalsAt(sql, accountIds, instants),
    ownFlows(sql, accountIds, instants),
  ]);
  return new Map(
    [...totals].map(([accountId, points]) => [
      accountId,
      points.slice(1).map((end, index) => {
        const start = points[index] ?? end;
        const moved = own.get(`${accountId} ${index}`) ?? { inMinor: 0n, outMinor: 0n };
        return {
          inMinor: end.credits - start.credits - moved.inMinor,
          outMinor: end.debits - start.debits - moved.outMinor,
        };
      }),
    ]),
  );
}

/**
 * Moves between the accounts themselves and exchanges, by account and period: summed from an index of only these, by booking times like the totals.
 */
async function ownFlows(sql: Sql, accountIds: readonly string[], instants: readonly Date[]) {
  const bounds = instants.map((instant) => instant.toISOString());
  const { rows } = await query<{ account_id: string; period: number; in: string; out: string }>`
    select account_id, width_bucket(booked_at, ${bounds}::timestamptz[]) - 1 as period,
      sum(greatest(amount, 0))::text as "in", sum(greatest(-amount, 0))::text as "out"
    from ledger.own_moves
    where account_id = any(${accountIds}::uuid[])
      and (counter_account_id is null or counter_account_id = any(${accountIds}::uuid[])
        or exists (select from ledger.accounts where id = counter_account_id and kind = 'card'))
      and booked_at >= ${bounds[0] ?? null}::timestamptz and booked_at < ${bounds.at(-1) ?? null}::timestamptz
    group by account_id, period`.execute(sql);
  return new Map<string, Flow>(
    rows.map((row) => [
      `${row.account_id} ${row.period}`,
      { inMinor: BigInt(row.in), outMinor: BigInt(row.out) },
    ]),
  );
}

/** The transaction to which an entry `e` of a transfer `t` belongs, on the entry's account. */
export const subjectOfEntry = query`case when e.amount > 0 then coalesce(t.credit_subject_id, t.subject_id) else t.subject_id end`;

/** Entries of one account, oldest first. */
export async function listEntries(sql: Sql, { accountId, first, last, limit }: EntryPage): Promise<Entry[]> {
  const { rows } = await query<EntryRow>`
    select e.seq, e.transfer_id, ${subjectOfEntry} as subject_id, e.amount::text as amount, (e.credits - e.debits)::text as balance,
      e.booked_at, t.at, t.code
    from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
    where e.account_id = ${accountId} and e.seq >= ${String(first)}::bigint and e.seq <= ${String(last)}::bigint
    order by e.seq limit ${limit}`.execute(sql);
  return rows.map(toEntry);
}

/** By account, in the order of `instants`: the totals of all entries before each. Zeros if there are none. One statement. */
export async function totalsAt(sql: Sql, accountIds: readonly string[], instants: readonly Date[]) {
  const moments = instants.map((instant) => instant.toISOString());
  const { rows } = await query<{ account_id: string; seq: string; debits: string; credits: string }>`
    select a.id as account_id, coalesce(e.seq, 0)::text as seq, coalesce(e.debits, 0)::text as debits,
      coalesce(e.credits, 0)::text as credits
    from unnest(${accountIds}::uuid[]) as a (id)
    cross join unnest(${moments}::timestamptz[]) with ordinality as i (instant, position)
    join ledger.last_before_each(a.id, ${moments}::timestamptz[]) as l on l.moment = i.instant
    left join ledger.entries e on e.account_id = a.id and e.seq = l.seq
    order by i.position`.execute(sql);
  const totals = new Map<string, Totals[]>(accountIds.map((id) => [id, []]));
  for (const row of rows)
    totals.get(row.account_id)?.push({
      seq: BigInt(row.seq),
      debits: BigInt(row.debits),
      credits: BigInt(row.credits),
    });
  return totals;
}

interface EntryRow {
  readonly seq: bigint;
  readonly transfer_id: string;
  readonly subject_id: string;
  readonly amount: string;
  readonly balance: string;
  readonly booked_at: Date;
  readonly at: Date;
  readonly code: string;
}

const toEntry = (row: EntryRow): Entry => ({
  seq: row.seq,
  transferId: row.transfer_id,
  subjectId: row.subject_id,
  amountMinor: BigInt(row.amount),
  balanceMinor: BigInt(row.balance),
  bookedAt: row.booked_at,
  valueAt: row.at,
  code: row.code,
});

/** All amounts ever moved under these codes, by code and currency (`fee EUR`). Reads every transfer: for reports. */
export async function transferredByCode(
  sql: Sql,
  codes: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await query<{ key: string; minor: string }>`
    select t.code || ' ' || a.currency as key, sum(t.amount)::text as minor
    from ledger.transfers t join ledger.accounts a on a.id = t.debit_account_id
    where t.code = any(${codes}::text[]) group by 1`.execute(sql);
  return new Map(rows.map(({ key, minor }) => [key, BigInt(minor)]));
}

/** Debits of the bank's accounts of a kind with a code, by transaction. Reads all debits of these accounts, so only for accounts with few. */
export async function paidFrom(
  sql: Sql,
  kind: 'receivable',
  code: string,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await query<{ id: string; minor: string }>`
    select t.subject_id as id, sum(-e.amount)::text as minor
    from ledger.accounts a
    join ledger.entries e on e.account_id = a.id and e.amount < 0
    cross join lateral (select * from ledger.transfers where transfers.id = e.transfer_id offset 0) as t
    where a.kind = ${kind} and t.code = ${code} and t.subject_id = any(${subjectIds}::uuid[]) group by 1`.execute(
    sql,
  );
  return new Map(rows.map(({ id, minor }) => [id, BigInt(minor)]));
}
