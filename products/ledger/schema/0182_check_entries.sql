-- The same check with one look at each account and each transfer. Where the entries were in several currencies, as those of a trade are, all accounts of the bank
-- were read to compare them.

create or replace function ledger.check_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = on set enable_nestloop = off set enable_mergejoin = off as $$
begin
  if (
    with account as materialized (
      select id, currency, last_seq, debits, credits, last_booked_at from ledger.accounts
      where id = any (array(select distinct account_id from added))
    ), transfer as (
      select id, debit_account_id, credit_account_id, amount from ledger.transfers
      where id = any (array(select distinct transfer_id from added))
    )
    select exists (
      select from added e left join transfer t on t.id = e.transfer_id left join account a on a.id = e.account_id
      group by e.transfer_id
      having count(a.id) <> 2 or sum(e.amount) <> 0 or min(a.currency collate "C") <> max(a.currency collate "C")
        or not bool_and(coalesce(e.account_id = case when e.amount < 0 then t.debit_account_id else t.credit_account_id end
                                 and abs(e.amount) = t.amount, false))
    ) or exists (
      select from (select account_id, max(seq) as seq from added group by account_id) newest
      join added e using (account_id, seq)
      left join account a on a.id = e.account_id
      where (a.last_seq, a.debits, a.credits, a.last_booked_at) is distinct from (e.seq, e.debits, e.credits, e.booked_at)
    )
  ) then
    raise exception 'entries do not balance' using errcode = 'check_violation';
  end if;
  return null;
end $$;
