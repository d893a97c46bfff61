-- An own transfer and an exchange found their entries among all entries of the account: the plan joined the index with itself and read the whole history to find two. Now each is
-- looked up by its number.
create or replace function ledger.add_own_moves(debits uuid[], credits uuid[])
  returns void language sql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
  insert into ledger.own_moves (account_id, booked_at, seq, amount, counter_account_id)
  select e.account_id, e.booked_at, e.seq, e.amount,
    case when t.code = 'own' then case when e.amount < 0 then t.credit_account_id else t.debit_account_id end end
  from (select account_id, count(*) as legs from unnest(debits || credits) as leg (account_id) group by account_id) l
  join ledger.accounts a on a.id = l.account_id and a.client_id is not null
  cross join lateral generate_series(a.last_seq - l.legs + 1, a.last_seq) as added (seq)
  -- `offset 0`: no plan begins with all entries of the account.
  cross join lateral (select * from ledger.entries where account_id = a.id and entries.seq = added.seq offset 0) as e
  join ledger.transfers t on t.id = e.transfer_id and t.code in ('own', 'exchange')
$$;
