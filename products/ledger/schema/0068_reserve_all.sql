-- Holding money for a caller who expects no refusal: nothing is judged item by item, for whatever `reserve` refuses breaks a constraint
-- here (funds, a closed account, an id that is taken, an amount) or is counted (an unknown account), and ends the transaction.
create function ledger.reserve_all(ids uuid[], account_ids uuid[], amounts numeric[])
  returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  held bigint;
begin
  perform ledger.lock_accounts(account_ids);
  with item as materialized (
    select unnest(ids) as id, unnest(account_ids) as account_id, unnest(amounts) as amount
  ), written as (
    insert into ledger.reservations (id, account_id, amount) select id, account_id, amount from item
  ), moved as (
    update ledger.accounts a set reserved = a.reserved + total.amount
    from (select account_id, sum(amount) as amount, count(*) as items from item group by account_id) total
    where a.id = total.account_id
    returning total.items
  )
  select coalesce(sum(items), 0) into held from moved;
  if held <> cardinality(ids) then
    raise exception 'an account to reserve on is unknown' using errcode = 'CA001';
  end if;
end $$;
