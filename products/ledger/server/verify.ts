/**
 * Verification of the books: recomputes every claim of the ledger from the entries. It can run under full load: entries never change, so they are read in
 * parts, each in a short snapshot of its own, and an account is compared in the snapshot that has its newest entry.
 *
 * Never repair a breach with hand-written SQL: the entries are the truth and cannot change. Stop posting and investigate.
 */

import { inReport, inSnapshot } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { type EntryPart, listedParts, walkEntries } from './walk.ts';

export type BookCheck =
  /** The balances of a currency do not add up to zero. Subject: the currency. */
  | 'currency_sum'
  /** An account's totals differ from its entries. Subject: the account. */
  | 'account_totals'
  /** An account's entries have a gap, a wrong running total or a falling booking time. Subject: the account. */
  | 'running_totals'
  /** A transfer lacks one of its two entries, or has a different one. Subject: the transfer. */
  | 'transfer_entries'
  /** An account's reserved amount is not the sum of its open reservations. Subject: the account. */
  | 'reserved'
  /** An account is overdrawn without permission. Subject: the account. */
  | 'overdrawn';

interface Breach {
  readonly check: BookCheck;
  readonly subject: string;
}

export interface BooksReport {
  readonly accounts: bigint;
  readonly transfers: bigint;
  readonly entries: bigint;
  /** Empty if the books are correct; at most 100 of each kind of check. */
  readonly breaches: readonly Breach[];
}

const breachLimit = 100;
const report = { statementTimeoutMs: 0 };

/** Amounts read in one snapshot. */
interface Sizes {
  /** Looked up by account and number. */
  readonly entries?: number;
  /** Their entries are grouped in memory, and found by reading all entries once. */
  readonly transfers?: number;
}

/** Verifies the books; `sql` is a handle of the pool, not an open transaction. */
export async function verifyBooks(
  sql: Sql,
  { entries, transfers = 1_000_000 }: Sizes = {},
): Promise<BooksReport> {
  const breaches = [
    ...(await entryBreaches(sql, entries)),
    ...(await inReport(sql, report, balanceBreaches)),
    ...(await transferBreaches(sql, transfers)),
  ];
  const counts = await inReport(sql, report, async (snapshot) => {
    const { rows } = await query<Omit<BooksReport, 'breaches'>>`
      select (select count(*) from ledger.accounts) as accounts, (select count(*) from ledger.transfers) as transfers,
        (select count(*) from ledger.entries) as entries`.execute(snapshot);
    return rows[0];
  });
  if (!counts) throw new Error('a count gave no row');
  return { ...counts, breaches };
}

/** The sums of an account's earlier parts. */
interface Walked {
  readonly entries: bigint;
  readonly posted: string;
  readonly credits: string;
}

/** One walk along every account's entries, compared with the account at its end. */
async function entryBreaches(sql: Sql, atOnce: number | undefined): Promise<Breach[]> {
  const found: Breach[] = [];
  let carried = new Map<string, Walked>();
  for await (const parts of walkEntries(sql, 'all', atOnce)) {
    const walked = await inSnapshot(sql, (snapshot) => walkParts(snapshot, parts, carried));
    // Only the last account can continue: the others end in the batch in which they began.
    carried = new Map(walked.flatMap((each) => (each.totalsRight === null ? [[each.id, each]] : [])));
    for (const { id, isUnbroken, totalsRight } of walked) {
      if (!isUnbroken) found.push({ check: 'running_totals', subject: id });
      if (totalsRight === false) found.push({ check: 'account_totals', subject: id });
    }
    if (found.length >= breachLimit) break;
  }
  return found.slice(0, breachLimit);
}

