/**
 * Verification of the books: recomputes every claim of the ledger from the entries. All checks read one snapshot, so it can run under
 * full load. Set-based: two passes over the entries, regardless of their number.
 *
 * Never repair a breach with hand-written SQL: the entries are the truth and cannot change. Stop posting and investigate.
 */
import { sql as query } from 'kysely';
import { inReport } from '../../platform/postgres/report.ts';
import type { Sql } from '../../platform/work.ts';

export type BookCheck =
  /** The entries of a currency do not add up to zero. Subject: the currency. */
  | 'currency_sum'
  /** An account's totals are not those of its entries. Subject: the account. */
  | 'account_totals'
  /** An account's entries have a gap, a wrong running total or a falling booking time. Subject: the account. */
  | 'running_totals'
  /** A transfer lacks one of its two entries, or has another. Subject: the transfer. */
  | 'transfer_entries'
  /** An account's reserved amount is not the sum of its open reservations. Subject: the account. */
  | 'reserved'
  /** An account that may not be overdrawn is. Subject: the account. */
  | 'overdrawn';

interface Breach {
  readonly check: BookCheck;
  readonly subject: string;
}

export interface BooksReport {
  readonly accounts: bigint;
  readonly transfers: bigint;
  readonly entries: bigint;
  /** Empty when the books are right; at most 100 per pass. */
  readonly breaches: readonly Breach[];
}

const breachLimit = 100;

/** Verifies the books in a snapshot of its own: `sql` is a handle of the pool, not an open transaction. */
export function verifyBooks(sql: Sql): Promise<BooksReport> {
  return inReport(sql, { statementTimeoutMs: 0 }, async (snapshot) => {
    const byAccount = await accountBreaches(snapshot);
    const byTransfer = await transferBreaches(snapshot);
    const { rows } = await query<{ accounts: bigint; transfers: bigint; entries: bigint }>`
      select (select count(*) from ledger.accounts) as accounts, (select count(*) from ledger.transfers) as transfers,
        (select count(*) from ledger.entries) as entries`.execute(snapshot);
    const [counts] = rows;
    if (!counts) throw new Error('a count gave no row');
    return { ...counts, breaches: [...byAccount, ...byTransfer] };
  });
}

/** One walk along every account's entries, compared with the account, its reservations and its currency. */
async function accountBreaches(sql: Sql): Promise<Breach[]> {
  const { rows } = await query<Breach>`
    with step as (
      select account_id, amount, seq = lag(seq, 1, 0::bigint) over chain + 1
        and debits = lag(debits, 1, 0::numeric) over chain + greatest(-amount, 0)
        and credits = lag(credits, 1, 0::numeric) over chain + greatest(amount, 0)
        and booked_at >= lag(booked_at, 1, '-infinity') over chain as follows
      from ledger.entries window chain as (partition by account_id order by seq)
    ), walked as materialized (
      select account_id, count(*) as entries, bool_and(follows) as unbroken, sum(amount) as posted,
        sum(greatest(amount, 0)) as credits
      from step group by account_id
    ), held as (
      select account_id, sum(amount - drawn) as amount from ledger.reservations where status = 'open' group by account_id
    ), judged as materialized (
      select coalesce(a.id, w.account_id) as id, a.currency, coalesce(w.posted, 0) as posted,
        coalesce(w.unbroken, true) as unbroken,
        a.last_seq = coalesce(w.entries, 0) and a.credits = coalesce(w.credits, 0)
          and a.credits - a.debits = coalesce(w.posted, 0) as totals_right,
        a.reserved = coalesce(h.amount, 0) as reserved_right,
        a.allow_negative or coalesce(w.posted, 0) - coalesce(h.amount, 0) >= 0 as covered
      from ledger.accounts a full join walked w on w.account_id = a.id left join held h on h.account_id = a.id
    )
    select 'running_totals' as check, id::text as subject from judged where not unbroken
    union all select 'account_totals', id::text from judged where totals_right is not true
    union all select 'reserved', id::text from judged where reserved_right is not true
    union all select 'overdrawn', id::text from judged where covered is not true
    union all select 'currency_sum', currency from judged group by currency having sum(posted) <> 0
    limit ${breachLimit}`.execute(sql);
  return rows;
}

/** Every transfer against its entries: one debit and one credit of its amount, on its accounts, in one currency. */
async function transferBreaches(sql: Sql): Promise<Breach[]> {
  const { rows } = await query<Breach>`
    with legs as (
      select transfer_id, count(*) as entries,
        (array_agg(account_id) filter (where amount < 0))[1] as debit_account_id,
        (array_agg(account_id) filter (where amount > 0))[1] as credit_account_id,
        min(amount) as debit, max(amount) as credit
      from ledger.entries group by transfer_id
    )
    select 'transfer_entries' as check, coalesce(t.id, l.transfer_id)::text as subject
    from ledger.transfers t
    full join legs l on l.transfer_id = t.id
    left join ledger.accounts d on d.id = t.debit_account_id
    left join ledger.accounts c on c.id = t.credit_account_id
    where (l.entries = 2 and l.debit = -t.amount and l.credit = t.amount and l.debit_account_id = t.debit_account_id
      and l.credit_account_id = t.credit_account_id and d.currency = c.currency) is not true
    limit ${breachLimit}`.execute(sql);
  return rows;
}
