-- An account's entries are numbered in the order of their times, so what was booked before a moment is found by halving the numbers. The index by time,
-- the larger of the two that every entry was written to, goes.

-- The number of an account's last entry before a moment; 0: none. All entries up to `low` were booked before it, and none from `high` on.
create function ledger.last_before(account uuid, moment timestamptz) returns bigint language sql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with recursive search (low, high) as (
    select case when last_booked_at < moment then last_seq else 0 end, last_seq + 1 from ledger.accounts where id = account
    union all
    select case when e.booked_at < moment then e.seq else low end, case when e.booked_at < moment then high else e.seq end
    from search join ledger.entries e on e.account_id = account and e.seq = (low + high) / 2 where high - low > 1
  )
  select coalesce(max(low), 0) from search
$$;

drop index ledger.entries_by_time;