/** Compares each part with the entry before it, and the last part of an account also with the account, in the same snapshot. */
async function walkParts(sql: Sql, parts: readonly EntryPart[], carried: ReadonlyMap<string, Walked>) {
  const before = parts.map(({ accountId }) => carried.get(accountId));
  const { rows } = await query<Walked & { id: string; isUnbroken: boolean; totalsRight: boolean | null }>`
    with part as materialized (
      select * from unnest(
        ${listedParts(parts)}, ${before.map((each) => String(each?.entries ?? 0))}::bigint[],
        ${before.map((each) => each?.posted ?? '0')}::numeric[], ${before.map((each) => each?.credits ?? '0')}::numeric[],
        ${parts.map(({ isLast }) => isLast)}::boolean[]
      ) as part (account_id, low, high, entries, posted, credits, is_last)
    ), step as (
      select e.account_id, e.amount, e.seq >= part.low as counts, e.seq = lag(e.seq, 1, 0::bigint) over chain + 1
        and e.debits = lag(e.debits, 1, 0::numeric) over chain + greatest(-e.amount, 0)
        and e.credits = lag(e.credits, 1, 0::numeric) over chain + greatest(e.amount, 0)
        and e.booked_at >= lag(e.booked_at, 1, '-infinity') over chain as follows
      from part join ledger.entries e on e.account_id = part.account_id and e.seq >= part.low - 1 and e.seq <= part.high
      window chain as (partition by e.account_id order by e.seq)
    ), walked as materialized (
      select account_id, count(*) as entries, bool_and(follows) as unbroken, sum(amount) as posted,
        sum(greatest(amount, 0)) as credits
      from step where counts group by account_id
    ), total as (
      select account_id, part.is_last, coalesce(w.unbroken, true) as unbroken, part.entries + coalesce(w.entries, 0) as entries,
        part.posted + coalesce(w.posted, 0) as posted, part.credits + coalesce(w.credits, 0) as credits
      from part left join walked w using (account_id)
    )
    select a.id, t.entries, t.posted::text as posted, t.credits::text as credits, t.unbroken as "isUnbroken",
      case when t.is_last then a.last_seq = t.entries and a.credits = t.credits and a.credits - a.debits = t.posted end as "totalsRight"
    from total t join ledger.accounts a on a.id = t.account_id`.execute(sql);
  return rows;
}

/** Compares the accounts with each other and with the reservations. */
async function balanceBreaches(sql: Sql): Promise<Breach[]> {
  const { rows } = await query<Breach>`
    with held as (
      select account_id, sum(amount - drawn) as amount from ledger.reservations where status = 'open' group by account_id
    )
    select 'reserved' as check, coalesce(a.id, h.account_id)::text as subject
    from ledger.accounts a full join held h on h.account_id = a.id
    where (a.reserved = coalesce(h.amount, 0)) is not true
    union all select 'overdrawn', id::text from ledger.accounts where not allow_negative and credits - debits - reserved < 0
    union all select 'currency_sum', currency from ledger.accounts group by currency having sum(credits - debits) <> 0
    limit ${breachLimit}`.execute(sql);
  return rows;
}

/** Compares every transfer with its entries: one debit and one credit of its amount, on its accounts, in one currency. A range of ids at a time. */
async function transferBreaches(sql: Sql, atOnce: number): Promise<Breach[]> {
  const found: Breach[] = [];
  let after: string | null = null;
  do {
    const range = await inReport(sql, report, (snapshot) => breachesAfter(snapshot, after, atOnce));
    found.push(...range.breaches);
    after = range.until;
  } while (after !== null && found.length < breachLimit);
  return found.slice(0, breachLimit);
}

/** `until`: the start of the next range; null after the last one. */
async function breachesAfter(sql: Sql, after: string | null, atOnce: number) {
  const lower = (id: string) => (after === null ? query`true` : query`${query.ref(id)} > ${after}::uuid`);
  const { rows: bounds } = await query<{ id: string }>`
    select id from ledger.transfers where ${lower('id')} order by id offset ${atOnce} limit 1`.execute(sql);
  const until = bounds[0]?.id ?? null;
  const within = (id: string) =>
    until === null ? lower(id) : query`${lower(id)} and ${query.ref(id)} <= ${until}::uuid`;
  const { rows: breaches } = await query<Breach>`
    with legs as (
      select transfer_id, count(*) as entries,
        (array_agg(account_id) filter (where amount < 0))[1] as debit_account_id,
        (array_agg(account_id) filter (where amount > 0))[1] as credit_account_id,
        min(amount) as debit, max(amount) as credit
      from ledger.entries where ${within('transfer_id')} group by transfer_id
    )
    select 'transfer_entries' as check, coalesce(t.id, l.transfer_id)::text as subject
    from (select * from ledger.transfers where ${within('id')}) t
    full join legs l on l.transfer_id = t.id
    left join ledger.accounts d on d.id = t.debit_account_id
    left join ledger.accounts c on c.id = t.credit_account_id
    where (l.entries = 2 and l.debit = -t.amount and l.credit = t.amount and l.debit_account_id = t.debit_account_id
      and l.credit_account_id = t.credit_account_id and d.currency = c.currency) is not true
    limit ${breachLimit}`.execute(sql);
  return { breaches, until };
}
