-- Entries of many accounts with less work for each, and none for the accounts that are not touched.
--  * The accounts to update were joined with the entries through all accounts of the bank, where the plan was made while these were few. Now they
--    are looked up by their ids, in any plan.
--  * Running totals need fewer passes; what an account adds up to is taken by grouping.
--  * Nested loops over accounts and entries are off: their cost grew with the product of both. What needs them has a function of its own.

create function ledger.add_own_moves(debits uuid[], credits uuid[])
  returns void language sql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
  insert into ledger.own_moves (account_id, booked_at, seq, amount, counter_account_id)
  select e.account_id, e.booked_at, e.seq, e.amount,
    case when t.code = 'own' then case when e.amount < 0 then t.credit_account_id else t.debit_account_id end end
  from (select account_id, count(*) as legs from unnest(debits || credits) as leg (account_id) group by account_id) l
  join ledger.accounts a on a.id = l.account_id and a.client_id is not null
  join ledger.entries e on e.account_id = a.id and e.seq > a.last_seq - l.legs
  join ledger.transfers t on t.id = e.transfer_id and t.code in ('own', 'exchange')
$$;

create or replace function ledger.add_entries(ids uuid[], debits uuid[], credits uuid[], amounts numeric[], codes text[], ats timestamptz[], freed numeric[])
  returns void language plpgsql
  set enable_hashjoin = on set enable_nestloop = off as $$
#variable_conflict use_column
declare
  touched uuid[] := array(select distinct unnest(debits || credits));
begin
  with account as materialized (
    select id, last_seq, debits, credits, last_booked_at from ledger.accounts where id = any (touched)
  ), item as materialized (
    select unnest(ids) as id, unnest(debits) as debit, unnest(credits) as credit, unnest(amounts) as amount, unnest(ats) as at,
      unnest(freed) as freed, generate_series(1, cardinality(ids)) as ord
  ), leg as materialized (
    select debit as account_id, id, -amount as amount, amount as debit, 0::numeric as credit, freed, at, ord from item
    union all
    select credit, id, amount, 0, amount, null, at, ord from item
  ), turned as (
    select account_id, id, amount, row_number() over turn as place, sum(debit) over turn as debits, sum(credit) over turn as credits,
      max(at) over turn as at
    from leg window turn as (partition by account_id order by ord rows unbounded preceding)
  ), moved as (
    update ledger.accounts a
    set debits = a.debits + total.debit, credits = a.credits + total.credit, last_seq = a.last_seq + total.legs,
      last_booked_at = greatest(a.last_booked_at, total.at), reserved = a.reserved - coalesce(total.freed, 0)
    from (
      select account_id, count(*) as legs, sum(debit) as debit, sum(credit) as credit, sum(freed) as freed, max(at) as at
      from leg group by account_id
    ) total
    where a.id = any (touched) and a.id = total.account_id
  )
  insert into ledger.entries (account_id, seq, transfer_id, amount, debits, credits, booked_at)
  select t.account_id, a.last_seq + t.place, t.id, t.amount, a.debits + t.debits, a.credits + t.credits, greatest(a.last_booked_at, t.at)
  from turned t join account a on a.id = t.account_id;

  if codes && array['own', 'exchange'] then
    perform ledger.add_own_moves(debits, credits);
  end if;
end $$;

-- The same check. Each entry meets its account once: it is the account's newest if all totals are the account's, and it must be the newest of those added.
create or replace function ledger.check_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = on set enable_nestloop = off set enable_mergejoin = off as $$
begin
  if (
    with account as (
      select id, currency, last_seq, debits, credits, last_booked_at from ledger.accounts
      where id = any (array(select distinct account_id from added))
    ), leg as materialized (
      select e.transfer_id, e.account_id, e.seq, e.amount, a.currency,
        (a.last_seq, a.debits, a.credits, a.last_booked_at) is not distinct from (e.seq, e.debits, e.credits, e.booked_at) as is_newest
      from added e left join account a on a.id = e.account_id
    ), transfer as (
      select id, debit_account_id, credit_account_id, amount from ledger.transfers
      where id = any (array(select distinct transfer_id from added))
    )
    select exists (
      select from leg l left join transfer t on t.id = l.transfer_id
      group by l.transfer_id
      having count(l.currency) <> 2 or sum(l.amount) <> 0 or min(l.currency collate "C") <> max(l.currency collate "C")
        or not bool_and(coalesce(l.account_id = case when l.amount < 0 then t.debit_account_id else t.credit_account_id end
                                 and abs(l.amount) = t.amount, false))
    ) or exists (
      select from leg group by account_id having max(seq) is distinct from max(seq) filter (where is_newest)
    )
  ) then
    raise exception 'entries do not balance' using errcode = 'check_violation';
  end if;
  return null;
end $$;
